/** Publication of forecast cubes. */

import { ObjectMissingError } from '../../base/errors.js';
import type { CubeDescription } from '../../model/cube.js';
import type { ObjectStore } from '../objects/object-store.js';
import { writeCompletion } from '../versions/completion.js';
import { readPointer, writePointer } from '../versions/pointer.js';
import { metadataKey, versionPrefix } from '../versions/version-keys.js';
import { readDescription } from './cube-description.js';
import { shardCount, shardKey } from './cube-layout.js';
import { mapShardKey } from './map-layout.js';

/**
 * Makes a version the one that readers get. It must be whole: metadata that reads back, and every shard.
 *
 * Publishing the version that is published already changes nothing that a reader sees; publishing an older one rolls
 * back to it.
 *
 * @param publishedAt  epoch seconds
 * @throws ObjectMissingError  a shard was not written
 * @throws ObjectDefectError  the metadata does not read back
 */
export async function publishVersion(
  objects: ObjectStore,
  dataset: string,
  version: string,
  publishedAt: number,
): Promise<void> {
  const metadata = await objects.get(metadataKey(dataset, version));
  const { description } = await readDescription(objects, dataset, version, metadata);
  const keys = new Set(await objects.list(`${versionPrefix(dataset, version)}/`));
  for (const key of shardKeysOf(description)) if (!keys.has(key)) throw new ObjectMissingError(key);
  const before = await readPointer(objects, dataset);
  const sequence = (before?.sequence ?? 0) + 1;
  const previous = (before?.version === version ? before.previous : before?.version) ?? null;
  await writeCompletion(objects, dataset, version, { metadata, sequence, publishedAt });
  await writePointer(objects, dataset, { version, previous, publishedAt, sequence });
}

/** Keys of all shards that the version must have, those of the series and of the maps. */
function shardKeysOf({ dataset, version, grid, maps = [] }: CubeDescription): string[] {
  const shards = Array.from({ length: shardCount(grid) }, (_, shard) => shard);
  return [
    ...shards.map((shard) => shardKey(dataset, version, shard)),
    ...maps.flatMap(({ field }) => shards.map((shard) => mapShardKey(dataset, version, field, shard))),
  ];
}
