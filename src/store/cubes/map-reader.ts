/**
 * Reading maps: one field at one time, whole.
 *
 * A picture is one chunk of every band. Chunks are read a few at a time: while the disk or the bucket brings the next,
 * one is checked and decompressed straight into its rows. Descriptions of versions and indexes of shards are kept, pictures
 * are not: whoever draws knows which of them it needs again.
 *
 * Nothing here looks at the pointer, nor holds a version: the reader is told which one to read, by whoever holds it.
 */

import { isTagged, type ObjectMissingError } from '../../base/errors.js';
import { inLanes } from '../../base/lanes.js';
import { type Log, silentLog } from '../../base/log.js';
import type { MapSlice } from '../../model/map-slice.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { SliceSource } from '../../model/tile.js';
import { formatInstant } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey, readMetadata } from '../versions/completion.js';
import { createDefectLog } from '../versions/defect-log.js';
import { shareLoads } from '../versions/shared-loads.js';
import { getStored } from '../versions/stored-object.js';
import { decodeChunk, largestStoredBytes } from '../zarr/chunk-codec.js';
import { decodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';
import { readDescription, type StoredCube } from './cube-description.js';
import { shardCount } from './cube-layout.js';
import { type MapShape, mapChunkValues, mapShardKey } from './map-layout.js';

/** Reads under way: the four of Node's own pool never wait, and a bucket answers within a few rounds. */
const LANES = 16;
/** Of every dataset the published version and the one before, and some that go. */
const VERSIONS_KEPT = 32;
/** 670 bytes each: all shards of the four datasets in 200 KB, and as much of the versions before. */
const INDEX_CACHE_BYTES = 2 ** 20;

export interface MapReader {
  /**
   * The picture, in memory of its own.
   *
   * @throws RangeError  the version does not keep that field, or not at that time
   * @throws ObjectMissingError  the version is gone
   * @throws ObjectDefectError  the version is damaged
   */
  slice(source: SliceSource): Promise<MapSlice>;
}

export interface MapReaderOptions {
  readonly objects: ObjectStore;
  /** Each damaged object is told of once; default: nobody is told. */
  readonly log?: Log;
}

/** One field at one time of a version, found. */
interface Picture {
  readonly cube: StoredCube;
  readonly map: MapShape;
  /** Position in the times of the field. */
  readonly t: number;
}

export function createMapReader({ objects, log = silentLog }: MapReaderOptions): MapReader {
  const versions = shareLoads<StoredCube>(VERSIONS_KEPT, () => 1);
  const indexes = shareLoads<ShardIndex>(
    INDEX_CACHE_BYTES,
    ({ offsets, lengths }) => 12 * offsets.length + lengths.length,
  );
  const defects = createDefectLog(log);

  async function readIndex(key: string, { count }: MapShape, largest: number): Promise<ShardIndex> {
    return decodeIndex(await getStored(objects, key, { suffix: indexBytes(count) }), count, largest, key);
  }

  /** Fills `rows`, the values of one band. */
  async function readBand({ cube, map, t }: Picture, band: number, rows: Int16Array): Promise<void> {
    const { dataset, version, grid } = cube.description;
    const bytes = 2 * mapChunkValues(grid);
    const key = mapShardKey(dataset, version, map.field, band);
    const index = await indexes.get(key, () => readIndex(key, map, largestStoredBytes(bytes)));
    const [offset, length] = [index.offsets[t]!, index.lengths[t]!];
    if (length === 0) return void rows.fill(MISSING_PACKED);
    const stored = await getStored(objects, key, { offset, length });
    rows.set(new Int16Array(await decodeChunk(stored, bytes, key, offset), 0, rows.length));
  }

  async function readPicture(picture: Picture): Promise<MapSlice> {
    const { grid } = picture.cube.description;
    const values = new Int16Array(grid.rows * grid.columns);
    const cells = mapChunkValues(grid);
    const bands = Array.from({ length: shardCount(grid) }, (_, band) => band);
    await inLanes(bands, LANES, (band) => readBand(picture, band, values.subarray(band * cells, (band + 1) * cells)));
    const { step, base } = picture.map;
    return { grid, packing: { step, base }, values };
  }

  return {
    async slice(source) {
      const { dataset, version } = source;
      try {
        const name = `${dataset}/${version}`;
        const cube = await versions.get(name, () => openVersion(objects, dataset, version));
        return await readPicture(pictureOf(cube, source));
      } catch (error) {
        const missing = isTagged(error, 'object-defect') ? await findGone(objects, dataset, version) : null;
        return missing === null ? defects.rethrow(error, { dataset, version }) : Promise.reject(missing);
      }
    },
  };
}

async function openVersion(objects: ObjectStore, dataset: string, version: string): Promise<StoredCube> {
  return readDescription(objects, dataset, version, await readMetadata(objects, dataset, version));
}

function pictureOf(cube: StoredCube, { dataset, version, field, time }: SliceSource): Picture {
  const map = cube.maps.find((one) => one.field === field);
  if (map === undefined) throw new RangeError(`${dataset}/${version} keeps no maps of ${field}`);
  const t = cube.description.times.indexOf(time) - map.first;
  if (t < 0 || t >= map.count)
    throw new RangeError(`${dataset}/${version} keeps no map of ${field} at ${formatInstant(time)}`);
  return { cube, map, t };
}

/**
 * What is missing of a version that was removed, of which the completion goes first; null where that is there, so that
 * whatever else is missing is damage.
 */
async function findGone(objects: ObjectStore, dataset: string, version: string): Promise<ObjectMissingError | null> {
  try {
    await objects.get(completionKey(dataset, version));
    return null;
  } catch (error) {
    if (isTagged(error, 'object-missing')) return error;
    throw error;
  }
}
