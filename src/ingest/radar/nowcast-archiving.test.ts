import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { radarFrame } from '../../../test/memory-radar.js';
import { silentLog } from '../../base/log.js';
import { ISSUE_LEADS, type IssueStation, type NowcastIssue } from '../../model/nowcast-issue.js';
import { DAY } from '../../model/time.js';
import { readArchive } from '../../store/archive/archived-issues.js';
import { NOWCAST_ARCHIVE } from '../../store/archive/nowcast-archive.js';
import { type Fault, StoreKilledError, withFault } from '../../store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { publishFrame } from '../../store/radar/radar-writer.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import { type ArchivingDependencies, archiveNewest } from './nowcast-archiving.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const GRID = { ...radarFrame({ dataset: 'mrms-rate', validTime: NOON }).description.grid, rows: 4, columns: 4 };
const STATIONS: readonly IssueStation[] = [
  { id: 'KAAA', latitude: 39.99, longitude: -89.99 },
  { id: 'KBBB', latitude: 39.98, longitude: -89.98 },
];
const directory = mkdtempSync(join(tmpdir(), 'weatherglass-archiving-'));
afterAll(() => rmSync(directory, { recursive: true }));

let objects: MemoryObjects;
let now: number;
let asked: number;
/** The frame that what is said stands on. */
let frameTime: number;

beforeEach(() => {
  objects = createMemoryObjects();
  asked = 0;
});

/** Publishes a frame that was seen three minutes before. */
async function publish(at: number, dataset: 'mrms-rate' | 'dwd-rate' = 'mrms-rate'): Promise<void> {
  now = at;
  frameTime = Math.floor(at / 60) * 60 - 180;
  await publishFrame(objects, radarFrame({ dataset, validTime: frameTime, grid: GRID }), at);
}

/** Says 1 mm/h everywhere. */
function saying(network: NowcastIssue['networks'][number] = 'mrms'): ArchivingDependencies['issue'] {
  return async (stations, issueTime) => {
    asked += 1;
    const count = stations.length * ISSUE_LEADS.length;
    return {
      issueTime,
      stations,
      leads: ISSUE_LEADS,
      rates: new Float32Array(count).fill(1),
      probabilities: new Float32Array(count).fill(0.5),
      confidence: new Float32Array(count).fill(0.5),
      sources: new Uint8Array(count).fill(1),
      networks: stations.map(() => network),
      validTimes: stations.map(() => frameTime),
      simulated: false,
    };
  };
}

const depsOf = (more: Partial<ArchivingDependencies> = {}): ArchivingDependencies => ({
  objects,
  clock: { now: () => now },
  log: silentLog,
  directory,
  keepDays: 400,
  stations: STATIONS,
  issue: saying(),
  ...more,
});

async function issueTimesOf(day = '2026-11-20'): Promise<number[]> {
  const times: number[] = [];
  for await (const { issueTime } of readArchive(objects, NOWCAST_ARCHIVE, day)) times.push(issueTime);
  return times;
}

test('each publication is archived once, at its minute, however often polls are repeated', async () => {
  await publish(NOON + 47);
  expect(await archiveNewest(depsOf(), 'mrms')).toEqual({ issueTime: NOON, nowcasts: 2, removed: [] });
  expect(await archiveNewest(depsOf(), 'mrms')).toBeNull();
  now += 60; // a poll that finds nothing new
  expect(await archiveNewest(depsOf(), 'mrms')).toBeNull();
  expect(asked).toBe(1);
  await publish(NOON + 120);
  expect((await archiveNewest(depsOf(), 'mrms'))?.issueTime).toBe(NOON + 120);
  expect(await issueTimesOf()).toEqual([NOON, NOON + 120]);
});

test('an issue a minute before midnight belongs to its day, wherever its leads reach', async () => {
  const late = Date.UTC(2026, 10, 20, 23, 59, 58) / 1000;
  await publish(late);
  await archiveNewest(depsOf(), 'mrms');
  await publish(late + 3);
  await archiveNewest(depsOf(), 'mrms');
  expect(await issueTimesOf('2026-11-20')).toEqual([Math.floor(late / 60) * 60]);
  expect(await issueTimesOf('2026-11-21')).toEqual([Date.UTC(2026, 10, 21) / 1000]);
});

