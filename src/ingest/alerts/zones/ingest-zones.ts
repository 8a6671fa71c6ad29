/**
 * Shapes of coded areas, a slow feed of its own: issuers change them every few months.
 *
 *   for each scheme: which files there are now → is that what the records have? → fetch, unpack, decode → all at once
 *
 * A scheme is replaced whole or not at all, and one that fails keeps what it had and holds up no other. Shapes are stored
 * as published; with a region set, those that lie elsewhere are left out.
 */

import { isTagged, MalformedError, UpstreamError } from '../../../base/errors.js';
import { unzip } from '../../../decode/zip/zip.js';
import { decodeGeoJsonShapes } from '../../../decode/zone-shapes/geojson-shapes.js';
import type { ShapeRecord } from '../../../decode/zone-shapes/shape-record.js';
import { decodeShapefile } from '../../../decode/zone-shapes/shapefile-shapes.js';
import type { AlertZone, GeocodeScheme } from '../../../model/alert.js';
import type { Box } from '../../../model/box.js';
import type { PollState } from '../../../model/records.js';
import { ZONE_FILES, type ZoneFile } from '../../../sources/alert-zones/zone-files-table.js';
import { ALERT_ZONES_FEED } from '../../../sources/alert-zones/zones-feed.js';
import { meetsRegion } from '../../../sources/feed.js';
import type { HttpDownload } from '../../../sources/http-download.js';
import type { ZoneContext } from '../../context.js';
import { faultOf } from '../../ingest-fault.js';
import { polling } from '../../poll/frame.js';
import { tellFault } from '../../poll/poll-record.js';
import { createAlertHttp } from '../alert-http.js';
import { digestOf } from '../poll-memory.js';

export interface ZoneOutcome {
  /** Schemes that were replaced, with the number of their zones. */
  readonly replaced: readonly { readonly scheme: GeocodeScheme; readonly zones: number }[];
  /** Schemes that were up to date. */
  readonly kept: readonly GeocodeScheme[];
}

/** A file and where it is now. */
interface NamedFile {
  readonly file: ZoneFile;
  readonly url: string;
  /** What distinguishes it from the one before. */
  readonly version: string;
}

/**
 * @throws UpstreamError, MalformedError  of the first scheme that failed, when the others are done
 * @throws DeadlineError  schemes are left for the next ingest
 * @throws RecordsError
 */
export async function ingestZones(deps: ZoneContext): Promise<ZoneOutcome> {
  const http = createAlertHttp({ ...deps, baseUrl: '', chosen: null }, {});
  return polling(deps, ALERT_ZONES_FEED.id, http, () => ingestSchemes(deps, http));
}

async function ingestSchemes(deps: ZoneContext, http: HttpDownload): Promise<ZoneOutcome> {
  const replaced: { scheme: GeocodeScheme; zones: number }[] = [];
  const kept: GeocodeScheme[] = [];
  const failures: Error[] = [];
  for (const [scheme, files] of filesByScheme(deps))
    try {
      const zones = await ingestScheme(deps, http, scheme, files);
      if (zones === null) kept.push(scheme);
      else replaced.push({ scheme, zones });
    } catch (error) {
      const isLate = isTagged(error, 'deadline');
      if (!isLate) deps.signal?.throwIfAborted();
      failures.push(error as Error);
      tellFault(deps.progress, ALERT_ZONES_FEED, scheme, faultOf(error));
      if (isLate) break;
    }
  await storeState(deps, failures[0] ?? null);
  tell(deps, replaced, kept, failures[0] ?? null);
  if (failures[0]) throw failures[0];
  return { replaced, kept };
}

function filesByScheme({ region, addressOf }: ZoneContext): Map<GeocodeScheme, ZoneFile[]> {
  const schemes = new Map<GeocodeScheme, ZoneFile[]>();
  for (const file of ZONE_FILES)
    if (addressOf(file.addressSetting) !== '' && meetsRegion(file.covers, region))
      schemes.set(file.scheme, [...(schemes.get(file.scheme) ?? []), file]);
  return schemes;
}

/** Number of zones; null where the records have this version. */
async function ingestScheme(
  deps: ZoneContext,
  http: HttpDownload,
  scheme: GeocodeScheme,
  files: readonly ZoneFile[],
): Promise<number | null> {
  const named: NamedFile[] = [];
  for (const file of files) named.push(await locate(deps, http, file));
  const version = versionOf(named, deps.region);
  if ((await deps.alerts.zoneVersions())[scheme] === version) return null;
  const published = await readZones(deps, http, scheme, named);
  if (published.length === 0) throw new UpstreamError('framing', named[0]!.url, `has no area with a code of ${scheme}`);
  const zones = published.filter((zone) => isIn(zone, deps.region));
  await deps.alerts.putZones(scheme, version, zones);
  return zones.length;
}

/** The records keep names of 200 characters; what is longer is told apart by its digest. */
const LONGEST_VERSION = 200;

function versionOf(named: readonly NamedFile[], region: Box | null): string {
  const box = region === null ? '' : ` in ${region.south},${region.west},${region.north},${region.east}`;
  const version = `${named.map((one) => one.version).join(' ')}${box}`;
  return version.length <= LONGEST_VERSION ? version : `${named.length} files ${digestOf(version)}`;
}

const LARGEST_PAGE = 4 << 20;

