import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryRadarShelf, radarFrame, SMALL_RADAR_GRID, uniformMotion } from '../../../../../test/memory-radar.js';
import { gridPosition, placeOf } from '../../../../grid/grid.js';
import { tileAt } from '../../../../grid/tile-addresses.fixture.js';
import type { Grid, RegularGrid } from '../../../../model/field.js';
import type { MapSlice } from '../../../../model/map-slice.js';
import { readRadar } from '../../../../query/radar/radar-minutes.js';
import { valueAt } from '../../../../science/radar/tiled-field.js';
import { TILE_AREA } from '../painter.js';
import { bandOfEcho, bandOfRate } from './radar-bands.js';
import { paintRadarFuture } from './radar-future-painter.js';
import { centreOf, echoBetween, GERMAN, paintedBy, type RadarTile } from './radar-tiles.fixture.js';

const NOW = Date.UTC(2026, 6, 1, 12) / 1000;
const MIDDLE = placeOf(SMALL_RADAR_GRID, 100, 100);
const TILE = tileAt(10, MIDDLE.latitude, MIDDLE.longitude);
const UNKNOWN = () => Number.NaN;

const ahead = (minutes: number, tile: RadarTile) =>
  paintedBy(paintRadarFuture, TILE, { validTime: NOW + minutes * 60, ...tile });

/** Model rain of one rate, mm/h; missing west of a longitude. */
function sliceOf(rate: number, from = -180): MapSlice {
  const grid: Grid = {
    kind: 'regular',
    columns: 360,
    rows: 181,
    firstLatitude: 90,
    firstLongitude: -180,
    latitudeStep: -1,
    longitudeStep: 1,
  };
  const values = new Int16Array(360 * 181).fill(Math.round(rate * 100));
  for (let i = 0; i < values.length; i++) if (-180 + (i % 360) < from) values[i] = -32_768;
  return { grid, packing: { step: 0.01, base: 0 }, values };
}

const evenRain = (rate: number, motion = uniformMotion(200, 200, 0, 0)) =>
  radarFrame({ dataset: 'mrms-rate', validTime: NOW, motion, rate: () => rate });

const only = (pixels: Uint8Array) => [...new Set(pixels)];

/** Round the globe, in pixels of 1°. */
const GLOBAL: RegularGrid = {
  kind: 'regular',
  columns: 360,
  rows: 121,
  firstLatitude: 60,
  firstLongitude: -180,
  latitudeStep: -1,
  longitudeStep: 1,
};

test.each([
  ['latitudes and longitudes', 10, SMALL_RADAR_GRID, MIDDLE, 10],
  ['latitudes and longitudes', 60, SMALL_RADAR_GRID, MIDDLE, 10],
  ['a polar stereographic plane', 30, GERMAN, placeOf(GERMAN, 150, 150), 9],
  ['the globe, across its seam', 40, GLOBAL, { latitude: 5, longitude: -179 }, 3],
] as const)(
  'on %s, %d minutes on, each pixel has the band of the echo that comes there',
  async (_name, minutes, grid, at, z) => {
    const [u, v] = [0.7, -0.4];
    const { rows, columns } = grid;
    const frame = radarFrame({
      dataset: 'mrms-rate',
      validTime: NOW,
      grid,
      motion: uniformMotion(rows, columns, u, v),
      rate: (row, column) => Math.max(0, 12 * Math.sin(row / 9) * Math.cos((column * Math.PI) / 36)) ** 2,
    });
    const rateAt = (row: number, column: number) =>
      valueAt(frame.field, row, grid === GLOBAL ? ((column % 360) + 360) % 360 : column);
    const tile = tileAt(z, at.latitude, at.longitude);
    const pixels = await paintedBy(paintRadarFuture, tile, { frames: [frame], validTime: NOW + minutes * 60 });
    for (let i = 0; i < TILE_AREA; i += 11) {
      const { latitude, longitude } = centreOf(tile, i);
      const position = gridPosition(grid, latitude, longitude);
      const dbz = position && echoBetween(rateAt, { x: position.x - minutes * u, y: position.y - minutes * v });
      if (dbz === null) expect(pixels[i]).toBe(0);
      else if (!(Math.abs(dbz / 5 - Math.round(dbz / 5)) < 2e-3)) expect(pixels[i]).toBe(bandOfEcho(dbz));
    }
  },
);

