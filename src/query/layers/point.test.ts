import { expect, test } from 'vitest';
import { COARSE_GLOBE, createMemoryCube, type MemoryCubeOptions, timesFrom } from '../../../test/memory-cube.js';
import { bilinearWeights } from '../../grid/grid.js';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { readGround, readPoint } from './point.js';

const TIMES = timesFrom(0, 3);

async function pointOf(options: Omit<MemoryCubeOptions, 'times'>, latitude: number, longitude: number) {
  const cube = createMemoryCube({ times: TIMES, ...options });
  const series = await readPoint(cube, bilinearWeights(cube.description.grid, latitude, longitude));
  return {
    element(id: ElementId, from = 0, to = TIMES.length, shift = 0) {
      const out = new Float64Array(to - from);
      return series.unpack(id, from, out, shift) === 'nothing' ? null : out;
    },
  };
}

test('a linear field comes back at any point, at every time', async () => {
  const series = await pointOf({ fields: { temperature: (t, lat) => 273.15 + lat / 2 + t / HOUR } }, 44, 15);
  expect([...series.element('temperature')!]).toEqual([22, 23, 24].map((degC) => expect.closeTo(273.15 + degC, 9)));
});

test('across the seam the last column meets the first', async () => {
  const series = await pointOf({ fields: { temperature: (_, __, lon) => (lon === -10 ? 280.15 : 290.15) } }, 0, -2.5);
  expect(series.element('temperature')![0]).toBeCloseTo(287.65, 9);
});

test('wind is combined by component: opposite winds cancel', async () => {
  const fields = { wind_u: () => 0, wind_v: (_: number, lat: number) => (lat > 5 ? 6 : -6) };
  const series = await pointOf({ fields }, 5, 0);
  expect(series.element('wind_v')![0]).toBeCloseTo(0, 9);
});

for (const [name, longitude, expected] of [
  ['a missing corner of a quarter of the weight leaves the others', 2.5, 10],
  ['a missing corner of half the weight still does', 5, 10],
  ['a missing corner of three quarters is missing', 7.5, Number.NaN],
] as const)
  test(name, async () => {
    const fields = { precipitation: (_: number, __: number, lon: number) => (lon === 10 ? Number.NaN : 10) };
    const series = await pointOf({ fields }, 0, longitude);
    expect(series.element('precipitation')![0]).toEqual(
      Number.isNaN(expected) ? expected : expect.closeTo(expected, 9),
    );
  });

test('missing is judged at every time and element on its own', async () => {
  const fields = {
    temperature: (t: number) => (t === HOUR ? Number.NaN : 280.15),
    dew_point: () => 270.15,
  };
  const series = await pointOf({ fields }, 3, 3);
  expect([...series.element('temperature')!].map(Number.isNaN)).toEqual([false, true, false]);
  expect([...series.element('dew_point')!].some(Number.isNaN)).toBe(false);
});

test('phase flags come whole from the nearest corner that has one set', async () => {
  const fields = {
    rain_flag: (_: number, __: number, lon: number) => (lon === 10 ? 1 : 0),
    snow_flag: (_: number, __: number, lon: number) => (lon === 20 ? 1 : 0),
  };
  const nearDry = await pointOf({ fields }, 0, 4); // nearest column, 0°, is dry
  expect([nearDry.element('rain_flag')![0], nearDry.element('snow_flag')![0]]).toEqual([1, 0]);
  const between = await pointOf({ fields }, 0, 16); // rain at 10°, snow at 20°, which is nearer
  expect([between.element('rain_flag')![0], between.element('snow_flag')![0]]).toEqual([0, 1]);
});

test('missing flags are missing, and a known corner goes before them', async () => {
  const known = { rain_flag: (_: number, __: number, lon: number) => (lon === 0 ? Number.NaN : 0) };
  expect((await pointOf({ fields: known }, 0, 2)).element('rain_flag')![0]).toBe(0);
  expect((await pointOf({ fields: { rain_flag: () => Number.NaN } }, 0, 2)).element('rain_flag')![0]).toBeNaN();
});

test('a corner that lacks one of the flags has none of them', async () => {
  const fields = {
    rain_flag: (_: number, __: number, lon: number) => (lon === 0 ? 1 : 0),
    snow_flag: (_: number, __: number, lon: number) => (lon === 0 ? Number.NaN : 0),
  };
  const series = await pointOf({ fields }, 0, 2);
  expect([series.element('rain_flag')![0], series.element('snow_flag')![0]]).toEqual([0, 0]);
});

test("the model's own ground is combined as the fields are; unknown without that field", async () => {
  const cube = createMemoryCube({ times: TIMES, fields: {}, statics: { elevation: (latitude) => 10 * latitude } });
  const ground = await readGround(cube, bilinearWeights(COARSE_GLOBE, 47, 123));
  expect(ground.elevation).toBeCloseTo(470, 4);
  expect(ground.land).toBeNaN();
});

test('a part of the steps is that part of all, moved by the shift; an element that the cube lacks is null', async () => {
  const series = await pointOf({ fields: { temperature: (t) => 273.15 + t / HOUR } }, 0, 0);
  expect([...series.element('temperature', 1, 3, -5)!]).toEqual(
    [-4, -3].map((degC) => expect.closeTo(273.15 + degC, 9)),
  );
  expect(series.element('ozone')).toBeNull();
});
