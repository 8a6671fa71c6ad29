/**
 * Every feed's pattern of totals and means, as the upstream's files have them: rain is made up, put into the buckets of
 * the feed, and what the plan makes of them must be the rain that fell in each step.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ElementId, memberElement } from '../../model/element.js';
import type { StatisticalProcess } from '../../model/field.js';
import { HOUR } from '../../model/time.js';
import type { SliceContent } from '../staging/slice-format.js';
import { type CellRule, type FeedHabits, planCube } from './cube-plan.js';

const QUARTER = 900;
const GRID = {
  kind: 'regular',
  columns: 1,
  rows: 1,
  firstLatitude: 0,
  firstLongitude: 0,
  latitudeStep: 1,
  longitudeStep: 1,
} as const;
const HABITS: FeedHabits = { windowSeconds: 6 * HOUR, spread: new Set() };

const every = (step: number, first: number, last: number): number[] =>
  Array.from({ length: Math.round((last - first) / step) + 1 }, (_, i) => first + i * step);

/** Slices of the run at 0 with one layer; `start` gives the beginning of the total or mean that ends at the lead, h. */
function slicesOf(
  element: ElementId,
  process: StatisticalProcess,
  leads: readonly number[],
  start: (lead: number) => number | null,
): SliceContent[] {
  return leads.map((lead) => {
    const begin = start(lead);
    return {
      simulated: false,
      region: null,
      referenceTime: 0,
      validTime: lead * HOUR,
      grid: GRID,
      statics: [],
      absent: [],
      layers: begin === null ? [] : [{ element, interval: { start: begin * HOUR, process } }],
    };
  });
}

/** Rain of each quarter of an hour from 0, in hundredths of a millimetre. */
type Rain = readonly number[];

function fallen(rain: Rain, start: number, end: number): number {
  return rain.slice(start / QUARTER, end / QUARTER).reduce((sum, amount) => sum + amount, 0);
}

/** What a rule gives when the slices hold the sums, or means per hour, of the rain. */
function evaluate(rule: CellRule, slices: readonly SliceContent[], rain: Rain): number {
  const valueAt = (slice: number, layer: number): number => {
    const { interval } = slices[slice]!.layers[layer]!;
    const end = slices[slice]!.validTime;
    const sum = fallen(rain, interval!.start, end);
    return interval!.process === 'average' ? (sum * HOUR) / (end - interval!.start) : sum;
  };
  if (rule.rule === 'missing') return Number.NaN;
  const value = valueAt(rule.from.slice, rule.from.layer);
  if (rule.rule === 'copy') return value;
  return rule.weights[0] * value + rule.weights[1] * valueAt(rule.before.slice, rule.before.layer);
}

interface Pattern {
  readonly name: string;
  readonly element: ElementId;
  readonly process: StatisticalProcess;
  readonly leads: readonly number[];
  readonly start: (lead: number) => number | null;
  /** Time before the first lead, h, where the first total begins there. */
  readonly from?: number;
}

const SIX = (lead: number): number => Math.ceil(lead / 6) * 6 - 6;

const PATTERNS: readonly Pattern[] = [
  {
    name: 'GFS: buckets of six hours, hourly to 120 h, then 120-123, 120-126, 126-129 …',
    element: 'precipitation',
    process: 'accumulation',
    leads: [...every(1, 0, 120), ...every(3, 123, 384)],
    start: (lead) => (lead === 0 ? null : SIX(lead)),
  },
  {
    name: 'GFS: means with the same buckets',
    element: 'cloud_cover',
    process: 'average',
    leads: [...every(1, 0, 120), ...every(3, 123, 384)],
    start: (lead) => (lead === 0 ? null : SIX(lead)),
  },
  {
    name: 'ECMWF: from step 0 for good, 3 h to 144 h, then 6 h',
    element: 'precipitation',
    process: 'accumulation',
    leads: [...every(3, 0, 144), ...every(6, 150, 360)],
    start: (lead) => (lead === 0 ? null : 0),
  },
  {
    name: 'HRRR: the last hour',
    element: 'precipitation',
    process: 'accumulation',
    leads: every(1, 0, 48),
    start: (lead) => (lead === 0 ? null : lead - 1),
  },
  {
    name: 'sub-hourly HRRR: the last quarter, from the first one on',
    element: 'precipitation',
    process: 'accumulation',
    leads: every(0.25, 0.25, 18),
    start: (lead) => lead - 0.25,
    from: 0,
  },
  {
    name: 'ICON-EU: from step 0, hourly and then every three hours',
    element: 'precipitation',
    process: 'accumulation',
    leads: [...every(1, 1, 78), ...every(3, 81, 120)],
    start: () => 0,
    from: 0,
  },
  {
    name: 'GEFS: 0-3, 0-6, 6-9, 6-12 … without an analysis',
    element: memberElement(17),
    process: 'accumulation',
    leads: every(3, 3, 240),
    start: SIX,
    from: 0,
  },
  {
    name: 'GEFS at 0.5°: 240-246, 246-252 …',
    element: memberElement(0),
    process: 'accumulation',
    leads: every(6, 246, 384),
    start: (lead) => lead - 6,
    from: 240,
  },
  {
    name: 'AQM: means of the hour',
    element: 'pm2_5',
    process: 'average',
    leads: every(1, 1, 72),
    start: (lead) => lead - 1,
    from: 0,
  },
];

const rainOf = (hours: number) =>
  fc.array(fc.nat({ max: 900 }), { minLength: 4 * hours, maxLength: 4 * hours }) as fc.Arbitrary<Rain>;