test.each<Fault['moment']>(['before', 'after'])(
  'killed %s any operation, the next poll leaves exactly one whole issue',
  async (moment) => {
    await publish(NOON);
    const published = new Map(objects.contents);
    const restore = () => {
      objects = createMemoryObjects();
      for (const [key, bytes] of published) objects.contents.set(key, bytes);
    };
    let killed = 0;
    for (let isDying = true; isDying; killed += 1) {
      restore();
      now = NOON + 5;
      const dying = depsOf({ objects: withFault(objects, { at: killed + 1, moment }) });
      // Once the issue is written, what fails after it is only told of.
      isDying = await archiveNewest(dying, 'mrms').then(
        () => false,
        (error) => error instanceof StoreKilledError,
      );
      now = NOON + 65;
      await archiveNewest(depsOf(), 'mrms');
      expect(await issueTimesOf(), `operation ${killed + 1}`).toEqual([NOON]);
    }
    expect(killed).toBeGreaterThan(20);
  },
);

test.each<[name: string, change: () => Promise<Partial<ArchivingDependencies>>]>([
  ['no frame was ever published', async () => ({})],
  [
    'it was published more than five minutes ago',
    async () => {
      await publish(NOON);
      now = NOON + 301;
      return {};
    },
  ],
  [
    'the network is nowhere the first to answer',
    async () => {
      await publish(NOON);
      return { stations: [] };
    },
  ],
  [
    'nothing that is said stands on the frame',
    async () => {
      await publish(NOON);
      return { issue: saying(null) };
    },
  ],
  [
    'another frame comes while it is being said',
    async () => {
      await publish(NOON);
      const issue = saying();
      return {
        issue: async (stations, time) => {
          const said = await issue(stations, time);
          await publish(NOON + 120);
          return said;
        },
      };
    },
  ],
])('nothing is archived when %s', async (_name, change) => {
  now = NOON;
  expect(await archiveNewest(depsOf(await change()), 'mrms')).toBeNull();
  expect([...objects.contents.keys()].filter((key) => key.startsWith('nowcast-archive/'))).toEqual([]);
});

test('networks take turns: one waits until the other has written, and gives up one day', async () => {
  await publish(NOON);
  const held = await lockDirectory(`${directory}/nowcast-archive`);
  let looks = 0;
  const endless = depsOf({ pause: async () => looks++ });
  await expect(archiveNewest(endless, 'mrms')).rejects.toThrow(/is in use by process/);
  expect(looks).toBeGreaterThan(10);
  const patient = depsOf({ pause: async () => held.release() });
  expect(await archiveNewest(patient, 'mrms')).toMatchObject({ nowcasts: 2 });
});

test('networks at the same minute have a group each', async () => {
  await publish(NOON);
  await archiveNewest(depsOf(), 'mrms');
  await publish(NOON + 20, 'dwd-rate');
  const other = [{ id: 'EDDF', latitude: 50.03, longitude: 8.57 }];
  await archiveNewest(depsOf({ stations: other, issue: saying('dwd-rv') }), 'dwd-rv');
  expect(await issueTimesOf()).toEqual([NOON, NOON]);
});

test('with the first issue of a day, days that are over are closed, and those that are kept no longer removed', async () => {
  for (let day = 0; day < 4; day++) {
    await publish(NOON + day * DAY);
    const archived = await archiveNewest(depsOf({ keepDays: 2 }), 'mrms');
    expect(archived?.removed).toEqual(day < 3 ? [] : ['2026-11-20-closed']);
  }
  await publish(NOON + 3 * DAY + 120);
  expect((await archiveNewest(depsOf({ keepDays: 1 }), 'mrms'))?.removed).toEqual([]);
  expect(await issueTimesOf('2026-11-20')).toEqual([]);
  expect(await issueTimesOf('2026-11-21')).toEqual([NOON + DAY]);
  const groups = [...objects.contents.keys()].flatMap((key) => /^nowcast-archive\/(.*)\/complete/.exec(key)?.[1] ?? []);
  expect(groups.sort()).toEqual(['2026-11-21-closed', '2026-11-22', '2026-11-23']);
});

test('where another network tidies, it is left to it', async () => {
  const lock = await lockDirectory(`${directory}/nowcast-archive-days`);
  for (const day of [0, 2]) {
    await publish(NOON + day * DAY);
    expect(await archiveNewest(depsOf({ keepDays: 1 }), 'mrms')).toMatchObject({ nowcasts: 2, removed: [] });
  }
  lock.release();
  expect(await issueTimesOf()).toEqual([NOON]);
});

test('days that cannot be tidied hold up nothing', async () => {
  await publish(NOON);
  const failing = { ...objects, list: async (prefix: string) => fail(prefix) };
  expect(await archiveNewest(depsOf({ objects: failing }), 'mrms')).toMatchObject({ nowcasts: 2, removed: [] });

  function fail(prefix: string): Promise<string[]> {
    if (prefix.startsWith('nowcast-archive/2026-11-20/')) return objects.list(prefix); // the group itself
    throw new RangeError(`${prefix} cannot be listed`);
  }
});
