/** The record of issued nowcasts: what comes back of it, what a kill leaves, what others see of it. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { randomFrom } from '../../../test/random-cube.js';
import { asZarritaStore } from '../../../test/zarrita-store.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { type Fault, StoreKilledError, withFault } from '../objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { dayOf, dayOfGroup, type GroupFrame, startOfDay } from './archive-format.js';
import { readArchive } from './archived-issues.js';
import { removeOldIssues, writeIssue } from './issue-writer.js';
import { NOWCAST_ARCHIVE } from './nowcast-archive.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const LEADS = [5, 15, 30, 60, 90, 115];

function issueAt(issueTime: number, seed = issueTime, count = 3, leads = LEADS): NowcastIssue {
  const random = randomFrom(seed);
  const share = () => Math.fround(random() / 2 ** 32);
  const floats = (value: () => number) => Float32Array.from({ length: count * leads.length }, value);
  return {
    issueTime,
    stations: Array.from({ length: count }, (_, i) => ({
      id: `K${'ÄBC'[i % 3]}${i}`,
      latitude: 40 + i / 7,
      longitude: -90 - i / 3,
    })),
    leads,
    rates: floats(() => (random() % 5 === 0 ? Number.NaN : share() * 30)),
    probabilities: floats(share),
    confidence: floats(share),
    sources: Uint8Array.from({ length: count * leads.length }, () => random() % 4),
    networks: Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 'mrms' : i % 3 === 0 ? 'rrqpe' : null)),
    validTimes: Array.from({ length: count }, (_, i) => (i % 2 === 0 ? issueTime - 120 : null)),
    simulated: seed % 2 === 0,
  };
}

async function issuesOf(objects: ObjectStore, day = '2026-11-20'): Promise<NowcastIssue[]> {
  const issues: NowcastIssue[] = [];
  for await (const issue of readArchive(objects, NOWCAST_ARCHIVE, day)) issues.push(issue);
  return issues;
}

async function archiveOf(...issues: readonly NowcastIssue[]) {
  const objects = createMemoryObjects();
  for (const issue of issues) await writeIssue(objects, NOWCAST_ARCHIVE, issue);
  return objects;
}

test.each([
  [NOON, '2026-11-20'],
  [Date.UTC(2026, 10, 20, 23, 59, 59) / 1000, '2026-11-20'],
  [Date.UTC(2026, 10, 21) / 1000, '2026-11-21'],
])('an instant belongs to a day of UTC', (time, day) => {
  expect(dayOf(time)).toBe(day);
  expect(startOfDay(day)! <= time && time < startOfDay(day)! + 86_400).toBe(true);
});

test('groups are named after their day', () => {
  expect(['2026-11-20', '2026-11-20-12', '2026-13-20', '2026-11-20-0', 'x'].map(dayOfGroup)).toEqual([
    '2026-11-20',
    '2026-11-20',
    null,
    null,
    null,
  ]);
});

test('issues come back as they were written, in the order of their minutes', async () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 6 });
  const sizes = fc.record({
    minutes,
    stations: fc.integer({ min: 1, max: 40 }),
    leads: fc.integer({ min: 1, max: 6 }),
  });
  const property = fc.asyncProperty(sizes, async ({ minutes, stations, leads }) => {
    const start = startOfDay('2026-11-20')!;
    const issues = minutes.map((minute) => issueAt(start + 60 * minute, minute, stations, LEADS.slice(0, leads)));
    const objects = await archiveOf(...issues);
    expect(await issuesOf(objects)).toEqual(issues.sort((a, b) => a.issueTime - b.issueTime));
    expect(await issuesOf(objects, '2026-11-21')).toEqual([]);
  });
  await fc.assert(property, { numRuns: 15 });
});

test('what was said stays said: the same minute again changes nothing', async () => {
  const objects = await archiveOf(issueAt(NOON));
  const before = new Map(objects.contents);
  await writeIssue(objects, NOWCAST_ARCHIVE, issueAt(NOON, 99));
  expect(isDeepStrictEqual(objects.contents, before)).toBe(true);
});

test('an issue is seven objects', async () => {
  const objects = await archiveOf(issueAt(NOON));
  const before = objects.contents.size;
  await writeIssue(objects, NOWCAST_ARCHIVE, issueAt(NOON + 60));
  expect(objects.contents.size - before).toBe(7);
});

test('a changed set of stations or leads begins another group, and the old one is found again', async () => {
  const issues = [
    issueAt(NOON, 1, 3),
    issueAt(NOON + 60, 2, 4),
    issueAt(NOON + 120, 3, 4, [5, 15]),
    issueAt(NOON + 180, 4, 3),
  ];
  const objects = await archiveOf(...issues);
  const groups = (await objects.list(''))
    .filter((key) => key.endsWith('complete.json'))
    .map((key) => key.split('/')[1]);
  expect(groups.sort()).toEqual(['2026-11-20', '2026-11-20-2', '2026-11-20-3']);
  expect(await issuesOf(objects)).toEqual(issues);
});

test.each<[string, Partial<NowcastIssue>, RegExp]>([
  ['seconds in its time', { issueTime: NOON + 1 }, /is a whole minute/],
  ['no stations', { stations: [] }, /0 stations and 6 leads/],
  ['leads that fall', { leads: [5, 15, 30, 60, 90, 89] }, /rise from 0/],
  ['a rate too few', { rates: new Float32Array(17) }, /17 rates of 18/],
  ['a source that nobody knows', { sources: new Uint8Array(18).fill(4) }, /sources are 0 to 3/],
  ['one network for all', { networks: ['mrms'] }, /1 networks and 3 valid times of 3/],
  ['a station twice', { stations: new Array(3).fill({ id: 'KDEN', latitude: 39.8, longitude: -104.7 }) }, /each once/],
])('an issue with %s is refused, and nothing is written', async (_, change, message) => {
  const objects = createMemoryObjects();
  const write = writeIssue(objects, NOWCAST_ARCHIVE, { ...issueAt(NOON), ...change });
  await expect(write).rejects.toThrow(RangeError);
  await expect(write).rejects.toThrow(message);
  expect(objects.contents.size).toBe(0);
});

test.each<Fault['moment']>(['before', 'after', 'torn'])(
  'killed %s any operation, issues are whole or absent',
  async (moment) => {
    const [first, second] = [issueAt(NOON), issueAt(NOON + 60)];
    async function run(objects: ObjectStore): Promise<void> {
      await writeIssue(objects, NOWCAST_ARCHIVE, first);
      await writeIssue(objects, NOWCAST_ARCHIVE, second);
    }
    const counted = withFault(createMemoryObjects(), { at: Number.POSITIVE_INFINITY, moment: 'before' });
    await run(counted);
    for (let at = 1; at <= counted.operations(); at++) {
      const objects = createMemoryObjects();
      await expect(run(withFault(objects, { at, moment }))).rejects.toThrow(StoreKilledError);
      const left: NowcastIssue[] = [];
      // A torn status, which a rename never leaves, is the one thing that is told of.
      for await (const issue of readArchive(objects, NOWCAST_ARCHIVE, '2026-11-20', () => expect(moment).toBe('torn')))
        left.push(issue);
      expect([[], [first], [first, second]]).toContainEqual(left);
      await run(objects);
      if (moment !== 'torn') expect(await issuesOf(objects)).toEqual([first, second]);
    }
  },
);

test('damage is told of by object and left out; nothing else is said than was said', async () => {
  const issues = [issueAt(NOON), issueAt(NOON + 60), issueAt(NOON + 120)];
  const sound = await archiveOf(...issues);
  const random = randomFrom(7);
  for (const [key, bytes] of sound.contents) {
    const objects = createMemoryObjects();
    for (const [name, contents] of sound.contents) objects.contents.set(name, contents);
    const damaged = bytes.slice();
    damaged[random() % damaged.length]! ^= 1 << (random() % 8);
    objects.contents.set(key, damaged);
    const told: string[] = [];
    for await (const issue of readArchive(objects, NOWCAST_ARCHIVE, '2026-11-20', (defect) => told.push(defect.key)))
      expect(issues).toContainEqual(issue);
    // Documents and coordinates that only other readers need are not looked at.
    const isRead = !/\/\w+\/zarr\.json$|\/issue\//.test(key);
    if (isRead && !key.endsWith('complete.json')) expect(told, key).toEqual([key]);
  }
});

test('a damaged group with issues is not written over: the day goes on beside it', async () => {
  const objects = await archiveOf(issueAt(NOON));
  objects.contents.set('nowcast-archive/2026-11-20/complete.json', new Uint8Array(2));
  await writeIssue(objects, NOWCAST_ARCHIVE, issueAt(NOON + 60));
  const read: number[] = [];
  for await (const { issueTime } of readArchive(objects, NOWCAST_ARCHIVE, '2026-11-20', () => undefined))
    read.push(issueTime);
  expect(read).toEqual([NOON + 60]);
});

test('issues that are not selected are not read, by time and by station', async () => {
  const objects = await archiveOf(issueAt(NOON), issueAt(NOON + 60), issueAt(NOON + 60, 1, 5), issueAt(NOON + 120));
  objects.contents.set('nowcast-archive/2026-11-20/rate/c.720.0.0', new Uint8Array(2));
  const read: [number, number][] = [];
  const fail = (defect: Error) => {
    throw defect;
  };
  const isWanted = ({ slotTime, axes }: GroupFrame) => slotTime > NOON && axes.get('station')!.length === 3;
  for await (const { issueTime, stations } of readArchive(objects, NOWCAST_ARCHIVE, '2026-11-20', fail, isWanted))
    read.push([issueTime, stations.length]);
  expect(read).toEqual([
    [NOON + 60, 3],
    [NOON + 120, 3],
  ]);
});

test('days stay as long as they are kept, all groups of a day together', async () => {
  const days = [0, 1, 2, 3].map((day) => issueAt(NOON + 86_400 * day));
  const objects = await archiveOf(...days, issueAt(NOON + 60, 1, 5));
  const remove = (day: number) =>
    removeOldIssues(objects, NOWCAST_ARCHIVE.format, { now: NOON + 86_400 * day, keepDays: 2 });
  expect(await remove(2)).toEqual([]);
  expect(await remove(3)).toEqual(['2026-11-20', '2026-11-20-2']);
  expect(await issuesOf(objects)).toEqual([]);
  expect(await issuesOf(objects, '2026-11-21')).toEqual([days[1]]);
});

test('zarrita reads a day as three axes, absent issues as fill', async () => {
  const issue = issueAt(NOON, 3);
  const objects = await archiveOf(issue);
  const root = zarr.root(asZarritaStore(objects, 'nowcast-archive/2026-11-20'));
  const open = async (name: string) => zarr.open.v3(root.resolve(name), { kind: 'array' });
  const rate = await open('rate');
  expect(rate.shape).toEqual([1440, 3, 6]);
  expect((await zarr.get(rate, [720, null, null])).data).toEqual(issue.rates);
  expect((await zarr.get(rate, [721, null, null])).data).toEqual(new Float32Array(18).fill(Number.NaN));
  expect((await zarr.get(await open('source'), [720, null, null])).data).toEqual(issue.sources);
  expect((await zarr.get(await open('network'), [720, null])).data).toEqual(Uint8Array.of(1, 0, 1));
  const status = (await zarr.get(await open('status'), [zarr.slice(719, 722)])).data;
  expect(status).toEqual(Uint8Array.of(0, 1, 0));
  expect((await zarr.get(await open('lead'))).data).toEqual(Float64Array.from(LEADS));
  expect([...((await zarr.get(await open('station'))).data as Iterable<string>)]).toEqual(['KÄ0', 'KB1', 'KC2']);
  expect((await zarr.get(await open('issue'), [720])) as unknown).toEqual(BigInt(NOON));
  expect((await open('source')).attrs).toMatchObject({
    flag_values: [0, 1, 2, 3],
    flag_meanings: 'none radar blend nwp',
  });
});
