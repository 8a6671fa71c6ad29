import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ElementId, elementOf } from '../../model/element.js';
import type { StatisticalProcess } from '../../model/field.js';
import { MISSING_PACKED, pack, unpack } from '../../model/packing.js';
import { HOUR } from '../../model/time.js';
import { writeSlice } from '../staging/slice-file.js';
import { type SliceContent, slicePackingOf } from '../staging/slice-format.js';
import { assembleBand } from './band-assembly.js';
import { planCube } from './cube-plan.js';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-bands-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const GRID = {
  kind: 'regular',
  columns: 2,
  rows: 1,
  firstLatitude: 0,
  firstLongitude: 0,
  latitudeStep: 1,
  longitudeStep: 1,
} as const;

interface Step {
  readonly hour: number;
  /** Start of the bucket, h. */
  readonly since: number;
  /** Values of the two cells; NaN missing. */
  readonly values: readonly [number, number];
}

/** What a cube holds of one element whose slices are these, at the hours of `axis`. */
async function series(
  element: ElementId,
  process: StatisticalProcess,
  steps: readonly Step[],
  axis: readonly number[],
) {
  const contents = steps.map(
    ({ hour, since }): SliceContent => ({
      simulated: false,
      region: null,
      referenceTime: 0,
      validTime: hour * HOUR,
      grid: GRID,
      layers: [{ element, interval: { start: since * HOUR, process } }],
      statics: [],
      absent: [],
    }),
  );
  const paths = steps.map(({ hour }) => join(scratch, `${element}-${hour}.slice`));
  for (const [i, { values }] of steps.entries()) {
    const packed = Int16Array.from(values, (value) => pack(value, slicePackingOf(element)));
    await writeSlice(paths[i]!, contents[i]!, new Uint8Array(packed.buffer));
  }
  const plan = planCube(
    contents,
    axis.map((hour) => hour * HOUR),
  );
  const band = await assembleBand({ plan, paths, grid: GRID, band: 0 });
  return axis.map((_, t) => [...band.subarray(2 * t, 2 * t + 2)].map((n) => round(unpack(n, elementOf(element)))));
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

test('a bucket may hold more than a step can: the most rain of six hours', async () => {
  const steps: Step[] = [
    { hour: 5, since: 0, values: [400, 0] },
    { hour: 6, since: 0, values: [640.5, 0.02] },
  ];
  expect(await series('precipitation', 'accumulation', steps, [5, 6])).toEqual([
    [Number.NaN, Number.NaN],
    [240.5, 0.02],
  ]);
});

test('a bucket of six hours is taken apart, hour by hour, and begins anew', async () => {
  const steps: Step[] = [
    { hour: 1, since: 0, values: [0.5, 0] },
    { hour: 2, since: 0, values: [0.5, 1.25] },
    { hour: 6, since: 0, values: [9, 9] },
    { hour: 7, since: 6, values: [2, 0] },
  ];
  expect(await series('precipitation', 'accumulation', steps, [0, 1, 2, 6, 7])).toEqual([
    [Number.NaN, Number.NaN],
    [0.5, 0],
    [0, 1.25],
    [8.5, 7.75],
    [2, 0],
  ]);
});

test('a bucket that shrinks by its rounding is no rain; one that shrinks by more is not known', async () => {
  const steps: Step[] = [
    { hour: 1, since: 0, values: [4.06, 4] },
    { hour: 2, since: 0, values: [4, 1] },
  ];
  expect((await series('precipitation', 'accumulation', steps, [0, 1, 2]))[2]).toEqual([0, Number.NaN]);
});

/** ECMWF's totals are of the whole run: in a monsoon they pass what 16 bits of hundredths can hold. */
test('a total of fifteen days that goes round is still known by what it grew', async () => {
  const steps: Step[] = [
    { hour: 354, since: 0, values: [650.25, 1311.5] },
    { hour: 360, since: 0, values: [701.5, 1311.5] },
  ];
  const goingRound = (value: number): number => (value < 655.35 ? value : value % 655.35);
  const wrapped = steps.map((step) => ({ ...step, values: step.values.map(goingRound) as [number, number] }));
  expect((await series('precipitation', 'accumulation', wrapped, [354, 360]))[1]).toEqual([51.25, 0]);
});

test('a total that is spread over two steps gives each its half', async () => {
  const rules = [[{ rule: 'missing' }], [half(0)], [half(0)]] as const;
  const packed = Int16Array.from([6.4, Number.NaN], (value) => pack(value, slicePackingOf('precipitation')));
  const path = join(scratch, 'spread.slice');
  const content: SliceContent = {
    simulated: false,
    region: null,
    referenceTime: 0,
    validTime: 6 * HOUR,
    grid: GRID,
    layers: [{ element: 'precipitation', interval: { start: 0, process: 'accumulation' } }],
    statics: [],
    absent: [],
  };
  await writeSlice(path, content, new Uint8Array(packed.buffer));
  const plan = { elements: ['precipitation'], times: [0, 3 * HOUR, 6 * HOUR], rules } as const;
  const band = await assembleBand({ plan, paths: [path], grid: GRID, band: 0 });
  expect([...band].map((n) => round(unpack(n, elementOf('precipitation'))))).toEqual([
    Number.NaN,
    Number.NaN,
    3.2,
    Number.NaN,
    3.2,
    Number.NaN,
  ]);
});

const half = (slice: number) =>
  ({ rule: 'combine', from: { slice, layer: 0 }, before: { slice, layer: 0 }, weights: [0.5, 0] }) as const;

test('the mean of two instants of a concentration', async () => {
  const contents = [0, 1].map(
    (hour): SliceContent => ({
      simulated: false,
      region: null,
      referenceTime: 0,
      validTime: hour * HOUR,
      grid: GRID,
      layers: [{ element: 'smoke_pm2_5', interval: null }],
      statics: [],
      absent: [],
    }),
  );
  const values = [
    [10, 4000],
    [30, 5000],
  ];
  const paths = contents.map(({ validTime }) => join(scratch, `smoke-${validTime}.slice`));
  for (const [i, content] of contents.entries()) {
    const packed = Int16Array.from(values[i]!, (value) => pack(value, slicePackingOf('smoke_pm2_5')));
    await writeSlice(paths[i]!, content, new Uint8Array(packed.buffer));
  }
  const plan = planCube(contents, [0, HOUR]);
  const band = await assembleBand({ plan, paths, grid: GRID, band: 0 });
  expect([...band].map((n) => round(unpack(n, elementOf('smoke_pm2_5'))))).toEqual([Number.NaN, Number.NaN, 20, 4500]);
});

test('what is missing on either side is missing in the difference', async () => {
  const steps: Step[] = [
    { hour: 1, since: 0, values: [Number.NaN, 1] },
    { hour: 2, since: 0, values: [3, Number.NaN] },
  ];
  expect((await series('precipitation', 'accumulation', steps, [0, 1, 2]))[2]).toEqual([Number.NaN, Number.NaN]);
});

/** 6 A(6) − 5 A(5): a sky that was clear for five hours and overcast in the sixth has a mean of 1/6. */
test('means are taken apart, and stay between 0 and 1', async () => {
  const steps: Step[] = [
    { hour: 5, since: 0, values: [0, 1] },
    { hour: 6, since: 0, values: [0.167, 0.833] },
  ];
  expect((await series('cloud_cover', 'average', steps, [5, 6]))[1]).toEqual([1, 0]);
  const halves: Step[] = [
    { hour: 123, since: 120, values: [0.2, 0.5] },
    { hour: 126, since: 120, values: [0.4, 0.5] },
  ];
  expect((await series('cloud_cover', 'average', halves, [120, 123, 126])).slice(1)).toEqual([
    [0.2, 0.5],
    [0.6, 0.5],
  ]);
});

test('a slice that is gone is a defect that names it', async () => {
  const plan = planCube([], [0]);
  const rules = [[{ rule: 'copy', from: { slice: 0, layer: 0 } }]] as const;
  const task = {
    plan: { ...plan, elements: ['ozone'], rules } as const,
    paths: ['/nowhere.slice'],
    grid: GRID,
    band: 0,
  };
  await expect(assembleBand(task)).rejects.toMatchObject({ tag: 'object-defect', key: '/nowhere.slice' });
});

test('the memory of one band serves the next', async () => {
  const memory = new Int16Array(64).fill(7);
  const plan = { elements: ['ozone'], times: [0], rules: [[{ rule: 'missing' }]] } as const;
  const band = await assembleBand({ plan, paths: [], grid: GRID, band: 0 }, memory);
  expect(band.buffer).toBe(memory.buffer);
  expect([...band]).toEqual([MISSING_PACKED, MISSING_PACKED]);
});
