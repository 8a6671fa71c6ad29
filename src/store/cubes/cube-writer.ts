/**
 * Writing one version of a forecast cube: its metadata first, then its shards in any order, from any thread.
 *
 * Nothing of it can be seen by a reader before `publishVersion`. The group document is the very first object, so that
 * whatever a killed writer leaves says when it was begun and can be cleared away (`versions/removal.ts`).
 */

import type { CubeAxes, CubeDescription, CubeOrigin } from '../../model/cube.js';
import { STATIC_FIELDS, type StaticFieldId } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import { type MapFieldId, type MapTimes, mapFieldOf } from '../../model/map-slice.js';
import type { ObjectStore } from '../objects/object-store.js';
import { encodeDocument } from '../versions/json-document.js';
import { isPublished } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { METADATA_NAME, versionPrefix } from '../versions/version-keys.js';
import { encodeNumbers, encodeStatic, encodeTexts, encodeTimes } from '../zarr/axis-arrays.js';
import { gridAxes } from '../zarr/grid-coordinates.js';
import { axesFault, shardCount, shardKey, shardRows } from './cube-layout.js';
import { mapAxisName, mapShapes, mapShardKey, mapsFault } from './map-layout.js';
import { encodeMapShard } from './map-shard.js';
import { encodeShard } from './shard.js';
import { arrayDocuments, groupDocument } from './zarr-documents.js';

export { SHARD_ROWS, shardCount } from './cube-layout.js';

export interface CubeDraft extends CubeAxes, CubeOrigin {
  readonly dataset: string;
  /** Unique within the dataset; one part of a key. A version that is published is never written again. */
  readonly version: string;
  /** Float32 [y, x], NaN missing. */
  readonly statics: Readonly<Partial<Record<StaticFieldId, Float32Array>>>;
  /** Fields whose maps will be written too (`writeMapShard`), each with some neighbouring times of the cube. */
  readonly maps?: readonly MapTimes[];
}

function staticsOf({ statics, grid }: CubeDraft): StaticFieldId[] {
  const present = STATIC_FIELDS.filter((id) => statics[id] !== undefined);
  for (const id of present)
    if (statics[id]!.length !== grid.rows * grid.columns)
      throw new RangeError(`${id} has ${statics[id]!.length} values for ${grid.rows} × ${grid.columns} cells`);
  return present;
}

function originFault({ referenceTime, createdAt, windowSeconds }: CubeOrigin): string | null {
  if (!Number.isFinite(referenceTime) || !Number.isFinite(createdAt)) return 'reference and creation time are finite';
  if (!Number.isSafeInteger(windowSeconds) || windowSeconds < 0) return 'windows last whole seconds';
  return null;
}

function coordinates({ elements, packings, times, grid, maps = [] }: CubeDraft): Record<string, Uint8Array> {
  return {
    element: encodeTexts(elements),
    scale: encodeNumbers(Float64Array.from(packings, ({ step }) => step)),
    offset: encodeNumbers(Float64Array.from(packings, ({ base }) => base)),
    time: encodeTimes(times),
    ...Object.fromEntries(gridAxes(grid).map(({ name, values }) => [name, encodeNumbers(values)])),
    ...Object.fromEntries(maps.map(({ field, times: own }) => [mapAxisName(mapFieldOf(field).kind), encodeTimes(own)])),
  };
}

/**
 * Writes everything of the version but its shards: Zarr documents, coordinates, static fields. Call it before the
 * first shard. A version that was begun and never published may be begun again under the same name, from nothing.
 *
 * @throws RangeError  axes, statics or names that do not fit the layout; a version that is published
 */
export async function writeCubeMetadata(objects: ObjectStore, draft: CubeDraft): Promise<void> {
  const { elements, times, grid, maps = [] } = draft;
  const fault = axesFault(draft) ?? originFault(draft) ?? mapsFault(maps, times);
  if (fault !== null) throw new RangeError(fault);
  const prefix = versionPrefix(draft.dataset, draft.version);
  const statics = staticsOf(draft);
  const documents = arrayDocuments({
    elements: elements.length,
    times: times.length,
    grid,
    statics,
    maps: mapShapes(maps, times),
  });
  if (await isPublished(objects, draft.dataset, draft.version))
    throw new RangeError(`${prefix} is published and never changes; write another version`);
  // What an earlier attempt left must neither be recovered to half rewritten, nor lend its shards to this one.
  await removeVersion(objects, draft.dataset, draft.version, await objects.list(`${prefix}/`));
  await objects.put(
    `${prefix}/${METADATA_NAME}`,
    encodeDocument(groupDocument(draft satisfies CubeDescription, documents)),
  );
  for (const [name, document] of Object.entries(documents))
    await objects.put(`${prefix}/${name}/${METADATA_NAME}`, encodeDocument(document));
  for (const [name, bytes] of Object.entries(coordinates(draft))) await objects.put(`${prefix}/${name}/c/0`, bytes);
  for (const id of statics) await objects.put(`${prefix}/${id}/c/0/0`, await encodeStatic(draft.statics[id]!));
}

/**
 * Writes one shard, whole and durable when it resolves; how many bytes it took.
 *
 * @param shard  0 … shardCount−1, from the first row of the grid
 * @param rows  packed integers [element, time, row, x] of the band: 16 rows, what is left of the grid in the last
 * @throws RangeError  a shard that the grid does not have, or `rows` of another size
 */
export async function writeCubeShard(
  objects: ObjectStore,
  draft: Pick<CubeDraft, 'dataset' | 'version' | 'elements' | 'times' | 'grid'>,
  shard: number,
  rows: Int16Array,
): Promise<number> {
  const { elements, times, grid } = draft;
  const height = heightOf(grid, shard, elements.length * times.length, rows);
  const bytes = await encodeShard(draft, rows, height);
  await objects.put(shardKey(draft.dataset, draft.version, shard), bytes);
  return bytes.length;
}

/**
 * Writes one shard of the maps of a field, as `writeCubeShard` does.
 *
 * @param rows  packed integers [time, row, x] of the band, of the times of the field; packing of `MAP_FIELDS`
 * @throws RangeError  a field that the draft has no maps of, a shard that the grid does not have, or another size
 */
export async function writeMapShard(
  objects: ObjectStore,
  draft: Pick<CubeDraft, 'dataset' | 'version' | 'grid' | 'maps'>,
  field: MapFieldId,
  shard: number,
  rows: Int16Array,
): Promise<number> {
  const map = draft.maps?.find((one) => one.field === field);
  if (map === undefined) throw new RangeError(`${draft.dataset}/${draft.version} has no maps of ${field}`);
  const height = heightOf(draft.grid, shard, map.times.length, rows);
  const bytes = await encodeMapShard(draft.grid, rows, height);
  await objects.put(mapShardKey(draft.dataset, draft.version, field, shard), bytes);
  return bytes.length;
}

/** Rows of the band, of which there are `count` fields; its size is checked. */
function heightOf(grid: Grid, shard: number, count: number, rows: Int16Array): number {
  const inGrid = Number.isInteger(shard) && shard >= 0 && shard < shardCount(grid);
  if (!inGrid) throw new RangeError(`shard ${shard} of a cube with ${shardCount(grid)}`);
  const height = shardRows(grid, shard);
  const expected = count * height * grid.columns;
  if (rows.length !== expected) throw new RangeError(`shard ${shard} has ${expected} values; got ${rows.length}`);
  return height;
}
