/** Days that are written closed in one piece: read as they were given, whole or absent after any kill, and only once. */

import { expect, test } from 'vitest';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import { HOUR } from '../../model/time.js';
import { killedAtEach } from '../objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { startOfDay } from './archive-format.js';
import { hasIssues, readArchive } from './archived-issues.js';
import { writeClosedDay } from './closed-days.js';
import { FORECAST_ARCHIVE } from './forecast-archive.js';
import { writeIssue } from './issue-writer.js';

const DAY = '2026-11-20';
const START = startOfDay(DAY)!;

/** Values tell hour, station and lead, on steps of the archive. */
function issueAt(hour: number, ids: readonly string[] = ['EDDF', 'KJFK']): ForecastIssue {
  const hourly = (scale: number) =>
    Float32Array.from({ length: ids.length * ISSUE_HOURS }, (_, n) => hour * scale + n / 100);
  const daily = (value: number) => new Float32Array(ids.length * ISSUE_DAYS).fill(value);
  return {
    issueTime: START + hour * HOUR,
    stations: ids.map((id, n) => ({ id, latitude: 50 - n, longitude: 8 - n, zone: 'Europe/Berlin' })),
    hours: {
      temperature: hourly(0).map((value) => value + 273.15),
      precipitation: hourly(1),
      probability: hourlyShares(ids),
    },
    days: {
      ...{ temperatureMax: daily(280.15), temperatureMin: daily(270.15) },
      ...{ precipitation: daily(Number.NaN), probability: daily(0.5) },
    },
    firstDays: ids.map((_, n) => (n === 0 ? 20_777 : null)),
    updatedAt: ids.map(() => START - HOUR),
    stale: ids.map(() => false),
    simulated: true,
  };
}
const hourlyShares = (ids: readonly string[]) => new Float32Array(ids.length * ISSUE_HOURS).fill(0.25);

async function issuesOf(objects: ObjectStore): Promise<ForecastIssue[]> {
  const issues: ForecastIssue[] = [];
  for await (const issue of readArchive(objects, FORECAST_ARCHIVE, DAY)) issues.push(issue);
  return issues;
}
const write = (objects: ObjectStore, issues: readonly ForecastIssue[]) =>
  writeClosedDay(objects, FORECAST_ARCHIVE, issues);

test('a day written in one piece reads as the same day written hour by hour', async () => {
  const [whole, byHour] = [createMemoryObjects(), createMemoryObjects()];
  await write(whole, [issueAt(23), issueAt(0), issueAt(7)]);
  for (const hour of [0, 7, 23]) await writeIssue(byHour, FORECAST_ARCHIVE, issueAt(hour));
  expect(await issuesOf(whole)).toEqual(await issuesOf(byHour));
  expect((await issuesOf(whole)).map(({ simulated }) => simulated)).toEqual([true, true, true]);
});

test('killed after any operation, a day is absent or whole, and the next attempt stores it', async () => {
  const day = [issueAt(1)];
  const operations = await killedAtEach('after', {
    fresh: async () => createMemoryObjects(),
    work: (objects) => write(objects, day),
    async look(objects) {
      const isThere = await hasIssues(objects, FORECAST_ARCHIVE.format, DAY);
      expect(await issuesOf(objects)).toHaveLength(isThere ? 1 : 0);
      if (!isThere) await write(objects, day);
      expect((await issuesOf(objects)).map(({ issueTime }) => issueTime)).toEqual([START + HOUR]);
    },
  });
  expect(operations).toBeGreaterThan(30);
});

test('a closed day is not written again, and an issue of this service begins another group beside it', async () => {
  const objects = createMemoryObjects();
  await write(objects, [issueAt(1)]);
  await expect(write(objects, [issueAt(2)])).rejects.toThrow('closed already');
  await writeIssue(objects, FORECAST_ARCHIVE, issueAt(3));
  expect((await issuesOf(objects)).map(({ issueTime }) => (issueTime - START) / HOUR)).toEqual([1, 3]);
});

test.each([
  ['no issue', [], 'has an issue'],
  ['two issues of one hour', [issueAt(1), issueAt(1)], 'slot of its own'],
  ['issues of two days', [issueAt(1), issueAt(26)], 'one day'],
  ['issues of other stations', [issueAt(1), issueAt(2, ['EDDM'])], 'same stations'],
  ['an issue that is half a minute late', [{ ...issueAt(1), issueTime: START + 30 }], 'whole minute'],
])('a day of %s is refused, and nothing is written', async (_, issues, rule) => {
  const objects = createMemoryObjects();
  await expect(write(objects, issues)).rejects.toThrow(rule);
  expect(objects.contents.size).toBe(0);
});
