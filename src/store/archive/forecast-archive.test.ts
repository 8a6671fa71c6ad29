/** The archive of forecasts: what comes back, what a kill leaves, and what other readers of Zarr see. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { asZarritaStore } from '../../../test/zarrita-store.js';
import { crc32c } from '../../base/crc32c.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import { DAY, HOUR } from '../../model/time.js';
import { type Fault, StoreKilledError, withFault } from '../objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { encodeDocument } from '../versions/json-document.js';
import { newestIssue, readArchive } from './archived-issues.js';
import { closeDays } from './closed-days.js';
import { FORECAST_ARCHIVE } from './forecast-archive.js';
import { isIssueWritten, removeOldIssues, writeIssue } from './issue-writer.js';

const START = Date.UTC(2026, 10, 20) / 1000;
const STATIONS = [
  { id: 'PLCH', latitude: 1.986, longitude: -157.35, zone: 'Pacific/Kiritimati' },
  { id: 'KDEN', latitude: 39.847, longitude: -104.656, zone: 'America/Denver' },
];

/** Values on the steps of the archive that tell hour, station and record; the second station has no days. */
function issueAt(hour: number, minute = 0, stations = STATIONS): ForecastIssue {
  const hourly = (value: (n: number) => number) =>
    Float32Array.from({ length: stations.length * ISSUE_HOURS }, (_, n) => value(n));
  const daily = (value: (n: number) => number) =>
    Float32Array.from({ length: stations.length * ISSUE_DAYS }, (_, n) => (n < ISSUE_DAYS ? value(n) : Number.NaN));
  return {
    issueTime: START + hour * HOUR + minute * 60,
    stations,
    hours: {
      temperature: hourly((n) => 273.15 + hour + n / 100),
      precipitation: hourly((n) => (n === 3 ? Number.NaN : n / 10)),
      probability: hourly((n) => n / 100),
    },
    days: {
      temperatureMax: daily((n) => 290 + n / 4),
      temperatureMin: daily((n) => 280 - n / 4),
      precipitation: daily((n) => n * 50),
      probability: daily((n) => n / 16),
    },
    uncorrected:
      hour % 2 === 0
        ? null
        : {
            hours: { temperature: hourly((n) => 274 + n / 50), probability: hourly((n) => n / 200) },
            days: {
              temperatureMax: daily((n) => 291 + n / 4),
              temperatureMin: daily((n) => 281 - n / 4),
              probability: daily((n) => n / 32),
            },
          },
    firstDays: stations.map((_, i) => (i === 0 ? 20_777 : null)),
    updatedAt: stations.map((_, i) => START - 600 - i),
    stale: stations.map((_, i) => i === 1),
    simulated: hour % 2 === 0,
  };
}

/** The same with each number as the archive keeps it: a multiple of its step. */
function kept({ hours, days, uncorrected = null, ...rest }: ForecastIssue): object {
  const rounded = (digits: number) => (value: number) => (Number.isNaN(value) ? null : Number(value.toFixed(digits)));
  const tables = [hours, days, uncorrected?.hours ?? {}, uncorrected?.days ?? {}].map((section) =>
    Object.entries(section).map(([name, values]) => [
      name,
      Array.from(values as Float32Array, rounded(name.startsWith('prob') ? 4 : 2)),
    ]),
  );
  return { ...rest, tables };
}

async function archiveOf(...issues: readonly ForecastIssue[]): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  for (const issue of issues) await writeIssue(objects, FORECAST_ARCHIVE, issue);
  return objects;
}

async function issuesOf(objects: ObjectStore, day = '2026-11-20'): Promise<object[]> {
  const issues: object[] = [];
  for await (const issue of readArchive(objects, FORECAST_ARCHIVE, day)) issues.push(kept(issue));
  return issues;
}

const close = (objects: ObjectStore) =>
  closeDays(objects, FORECAST_ARCHIVE, {
    now: START + 2 * DAY + 60,
    onDefect: (defect) => {
      throw defect;
    },
  });

test('issues come back with their minute, their days and their gaps, from open and from closed groups', async () => {
  const issues = [issueAt(0, 3), issueAt(13), issueAt(23, 59)];
  const objects = await archiveOf(...issues);
  expect(await issuesOf(objects)).toEqual(issues.map(kept));
  expect(await close(objects)).toEqual(['2026-11-20']);
  expect([...objects.contents.keys()].filter((key) => !key.includes('-closed/'))).toEqual([]);
  expect(await issuesOf(objects)).toEqual(issues.map(kept));
});

