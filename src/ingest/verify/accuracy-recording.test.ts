/** The nightly verification, from archives in memory to the stored record and back. */

import { beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import { ignoreProgress } from '../../base/progress.js';
import type { AccuracyRecord } from '../../model/accuracy-record.js';
import { DAY, HOUR, MINUTE } from '../../model/time.js';
import { countStation, wetFrequency } from '../../science/verification/count-station.js';
import { HEADLINE_COLUMNS, RECORD_FORM, RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { noDateRows } from '../../science/verification/sums-layout.js';
import { createAccuracyShelf } from '../../store/accuracy/accuracy-shelf.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import { writeIssue } from '../../store/archive/issue-writer.js';
import { createMemoryObjects, type MemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { writeHours } from '../../store/reports/hour-record.js';
import { bytesOf } from '../../store/zarr/chunk-codec.js';
import { type AccuracyRecordingDependencies, recordAccuracy, type VerifyMinutes } from './accuracy-recording.js';
import { compareDates } from './archive-comparison.js';
import { BIAS, FIRST, hoursOf, issueAt, issuesOfWorld, LAST, STATIONS } from './archived-world.fixture.js';

/** Frankfurt and Denver are of one region, New York of another. */
const PLACES = STATIONS.map((place, n) => ({ ...place, region: n < 2 ? ('arctic' as const) : ('tropical' as const) }));

const world = createMemoryObjects();

beforeAll(async () => {
  for (const issue of issuesOfWorld()) await writeIssue(world, FORECAST_ARCHIVE, issue);
  for (let day = FIRST; day < LAST; day++) await writeHours(world, hoursOf(day), (day + 1) * DAY);
}, 60_000);

function copyOf(objects: MemoryObjects): MemoryObjects {
  const copy = createMemoryObjects();
  for (const [key, bytes] of objects.contents) copy.contents.set(key, bytes);
  return copy;
}

const run = (objects: MemoryObjects, changes: Partial<AccuracyRecordingDependencies> = {}) =>
  recordAccuracy({
    ...{ objects, clock: fixedClock((LAST + 2) * DAY), log: silentLog, stations: PLACES, climate: null },
    ...{ directory: `/tmp/weatherglass-accuracy-${process.pid}-${++locks}`, minutes: null, learn: null },
    ...{ progress: ignoreProgress, signal: new AbortController().signal, olderBlocks: 0, ...changes },
  });
let locks = 0;

const recordIn = async (objects: MemoryObjects): Promise<AccuracyRecord> =>
  (await createAccuracyShelf({ objects, form: RECORD_FORM, clock: fixedClock(0), log: silentLog })())!;

/** All rows of a record. */
async function rowsOf(objects: MemoryObjects): Promise<Record<string, Float64Array>> {
  const record = await recordIn(objects);
  const days = [record.firstDay, record.lastDay] as const;
  const groups = [
    'network',
    'region/arctic',
    'region/tropical',
    ...record.stations.map((id) => `station/${id}` as const),
  ] as const;
  const found: Record<string, Float64Array> = { headlines: await record.headlines(days) };
  for (const group of groups)
    for (const interval of ['1d', '1h', '1m'] as const)
      found[`${group} ${interval}`] = await record.rows(group, interval, days);
  return found;
}

/** Keys of objects that are not the very same. */
const changesBetween = (before: ReadonlyMap<string, Uint8Array>, after: ReadonlyMap<string, Uint8Array>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));

/** Names of rows that differ in a bit. */
const differing = (some: Record<string, Float64Array>, others: Record<string, Float64Array>) =>
  Object.keys({ ...some, ...others }).filter((name) => {
    const [one, other] = [some[name], others[name]];
    return one === undefined || other === undefined || Buffer.compare(bytesOf(one), bytesOf(other)) !== 0;
  });

const isCount = (name: string) =>
  /(samples|matched|observed|referred|hits|alarms|misses|negatives|pairs_\d+)$/.test(name);

test('stored rows are those that are counted, and regions and the network are sums of stations', async () => {
  const objects = copyOf(world);
  expect(await run(objects)).toMatchObject({
    kind: 'recorded',
    lastDay: LAST - 1,
    spans: [[FIRST, LAST - 1]],
    stations: 3,
  });
  const record = await recordIn(objects);
  expect([record.firstDay, record.lastDay, record.simulated, record.stations]).toEqual([
    ...[FIRST, LAST - 1, true],
    STATIONS.map(({ id }) => id),
  ]);
  const stored = await rowsOf(objects);
  const request = { objects, stations: PLACES, climate: null, progress: ignoreProgress, onDefect: () => undefined };
  const compared = await compareDates(request, [FIRST, LAST - 1]);
  const pooled: Record<string, Float64Array> = {};
  for (const { place, leads, observed } of compared.stations())
    for (const interval of ['1d', '1h'] as const) {
      const layout = RECORD_LAYOUTS[interval];
      const options = { persistence: 'issue-date', climatology: wetFrequency(observed) } as const;
      const { sums } = countStation(layout, leads, observed, options);
      const rows = stored[`station/${place.id} ${interval}`]!;
      expect(rows.length).toBe((sums.length / layout.width) * layout.withoutBins);
      const columns = RECORD_FORM.rows[interval].names.slice(0, layout.withoutBins).map(isCount);
      const wrong = [...rows.keys()].filter((at) => {
        const column = at % layout.withoutBins;
        const counted = sums[Math.floor(at / layout.withoutBins) * layout.width + column]!;
        return Math.abs(rows[at]! - counted) > (columns[column] ? 0 : 1e-7 * Math.abs(counted));
      });
      expect(wrong).toEqual([]);
      for (const group of ['network', `region/${place.region}`]) {
        const sum = pooled[`${group} ${interval}`] ?? new Float64Array(sums.length);
        pooled[`${group} ${interval}`] = sum;
        for (let at = 0; at < sums.length; at++) sum[at]! += sums[at]!;
      }
    }
  for (const [name, sums] of Object.entries(pooled))
    expect(differing({ sums: stored[name]! }, { sums }), name).toEqual([]);
  const layout = RECORD_LAYOUTS['1h'];
  const at = layout.at('1h', 6, 'temperature');
  const network = stored['network 1h']!.subarray(6 * layout.width + at);
  expect(network[2]! / network[0]!).toBeCloseTo(BIAS, 2);
  expect(stored.headlines![(6 * 3 + 1) * HEADLINE_COLUMNS.length + 20]).toBe(24);
});

test('a record that is up to date is left alone, also where the clock is set back or far ahead', async () => {
  const objects = copyOf(world);
  await run(objects);
  const before = new Map(objects.contents);
  for (const now of [(LAST + 2) * DAY, (LAST - 3) * DAY, (LAST + 3650) * DAY])
    expect(await run(objects, { clock: fixedClock(now) })).toEqual({ kind: 'current' });
  expect(changesBetween(before, objects.contents)).toEqual([]);
});

test('late, corrected and doubled observations, and a doubled issue, change what a record made at once has', async () => {
  const objects = copyOf(world);
  await run(objects);
  const corrected = hoursOf(LAST - 4, 0.5);
  const late = async (store: MemoryObjects) => {
    await writeHours(store, corrected, LAST * DAY);
    await writeHours(store, corrected, LAST * DAY + 60);
    await writeHours(store, hoursOf(LAST), (LAST + 1) * DAY);
    await writeIssue(store, FORECAST_ARCHIVE, issueAt((FIRST + 1) * DAY + 5 * MINUTE));
  };
  const before = await rowsOf(objects);
  await late(objects);
  expect(await run(objects)).toMatchObject({ kind: 'recorded', lastDay: LAST });
  const atOnce = copyOf(world);
  await late(atOnce);
  await run(atOnce);
  const [after, expected] = [await rowsOf(objects), await rowsOf(atOnce)];
  expect(differing(after, expected)).toEqual([]);
  // Errors of dates whose observations are the same stay; the frequency of wet hours, which has one date more, moves.
  const layout = RECORD_LAYOUTS['1h'];
  const errors = (rows: Record<string, Float64Array>, date: number) => {
    const at = date * layout.withoutBins + layout.at('1h', 6, 'temperature');
    return [...rows['station/KDEN 1h']!.subarray(at, at + 4)];
  };
  expect(errors(after, 1)).toEqual(errors(before, 1));
  expect(errors(after, 4)).not.toEqual(errors(before, 4));
});

test('a damaged issue is left out and told of, as if it were missing', async () => {
  const told: object[] = [];
  const log = { ...silentLog, warn: (facts: object) => void told.push(facts) };
  const [damaged, missing] = [copyOf(world), copyOf(world)];
  const key = [...world.contents.keys()].find((one) =>
    /forecast-archive\/2026-11-29\/hour_temperature\/c\.9/.test(one),
  )!;
  damaged.contents.set(
    key,
    Uint8Array.from(world.contents.get(key)!, (byte, n) => (n === 40 ? byte ^ 1 : byte)),
  );
  for (const one of missing.contents.keys())
    if (/forecast-archive\/2026-11-29\/.*\/c\.9(\.|$)/.test(one)) missing.contents.delete(one);
  await run(damaged, { log });
  await run(missing);
  expect(told).toEqual([expect.objectContaining({ object: key })]);
  expect(differing(await rowsOf(damaged), await rowsOf(missing))).toEqual([]);
});

test('without observations nothing is written; where they stopped, dates before the gap are verified', async () => {
  const unobserved = createMemoryObjects();
  for (const [key, bytes] of world.contents) if (key.startsWith('forecast')) unobserved.contents.set(key, bytes);
  const before = new Map(unobserved.contents);
  expect(await run(unobserved)).toEqual({ kind: 'unobserved' });
  expect(changesBetween(before, unobserved.contents)).toEqual([]);
  const stopped = await run(copyOf(world), { clock: fixedClock((LAST + 45) * DAY) });
  expect(stopped).toMatchObject({ kind: 'recorded', lastDay: LAST - 1 });
});

test('older dates that have issues are made up in blocks, and the dates before them stay', async () => {
  const objects = createMemoryObjects();
  const old = FIRST - 100;
  for (const day of [old, old + 1, LAST])
    for (let hour = 0; hour < 4; hour++)
      await writeIssue(objects, FORECAST_ARCHIVE, issueAt(day * DAY + hour * HOUR + 5 * MINUTE));
  for (const day of [old - 1, old, old + 1, LAST - 1, LAST]) await writeHours(objects, hoursOf(day), (day + 1) * DAY);
  expect(await run(objects)).toMatchObject({ spans: [[LAST - 59, LAST]] });
  expect(await run(objects)).toEqual({ kind: 'current' });
  expect(await run(objects, { olderBlocks: 1 })).toMatchObject({ spans: [[old, old + 1]] });
  expect(await run(objects, { olderBlocks: 1 })).toEqual({ kind: 'current' });
  const record = await recordIn(objects);
  expect([record.firstDay, record.lastDay]).toEqual([old, LAST]);
  const samples = async (day: number) => (await record.rows('network', '1h', [day, day]))[0];
  expect([await samples(old), await samples(old + 50), await samples(LAST)]).toEqual([12, 0, 4]); // of the last day, those of Frankfurt: elsewhere it is the day before
});

test('minutes are verified once, those of the last two dates again, and learning follows with the record', async () => {
  const asked: number[] = [];
  const learned: [number, number][] = [];
  const minutes: VerifyMinutes = async ([place], [first, last]) => {
    asked.push(first);
    const rows = noDateRows(RECORD_LAYOUTS['1m'], first, last - first + 1);
    rows.sums[0] = first;
    return new Map([[place!.id, rows]]);
  };
  const learn = async (record: AccuracyRecord, now: number) => void learned.push([record.lastDay, now]);
  const objects = copyOf(world);
  await run(objects, { minutes, learn });
  expect(asked).toEqual(Array.from({ length: 8 }, (_, n) => FIRST + n));
  await writeHours(objects, hoursOf(LAST), (LAST + 1) * DAY);
  await run(objects, { minutes, learn });
  expect(asked.slice(8)).toEqual([LAST - 1, LAST]);
  const now = (LAST + 2) * DAY;
  expect(learned).toEqual([
    [LAST - 1, now],
    [LAST, now],
  ]);
  const rows = await (await recordIn(objects)).rows('region/arctic', '1m', [FIRST, LAST]);
  const { width } = RECORD_LAYOUTS['1m'];
  expect(Array.from({ length: 9 }, (_, n) => rows[n * width])).toEqual(Array.from({ length: 9 }, (_, n) => FIRST + n));
});

test('learning that failed is done by the next run, which has nothing to record', async () => {
  const objects = copyOf(world);
  const learn = () => Promise.reject(new Error('the disk is full'));
  await expect(run(objects, { learn })).rejects.toThrow('the disk is full');
  const learned: number[] = [];
  const again = await run(objects, { learn: async ({ lastDay }) => void learned.push(lastDay) });
  expect(again).toEqual({ kind: 'current' });
  expect(learned).toHaveLength(1);
});
