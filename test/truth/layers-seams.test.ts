/**
 * No seam where one source ends: along time and across an edge, the served value never steps by more than the largest
 * step of the sources themselves plus what their difference allows over the fade.
 */

import { expect, test } from 'vitest';
import type { DatasetId } from '../../src/model/dataset.js';
import type { ElementId } from '../../src/model/element.js';
import { HOUR } from '../../src/model/time.js';
import { type LayeredPoint, readLayers } from '../../src/query/layers/layers.js';
import { FADES } from '../../src/query/rules/layer-table.js';
import { COARSE_HRRR, GLOBE_5 } from '../coarse-grids.js';
import { createMemoryCube, type FieldOf, type MemoryCube, shelfOf, timesFrom } from '../memory-cube.js';

const RUN = Date.UTC(2026, 10, 20, 6) / 1000;
const NOW = RUN + 2 * HOUR;
const KANSAS = { latitude: 38.5, longitude: -97.5 };
const HESSE = { latitude: 50.5, longitude: 9 };

/** Hours after `RUN`, with the last step up to and including `end`. */
function axis(...pieces: readonly (readonly [start: number, end: number, stepHours: number])[]): number[] {
  return pieces.flatMap(([start, end, step]) =>
    timesFrom(RUN + start * HOUR, Math.round((end - start) / step) + 1, step * HOUR),
  );
}

const AXES = {
  'hrrr-subhourly': axis([0.25, 18, 0.25]),
  hrrr: axis([0, 18, 1]),
  'hrrr-extended': axis([12, 48, 1]),
  nbm: axis([1, 36, 1], [39, 189, 3], [192, 264, 6]),
  'icon-eu': axis([0, 78, 1], [81, 120, 3]),
  'ecmwf-ifs': axis([0, 144, 3], [150, 360, 6]),
  gfs: axis([-48, 120, 1], [123, 384, 3]),
} as const satisfies Partial<Record<DatasetId, number[]>>;
type Model = keyof typeof AXES;
const MODELS = Object.keys(AXES) as Model[];
const AMERICAN: readonly Model[] = ['hrrr-subhourly', 'hrrr', 'hrrr-extended', 'nbm'];
const EUROPE = { ...GLOBE_5, columns: 18, rows: 9, firstLatitude: 70.5, firstLongitude: -23.5 };

/** Each model errs by its own constant, up to 5 K between neighbours in the order. */
const BIAS: Record<Model, number> = {
  'hrrr-subhourly': 2,
  hrrr: -1,
  'hrrr-extended': 3,
  nbm: -2,
  'icon-eu': -1.5,
  'ecmwf-ifs': 2.5,
  gfs: -2.5,
};
const DAILY: FieldOf = (t) => 283 + 5 * Math.cos((t / (24 * HOUR)) * 2 * Math.PI);
/** The steepest that the daily cycle gets, K/h. */
const STEEPEST = (5 * 2 * Math.PI) / 24;

function cubeOf(dataset: Model, fields: Partial<Record<ElementId, FieldOf>>): MemoryCube {
  const grid = AMERICAN.includes(dataset) ? COARSE_HRRR : dataset === 'icon-eu' ? EUROPE : GLOBE_5;
  return createMemoryCube({ dataset, grid, times: AXES[dataset], referenceTime: RUN, fields });
}

async function pointAt(
  cubes: readonly MemoryCube[],
  place: { latitude: number; longitude: number },
): Promise<LayeredPoint> {
  const wants = (['temperature', 'precipitation', 'wind_u', 'wind_v'] as const).map((id) => ({
    id,
    span: { start: RUN - 48 * HOUR, end: RUN + 385 * HOUR },
  }));
  const read = await readLayers(shelfOf(...cubes), NOW, place, null, wants);
  if (read.kind !== 'point') throw new RangeError(read.kind);
  return read.point;
}

const temperatures = (models: readonly Model[]) =>
  models.map((model) => cubeOf(model, { temperature: (...where) => DAILY(...where) + BIAS[model] }));