test.each(PATTERNS.map((pattern) => [pattern.name, pattern] as const))(
  '%s: each step has what fell in it',
  (_, pattern) => {
    const { element, process, leads, start, from } = pattern;
    const slices = slicesOf(element, process, leads, start);
    const times = [...(from === undefined ? [] : [from]), ...leads].map((hour) => hour * HOUR);
    const { rules } = planCube(slices, times, HABITS);
    fc.assert(
      fc.property(rainOf(leads.at(-1)!), (rain) => {
        for (let t = 1; t < times.length; t++) {
          const [previous, time] = [times[t - 1]!, times[t]!];
          const amount = fallen(rain, previous, time);
          const expected = process === 'average' ? (amount * HOUR) / (time - previous) : amount;
          expect(evaluate(rules[t]![0]!, slices, rain)).toBeCloseTo(expected, 6);
        }
      }),
      { numRuns: 5 },
    );
  },
);

/** Hourly to 36 h, then windows of six hours that end at their own steps: the steps of three hours share them. */
const NBM_LEADS = [...every(1, 1, 36), ...every(3, 39, 189), ...every(6, 192, 264)];
const NBM = slicesOf('precipitation', 'accumulation', NBM_LEADS, (lead) => {
  if (lead <= 36) return lead - 1;
  return lead % 6 === 0 ? lead - 6 : null;
});
const NBM_HABITS: FeedHabits = { windowSeconds: 12 * HOUR, spread: new Set(['precipitation']) };
const NBM_TIMES = [0, ...NBM_LEADS].map((hour) => hour * HOUR);

test('NBM: totals of six hours are spread over their steps, and nothing is lost in between', () => {
  const { rules } = planCube(NBM, NBM_TIMES, NBM_HABITS);
  fc.assert(
    fc.property(rainOf(264), (rain) => {
      const steps = NBM_TIMES.map((_, t) => (t === 0 ? 0 : evaluate(rules[t]![0]!, NBM, rain)));
      const until = (hour: number): number =>
        steps.slice(0, NBM_TIMES.indexOf(hour * HOUR) + 1).reduce((sum, amount) => sum + amount, 0);
      for (const hour of [1, 12, 36, 42, 48, 186, 192, 198, 264])
        expect(until(hour)).toBeCloseTo(fallen(rain, 0, hour * HOUR), 6);
      const at = (hour: number): number => steps[NBM_TIMES.indexOf(hour * HOUR)]!;
      expect(at(39)).toBe(at(42));
      expect(at(39)).toBeCloseTo(fallen(rain, 36 * HOUR, 42 * HOUR) / 2, 6);
    }),
    { numRuns: 5 },
  );
});

test('without the leave to spread, a total of two steps belongs to neither', () => {
  const { rules } = planCube(NBM, NBM_TIMES, HABITS);
  const at = (hour: number): string => rules[NBM_TIMES.indexOf(hour * HOUR)]![0]!.rule;
  expect([36, 39, 42, 198].map(at)).toEqual(['copy', 'missing', 'missing', 'copy']);
});

test.each<[string, ElementId, StatisticalProcess, number, number, number, string]>([
  ["NBM's maximum of twelve hours", 'temperature_max', 'maximum', 12, 24, 12, 'copy'],
  ["NBM's maximum of six", 'temperature_max', 'maximum', 12, 24, 18, 'missing'],
  ["ECMWF's of three", 'temperature_min', 'minimum', 3, 27, 24, 'copy'],
  ["ECMWF's of six", 'temperature_min', 'minimum', 3, 150, 144, 'missing'],
  ['a chance of six hours, whatever the extremes do', 'probability_6h', 'accumulation', 12, 42, 36, 'copy'],
  ['a chance of twelve', 'probability_6h', 'accumulation', 12, 48, 36, 'missing'],
  ['a chance of the hour', 'probability_1h', 'accumulation', 12, 7, 6, 'copy'],
  ['a chance of six hours is no chance of one', 'probability_1h', 'accumulation', 12, 7, 1, 'missing'],
])('windows: %s', (_, element, process, windowHours, lead, start, expected) => {
  const slices = slicesOf(element, process, [lead - 1, lead], () => start);
  const times = [lead - 1, lead].map((hour) => hour * HOUR);
  const { rules } = planCube(slices, times, { windowSeconds: windowHours * HOUR, spread: new Set() });
  expect(rules[1]![0]!.rule).toBe(expected);
});

test("ECMWF's gust is the highest since the step before, which is what the hours before the time had", () => {
  const slices = slicesOf('wind_gust', 'maximum', [0, 3, 6], (lead) => (lead === 0 ? null : lead - 3));
  const { rules } = planCube(slices, [0, 3 * HOUR, 6 * HOUR], { windowSeconds: 3 * HOUR, spread: new Set() });
  expect(rules.map(([rule]) => rule!.rule)).toEqual(['missing', 'copy', 'copy']);
});

/** Smoke of HRRR and the particles of GEFS-Aerosol are instants; what counts for health are means. */
test('instants of concentrations become the mean of the two ends of the step; the first has one end only', () => {
  const at = (run: number, time: number): SliceContent => ({
    ...slicesOf('pm10', 'average', [time], () => null)[0]!,
    referenceTime: run * HOUR,
    layers: [{ element: 'pm10', interval: null }],
  });
  const slices = [at(0, 3), at(0, 6), at(6, 6), at(6, 9)];
  const { rules } = planCube(
    slices,
    [3, 6, 9].map((hour) => hour * HOUR),
    HABITS,
  );
  const half = { rule: 'combine', weights: [0.5, 0.5] };
  expect(rules.map(([rule]) => rule)).toMatchObject([
    { rule: 'missing' },
    { ...half, from: { slice: 1 }, before: { slice: 0 } }, // both of the run before
    { ...half, from: { slice: 3 }, before: { slice: 2 } }, // both of the new run
  ]);
});
