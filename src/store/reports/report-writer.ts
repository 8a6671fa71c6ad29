/**
 * Publishing the newest reports, by the order of versions/timed-publication.ts. A version is named after the moment at
 * which it was made, since the same newest report may be in several: late reports come, and old ones leave.
 */

import { REPORT_QUANTITIES, type ReportTable } from '../../model/station-report.js';
import type { ObjectStore } from '../objects/object-store.js';
import { encodeDocument } from '../versions/json-document.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeOldVersions } from '../versions/removal.js';
import { publishTimed, type VersionObjects } from '../versions/timed-publication.js';
import { validTimeOf, versionOf } from '../versions/timed-version.js';
import { METADATA_NAME, versionPrefix } from '../versions/version-keys.js';
import { encodeTexts } from '../zarr/axis-arrays.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import { chunkKey, encodeStations } from './report-arrays.js';
import { REPORTS_DATASET, type ReportVersion, reportDocuments, reportGroup, tableFault } from './report-documents.js';
import { readReports } from './report-reader.js';

/**
 * Stores reports and makes them what readers get.
 *
 * @param made.createdAt  epoch seconds
 * @throws RangeError  columns of different lengths, no stations, too many, or not in the order of their ids
 */
export async function publishReports(
  objects: ObjectStore,
  table: ReportTable,
  made: { readonly createdAt: number; readonly simulated: boolean },
): Promise<ReportVersion> {
  const fault = tableFault(table);
  if (fault !== null) throw new RangeError(`${REPORTS_DATASET}: ${fault}`);
  const version = nextVersion(await objects.list(`${REPORTS_DATASET}/`), made.createdAt);
  const facts: ReportVersion = {
    version,
    validTime: table.times.reduce((latest, time) => Math.max(latest, time), 0),
    ...made,
    stations: table.stations.length,
    reports: table.times.length,
  };
  await publishTimed(objects, {
    dataset: REPORTS_DATASET,
    version,
    publishedAt: made.createdAt,
    read: () => readReports(objects, version),
    encode: () => encodeReports(facts, table),
  });
  return facts;
}

/** Behind all that are there: a clock that was set back must not put a new version before an old one. */
function nextVersion(keys: readonly string[], createdAt: number): string {
  const names = versionsAmong(REPORTS_DATASET, keys);
  const newest = names.reduce((latest, name) => Math.max(latest, validTimeOf(name) ?? latest), 0);
  return versionOf(Math.max(Math.floor(createdAt), newest + 1));
}

async function encodeReports(facts: ReportVersion, table: ReportTable): Promise<VersionObjects> {
  const documents = reportDocuments(facts);
  const values = new Float32Array(REPORT_QUANTITIES.length * facts.reports);
  for (const [n, name] of REPORT_QUANTITIES.entries()) values.set(table.values[name], n * facts.reports);
  const arrays = await encodeStations(table.stations);
  arrays.set('station_reports', await encodeChunk(bytesOf(table.counts)));
  arrays.set('time', await encodeChunk(bytesOf(table.times)));
  arrays.set('flags', await encodeChunk(bytesOf(table.flags)));
  arrays.set('weather', encodeTexts(table.weather));
  arrays.set('quantity', encodeTexts(REPORT_QUANTITIES));
  arrays.set('value', await encodeChunk(bytesOf(values)));
  const contents = new Map<string, Uint8Array>();
  for (const [name, document] of Object.entries(documents)) {
    const prefix = versionPrefix(REPORTS_DATASET, facts.version);
    contents.set(`${prefix}/${name}/${METADATA_NAME}`, encodeDocument(document));
    contents.set(chunkKey(REPORTS_DATASET, facts.version, name, document.shape.length), arrays.get(name)!);
  }
  return { metadata: encodeDocument(reportGroup(facts, documents)), contents };
}

/** Removes versions that were superseded a quarter of an hour ago; names of those removed. @param now  epoch seconds */
export function removeOldReports(objects: ObjectStore, now: number): Promise<string[]> {
  return removeOldVersions(objects, REPORTS_DATASET, { now, isHeld: () => false });
}
