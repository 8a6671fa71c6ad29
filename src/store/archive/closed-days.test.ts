/** Closing days: the same issues before, after, and through kills; fewer objects; other readers. */

import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { asZarritaStore } from '../../../test/zarrita-store.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { DAY } from '../../model/time.js';
import { type Fault, StoreKilledError, withFault } from '../objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { startOfDay } from './archive-format.js';
import { type OnDefect, readArchive } from './archived-issues.js';
import { closeDays } from './closed-days.js';
import { isIssueWritten, removeOldIssues, writeIssue } from './issue-writer.js';
import { NOWCAST_ARCHIVE } from './nowcast-archive.js';

const START = startOfDay('2026-11-20')!;
const LEADS = [5, 15, 30];
const fail = (defect: Error): never => {
  throw defect;
};

/** Values tell minute, station and lead. */
function issueAt(minute: number, ids: readonly string[] = ['KAAA', 'KBBB']): NowcastIssue {
  const count = ids.length * LEADS.length;
  return {
    issueTime: START + 60 * minute,
    stations: ids.map((id, i) => ({ id, latitude: 40 + i, longitude: -90 - i })),
    leads: LEADS,
    rates: Float32Array.from({ length: count }, (_, i) => (i === 1 ? Number.NaN : minute + i / 8)),
    probabilities: Float32Array.from({ length: count }, (_, i) => i / count),
    confidence: new Float32Array(count).fill(0.5),
    sources: Uint8Array.from({ length: count }, (_, i) => i % 4),
    networks: ids.map((_, i) => (i === 0 ? 'mrms' : null)),
    validTimes: ids.map((_, i) => (i === 0 ? START + 60 * minute - 180 : null)),
    simulated: minute % 2 === 0,
  };
}

/** Two groups of one day: the second has another station. */
const ISSUES = [issueAt(0), issueAt(2, ['EDDF']), issueAt(3), issueAt(1439)];

async function archiveOf(issues: readonly NowcastIssue[]): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  for (const issue of issues) await writeIssue(objects, NOWCAST_ARCHIVE, issue);
  return objects;
}

async function issuesOf(objects: ObjectStore, onDefect?: OnDefect): Promise<NowcastIssue[]> {
  const issues: NowcastIssue[] = [];
  for await (const issue of readArchive(objects, NOWCAST_ARCHIVE, '2026-11-20', onDefect)) issues.push(issue);
  return issues;
}

const close = (objects: ObjectStore, day: number) =>
  closeDays(objects, NOWCAST_ARCHIVE, { now: START + day * DAY + 60, onDefect: fail });
const groupsOf = ({ contents }: MemoryObjects) => [
  ...new Set([...contents.keys()].map((key) => key.split('/')[1]!).sort()),
];

test('a day is closed once it is over for a day, and says the same', async () => {
  const objects = await archiveOf(ISSUES);
  expect(await close(objects, 1)).toEqual([]);
  expect(await close(objects, 2)).toEqual(['2026-11-20', '2026-11-20-2']);
  expect(await close(objects, 2)).toEqual([]);
  expect(groupsOf(objects)).toEqual(['2026-11-20-2-closed', '2026-11-20-closed']);
  expect(await issuesOf(objects)).toEqual(ISSUES);
});

test('a closed group is 26 objects, however many issues it has', async () => {
  const objects = await archiveOf(Array.from({ length: 20 }, (_, minute) => issueAt(minute)));
  expect(objects.contents.size).toBe(20 * 7 + 19);
  await close(objects, 2);
  expect(objects.contents.size).toBe(26);
});

test('days that a service which stood still has left open are closed later', async () => {
  const objects = await archiveOf(ISSUES);
  expect(await close(objects, 30)).toHaveLength(2);
  expect(await close(await archiveOf(ISSUES), 31)).toEqual([]);
});

