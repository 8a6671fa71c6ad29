import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { StoreUnavailableError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS, type ZonedStation } from '../../model/forecast-issue.js';
import { DAY, HOUR } from '../../model/time.js';
import { readArchive } from '../../store/archive/archived-issues.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import { type Fault, StoreKilledError, withFault } from '../../store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import { archiveForecasts, type ForecastArchivingDependencies } from './forecast-archiving.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const STATIONS: readonly ZonedStation[] = [
  { id: 'KAAA', latitude: 39.99, longitude: -89.99, zone: 'America/Chicago' },
  { id: 'KBBB', latitude: 39.98, longitude: -89.98, zone: 'America/Chicago' },
];
const directory = mkdtempSync(join(tmpdir(), 'weatherglass-archiving-'));
afterAll(() => rmSync(directory, { recursive: true }));

let objects: MemoryObjects;
let now: number;
let issued: number;

beforeEach(() => {
  objects = createMemoryObjects();
  now = NOON;
  issued = 0;
});

/** 280 K everywhere; without a forecast at the second station. */
async function issueNow(stations: readonly ZonedStation[]): Promise<ForecastIssue> {
  issued += 1;
  const hours = () => new Float32Array(stations.length * ISSUE_HOURS).fill(280);
  const days = () => new Float32Array(stations.length * ISSUE_DAYS).fill(280);
  return {
    issueTime: Math.floor(now / 60) * 60,
    stations,
    hours: { temperature: hours(), precipitation: hours().fill(0), probability: hours().fill(0.5) },
    days: {
      temperatureMax: days(),
      temperatureMin: days(),
      precipitation: days().fill(0),
      probability: days().fill(1),
    },
    firstDays: stations.map((_, i) => (i === 0 ? 20_777 : null)),
    updatedAt: stations.map((_, i) => (i === 0 ? NOON - 600 : null)),
    stale: stations.map(() => false),
    simulated: false,
  };
}

const depsOf = (more: Partial<ForecastArchivingDependencies> = {}): ForecastArchivingDependencies => ({
  ...{ objects, log: silentLog, directory, keepDays: 400, stations: STATIONS, issue: issueNow, storeFault: () => null },
  clock: { now: () => now },
  ...more,
});

async function issueTimesOf(day = '2026-11-20'): Promise<number[]> {
  const times: number[] = [];
  for await (const { issueTime } of readArchive(objects, FORECAST_ARCHIVE, day)) times.push(issueTime);
  return times;
}

test('each hour has one issue, at the minute when it was made', async () => {
  now = NOON + 127;
  expect(await archiveForecasts(depsOf())).toEqual({
    ...{ kind: 'archived', issueTime: NOON + 120, hours: 1, days: 1, removed: [] },
  });
  now = NOON + 3599;
  expect(await archiveForecasts(depsOf())).toEqual({ kind: 'present', issueTime: now });
  expect(issued).toBe(1);
  now = NOON + 2 * HOUR; // the service was down for an hour: that hour stays missing
  await archiveForecasts(depsOf());
  expect(await issueTimesOf()).toEqual([NOON + 120, NOON + 2 * HOUR]);
});

test.each<[string, Partial<ForecastArchivingDependencies>, string]>([
  ['archiving is switched off', { keepDays: 0 }, 'off'],
  ['no station lies in the region', { stations: [] }, 'no-stations'],
  ['the data change again and again', { issue: async () => null }, 'unsettled'],
  [
    'no station has a forecast',
    { issue: async (stations) => ({ ...(await issueNow(stations)), updatedAt: stations.map(() => null) }) },
    'no-forecast',
  ],
])('nothing is archived when %s', async (_, more, kind) => {
  expect(await archiveForecasts(depsOf(more))).toEqual({ kind });
  expect(objects.contents.size).toBe(0);
});

test.each<Fault['moment']>(['before', 'after'])(
  'killed %s any operation, the next attempt of the hour leaves exactly one whole issue',
  async (moment) => {
    let killed = 0;
    for (let isDying = true; isDying; killed += 1) {
      objects = createMemoryObjects();
      now = NOON + 5;
      const dying = depsOf({ objects: withFault(objects, { at: killed + 1, moment }) });
      // Once the issue is written, a failure after it is only logged.
      isDying = await archiveForecasts(dying).then(
        () => false,
        (error) => error instanceof StoreKilledError,
      );
      now = NOON + 65;
      await archiveForecasts(depsOf());
      const times = await issueTimesOf();
      expect(times.length, `operation ${killed + 1}`).toBe(1);
      expect([NOON, NOON + 60]).toContain(times[0]);
    }
    expect(killed).toBeGreaterThan(25);
  },
);

test('a full disk fails the attempt, changes no earlier issue, and is no obstacle once it has room', async () => {
  await archiveForecasts(depsOf());
  const before = new Map(objects.contents);
  now = NOON + HOUR;
  const full = {
    ...objects,
    put: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
  };
  await expect(archiveForecasts(depsOf({ objects: full }))).rejects.toThrow('no space left');
  expect(objects.contents).toEqual(before);
  now += 600;
  expect(await archiveForecasts(depsOf())).toMatchObject({ kind: 'archived', issueTime: NOON + HOUR + 600 });
});

test('a store that does not respond fails the attempt: what it kept back is not archived as missing', async () => {
  const fault = new StoreUnavailableError('gfs/v1/fc/c/0', 'no response within 30 s');
  await expect(archiveForecasts(depsOf({ storeFault: () => fault }))).rejects.toThrow(fault);
  expect(objects.contents.size).toBe(0);
  now += 60;
  expect(await archiveForecasts(depsOf())).toMatchObject({ kind: 'archived', issueTime: NOON + 60 });
});

test('a second writer is refused while one writes, and lets it finish', async () => {
  const inside = depsOf({
    issue: async (stations) => {
      await expect(archiveForecasts(depsOf())).rejects.toThrow(/is in use by process/);
      return issueNow(stations);
    },
  });
  expect(await archiveForecasts(inside)).toMatchObject({ kind: 'archived' });
  expect(await issueTimesOf()).toEqual([NOON]);
});

test('with the first issue of a day, days that are over are closed and old ones removed', async () => {
  for (let day = 0; day < 4; day++) {
    now = NOON + day * DAY;
    const outcome = await archiveForecasts(depsOf({ keepDays: 2 }));
    expect(outcome).toMatchObject({ kind: 'archived', removed: day < 3 ? [] : ['2026-11-20-closed'] });
  }
  const groups = [...objects.contents.keys()].flatMap(
    (key) => /^forecast-archive\/(.*)\/complete/.exec(key)?.[1] ?? [],
  );
  expect(groups.sort()).toEqual(['2026-11-21-closed', '2026-11-22', '2026-11-23']);
  expect(await issueTimesOf('2026-11-21')).toEqual([NOON + DAY]);
});

test('days are tidied by one process at a time: another leaves it to that one', async () => {
  const lock = await lockDirectory(`${directory}/forecast-archive-days`);
  for (const day of [0, 2]) {
    now = NOON + day * DAY;
    expect(await archiveForecasts(depsOf({ keepDays: 1 }))).toMatchObject({ kind: 'archived', removed: [] });
  }
  lock.release();
  expect(await issueTimesOf()).toEqual([NOON]);
});