/** The groups of an archive as a release before learned corrections wrote them: without the arrays for these. */
function asBefore(objects: MemoryObjects): void {
  for (const [key, bytes] of [...objects.contents]) {
    if (key.includes('_uncorrected/')) objects.contents.delete(key);
    if (!key.endsWith('/zarr.json') || key.split('/').length !== 3) continue;
    const group = JSON.parse(new TextDecoder().decode(bytes));
    const { metadata } = group.consolidated_metadata;
    for (const name of Object.keys(metadata)) if (name.endsWith('_uncorrected')) delete metadata[name];
    const changed = encodeDocument(group);
    objects.contents.set(key, changed);
    const completion = JSON.parse(new TextDecoder().decode(objects.contents.get(key.replace('zarr', 'complete'))!));
    objects.contents.set(
      key.replace('zarr', 'complete'),
      encodeDocument({ ...completion, metadataCrc32c: crc32c(changed) }),
    );
  }
}

test('a group of before learned corrections is read and closed, and the day goes on in another group', async () => {
  const objects = await archiveOf(issueAt(8));
  asBefore(objects);
  expect(await issuesOf(objects)).toEqual([kept(issueAt(8))]);
  await writeIssue(objects, FORECAST_ARCHIVE, issueAt(9));
  const both = [kept(issueAt(8)), kept(issueAt(9))];
  expect(await issuesOf(objects)).toEqual(both);
  expect(await close(objects)).toEqual(['2026-11-20', '2026-11-20-2']);
  expect(await issuesOf(objects)).toEqual(both);
});

test('every value comes back within half a step, and missing stays missing', async () => {
  const value = (largest: number, least = 0) =>
    fc.oneof(fc.constant(Number.NaN), fc.float({ min: Math.fround(least), max: Math.fround(largest), noNaN: true }));
  const values = fc.record({
    temperature: value(340, 180),
    precipitation: value(600),
    probability: value(1),
    day: value(1300),
  });
  const property = fc.asyncProperty(values, async ({ temperature, precipitation, probability, day }) => {
    const issue = issueAt(5);
    const filled = (one: number, like: Float32Array) => new Float32Array(like.length).fill(one);
    const { hours, days } = issue;
    const given: ForecastIssue = {
      ...issue,
      hours: {
        temperature: filled(temperature, hours.temperature),
        precipitation: filled(precipitation, hours.precipitation),
        probability: filled(probability, hours.probability),
      },
      days: { ...days, precipitation: filled(day, days.precipitation) },
    };
    const objects = await archiveOf(given);
    for await (const read of readArchive(objects, FORECAST_ARCHIVE, '2026-11-20')) {
      const pairs: [found: number, said: number, step: number][] = [
        [read.hours.temperature[30]!, temperature, 0.01],
        [read.hours.precipitation[30]!, precipitation, 0.01],
        [read.hours.probability[30]!, probability, 0.0001],
        [read.days.precipitation[3]!, day, 0.02],
      ];
      for (const [found, said, step] of pairs) {
        expect(Number.isNaN(found)).toBe(Number.isNaN(said));
        if (!Number.isNaN(said)) expect(Math.abs(found - said)).toBeLessThan(step * 0.501);
      }
    }
  });
  await fc.assert(property, { numRuns: 25 });
});

test('an hour has one issue: a later one of the same hour changes nothing', async () => {
  const objects = await archiveOf(issueAt(7, 1));
  const before = new Map(objects.contents);
  expect(
    await isIssueWritten(objects, FORECAST_ARCHIVE, { issueTime: START + 7 * HOUR + 3599, stations: STATIONS }),
  ).toBe(true);
  expect(await isIssueWritten(objects, FORECAST_ARCHIVE, { issueTime: START + 8 * HOUR, stations: STATIONS })).toBe(
    false,
  );
  expect(await writeIssue(objects, FORECAST_ARCHIVE, issueAt(7, 40))).toEqual({ isNew: false, beginsDay: false });
  expect(objects.contents).toEqual(before);
});

test('a station whose zone changes begins another group, and both are read', async () => {
  const moved = STATIONS.map((station) => ({ ...station, zone: 'Etc/UTC' }));
  const objects = await archiveOf(issueAt(7), issueAt(8, 0, moved));
  expect(await issuesOf(objects)).toEqual([kept(issueAt(7)), kept(issueAt(8, 0, moved))]);
});

test.each<Fault['moment']>(['before', 'after'])(
  'killed %s any operation, every issue is whole or absent, and the next attempt completes it',
  async (moment) => {
    const [first, second] = [issueAt(3), issueAt(4)];
    const counted = withFault(createMemoryObjects(), { at: Number.POSITIVE_INFINITY, moment: 'before' });
    for (const issue of [first, second]) await writeIssue(counted, FORECAST_ARCHIVE, issue);
    expect(counted.operations()).toBeGreaterThan(30);
    for (let at = 1; at <= counted.operations(); at++) {
      const objects = createMemoryObjects();
      const dying = withFault(objects, { at, moment });
      const killed = writeIssue(dying, FORECAST_ARCHIVE, first).then(() => writeIssue(dying, FORECAST_ARCHIVE, second));
      await expect(killed).rejects.toThrow(StoreKilledError);
      const left = await issuesOf(objects);
      expect([[], [kept(first)], [kept(first), kept(second)]], `operation ${at}`).toContainEqual(left);
      for (const issue of [first, second]) await writeIssue(objects, FORECAST_ARCHIVE, issue);
      expect(await issuesOf(objects)).toEqual([kept(first), kept(second)]);
    }
  },
);