test.each([
  ['all of them', MODELS],
  ['HRRR and GFS', ['hrrr-subhourly', 'hrrr', 'gfs']],
  ['NBM, ECMWF and GFS', ['nbm', 'ecmwf-ifs', 'gfs']],
  ['ECMWF and GFS', ['ecmwf-ifs', 'gfs']],
] as const)('over 18 days no quarter-hour steps by more than the weather and the fades: %s', async (_, models) => {
  const point = await pointAt(temperatures(models), KANSAS);
  const quarters = { start: RUN - 48 * HOUR, step: 900, count: 432 * 4 + 1 };
  const values = point.instants('temperature', quarters, new Float64Array(quarters.count));
  const widest = Math.max(...models.map((a) => Math.max(...models.map((b) => Math.abs(BIAS[a] - BIAS[b])))));
  const shortest = Math.min(...models.flatMap((model) => [FADES[model].start, FADES[model].end]));
  // The first fade-in and a fade-out of another may overlap, so twice; PCHIP between 3 h nodes is up to 1.5 × as steep.
  const allowed = (1.5 * STEEPEST) / 4 + 2 * widest * (900 / shortest);
  let largest = 0;
  for (let i = 1; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]! - values[i - 1]!));
  expect(values.some(Number.isNaN)).toBe(false);
  expect(largest).toBeLessThanOrEqual(allowed);
});

test.each([
  ['the last hour of HRRR', 18, 'hrrr', 'hrrr-extended', 3],
  ['the last hour of the long HRRR', 48, 'hrrr-extended', 'nbm', 6],
  ['hour 144, where ECMWF goes over to six hours', 144, 'nbm', 'nbm', 24],
  ['the last step of ICON-EU, in Europe', 120, 'icon-eu', 'ecmwf-ifs', 18],
  ['the last step of NBM', 264, 'nbm', 'ecmwf-ifs', 24],
  ['the last step of ECMWF', 360, 'ecmwf-ifs', 'gfs', 24],
] as const)('%s is faded into over hours', async (_, hour, before, after, fade) => {
  // The sub-hourly HRRR ends with the hourly one, and would stand before it.
  const point = await pointAt(
    temperatures(MODELS.filter((model) => model !== 'hrrr-subhourly')),
    before === 'icon-eu' ? HESSE : KANSAS,
  );
  const value = (lead: number) =>
    point.instants('temperature', { start: RUN + lead * HOUR, step: HOUR, count: 1 }, new Float64Array(1))[0]! -
    (DAILY(RUN + lead * HOUR, 0, 0) as number);
  // Six-hour nodes cannot follow the daily cycle to better than 0.8 K; the biases are 4 K and more apart.
  const near = (lead: number, expected: number) => expect(Math.abs(value(lead) - expected)).toBeLessThan(0.8);
  near(hour - fade, BIAS[before]);
  near(hour - fade / 2, (BIAS[before] + BIAS[after]) / 2);
  near(hour, BIAS[after]);
});

test('a walk of 600 km out of HRRR meets no step above the weather and the fade', async () => {
  const slope: FieldOf = (_, latitude, longitude) => 283 + latitude / 10 + longitude / 20;
  const models: readonly Model[] = ['hrrr', 'gfs'];
  const cubes = models.map((model) => cubeOf(model, { temperature: (...where) => slope(...where) + BIAS[model] * 2 }));
  const axisNow = { start: NOW + 4 * HOUR, step: HOUR, count: 1 };
  const gap = 2 * Math.abs(BIAS.hrrr - BIAS.gfs);
  const seen: number[] = [];
  // The southern edge near 97.5° W is at 22.9° N or so; a hundredth of a degree is 1.1 km.
  for (let latitude = 26; latitude > 20.6; latitude -= 0.02) {
    const point = await pointAt(cubes, { latitude, longitude: -97.5 });
    seen.push(point.instants('temperature', axisNow, new Float64Array(1))[0]!);
  }
  const allowed = 0.02 * 0.2 + gap * ((0.02 * 111_200) / FADES.hrrr.edge) + 0.02; // and a packing step
  for (let i = 1; i < seen.length; i++) expect(Math.abs(seen[i]! - seen[i - 1]!)).toBeLessThanOrEqual(allowed);
  expect(seen[0]! - seen.at(-1)!).toBeGreaterThan(gap * 0.9);
});

test('a regional store, all of whose sources end at the same edge, fades nothing there', async () => {
  const box = { ...GLOBE_5, columns: 5, rows: 5, firstLatitude: 45, firstLongitude: -105 };
  const cubes = (['hrrr', 'gfs'] as const).map((dataset) =>
    createMemoryCube({
      dataset,
      grid: box,
      times: AXES[dataset],
      referenceTime: RUN,
      fields: { temperature: () => 280 + BIAS[dataset] },
    }),
  );
  const point = await pointAt(cubes, { latitude: 44.9, longitude: -100 });
  const values = point.instants('temperature', { start: NOW + HOUR, step: HOUR, count: 3 }, new Float64Array(3));
  expect([...values]).toEqual([279, 279, 279].map((value) => expect.closeTo(value, 1)));
});

