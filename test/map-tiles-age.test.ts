import { expect, test } from 'vitest';
import { silentLog } from '../src/base/log.js';
import type { TileLayerId } from '../src/model/tile.js';
import { createMemoryObjects } from '../src/store/objects/memory-objects.fixture.js';
import { mapsOf, publishMaps } from './published-maps.js';

/** Maps of a store that counts how often a pointer is read. */
async function situation() {
  const objects = createMemoryObjects();
  await publishMaps(objects, 1);
  const reads: string[] = [];
  const get: typeof objects.get = (key, range) => {
    reads.push(key);
    return objects.get(key, range);
  };
  const maps = mapsOf({ ...objects, get }, silentLog);
  const locate = (layer: TileLayerId) => maps.product.locate({ layer, z: 0, x: 0, y: 0, time: null, site: null });
  const versionOf = async (layer: TileLayerId) => {
    const source = (await locate(layer)).order!.sources[0]!;
    return 'version' in source ? source.version : null;
  };
  const pointerReads = (dataset: string) => reads.filter((key) => key === `${dataset}/latest.json`).length;
  return { ...maps, publish: () => publishMaps(objects, 2), locate, versionOf, pointerReads };
}

test('a new version is shown two seconds after the last look at its pointer, whatever was asked for in between', async () => {
  const { pass, publish, versionOf } = await situation();
  expect(await versionOf('temperature-global')).toBe('v1');
  await publish();
  pass(1.9);
  expect(await versionOf('precipitation-global')).toBe('v1'); // the first look for this layer, at a known pointer
  pass(0.1);
  expect(await versionOf('precipitation-global')).toBe('v2');
  expect(await versionOf('temperature-global')).toBe('v2');
});

test('a tile that is recalled by its address is no older than the pointers', async () => {
  const { product, pass, locate } = await situation();
  await locate('temperature-global');
  pass(1.9);
  const tile = await locate('temperature-global');
  product.remember('/tile', tile, product.period());
  expect(product.recall('/tile')).toBe(tile);
  pass(0.1);
  expect(product.recall('/tile')).toBeNull();
});

test('layers of the same dataset read its pointer once', async () => {
  const { pass, versionOf, pointerReads } = await situation();
  const layers = ['temperature-global', 'precipitation-global', 'radar', 'radar-future', 'fire-global'] as const;
  for (const layer of layers) {
    await versionOf(layer);
    pass(0.3);
  }
  for (const dataset of ['gfs', 'mrms-rate', 'fires']) expect(pointerReads(dataset)).toBe(1);
});