/** 10 mm/h by the radar, 2 by the model; R by hand. */
test.each([
  [60, 10],
  [80, 8.667],
  [100, 7.333],
  [120, 6],
])('%d minutes on the radar and the model are %d mm/h together', async (minutes, rate) => {
  expect(only(await ahead(minutes, { frames: [evenRain(10)], slices: [sliceOf(2)] }))).toEqual([bandOfRate(rate)]);
});

test('rain of the model alone counts by its own share', async () => {
  // 0.5 of 1 mm/h
  expect(only(await ahead(120, { frames: [evenRain(0)], slices: [sliceOf(1)] }))).toEqual([bandOfRate(0.5)]);
  expect(only(await ahead(60, { frames: [evenRain(0)], slices: [sliceOf(1)] }))).toEqual([0]);
});

test('where no radar sees the model answers, the next one where it has nothing', async () => {
  const frames = [radarFrame({ dataset: 'mrms-rate', validTime: NOW, rate: UNKNOWN })];
  for (const minutes of [10, 120]) {
    expect(only(await ahead(minutes, { frames, slices: [sliceOf(3)] }))).toEqual([bandOfRate(3)]);
    expect(only(await ahead(minutes, { frames, slices: [sliceOf(3, 0), sliceOf(7)] }))).toEqual([bandOfRate(7)]);
    expect(only(await ahead(minutes, { frames }))).toEqual([0]);
  }
});

test('without a model the radar is shown to the end', async () => {
  expect(only(await ahead(120, { frames: [evenRain(10)] }))).toEqual([bandOfRate(10)]);
});

test('what comes from beyond the grid is the model’s', async () => {
  // At 2 pixels a minute eastward all within 120 pixels of the western edge comes from beyond it.
  const frames = [evenRain(10, uniformMotion(200, 200, 2, 0))];
  const pixels = await ahead(60, { frames, slices: [sliceOf(1)] });
  for (let i = 0; i < TILE_AREA; i += 17) {
    const { latitude, longitude } = centreOf(TILE, i);
    const { x } = gridPosition(SMALL_RADAR_GRID, latitude, longitude)!;
    if (Math.abs(x - 119.5) > 0.1) expect(pixels[i]).toBe(bandOfRate(x > 119.5 ? 10 : 1));
  }
});

test('the lead of each network is counted from its own frame', async () => {
  const unseen = radarFrame({ dataset: 'mrms-rate', validTime: NOW, rate: UNKNOWN });
  const motion = uniformMotion(200, 200, 0, 0);
  const late = radarFrame({ dataset: 'rrqpe-rate', validTime: NOW - 1800, motion, rate: () => 10 });
  // 60 minutes from now, 90 from the frame: 0.75 × 10 + 0.25 × 2
  expect(only(await ahead(60, { frames: [unseen, late], slices: [sliceOf(2)] }))).toEqual([bandOfRate(8)]);
});

/**
 * The nowcast of a place takes the rate that enough of a disk reaches, which on even ground is a bit more than that of its
 * middle: at an hour what a quarter of a disk of 32 km across exceeds.
 */
test('in smooth weather the band holds the rate of the nowcast at the place, to 1.5 dB', async () => {
  const frame = radarFrame({
    dataset: 'mrms-rate',
    validTime: NOW,
    motion: uniformMotion(200, 200, 0.6, -0.3),
    rate: (row, column) => 8 + 6 * Math.sin(row / 60) * Math.cos(column / 70),
  });
  const shelf = memoryRadarShelf([frame]);
  const pictures = new Map<number, Uint8Array>();
  for (const minutes of [10, 30, 60]) pictures.set(minutes, await ahead(minutes, { frames: [frame] }));
  await fc.assert(
    fc.asyncProperty(fc.nat(TILE_AREA - 1), fc.constantFrom(10, 30, 60), async (i, minutes) => {
      const read = await readRadar(shelf, ['mrms'], NOW, centreOf(TILE, i));
      const rate = read.kind === 'minutes' ? read.minutes.rates[minutes]! : Number.NaN;
      const [low, high] = [1 / 1.28, 1.28].map((factor) => bandOfRate(rate * factor)); // 1.5 dB
      const band = pictures.get(minutes)![i]!;
      expect(low! <= band && band <= high!).toBe(true);
    }),
    { seed: 17, numRuns: 150 },
  );
});
