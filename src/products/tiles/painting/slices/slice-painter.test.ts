import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bilinearWeights, placeOf } from '../../../../grid/grid.js';
import { GRIDS } from '../../../../grid/grids.fixture.js';
import { tileAt } from '../../../../grid/tile-addresses.fixture.js';
import { latitudeOfPixel, longitudeOfPixel, pixelX } from '../../../../grid/web-mercator.js';
import type { Grid } from '../../../../model/field.js';
import { MAP_FIELDS, type MapSlice } from '../../../../model/map-slice.js';
import { MISSING_PACKED, type Packing, unpack } from '../../../../model/packing.js';
import type { TileAddress } from '../../../../model/tile.js';
import { AIR_QUALITY_STYLE, SMOKE_STYLE } from '../../styles/air-styles.js';
import { PRECIPITATION_STYLE } from '../../styles/rain-styles.js';
import type { BandedStyle } from '../../styles/style.js';
import { TEMPERATURE_STYLE } from '../../styles/temperature-style.js';
import { TILE_AREA } from '../painter.js';
import { bandTable, paintSlices, ZERO } from './slice-painter.js';
import { sampleSlice } from './slice-sampling.js';

const WORLD: Grid = {
  kind: 'regular',
  columns: 360,
  rows: 181,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -1,
  longitudeStep: 1,
};
const STYLES: Readonly<Record<(typeof MAP_FIELDS)[number]['id'], BandedStyle>> = {
  temperature: TEMPERATURE_STYLE,
  precipitation_rate: PRECIPITATION_STYLE,
  smoke_pm2_5: SMOKE_STYLE,
  air_quality_index: AIR_QUALITY_STYLE,
};
const packingOf = (id: string): Packing => MAP_FIELDS.find((field) => field.id === id)!;
const TEMPERATURE = packingOf('temperature');

function sliceOf(grid: Grid, packing: Packing, value: (row: number, column: number) => number): MapSlice {
  const values = new Int16Array(grid.rows * grid.columns);
  for (let row = 0, at = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++, at++) values[at] = value(row, column);
  return { grid, packing, values };
}

/** A tenth is missing, the rest anything. */
const scattered = (row: number, column: number): number => {
  const n = Math.imul(row * 7919 + column, 2_654_435_761) >>> 8;
  return n % 10 === 0 ? MISSING_PACKED : (n % 65_000) - 32_500;
};

/** By the weights of the point query, in K; NaN where cells with a value hold less than half of them. */
function valueAt({ grid, packing, values }: MapSlice, latitude: number, longitude: number): number {
  let [sum, held] = [0, 0];
  for (const { cell, weight } of bilinearWeights(grid, latitude, longitude)) {
    const value = unpack(values[cell.y * grid.columns + cell.x]!, packing);
    if (Number.isNaN(value)) continue;
    sum += weight * value;
    held += weight;
  }
  return held >= 0.5 ? sum / held : Number.NaN;
}

function tileOver(grid: Grid, down: number, along: number, z: number): TileAddress {
  const { latitude, longitude } = placeOf(grid, down * (grid.rows - 1), along * (grid.columns - 1));
  return tileAt(z, latitude, longitude);
}

test.each(Object.entries(GRIDS))('pixels over %s have the value of the point query', (_, grid) => {
  const slice = sliceOf(grid, TEMPERATURE, scattered);
  const samples = new Float32Array(TILE_AREA);
  const share = fc.noBias(fc.integer({ min: 0, max: 1000 })).map((thousandths) => thousandths / 1000);
  let known = 0;
  fc.assert(
    fc.property(share, share, fc.noBias(fc.integer({ min: 0, max: 10 })), (down, along, z) => {
      const address = tileOver(grid, down, along, z);
      sampleSlice(slice, address, samples);
      for (let at = 37; at < TILE_AREA; at += 1511) {
        const latitude = latitudeOfPixel(address.y * 256 + (at >> 8) + 0.5, z);
        const longitude = longitudeOfPixel(address.x * 256 + (at & 255) + 0.5, z);
        const expected = valueAt(slice, latitude, longitude);
        if (Number.isNaN(expected)) expect(samples[at]).toBeNaN();
        else expect(samples[at]! * slice.packing.step + slice.packing.base).toBeCloseTo(expected, 2);
        if (!Number.isNaN(expected)) known++;
      }
    }),
    { numRuns: 6 },
  );
  expect(known).toBeGreaterThan(20);
});

