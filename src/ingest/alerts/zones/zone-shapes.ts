/** The zones of one file. */

import { MalformedError } from '../../../base/errors.js';
import { unzip } from '../../../decode/zip/zip.js';
import { decodeGeoJsonShapes } from '../../../decode/zone-shapes/geojson-shapes.js';
import type { ShapeRecord } from '../../../decode/zone-shapes/shape-record.js';
import { decodeShapefile } from '../../../decode/zone-shapes/shapefile-shapes.js';
import type { AlertZone } from '../../../model/alert.js';
import type { ZoneFile } from '../../../sources/alert-zones/zone-files-table.js';

/** A real one of counties has some 40 MB of shapes. */
const ARCHIVE_LIMITS = { entries: 100, entryBytes: 512 << 20, bytes: 768 << 20, ratio: 200 };

/**
 * In the order of the file; a code may come several times, each with a part of its area.
 *
 * @param url  names the file in errors
 * @throws MalformedError
 */
export async function zonesOfFile(bytes: Uint8Array, file: ZoneFile, url: string): Promise<AlertZone[]> {
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
