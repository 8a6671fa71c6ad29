/** The past that a demo begins with, from documents of days: kills, bad documents, and what the service itself has recorded. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { decodeMetarCache } from '../../src/decode/metar/metar-cache.js';
import { type PastContext, recallPast } from '../../src/ingest/archive/past-days.js';
import { recordPastDay } from '../../src/ingest/reports/past-hours.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../src/model/forecast-issue.js';
import { DAY, formatDate, HOUR, MINUTE } from '../../src/model/time.js';
import { VERIFICATION_STATIONS } from '../../src/model/verification-stations.js';
import { readArchive } from '../../src/store/archive/archived-issues.js';
import { FORECAST_ARCHIVE } from '../../src/store/archive/forecast-archive.js';
import { writeIssue } from '../../src/store/archive/issue-writer.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { readHours } from '../../src/store/reports/hour-record.js';

/** Noon of a day; hours are taken from here up to four days before. */
const TODAY = 20_780;
const NOW = TODAY * DAY + 12 * HOUR;
const DAYS = 6;
const STATIONS = VERIFICATION_STATIONS.filter(({ id }) => ['EDDF', 'KJFK'].includes(id));

let url: string;
let server: Server;
let directory: string;
let asked: string[];
/** Answers in place of the documents, by path. */
let answers: Map<string, () => { readonly status?: number; readonly body?: string | Uint8Array }>;

const row = (length: number, value: number) => new Array<number>(length).fill(value);

function issuesDocument(day: number): string {
  const rows = (value: number) => [row(ISSUE_HOURS, value), row(ISSUE_HOURS, value)];
  const issues = [0, 6].map((hour) => ({
    ...{ time: day * DAY + hour * HOUR, published: day * DAY - HOUR },
    hours: { temperature: rows(280 + hour), precipitation: rows(0.5), probability: rows(0.25) },
    days:
      hour === 0
        ? []
        : [
            {
              ...{ station: 0, first_day: day, temperature_max: row(ISSUE_DAYS, 290) },
              ...{ temperature_min: row(ISSUE_DAYS, 270), precipitation: row(ISSUE_DAYS, 2) },
              probability: row(ISSUE_DAYS, 0.5),
            },
          ],
  }));
  return JSON.stringify({ day: formatDate(day), stations: ['EDDF', 'KJFK'], issues });
}

