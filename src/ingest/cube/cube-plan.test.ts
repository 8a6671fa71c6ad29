import { expect, test } from 'vitest';
import type { ElementId } from '../../model/element.js';
import type { StatisticalProcess } from '../../model/field.js';
import { HOUR } from '../../model/time.js';
import type { SliceContent } from '../staging/slice-format.js';
import { type CellRule, planCube, timesOfSlices } from './cube-plan.js';

const GRID = {
  kind: 'regular',
  columns: 1,
  rows: 1,
  firstLatitude: 0,
  firstLongitude: 0,
  latitudeStep: 1,
  longitudeStep: 1,
} as const;

type Layer = readonly [ElementId, startHour?: number, process?: StatisticalProcess];

/** A slice of the run at `run` h, valid `step` h later; hours of the same clock everywhere. */
function slice(run: number, step: number, ...layers: Layer[]): SliceContent {
  return {
    simulated: false,
    region: null,
    referenceTime: run * HOUR,
    validTime: (run + step) * HOUR,
    grid: GRID,
    statics: [],
    absent: [],
    layers: layers.map(([element, start, process]) => ({
      element,
      interval: start === undefined ? null : { start: start * HOUR, process: process ?? 'accumulation' },
    })),
  };
}

function rule(slices: readonly SliceContent[], hours: readonly number[], element: ElementId, hour: number): CellRule {
  const plan = planCube(
    slices,
    hours.map((h) => h * HOUR),
  );
  return plan.rules[hours.indexOf(hour)]![plan.elements.indexOf(element)]!;
}

const RAIN = (start: number): Layer => ['precipitation', start];
const BUCKETS = [slice(0, 1, RAIN(0)), slice(0, 2, RAIN(0)), slice(0, 6, RAIN(0)), slice(0, 7, RAIN(6))];

test('the first step of a bucket is taken as it is', () => {
  expect(rule(BUCKETS, [0, 1, 2], 'precipitation', 1)).toEqual({ rule: 'copy', from: { slice: 0, layer: 0 } });
  expect(rule(BUCKETS, [6, 7], 'precipitation', 7)).toEqual({ rule: 'copy', from: { slice: 3, layer: 0 } });
});

test('later steps of a bucket are what was added', () => {
  expect(rule(BUCKETS, [0, 1, 2], 'precipitation', 2)).toEqual({
    rule: 'combine',
    from: { slice: 1, layer: 0 },
    before: { slice: 0, layer: 0 },
    weights: [1, -1],
  });
});

test('after hour 120 the steps are of three hours: 120-123, then 120-126 less 120-123', () => {
  const slices = [
    slice(0, 120, RAIN(114)),
    slice(0, 123, RAIN(120)),
    slice(0, 126, RAIN(120)),
    slice(0, 129, RAIN(126)),
  ];
  const hours = [120, 123, 126, 129];
  expect(rule(slices, hours, 'precipitation', 123)).toMatchObject({ rule: 'copy' });
  expect(rule(slices, hours, 'precipitation', 126)).toMatchObject({ rule: 'combine', weights: [1, -1] });
  expect(rule(slices, hours, 'precipitation', 129)).toMatchObject({ rule: 'copy' });
});

test('where a step between is missing, what fell since is not known', () => {
  expect(rule([BUCKETS[0]!, BUCKETS[2]!], [1, 2, 6], 'precipitation', 6)).toEqual({ rule: 'missing' });
  expect(rule([BUCKETS[0]!, BUCKETS[3]!], [1, 7], 'precipitation', 7)).toEqual({ rule: 'missing' });
});

test('the total before the first time of the axis belongs to no step', () => {
  expect(rule(BUCKETS, [1, 2], 'precipitation', 1)).toEqual({ rule: 'missing' });
});

test('the run total is never mistaken for a bucket of another run', () => {
  const slices = [slice(0, 7, RAIN(6)), slice(6, 2, RAIN(6))];
  expect(rule(slices, [6, 7, 8], 'precipitation', 8)).toEqual({ rule: 'missing' });
});

/** NCEP's averages begin anew every six hours: mean of the hour = n A(h) − (n−1) A(h−1), generally (N avgN − M avgM) / (N − M). */
test.each([
  [
    [3, 2],
    [3, -2],
  ],
  [
    [6, 5],
    [6, -5],
  ],
  [
    [6, 3],
    [2, -1],
  ],
])('means over %j hours of a bucket are taken apart with weights %j', ([whole, part], weights) => {
  const mean = (hour: number): SliceContent => slice(0, hour, ['cloud_cover', 0, 'average']);
  expect(rule([mean(whole!), mean(part!)], [part!, whole!], 'cloud_cover', whole!)).toMatchObject({ weights });
});

test('extremes are kept where their window is six whole hours', () => {
  const extreme = (hour: number, start: number): SliceContent => slice(0, hour, ['temperature_max', start, 'maximum']);
  const slices = [extreme(5, 0), extreme(6, 0), extreme(7, 6)];
  const rules = [5, 6, 7].map((hour) => rule(slices, [5, 6, 7], 'temperature_max', hour).rule);
  expect(rules).toEqual(['missing', 'copy', 'missing']);
});

test("at the run's own time instants are its analysis, totals the previous run's sixth hour", () => {
  const slices = [
    slice(0, 5, ['temperature'], RAIN(0), ['rain_flag']),
    slice(0, 6, ['temperature'], RAIN(0), ['rain_flag']),
    slice(6, 0, ['temperature'], ['rain_flag']),
  ];
  const at = (element: ElementId): CellRule => rule(slices, [5, 6], element, 6);
  expect(at('temperature')).toMatchObject({ rule: 'copy', from: { slice: 2 } });
  expect(at('precipitation')).toMatchObject({ rule: 'combine', from: { slice: 1 }, before: { slice: 0 } });
  expect(at('rain_flag')).toMatchObject({ rule: 'copy', from: { slice: 1 } });
});

test('without the previous run the analysis gives what it has', () => {
  expect(rule([slice(6, 0, ['temperature'], ['rain_flag'])], [5, 6], 'rain_flag', 6)).toMatchObject({
    rule: 'copy',
    from: { slice: 0, layer: 1 },
  });
});

test('an element that no slice has is not in the cube, one that some have is', () => {
  const { elements, rules } = planCube([slice(0, 1, ['temperature']), slice(0, 2, ['ozone'])], [HOUR, 2 * HOUR]);
  expect(elements).toEqual(['temperature', 'ozone']);
  expect(rules.map((row) => row.map(({ rule: name }) => name))).toEqual([
    ['copy', 'missing'],
    ['missing', 'copy'],
  ]);
});

test.each<[string, SliceContent[], number[]]>([
  ['one step: its interval begins the axis', [slice(0, 120, RAIN(114))], [114, 120]],
  [
    'steps in a row',
    [slice(0, 121, RAIN(120)), slice(0, 120, RAIN(114)), slice(0, 122, RAIN(120))],
    [114, 120, 121, 122],
  ],
  [
    'a gap: the interval after it begins a step',
    [slice(0, 120, RAIN(114)), slice(0, 132, RAIN(126))],
    [114, 120, 126, 132],
  ],
  ['instants and extremes only', [slice(0, 120, ['temperature'], ['temperature_max', 114, 'maximum'])], [120]],
])('times of files, %s', (_, slices, hours) => {
  expect(timesOfSlices(slices).map((time) => time / HOUR)).toEqual(hours);
});