test('three cells of four make up for the fourth where they hold half of the weight', () => {
  // One missing cell at 0 N 0 E of a globe of 1°: around it the weight of the others is 1 − (1 − |λ|)(1 − |φ|).
  const slice = sliceOf(WORLD, TEMPERATURE, (row, column) => (row === 90 && column === 0 ? MISSING_PACKED : 100));
  const samples = new Float32Array(TILE_AREA);
  const address = { z: 8, x: 128, y: 127 };
  expect(sampleSlice(slice, address, samples)).toBe(true);
  const expected = samples.map((_, at) => {
    const latitude = latitudeOfPixel(address.y * 256 + (at >> 8) + 0.5, 8);
    const longitude = longitudeOfPixel(address.x * 256 + (at & 255) + 0.5, 8);
    const held = 1 - Math.max(0, 1 - latitude) * Math.max(0, 1 - longitude);
    return held < 0.5 ? Number.NaN : 100;
  });
  expect(Buffer.compare(Buffer.from(samples.buffer), Buffer.from(expected.buffer))).toBe(0);
  const missing = expected.filter(Number.isNaN).length;
  expect(missing).toBeGreaterThan(1000);
});

test('values go on over Greenwich, where columns begin again, and over the date line', () => {
  // One warm column at 0°: as warm west of it as east of it.
  const slice = sliceOf(WORLD, TEMPERATURE, (_, column) => (column === 0 ? 1000 : column === 180 ? -1000 : 0));
  const samples = new Float32Array(TILE_AREA);
  sampleSlice(slice, { z: 0, x: 0, y: 0 }, samples);
  const equator = samples.subarray(128 * 256, 129 * 256);
  const distance = 360 / 256 / 2;
  for (const column of [127, 128]) expect(equator[column]).toBeCloseTo(1000 * (1 - distance), 3);
  for (const column of [0, 255]) expect(equator[column]).toBeCloseTo(-1000 * (1 - distance), 3);
});

test.each(MAP_FIELDS)('the table of $id says of each packed value what the edges say', ({ id, step, base }) => {
  const style = STYLES[id];
  const table = bandTable(style, { step, base });
  for (const edge of style.edges.filter(Number.isFinite)) {
    const n = (edge - base) / step;
    expect(Math.abs(n - Math.round(n))).toBeLessThan(1e-6);
  }
  for (let n = -ZERO + 1; n < ZERO; n++) {
    const value = unpack(n, { step, base });
    const band = style.edges.filter((edge) => value >= edge - 1e-9).length;
    if (table[n + ZERO] !== band) expect([n, table[n + ZERO]]).toEqual([n, band]);
  }
});

test('an edge between two packed values begins at the upper one', () => {
  const table = bandTable(PRECIPITATION_STYLE, { step: 0.3, base: 0 });
  expect([0, 1, 2, 3, 4].map((n) => table[n + ZERO])).toEqual([0, 1, 2, 2, 3]);
});

test('a better slice paints over a worse one where it has a value, and where it shows nothing too', () => {
  const rain = packingOf('precipitation_rate');
  const best = sliceOf(WORLD, rain, (_, column) => (column < 90 ? 0 : column < 180 ? 500 : MISSING_PACKED));
  const worse = sliceOf(WORLD, rain, () => 12_000);
  const pixels = new Uint8Array(TILE_AREA);
  expect(paintSlices([best, worse], { z: 0, x: 0, y: 0 }, PRECIPITATION_STYLE, pixels)).toBe(true);
  const at = (longitude: number) => pixels[128 * 256 + Math.floor(pixelX(longitude, 0))];
  // Dry, 5 mm/h, and beyond the better one's area 120 mm/h.
  expect([at(45), at(135), at(-90)]).toEqual([0, 4, 8]);
});

test('nothing to show leaves the pixels and says so', () => {
  const pixels = new Uint8Array(TILE_AREA);
  const dry = sliceOf(WORLD, packingOf('precipitation_rate'), () => 9);
  const gone = sliceOf(WORLD, TEMPERATURE, () => MISSING_PACKED);
  expect(paintSlices([dry], { z: 3, x: 1, y: 2 }, PRECIPITATION_STYLE, pixels)).toBe(false);
  expect(paintSlices([gone], { z: 3, x: 1, y: 2 }, TEMPERATURE_STYLE, pixels)).toBe(false);
  expect(paintSlices([], { z: 3, x: 1, y: 2 }, TEMPERATURE_STYLE, pixels)).toBe(false);
  expect(pixels.every((index) => index === 0)).toBe(true);
});
