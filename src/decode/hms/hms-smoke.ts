/**
 * Plumes of smoke over North America that analysts of NOAA's Hazard Mapping System draw by hand on pictures of satellites: a
 * shapefile in a ZIP archive, one for each day, replaced as the day goes on.
 *
 *   Satellite   "GOES-EAST" …
 *   Start, End  of the pictures, UTC, "YYYYDDD HHMM" with the day of the year
 *   Density     "Light", "Medium", "Heavy"; before 2022 5, 16 and 27 (µg/m³, roughly)
 *
 * Plumes overlap, and the densest counts; they come in the order of density, so that the densest is drawn last. A day without
 * smoke is a shapefile without records. No file was at hand: attributes are by the accounts of others, and a time that is
 * written in another way is null, not an error. A record of another density, which nobody could draw, is left out and counted.
 */

import { isTagged, MalformedError } from '../../base/errors.js';
import { SMOKE_DENSITIES, type SmokeDensity, type SmokePlume } from '../../model/fire.js';
import { unzip, type ZipEntry, type ZipLimits } from '../zip/zip.js';
import type { ShapeRecord } from '../zone-shapes/shape-record.js';
import { decodeShapefile } from '../zone-shapes/shapefile-shapes.js';

const WHERE = 'HMS smoke';
/** A day of many plumes has some hundred kB. */
const LIMITS: ZipLimits = { entries: 20, entryBytes: 32 << 20, bytes: 64 << 20, ratio: 200 };
const DENSITIES: Readonly<Record<string, SmokeDensity>> = {
  light: 'light',
  medium: 'medium',
  heavy: 'heavy',
  5: 'light',
  16: 'medium',
  27: 'heavy',
};

export interface SmokeDay {
  /** Light ones first. */
  readonly plumes: readonly SmokePlume[];
  readonly rejected: number;
  /** Of the first record that was left out. */
  readonly defect: MalformedError | null;
}

/**
 * @param archive  the whole ZIP
 * @throws MalformedError  when it is no such archive, or has records and none that can be drawn
 */
export async function decodeHmsSmoke(archive: Uint8Array): Promise<SmokeDay> {
  const plumes: SmokePlume[] = [];
  let rejected = 0;
  let defect: MalformedError | null = null;
  for (const [n, record] of (await recordsOf(archive)).entries()) {
    const read = record.polygons.length === 0 ? null : plumeOf(record, n + 1);
    if (read instanceof MalformedError) {
      rejected++;
      defect ??= read;
    } else if (read !== null) plumes.push(read);
  }
  if (plumes.length === 0 && defect !== null) throw defect;
  plumes.sort((a, b) => SMOKE_DENSITIES.indexOf(a.density) - SMOKE_DENSITIES.indexOf(b.density));
  return { plumes, rejected, defect };
}

/** Archives and shapefiles are read as those of alert zones are; what breaks is smoke here. */
async function recordsOf(archive: Uint8Array): Promise<ShapeRecord[]> {
  try {
    const files = unzip(archive, LIMITS);
    return await decodeShapefile(fileOf(files, '.shp'), fileOf(files, '.dbf'), WHERE);
  } catch (error) {
    if (!isTagged(error, 'malformed')) throw error;
    throw new MalformedError(`${WHERE}, ${error.format}`, error.rule, error.found, { cause: error });
  }
}

function fileOf(files: readonly ZipEntry[], suffix: string): Uint8Array {
  const file = files.find(({ name }) => name.toLowerCase().endsWith(suffix));
  if (file !== undefined) return file.bytes;
  throw new MalformedError(
    WHERE,
    `must hold a file ${suffix}`,
    files
      .map(({ name }) => name)
      .join(' ')
      .slice(0, 80),
  );
}

function plumeOf({ properties, polygons }: ShapeRecord, number: number): SmokePlume | MalformedError {
  const said = new Map(
    Object.entries(properties).map(([name, value]) => [name.toLowerCase(), `${value ?? ''}`.trim()]),
  );
  const density = densityOf(said.get('density') ?? '');
  if (density === null) {
    const rule = 'density must be light, medium, heavy, 5, 16 or 27';
    return new MalformedError(`${WHERE}, record ${number}`, rule, (said.get('density') ?? '').slice(0, 40));
  }
  return {
    density,
    satellite: (said.get('satellite') ?? '').slice(0, 40),
    start: instantOf(said.get('start') ?? ''),
    end: instantOf(said.get('end') ?? ''),
    polygons,
  };
}

function densityOf(text: string): SmokeDensity | null {
  const word = /^\d+(\.0*)?$/.test(text) ? `${Number.parseInt(text, 10)}` : text.toLowerCase();
  return Object.hasOwn(DENSITIES, word) ? DENSITIES[word]! : null;
}

/** Epoch seconds of "2026324 1840"; null of anything else. */
function instantOf(text: string): number | null {
  const parts = /^(\d{4})(\d{3}) (\d\d)(\d\d)$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year, day, hour, minute] = parts as [number, number, number, number];
  const date = new Date(Date.UTC(year, 0, day, hour, minute));
  return day > 0 && hour < 24 && minute < 60 && date.getUTCFullYear() === year ? date.getTime() / 1000 : null;
}
