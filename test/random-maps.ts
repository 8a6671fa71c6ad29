/** Cubes with maps of arbitrary numbers, for tests that store them and read them back. */

import type { MapFieldId, MapTimes } from '../src/model/map-slice.js';
import { MISSING_PACKED } from '../src/model/packing.js';
import { type CubeDraft, SHARD_ROWS, shardCount, writeMapShard } from '../src/store/cubes/cube-writer.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';
import { type RandomCube, type RandomCubeSize, randomCube, randomFrom, writeCube } from './random-cube.js';

export interface MappedCube extends RandomCube {
  readonly draft: CubeDraft & { readonly maps: readonly MapTimes[] };
  /** int16 [time, y, x] of each field. */
  readonly pictures: ReadonlyMap<MapFieldId, Int16Array>;
}

/** Temperature at all times from the second on, rain at all of them that begin a step. Needs three times. */
export function mappedCube(size: RandomCubeSize): MappedCube {
  const cube = randomCube(size);
  const { times, grid } = cube.draft;
  const maps: MapTimes[] = [
    { field: 'temperature', times: times.slice(1) },
    { field: 'precipitation_rate', times: times.slice(1, -1) },
  ];
  const random = randomFrom(size.seed + 1);
  const { missing = 0.2 } = size;
  const value = () => (random() < missing * 2 ** 32 ? MISSING_PACKED : (random() % 65_535) - 32_767);
  const pictures = maps.map(({ field, times: own }) => {
    const values = Int16Array.from({ length: own.length * grid.rows * grid.columns }, value);
    return [field, values] as const;
  });
  return { ...cube, draft: { ...cube.draft, maps }, pictures: new Map(pictures) };
}

/** int16 [y, x] of one picture. */
export function pictureOf({ draft, pictures }: MappedCube, field: MapFieldId, time: number): Int16Array {
  const { times } = draft.maps.find((map) => map.field === field)!;
  const cells = draft.grid.rows * draft.grid.columns;
  const at = times.indexOf(time) * cells;
  return pictures.get(field)!.subarray(at, at + cells);
}

/** int16 [time, row, x] of the pictures of a band. */
export function mapBandOf({ draft, pictures }: MappedCube, field: MapFieldId, shard: number): Int16Array {
  const { times } = draft.maps.find((map) => map.field === field)!;
  const { rows, columns } = draft.grid;
  const [from, to] = [shard * SHARD_ROWS * columns, Math.min(rows, (shard + 1) * SHARD_ROWS) * columns];
  const band = new Int16Array(times.length * (to - from));
  for (let t = 0; t < times.length; t++) {
    const at = t * rows * columns;
    band.set(pictures.get(field)!.subarray(at + from, at + to), t * (to - from));
  }
  return band;
}

export async function writeMappedCube(objects: ObjectStore, cube: MappedCube): Promise<void> {
  await writeCube(objects, cube);
  for (const { field } of cube.draft.maps)
    for (let shard = 0; shard < shardCount(cube.draft.grid); shard++)
      await writeMapShard(objects, cube.draft, field, shard, mapBandOf(cube, field, shard));
}