async function locate(deps: ZoneContext, http: HttpDownload, file: ZoneFile): Promise<NamedFile> {
  const base = deps.addressOf(file.addressSetting);
  const now = deps.clock.now();
  if (file.page === null) {
    // Files without a date in their names are fetched once a month.
    return {
      file,
      url: `${base}/${file.pathOf('')}`,
      version: `${file.name} ${new Date(now * 1000).toISOString().slice(0, 7)}`,
    };
  }
  const url = `${base}/${file.page.path}`;
  const page = new TextDecoder().decode(await fetchWhole(deps, http, url, LARGEST_PAGE));
  const name = latestName(page, file.page, now);
  if (name === null) throw new UpstreamError('framing', url, `names no file like ${file.page.name.source}`);
  return { file, url: `${base}/${file.pathOf(name)}`, version: name };
}

async function readZones(
  deps: ZoneContext,
  http: HttpDownload,
  scheme: GeocodeScheme,
  named: readonly NamedFile[],
): Promise<AlertZone[]> {
  const zones = new Map<string, AlertZone>();
  for (const { file, url } of named) {
    const before = new Set(zones.keys());
    for (const zone of await zonesOfFile(await fetchWhole(deps, http, url, file.ceilingBytes), file, url)) {
      if (file.yields && before.has(zone.value)) continue;
      const part = zones.get(zone.value);
      const polygons = part === undefined ? zone.polygons : [...part.polygons, ...zone.polygons];
      zones.set(zone.value, { ...zone, scheme, polygons });
    }
  }
  return [...zones.values()];
}

function isIn({ polygons }: AlertZone, region: Box | null): boolean {
  if (region === null) return true;
  return polygons.some(([outer]) => {
    if (outer === undefined) return false;
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let n = 0; n < outer.length; n += 2) {
      [west, east] = [Math.min(west, outer[n]!), Math.max(east, outer[n]!)];
      [south, north] = [Math.min(south, outer[n + 1]!), Math.max(north, outer[n + 1]!)];
    }
    return meetsRegion([{ south, west, north, east }], region);
  });
}

async function fetchWhole(
  { signal }: ZoneContext,
  http: HttpDownload,
  url: string,
  ceilingBytes: number,
): Promise<Uint8Array> {
  const answer = await http.get(url, { ceilingBytes, gzip: true, signal });
  return answer.notModified ? new Uint8Array(0) : answer.bytes;
}

async function storeState({ alerts, clock }: ZoneContext, failure: Error | null): Promise<void> {
  const none: PollState = { etag: null, lastModified: null, lastSuccess: null, lastFailure: null, failure: null };
  const before = (await alerts.pollState(ALERT_ZONES_FEED.id)) ?? none;
  const now = clock.now();
  await alerts.setPollState(
    ALERT_ZONES_FEED.id,
    failure === null
      ? { ...before, lastSuccess: now }
      : { ...before, lastFailure: now, failure: faultOf(failure).reason },
  );
}

function tell(
  { progress }: ZoneContext,
  replaced: ZoneOutcome['replaced'],
  kept: ZoneOutcome['kept'],
  failure: Error | null,
): void {
  const news = replaced.map(({ scheme, zones }) => `${zones} zones of ${scheme}`);
  const parts = [...news, ...(kept.length > 0 ? [`${kept.join(', ')} unchanged`] : [])];
  const facts = { feed: ALERT_ZONES_FEED.id, replaced: replaced.length, kept: kept.length, failed: failure !== null };
  progress({ event: 'zones', text: `Shapes of alert zones: ${parts.join(', ') || 'none'}`, lasting: true, facts });
}

/**
 * The newest whose date is not to come: issuers announce the next one weeks before it holds. When all are to come, the
 * first of them; null where the page names none.
 */
function latestName(page: string, { name, dateOf }: NonNullable<ZoneFile['page']>, now: number): string | null {
  const dated = [...new Set(page.match(name) ?? [])].flatMap((found) => {
    const date = dateOf(found);
    return date === null || Number.isNaN(date) ? [] : [{ found, date }];
  });
  const ordered = dated.sort((a, b) => a.date - b.date);
  return (ordered.findLast(({ date }) => date <= now) ?? ordered[0])?.found ?? null;
}

/** A real one of counties has some 40 MB of shapes. */
const ARCHIVE_LIMITS = { entries: 100, entryBytes: 512 << 20, bytes: 768 << 20, ratio: 200 };

/**
 * In the order of the file; a code may come several times, each with a part of its area.
 *
 * @param url  names the file in errors
 * @throws MalformedError
 */
async function zonesOfFile(bytes: Uint8Array, file: ZoneFile, url: string): Promise<AlertZone[]> {
  const records = file.format === 'geojson' ? decodeGeoJsonShapes(bytes, url) : await shapesInZip(bytes, url);
  return records.flatMap(({ properties, polygons }) => {
    const value = file.codeOf(properties);
    if (value === null || polygons.length === 0) return [];
    return [{ scheme: file.scheme, value, name: file.nameOf(properties), polygons }];
  });
}

async function shapesInZip(bytes: Uint8Array, url: string): Promise<ShapeRecord[]> {
  const files = unzip(bytes, ARCHIVE_LIMITS);
  const ending = (suffix: string) => files.find(({ name }) => name.toLowerCase().endsWith(suffix))?.bytes;
  const [shp, dbf] = [ending('.shp'), ending('.dbf')];
  if (shp === undefined || dbf === undefined)
    throw new MalformedError(url, 'must hold a shapefile: .shp and .dbf', files.map(({ name }) => name).join(' '));
  return decodeShapefile(shp, dbf, url);
}