/** Reports of New York at 53 minutes past, in °C. */
function reportsDocument(day: number, celsius = 10): string {
  const rows = Array.from({ length: 24 }, (_, hour) => {
    const time = new Date((day * DAY + hour * HOUR - 7 * MINUTE) * 1000).toISOString();
    const stamp = `${time.slice(8, 10)}${time.slice(11, 13)}${time.slice(14, 16)}Z`;
    const text = `KJFK ${stamp} AUTO 27005KT 10SM CLR ${celsius}/00 A2990 RMK AO2 SLP125 T0${celsius}00000`;
    return `${text},KJFK,${time.slice(0, 19)}Z,40.64,-73.78,METAR,4`;
  });
  return ['raw_text,station_id,observation_time,latitude,longitude,metar_type,elevation_m', ...rows, ''].join('\n');
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url!;
    asked.push(path);
    const [, date, name] = /^\/past\/(\d{4}-\d\d-\d\d)\/(issues|reports)\./.exec(path)!;
    const day = Date.parse(`${date}T00:00:00Z`) / 1000 / DAY;
    const { status = 200, body } = answers.get(path)?.() ?? {};
    response.writeHead(status).end(body ?? gzipSync(name === 'issues' ? issuesDocument(day) : reportsDocument(day)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  directory = mkdtempSync(join(tmpdir(), 'weatherglass-past-days-'));
});
beforeEach(() => {
  asked = [];
  answers = new Map();
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

const contextOf = (objects: ObjectStore, more: Partial<PastContext> = {}): PastContext => ({
  ...{ objects, directory, clock: { now: () => NOW }, log: silentLog, source: { baseUrl: url, simulated: true } },
  ...{ progress: () => undefined, random: () => 0.5, sleep: async () => undefined },
  ...{ stations: STATIONS, keepDays: 400, days: DAYS, ...more },
});

async function issuesOf(objects: ObjectStore, day: number): Promise<ForecastIssue[]> {
  const issues: ForecastIssue[] = [];
  for await (const issue of readArchive(objects, FORECAST_ARCHIVE, formatDate(day))) issues.push(issue);
  return issues;
}
const pathOf = (day: number, name: 'issues.json' | 'reports.csv') => `/past/${formatDate(day)}/${name}.gz`;

test('days of the past are stored oldest first, and nothing is asked for again', async () => {
  const objects = createMemoryObjects();
  // Hours of the last three days are left to the caches of the last 90 hours.
  expect(await recallPast(contextOf(objects))).toEqual({ issues: 6, hours: 3, left: 0, isKept: true });
  expect(asked.slice(0, 3)).toEqual([
    pathOf(TODAY - 6, 'issues.json'),
    pathOf(TODAY - 6, 'reports.csv'),
    pathOf(TODAY - 5, 'issues.json'),
  ]);
  const [midnight, morning] = await issuesOf(objects, TODAY - 6);
  expect(midnight!.stations.map(({ id, zone }) => [id, zone])).toEqual([
    ['EDDF', 'Europe/Berlin'],
    ['KJFK', 'America/New_York'],
  ]);
  expect([midnight!.firstDays, morning!.firstDays, morning!.simulated]).toEqual([
    [null, null],
    [TODAY - 6, null],
    true,
  ]);
  expect(morning!.hours.temperature[30]).toBeCloseTo(286, 2);
  expect(morning!.days.temperatureMax[0]).toBeCloseTo(290, 2);
  expect(morning!.days.temperatureMax[ISSUE_DAYS]).toBeNaN();
  const hours = await readHours(objects, formatDate(TODAY - 5));
  expect([hours!.temperatures.length, hours!.simulated]).toEqual([24, true]);
  expect(hours!.temperatures[0]).toBeCloseTo(283.15, 2);
  asked = [];
  expect(await recallPast(contextOf(objects))).toEqual({ issues: 0, hours: 0, left: 0, isKept: true });
  expect(asked).toEqual([]);
});

test('a run that is ended in a download leaves whole days, and the next one goes on with the others', async () => {
  const objects = createMemoryObjects();
  const stop = new AbortController();
  answers.set(pathOf(TODAY - 4, 'issues.json'), () => {
    stop.abort(new Error('ended'));
    return { body: '{' };
  });
  await expect(recallPast(contextOf(objects, { signal: stop.signal }))).rejects.toThrow('ended');
  const counts = async () => Promise.all([6, 5, 4, 3].map(async (n) => (await issuesOf(objects, TODAY - n)).length));
  expect(await counts()).toEqual([2, 2, 0, 0]);
  answers.clear();
  asked = [];
  expect(await recallPast(contextOf(objects))).toMatchObject({ issues: 4, hours: 1, left: 0 });
  expect(asked[0]).toBe(pathOf(TODAY - 4, 'issues.json'));
  expect(await counts()).toEqual([2, 2, 2, 2]);
});

test('what the service itself issued and observed stays, and missing hours and stations come beside it', async () => {
  const objects = createMemoryObjects();
  const empty = createMemoryObjects();
  await recallPast(contextOf(empty, { days: 1 }));
  const [issue] = await issuesOf(empty, TODAY - 1);
  const own = { ...issue!, issueTime: (TODAY - 2) * DAY + 9 * HOUR };
  await writeIssue(objects, FORECAST_ARCHIVE, own);
  const afternoon = decodeMetarCache(Buffer.from(reportsDocument(TODAY - 5, 20))).reports.slice(12);
  const store = { objects, log: silentLog, simulated: true, now: NOW, createdAt: NOW };
  await recordPastDay(store, afternoon, TODAY - 5);
  expect(await recallPast(contextOf(objects))).toMatchObject({ issues: 5, hours: 3 });
  expect((await issuesOf(objects, TODAY - 2)).map(({ issueTime }) => issueTime)).toEqual([own.issueTime]);
  const hours = await readHours(objects, formatDate(TODAY - 5));
  expect(Array.from(hours!.temperatures, (kelvin) => Math.round(kelvin - 273.15))).toEqual([
    ...row(12, 10),
    ...row(12, 20),
  ]);
});

test.each([
  ['cut', () => ({ body: gzipSync(issuesDocument(TODAY - 2)).subarray(0, 60) })],
  ['of another day', () => ({ body: issuesDocument(TODAY - 3) })],
  ['with a row too few', () => ({ body: issuesDocument(TODAY - 2).replace(/\[\[[^\]]*\],/, '[') })],
  ['with a temperature of 400 K', () => ({ body: issuesDocument(TODAY - 2).replace('280', '400') })],
  ['with a null', () => ({ body: issuesDocument(TODAY - 2).replace('280', 'null') })],
  ['with a station twice', () => ({ body: issuesDocument(TODAY - 2).replace('"KJFK"', '"EDDF"') })],
  ['published after its issue', () => ({ body: issuesDocument(TODAY - 2).replace(/"published":\d/, '"published":9') })],
  ['that is no object', () => ({ body: '[]' })],
])('a document %s changes nothing of its day, and the others are stored', async (_, answer) => {
  const objects = createMemoryObjects();
  answers.set(pathOf(TODAY - 2, 'issues.json'), answer);
  expect(await recallPast(contextOf(objects, { days: 3 }))).toEqual({ issues: 2, hours: 0, left: 1, isKept: true });
  expect(await objects.list(`forecast-archive/${formatDate(TODAY - 2)}`)).toEqual([]);
  expect(await issuesOf(objects, TODAY - 3)).toHaveLength(2);
});

test('an upstream without a past is asked once; a time that is over leaves all days; archiving that is off keeps hours', async () => {
  const objects = createMemoryObjects();
  answers.set(pathOf(TODAY - DAYS, 'issues.json'), () => ({ status: 404 }));
  expect(await recallPast(contextOf(objects))).toEqual({ issues: 0, hours: 0, left: 0, isKept: false });
  expect(asked).toHaveLength(1);
  const deadline = { seconds: 1, remaining: () => 0, signal: new AbortController().signal };
  expect(await recallPast(contextOf(objects, { deadline }))).toMatchObject({ issues: 0, left: DAYS });
  expect(objects.contents.size).toBe(0);
  expect(await recallPast(contextOf(objects, { keepDays: 0 }))).toMatchObject({ issues: 0, hours: 3, left: 0 });
});