test('an issue whose minute lies outside its hour is damaged, and the others stay readable', async () => {
  const objects = await archiveOf(issueAt(3), issueAt(4), issueAt(5));
  const key = (hour: number) => `forecast-archive/2026-11-20/issue_time/c.${hour}`;
  objects.contents.set(key(4), objects.contents.get(key(3))!);
  const defects: string[] = [];
  const read: number[] = [];
  const onDefect = ({ message }: Error) => defects.push(message);
  for await (const { issueTime } of readArchive(objects, FORECAST_ARCHIVE, '2026-11-20', onDefect))
    read.push(issueTime);
  expect(read).toEqual([START + 3 * HOUR, START + 5 * HOUR]);
  expect(defects).toEqual([expect.stringContaining('issue_time/c.4')]);
});

test('the newest issue is the newest that can be read, and none is from the future', async () => {
  const objects = await archiveOf(issueAt(3), issueAt(4), issueAt(5), issueAt(26));
  const newest = async (now: number, days = 3) =>
    (await newestIssue(objects, FORECAST_ARCHIVE, { now, days }))?.issueTime;
  expect(await newest(START + 40 * HOUR)).toBe(START + 26 * HOUR);
  expect(await newest(START + 25 * HOUR)).toBe(START + 5 * HOUR);
  objects.contents.get('forecast-archive/2026-11-20/hour_probability/c.5.0.0')![9]! ^= 1;
  expect(await newest(START + 25 * HOUR)).toBe(START + 4 * HOUR);
  expect(await newest(START + 99 * DAY)).toBeUndefined();
});

test('days stay as long as they are kept', async () => {
  const objects = await archiveOf(issueAt(3), issueAt(27));
  const remove = (day: number) =>
    removeOldIssues(objects, FORECAST_ARCHIVE.format, { now: START + day * DAY, keepDays: 2 });
  expect(await remove(2)).toEqual([]);
  expect(await remove(3)).toEqual(['2026-11-20']);
  expect(await issuesOf(objects, '2026-11-21')).toEqual([kept(issueAt(27))]);
});

test.each<[string, Partial<ForecastIssue>, RegExp]>([
  ['seconds in its time', { issueTime: START + 1 }, /is a whole minute/],
  ['no stations', { stations: [] }, /0 stations/],
  ['a temperature too few', { hours: { ...issueAt(0).hours, temperature: new Float32Array(51) } }, /51 values of 52/],
  ['states of one station', { stale: [true] }, /those of 2 stations/],
  ['half a day', { firstDays: [0.5, null] }, /whole numbers/],
])('an issue with %s is refused, and nothing is written', async (_, change, message) => {
  const objects = createMemoryObjects();
  await expect(writeIssue(objects, FORECAST_ARCHIVE, { ...issueAt(0), ...change })).rejects.toThrow(message);
  expect(objects.contents.size).toBe(0);
});

test.each(['open', 'closed'])('zarrita reads an %s day by hour, station and lead', async (state) => {
  const objects = await archiveOf(issueAt(7, 12));
  if (state === 'closed') await close(objects);
  const name = state === 'closed' ? '2026-11-20-closed' : '2026-11-20';
  const root = zarr.root(asZarritaStore(objects, `forecast-archive/${name}`));
  const open = async (array: string) => zarr.open.v3(root.resolve(array), { kind: 'array' });
  const temperature = await open('hour_temperature');
  expect(temperature.shape).toEqual([24, 2, ISSUE_HOURS]);
  const { scale_factor, add_offset } = temperature.attrs as Record<string, number>;
  const packed = (await zarr.get(temperature, [7, 1, 2])) as number;
  expect(packed * scale_factor! + add_offset!).toBeCloseTo(273.15 + 7 + 28 / 100, 9);
  expect(await zarr.get(temperature, [6, 1, 2])).toBe(-32768);
  expect((await zarr.get(await open('state'), [7, null])).data).toEqual(Uint8Array.of(1, 2));
  expect((await zarr.get(await open('first_day'), [7, null])).data).toEqual(Int32Array.of(20_777, 0));
  expect((await zarr.get(await open('issue_time'), [7])) as unknown).toEqual(BigInt(START + 7 * HOUR + 720));
  expect([...((await zarr.get(await open('zone'))).data as Iterable<string>)]).toEqual(
    STATIONS.map(({ zone }) => zone),
  );
});
