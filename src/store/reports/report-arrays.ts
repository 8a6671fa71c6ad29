/** Bytes of the arrays of station reports, and back. */

import type { ReportStation } from '../../model/station-report.js';
import type { ObjectStore } from '../objects/object-store.js';
import { getStored } from '../versions/stored-object.js';
import { versionPrefix } from '../versions/version-keys.js';
import { decodeTexts, encodeTexts } from '../zarr/axis-arrays.js';
import { bytesOf, decodeChunk, encodeChunk } from '../zarr/chunk-codec.js';

/** Reads arrays of one version of a dataset, each whole. */
export interface ArrayReader {
  key(array: string): string;
  texts(array: string, count: number): Promise<string[]>;
  /** Decompressed bytes of an array. */
  chunk(array: string, bytes: number): Promise<ArrayBufferLike>;
}

/** Key of the one chunk of an array of one or two dimensions. */
export function chunkKey(dataset: string, version: string, array: string, dimensions = 1): string {
  return `${versionPrefix(dataset, version)}/${array}/c${'/0'.repeat(dimensions)}`;
}

/** @param dimensionsOf  number of dimensions of an array */
export function readArrays(
  objects: ObjectStore,
  dataset: string,
  version: string,
  dimensionsOf: (array: string) => number,
): ArrayReader {
  const key = (array: string) => chunkKey(dataset, version, array, dimensionsOf(array));
  const stored = (array: string) => getStored(objects, key(array));
  return {
    key,
    texts: async (array, count) => decodeTexts(await stored(array), count, key(array)),
    chunk: async (array, bytes) => decodeChunk(await stored(array), bytes, key(array), 0),
  };
}

/** @throws ObjectDefectError  an axis is damaged */
export async function readStations(arrays: ArrayReader, count: number): Promise<ReportStation[]> {
  const ids = await arrays.texts('station', count);
  const numbers = async (array: string) => new Float64Array(await arrays.chunk(array, 8 * count));
  const latitudes = await numbers('latitude');
  const longitudes = await numbers('longitude');
  const elevations = await numbers('elevation');
  return ids.map((id, n) => ({
    id,
    latitude: latitudes[n]!,
    longitude: longitudes[n]!,
    elevation: elevations[n]!,
  }));
}

/** Stored bytes of the axis of stations, by the names of the arrays. */
export async function encodeStations(stations: readonly ReportStation[]): Promise<Map<string, Uint8Array>> {
  const arrays = new Map([['station', encodeTexts(stations.map(({ id }) => id))]]);
  for (const name of ['latitude', 'longitude', 'elevation'] as const)
    arrays.set(name, await encodeChunk(bytesOf(Float64Array.from(stations, (station) => station[name]))));
  return arrays;
}