test('where its weight is 1 the best source is what it is alone, to the last bit', async () => {
  const rain: FieldOf = (t) => Math.max(0, 3 * Math.sin(t / 9000));
  const fields = { temperature: DAILY, precipitation: rain, wind_u: DAILY, wind_v: rain };
  const others = (['nbm', 'ecmwf-ifs', 'gfs'] as const).map((model) =>
    cubeOf(model, { temperature: () => 250, precipitation: () => 9, wind_u: () => 1, wind_v: () => 1 }),
  );
  const mixed = await pointAt([cubeOf('hrrr', fields), ...others], KANSAS);
  const alone = await pointAt([cubeOf('hrrr', fields)], KANSAS);
  const hours = { start: RUN + HOUR, step: 900, count: 14 * 4 };
  for (const id of ['temperature', 'wind_u', 'wind_v'] as const)
    expect(mixed.instants(id, hours, new Float64Array(56))).toEqual(alone.instants(id, hours, new Float64Array(56)));
  expect(mixed.totals('precipitation', hours, new Float64Array(56))).toEqual(
    alone.totals('precipitation', hours, new Float64Array(56)),
  );
});

test('totals are conserved from 6 h to 15 min, and a mix lies between its sources', async () => {
  const wet =
    (salt: number): FieldOf =>
    (t) =>
      Math.max(0, 8 * Math.sin(t / 23_000 + salt));
  const models = ['ecmwf-ifs', 'gfs'] as const;
  const cubes = models.map((model, i) => cubeOf(model, { precipitation: wet(i) }));
  const mixed = await pointAt(cubes, KANSAS);
  const alone = await Promise.all(cubes.map((cube) => pointAt([cube], KANSAS)));
  const six = { start: RUN + 6 * HOUR, step: 6 * HOUR, count: 59 };
  const quarters = { start: six.start, step: 900, count: six.count * 24 };
  const totals = (point: LayeredPoint, on: typeof six) => point.totals('precipitation', on, new Float64Array(on.count));
  const served = totals(mixed, quarters);
  const [ecmwf, gfs] = alone.map((point) => totals(point, six)) as [Float64Array, Float64Array];
  for (let k = 0; k < six.count; k++) {
    const sum = served.subarray(24 * k, 24 * k + 24).reduce((all, each) => all + each, 0);
    const full = k * 6 + 12 <= 336;
    if (full) expect(sum).toBeCloseTo(ecmwf[k]!, 9);
    else {
      // Quarter by quarter it lies between; the sums of six hours may differ by how each spreads its own.
      expect(sum).toBeGreaterThanOrEqual(Math.min(ecmwf[k]!, gfs[k]!) - 0.5);
      expect(sum).toBeLessThanOrEqual(Math.max(ecmwf[k]!, gfs[k]!) + 0.5);
    }
  }
});

test('opposite winds of two sources cancel in the fade, they do not turn', async () => {
  const cubes = [
    cubeOf('hrrr', { wind_u: () => 0, wind_v: () => 8 }),
    cubeOf('gfs', { wind_u: () => 0, wind_v: () => -8 }),
  ];
  const point = await pointAt(cubes, KANSAS);
  const middle = { start: RUN + 16.5 * HOUR, step: HOUR, count: 1 };
  expect(point.instants('wind_v', middle, new Float64Array(1))[0]).toBeCloseTo(0, 9);
  expect(point.instants('wind_u', middle, new Float64Array(1))[0]).toBeCloseTo(0, 9);
});

test('half a wind is none: where a source lacks one component, the next gives both', async () => {
  const cubes = [
    cubeOf('hrrr', { wind_u: () => 20, wind_v: (t) => (t > RUN + 6 * HOUR ? Number.NaN : 20) }),
    cubeOf('gfs', { wind_u: () => 3, wind_v: () => 4 }),
  ];
  const point = await pointAt(cubes, KANSAS);
  const later = { start: RUN + 8 * HOUR, step: HOUR, count: 1 };
  expect(point.instants('wind_u', later, new Float64Array(1))[0]).toBeCloseTo(3, 9);
  expect(point.instants('wind_v', later, new Float64Array(1))[0]).toBeCloseTo(4, 9);
});
