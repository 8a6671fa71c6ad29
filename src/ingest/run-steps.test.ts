import { expect, test } from 'vitest';
import type { DatasetId } from '../model/dataset.js';
import { HOUR } from '../model/time.js';
import { feedOf, feedsOf } from '../sources/feeds.js';
import {
  type FeedRuns,
  leadsOfStatics,
  partsOfPast,
  partsOfRun,
  partsOfTail,
  runAfter,
  stepsOfPart,
  timeAxis,
} from './run-steps.js';

/** 2026-11-20 00 UTC; hours of the tests count from here. */
const DAY = Date.UTC(2026, 10, 20) / 1000;

const runsOf = (id: DatasetId, leads: readonly number[] | null = null): FeedRuns => ({
  feed: feedOf('model', id),
  baseUrl: 'http://upstream',
  leads,
});

/** "run+lead" of each step of the past, in hours. */
function past(id: DatasetId, hour: number): string[] {
  const steps = partsOfPast(runsOf(id), DAY + hour * HOUR).flatMap(stepsOfPart);
  return steps.map(({ referenceTime, lead }) => `${(referenceTime - DAY) / HOUR}+${lead / HOUR}`);
}

test("GFS's past is 48 hours of shortest leads, and the hour of the run itself", () => {
  const steps = past('gfs', 6);
  expect(steps).toHaveLength(49);
  expect(steps.slice(0, 3)).toEqual(['-48+6', '-42+1', '-42+2']);
  expect(steps.slice(-6)).toEqual(['0+1', '0+2', '0+3', '0+4', '0+5', '0+6']);
});

test('the past of a feed with a step of three hours has that step', () => {
  expect(past('gefs-aerosol', 12)).toEqual([
    '-42+6',
    ...[-36, -30, -24, -18, -12, -6, 0, 6].flatMap((run) => [`${run}+3`, `${run}+6`]),
  ]);
});

test('AQM runs at 06 and 12: what lies before the one comes from 18 leads of the other', () => {
  const hours = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  expect(past('aqm', 12)).toEqual([
    ...hours(12, 18).map((lead) => `-12+${lead}`),
    ...hours(1, 6).map((lead) => `6+${lead}`),
  ]);
  expect(past('aqm', 6)).toEqual(hours(6, 18).map((lead) => `-12+${lead}`));
});

test('what a file of many hours is needed for is fetched of it once', () => {
  const parts = partsOfPast(runsOf('aqm'), DAY + 6 * HOUR);
  expect(parts).toHaveLength(1);
  expect(parts[0]!.files).toHaveLength(2);
});

test('a run of ECMWF that ends at 144 h goes on with the one before it, whose step there is only subtracted', () => {
  const tail = (hour: number) => partsOfTail(runsOf('ecmwf-ifs'), DAY + hour * HOUR).flatMap(stepsOfPart);
  const steps = tail(6).map(({ referenceTime, lead }) => `${(referenceTime - DAY) / HOUR}+${lead / HOUR}`);
  expect([steps[0], steps[1], steps.at(-1), steps.length]).toEqual(['0+150', '0+156', '0+360', 36]);
  expect(tail(12)).toEqual([]);
  expect(timeAxis(runsOf('ecmwf-ifs'), DAY + 6 * HOUR).at(-1)).toBe(DAY + 360 * HOUR);
});

test.each(
  feedsOf('model')
    .map(({ id }) => id)
    .filter((id) => id !== 'ecmwf-ifs'),
)('%s has no run that another one ends', (id) => {
  const run = runAfter(feedOf('model', id), DAY);
  expect(partsOfTail(runsOf(id), run)).toEqual([]);
});

test.each(
  feedsOf('model')
    .filter(({ pastSeconds }) => pastSeconds === 0)
    .map(({ id }) => id),
)('%s has no past', (id) => {
  expect(partsOfPast(runsOf(id), DAY)).toEqual([]);
});

test('the axis is strictly ascending and ends at the last lead, for every feed', () => {
  for (const { id, pastSeconds } of feedsOf('model')) {
    const run = runAfter(feedOf('model', id), DAY);
    const axis = timeAxis(runsOf(id), run);
    expect(axis, id).toEqual([...new Set(axis)].sort((a, b) => a - b));
    const steps = [...partsOfRun(runsOf(id), run), ...partsOfTail(runsOf(id), run)].flatMap(stepsOfPart);
    expect(axis.at(-1), id).toBe(Math.max(...steps.map(({ referenceTime, lead }) => referenceTime + lead)));
    if (pastSeconds > 0) expect(axis[0], id).toBe(run - pastSeconds);
  }
});

test('chosen leads cut parts, and drop those that have none of them', () => {
  const parts = partsOfRun(runsOf('hrrr-subhourly', [900, 2700, 7200]), DAY);
  expect(parts.map(({ leads }) => leads)).toEqual([[900, 2700], [7200]]);
});

test.each<[DatasetId, number, number]>([
  ['gfs', 0, 6],
  ['hrrr', 0, 1],
  ['aqm', 6, 12],
  ['aqm', 12, 30],
])('%s: after the run of %i h comes that of %i h', (id, run, next) => {
  expect(runAfter(feedOf('model', id), DAY + run * HOUR)).toBe(DAY + next * HOUR);
});

test('static fields come with the analysis, or with the first lead that there is', () => {
  expect(leadsOfStatics(runsOf('gfs'))(DAY)).toBe(0);
  expect(leadsOfStatics(runsOf('nbm'))(DAY)).toBe(HOUR);
});