test('killed before, between or after its operations, every issue stays as it was', async () => {
  const sound = await archiveOf(ISSUES);
  const copy = () => {
    const objects = createMemoryObjects();
    for (const [key, bytes] of sound.contents) objects.contents.set(key, bytes);
    return objects;
  };
  const counted = withFault(copy(), { at: Number.POSITIVE_INFINITY, moment: 'before' });
  await close(counted, 2);
  const operations = Array.from({ length: counted.operations() }, (_, n) => n + 1);
  const faults: Fault[] = [{ at: 1, moment: 'before' }, ...operations.map((at): Fault => ({ at, moment: 'after' }))];
  for (const fault of faults) {
    const objects = copy();
    await expect(close(withFault(objects, fault), 2)).rejects.toThrow(StoreKilledError);
    expect(await issuesOf(objects), `killed ${fault.moment} ${fault.at}`).toEqual(ISSUES);
    await close(objects, 2);
    expect(await issuesOf(objects)).toEqual(ISSUES);
    expect(groupsOf(objects)).toEqual(['2026-11-20-2-closed', '2026-11-20-closed']);
  }
});

test('nothing is written to a closed group: an issue of that day begins another', async () => {
  const objects = await archiveOf([issueAt(0)]);
  await close(objects, 2);
  expect(await isIssueWritten(objects, NOWCAST_ARCHIVE, issueAt(5))).toBe(false);
  await writeIssue(objects, NOWCAST_ARCHIVE, issueAt(5));
  expect(await issuesOf(objects)).toEqual([issueAt(0), issueAt(5)]);
  expect(groupsOf(objects)).toEqual(['2026-11-20-2', '2026-11-20-closed']);
});

test('a damaged issue is told of and given up, a damaged group stays open', async () => {
  const objects = await archiveOf(ISSUES);
  objects.contents.get('nowcast-archive/2026-11-20/rate/c.3.0.0')![20]! ^= 1;
  objects.contents.get('nowcast-archive/2026-11-20-2/lead/c/0')![3]! ^= 1;
  const told: string[] = [];
  const now = START + 2 * DAY;
  expect(await closeDays(objects, NOWCAST_ARCHIVE, { now, onDefect: ({ key }) => told.push(key) })).toEqual([
    '2026-11-20',
  ]);
  expect(told.sort()).toEqual(['nowcast-archive/2026-11-20-2/lead/c/0', 'nowcast-archive/2026-11-20/rate/c.3.0.0']);
  expect(await issuesOf(objects, () => undefined)).toEqual([ISSUES[0], ISSUES[3]]);
});

test('every flipped bit of a shard is told of, or the issue is what it was', async () => {
  const sound = await archiveOf([issueAt(0), issueAt(7)]);
  await close(sound, 2);
  const issues = await issuesOf(sound);
  const key = 'nowcast-archive/2026-11-20-closed/rate/c.0.0.0';
  const { length } = sound.contents.get(key)!;
  for (let at = 0; at < length; at += 131) {
    const objects = createMemoryObjects();
    for (const [name, bytes] of sound.contents) objects.contents.set(name, bytes.slice());
    objects.contents.get(key)![at]! ^= 1 << (at % 8);
    const told: string[] = [];
    const read = await issuesOf(objects, (defect) => told.push(defect.key));
    expect(told.every((name) => name === key) && told.length > 0, `byte ${at}`).toBe(true);
    for (const issue of read) expect(issues).toContainEqual(issue);
  }
});

test('old days are removed, closed or not', async () => {
  const objects = await archiveOf(ISSUES);
  await close(objects, 2);
  expect(await removeOldIssues(objects, NOWCAST_ARCHIVE.format, { now: START + 9 * DAY, keepDays: 7 })).toEqual([
    '2026-11-20-2-closed',
    '2026-11-20-closed',
  ]);
  expect(objects.contents.size).toBe(0);
});

test('zarrita reads a closed day as it reads an open one', async () => {
  const objects = await archiveOf([issueAt(0), issueAt(7)]);
  await close(objects, 2);
  const root = zarr.root(asZarritaStore(objects, 'nowcast-archive/2026-11-20-closed'));
  const open = async (name: string) => zarr.open.v3(root.resolve(name), { kind: 'array' });
  const rate = await open('rate');
  expect((await zarr.get(rate, [7, null, null])).data).toEqual(issueAt(7).rates);
  expect((await zarr.get(rate, [8, null, null])).data).toEqual(new Float32Array(6).fill(Number.NaN));
  expect((await zarr.get(await open('network'), [7, null])).data).toEqual(Uint8Array.of(1, 0));
  expect((await zarr.get(await open('status'), [zarr.slice(6, 9)])).data).toEqual(Uint8Array.of(0, 1, 0));
});
