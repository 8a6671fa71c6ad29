/**
 * Cold tiles on one core: orders drawn from data in memory to the bytes of the PNG, by kind of layer, against the goal of
 * 700 a second and against the same pixels encoded as RGBA by the same zlib. CPU time, since the machine may have others
 * on it; the best of several rounds over seeded tiles.
 */

import { deflateSync } from 'node:zlib';
import { createTilePainting } from '../src/products/tiles/painting/tile-painter.js';
import { EMPTY_TILE, encodeIndexedPng } from '../src/products/tiles/painting/tile-png.js';
import { type IndexedPng, readIndexedPng, rgbaOf } from '../test/indexed-png.js';
import { ALERT_FAMILIES } from './alert-families.fixture.js';
import { FIRE_FAMILIES } from './fire-families.fixture.js';
import { RADAR_FAMILIES } from './radar-families.fixture.js';
import { TILE_FAMILIES, type TileFamily } from './tile-families.fixture.js';

const ROUNDS = 12;
const GOAL = 700;

/** ms of CPU for each of `count` pieces of work, in the best round. */
async function best(count: number, run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000 / count);
  }
  return least;
}

/** Rows of RGBA with PNG's filter byte, as other servers deflate them. */
function deflateRgba(rgba: Uint8Array): Uint8Array {
  const rows = Buffer.alloc(rgba.length + 256);
  for (let row = 0; row < 256; row++) rows.set(rgba.subarray(row * 1024, (row + 1) * 1024), row * 1025 + 1);
  return deflateSync(rows, { level: 1, chunkSize: 65_536 });
}

function mean(sizes: readonly Uint8Array[]): number {
  return sizes.reduce((sum, { length }) => sum + length, 0) / sizes.length;
}

async function measure({ name, readers, orders }: TileFamily): Promise<string> {
  const { draw } = createTilePainting(readers);
  const tiles: Uint8Array[] = [];
  for (const order of orders) tiles.push(await draw(order));
  const pictures: IndexedPng[] = tiles.map(readIndexedPng);
  const rgba = pictures.map(rgbaOf);
  const drawing = await best(orders.length, async () => {
    for (const order of orders) await draw(order);
  });
  const encoding = await best(orders.length, () => {
    for (const [i, { indexes, palette }] of pictures.entries())
      if (tiles[i] !== EMPTY_TILE) encodeIndexedPng(indexes, palette);
  });
  const plain = await best(orders.length, () => rgba.forEach(deflateRgba));
  const [rate, plainRate] = [1000 / drawing, 1000 / (drawing - encoding + plain)];
  const colours = pictures.reduce((sum, { palette }) => sum + palette.length, 0) / pictures.length;
  return [
    name,
    rate.toFixed(0),
    `${(rate / GOAL).toFixed(1)}×`,
    (drawing - encoding).toFixed(2),
    encoding.toFixed(2),
    colours.toFixed(0),
    (mean(tiles) / 1024).toFixed(1),
    plainRate.toFixed(0),
    (mean(rgba.map(deflateRgba)) / 1024).toFixed(1),
  ].join(' | ');
}

console.log('| layer | tiles/s | of the goal | painting, ms | encoding, ms | colours | KiB | as RGBA, tiles/s | KiB |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const family of [...TILE_FAMILIES, ...RADAR_FAMILIES, ...FIRE_FAMILIES, ...ALERT_FAMILIES])
  console.log(`| ${await measure(family())} |`);
