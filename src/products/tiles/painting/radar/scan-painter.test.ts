import { expect, test } from 'vitest';
import { sweepLocator } from '../../../../grid/polar-sweep.js';
import { tileAt } from '../../../../grid/tile-addresses.fixture.js';
import { latitudeOfPixel, longitudeOfPixel } from '../../../../grid/web-mercator.js';
import type { RadialProduct } from '../../../../model/radial-product.js';
import type { TileAddress, TileReaders } from '../../../../model/tile.js';
import { TILE_AREA } from '../painter.js';
import { paintScan } from './scan-painter.js';

const [RADIALS, GATES] = [360, 460];
const LEVELS = 8;

/** Levels 0 to 7 in turn: below the threshold, range folded, −10, 4.5, 5, 22, 75, 90 dBZ. */
const SWEEP: RadialProduct = {
  latitude: 33.172,
  longitude: -86.77,
  elevationAngle: 0.5,
  firstGate: 0,
  gateSpacing: 1000,
  gates: GATES,
  starts: Float64Array.from({ length: RADIALS }, (_, n) => n),
  widths: new Float64Array(RADIALS).fill(1),
  site: 'BMX',
  office: 'KBMX',
  height: 231,
  code: 94,
  name: 'base reflectivity',
  quantity: 'reflectivity',
  validTime: 1_795_219_200,
  volumeTime: 1_795_219_140,
  volumeCoveragePattern: 212,
  levels: Uint8Array.from({ length: RADIALS * GATES }, (_, i) => (Math.floor(i / GATES) + (i % GATES)) % LEVELS),
  levelValues: Float32Array.from({ length: 256 }, (_, level) => [NaN, NaN, -10, 4.5, 5, 22, 75, 90][level] ?? NaN),
  rangeFolded: 1,
};
/** 5 dBZ to a band, from 5; 75 and more in the last. */
const BANDS = [0, 0, 0, 0, 1, 4, 15, 15];

async function painted(tile: TileAddress, product = SWEEP): Promise<Uint8Array | null> {
  const pixels = new Uint8Array(TILE_AREA);
  const readers = { scan: () => Promise.resolve(product) } as unknown as TileReaders;
  const sources = [{ kind: 'scan', site: 'KBMX', version: 'a' }] as const;
  const isPainted = await paintScan({ ...tile, layer: 'radar-site', sources, validTime: 0 }, readers, pixels);
  expect(isPainted).toBe(pixels.some((pixel) => pixel !== 0));
  return isPainted ? pixels : null;
}

test.each([5, 7, 8, 10, 12])('at zoom %d each pixel has the band of the gate that its centre lies in', async (z) => {
  const { gateAt } = sweepLocator(SWEEP);
  for (const [latitude, longitude] of [
    [33.172, -86.77],
    [36.9, -84.2],
    [31.5, -90.9],
  ] as const) {
    const tile = tileAt(z, latitude, longitude);
    const pixels = (await painted(tile)) ?? new Uint8Array(TILE_AREA);
    for (let i = 0; i < TILE_AREA; i += 37) {
      const [row, column] = [tile.y * 256 + (i >> 8) + 0.5, tile.x * 256 + (i & 255) + 0.5];
      const gate = gateAt(latitudeOfPixel(row, z), longitudeOfPixel(column, z));
      expect(pixels[i]).toBe(gate < 0 ? 0 : BANDS[SWEEP.levels[gate]!]);
    }
  }
});

test('a tile that the sweep does not reach is empty', async () => {
  expect(await painted(tileAt(8, 45, -60))).toBeNull();
  expect(await painted(tileAt(6, -33.172, 93.23))).toBeNull();
});

test('velocities have no colours here', async () => {
  await expect(painted(tileAt(8, 33.2, -86.8), { ...SWEEP, quantity: 'radial-velocity' })).rejects.toThrow(RangeError);
});
