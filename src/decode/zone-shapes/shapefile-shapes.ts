/**
 * Shapes of areas in an ESRI shapefile (ESRI white paper J-7855, July 1998), read by the package `shapefile`: the `.shp`
 * with polygons, the `.dbf` with what is said of each. Coordinates must be degrees, as in all files of the NWS.
 *
 *   .shp    octet 0 int32 big 9994 | 24 length in words | 32 shape type little | records from 100
 *   record  octet 0 number big | 4 content length in words big | 8 shape type little
 *           polygon: 12 box (32) | 44 parts | 48 points | parts × int32 | points × two doubles
 *
 * The package takes memory by the counts that a record claims and skips what it cannot read. So the counts are held
 * against the length of the file first, and a file that does not add up is refused as a whole.
 */

import { open } from 'shapefile';
import { MalformedError } from '../../base/errors.js';
import { createPolygonReader, type PolygonReader, type ShapeRecord } from './shape-record.js';

const HEADER = 100;
const POLYGONS = new Set([5, 15, 25]);
const MOST_RECORDS = 200_000;
/** Rings of one area; the islands of Alaska's zones are some thousands. Holes are searched for in each of them. */
const MOST_PARTS = 20_000;

/**
 * @param where  names the file in errors
 * @throws MalformedError
 */
export async function decodeShapefile(shp: Uint8Array, dbf: Uint8Array, where: string): Promise<ShapeRecord[]> {
  const count = checkShp(shp, where);
  checkDbf(dbf, count, where);
  const reader = createPolygonReader();
  const records: ShapeRecord[] = [];
  try {
    const source = await open(shp, dbf, { encoding: 'windows-1252' });
    for (let next = await source.read(); !next.done; next = await source.read())
      records.push(recordOf(next.value, reader, `${where}, record ${records.length + 1}`));
  } catch (error) {
    if (error instanceof MalformedError) throw error;
    throw new MalformedError(where, 'must be a shapefile', (error as Error).message, { cause: error });
  }
  if (records.length !== count) throw new MalformedError(where, `must have ${count} records`, records.length);
  return records;
}

interface ShapefileFeature {
  readonly properties: unknown;
  readonly geometry: unknown;
}

function recordOf({ properties, geometry }: ShapefileFeature, reader: PolygonReader, where: string): ShapeRecord {
  const said = (properties ?? {}) as Record<string, unknown>;
  if (geometry === null) return { properties: said, polygons: [] };
  const { type, coordinates } = geometry as { type: string; coordinates: unknown };
  return { properties: said, polygons: reader.read(type === 'Polygon' ? [coordinates] : coordinates, where) };
}

/** Number of records of a file whose lengths and counts add up. */
function checkShp(shp: Uint8Array, where: string): number {
  const view = new DataView(shp.buffer, shp.byteOffset, shp.length);
  if (shp.length < HEADER || view.getInt32(0) !== 9994) throw new MalformedError(where, 'must be a .shp file');
  const type = view.getInt32(32, true);
  if (!POLYGONS.has(type)) throw new MalformedError(where, 'its shapes must be polygons', type);
  let at = HEADER;
  let count = 0;
  while (at < shp.length) {
    if (++count > MOST_RECORDS) throw new MalformedError(where, `must have at most ${MOST_RECORDS} records`);
    at = checkRecord(view, at, type, `${where}, record ${count}`);
  }
  return count;
}

/** Where the next record begins. */
function checkRecord(view: DataView, at: number, fileType: number, where: string): number {
  const words = at + 12 <= view.byteLength ? view.getInt32(at + 4) : -1;
  const end = at + 8 + 2 * words;
  if (words < 2 || end > view.byteLength) throw new MalformedError(where, 'must fit into the file', words);
  const type = view.getInt32(at + 8, true);
  if (type === 0) return end;
  if (type !== fileType || words < 22) throw new MalformedError(where, 'must be a polygon or nothing', type);
  const [parts, points] = [view.getInt32(at + 44, true), view.getInt32(at + 48, true)];
  const claimed = at + 52 + 4 * parts + 16 * points;
  if (parts < 0 || parts > MOST_PARTS || points < 0 || claimed > end)
    throw new MalformedError(where, 'its parts and points must fit into it', `${parts} parts, ${points} points`);
  return end;
}

/** The header of a .dbf must say how long it and its records are, and they must be there. */
function checkDbf(dbf: Uint8Array, records: number, where: string): void {
  const view = new DataView(dbf.buffer, dbf.byteOffset, dbf.length);
  const [header, record] = dbf.length < 33 ? [0, 0] : [view.getUint16(8, true), view.getUint16(10, true)];
  const fields = (header - 33) / 32;
  if (fields < 1 || header > dbf.length || dbf[32 + 32 * Math.floor(fields)] !== 0x0d)
    throw new MalformedError(where, 'must have a .dbf with a list of fields', header);
  if (header + records * record > dbf.length)
    throw new MalformedError(where, `its .dbf must have ${records} records`, dbf.length);
}
