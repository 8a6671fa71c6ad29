/** Archived nowcasts against radar at lead 0: worked pairs, rates that are no observation, zones and damage. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ISSUE_LEADS, type NowcastIssue } from '../../model/nowcast-issue.js';
import { DAY } from '../../model/time.js';
import { RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { type Block, rowOf } from '../../science/verification/sums-layout.js';
import { writeIssue } from '../../store/archive/issue-writer.js';
import { NOWCAST_ARCHIVE } from '../../store/archive/nowcast-archive.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { verifyMinutes } from './verify-minutes.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const DATE = Math.floor(NOON / DAY);
const MINUTE = 60;
const LAYOUT = RECORD_LAYOUTS['1m'];
const [RADAR, BLEND, NWP] = [1, 2, 3];
const DENVER = { id: 'KDEN', zone: 'America/Denver' };

/** One issue; by default dry at KDEN, from an MRMS frame three minutes old. */
interface Said {
  readonly at: number;
  readonly ids?: readonly string[];
  readonly network?: NowcastIssue['networks'][number];
  readonly frameAge?: number;
  readonly source?: number;
  /** mm/h by lead. */
  readonly rates?: Readonly<Record<number, number>>;
  /** 0..1 by lead. */
  readonly chances?: Readonly<Record<number, number>>;
  readonly leads?: readonly number[];
}

function issueOf({ at, ids = ['KDEN'], network = 'mrms', leads = ISSUE_LEADS, ...said }: Said): NowcastIssue {
  const { frameAge = 180, source = RADAR, rates = {}, chances = {} } = said;
  const everywhere = (value: (lead: number) => number) => Float32Array.from(ids.flatMap(() => leads.map(value)));
  return {
    issueTime: at,
    stations: ids.map((id, i) => ({ id, latitude: 40 + i, longitude: -100 })),
    leads,
    rates: everywhere((lead) => rates[lead] ?? 0),
    probabilities: everywhere((lead) => chances[lead] ?? 0),
    confidence: everywhere(() => 0.5),
    sources: new Uint8Array(ids.length * leads.length).fill(source),
    networks: ids.map(() => network),
    validTimes: ids.map(() => at - frameAge),
    simulated: true,
  };
}

async function archiveOf(...issues: readonly Said[]): Promise<ObjectStore> {
  const objects = createMemoryObjects();
  for (const said of issues) await writeIssue(objects, NOWCAST_ARCHIVE, issueOf(said));
  return objects;
}

const fail = (defect: Error) => {
  throw defect;
};

/** First sums of a block of KDEN on a date. */
async function sumsOf(issues: readonly Said[], lead: number, block: Block, date = DATE): Promise<number[]> {
  const objects = await archiveOf(...issues);
  const rows = await verifyMinutes({ objects, stations: [DENVER], days: [date, date], onDefect: fail });
  const index = LAYOUT.sections[0]!.leads.findIndex(({ first }) => first === lead);
  const row = rows.get('KDEN')?.sums ?? new Float64Array(LAYOUT.width);
  return [...row.subarray(LAYOUT.at('1m', index, block))];
}

/** Dry at noon with rain forecast for the next minutes, and 0.5 mm/h five minutes later. */
const BEGINNING: readonly Said[] = [
  { at: NOON, rates: { 5: 1.25, 15: 2 }, chances: { 5: 0.8 } },
  { at: NOON + 5 * MINUTE, rates: { 0: 0.5 } },
];

test('rain forecast five minutes earlier counts as a hit with its error and probability, and as a miss of persistence', async () => {
  const [hits, falseAlarms, misses, dry, ...others] = await sumsOf(BEGINNING, 5, 'occurrence');
  expect([hits, falseAlarms, misses, dry]).toEqual([1, 0, 0, 0]);
  expect(others.slice(0, 8)).toEqual([1, 0, 0, 0, 0, 0, 1, 0]); // of the same pair: hit of the service, miss of persistence
  expect((await sumsOf(BEGINNING, 5, 'amount')).slice(0, 4)).toEqual([1, 0.75, 0.75, 0.5625]);
  const [samples, squared, forecast, observed] = await sumsOf(BEGINNING, 5, 'probability');
  expect([samples, forecast, observed]).toEqual([1, Math.fround(0.8), 1]);
  expect(squared).toBeCloseTo(0.04, 7);
});

test('leads without an issue have no pairs', async () => {
  for (const lead of [15, 30, 60, 90, 115])
    expect((await sumsOf(BEGINNING, lead, 'occurrence')).slice(0, 12)).toEqual(new Array(12).fill(0));
});

test.each([
  [2, 1],
  [3, 0],
])('an issue %i minutes from T - 5 gives %i pairs', async (distance, times) => {
  for (const at of [NOON - distance * MINUTE, NOON + distance * MINUTE]) {
    const issues = [{ at, rates: { 5: 1 } }, BEGINNING[1]!].sort((a, b) => a.at - b.at);
    expect((await sumsOf(issues, 5, 'occurrence'))[0]).toBe(times);
  }
});

test('the nearer of two issues forms the pair', async () => {
  const issues = [
    { at: NOON - 2 * MINUTE, rates: { 5: 9 } },
    { at: NOON + MINUTE, rates: { 0: Number.NaN, 5: 0.25 } },
    BEGINNING[1]!,
  ];
  expect((await sumsOf(issues, 5, 'amount')).slice(0, 3)).toEqual([1, 0.25, -0.25]);
});

test.each<[string, Partial<Said>]>([
  ['blended with models', { source: BLEND }],
  ['of models alone', { source: NWP, network: null }],
  ['of a frame that is eleven minutes old', { frameAge: 11 * MINUTE }],
  ['estimated from satellites', { network: 'rrqpe' }],
  ['that is missing', { rates: { 0: Number.NaN } }],
  ['of an issue without lead 0', { leads: ISSUE_LEADS.slice(1) }],
])('a rate %s is no observation', async (_, changes) => {
  const issues = [BEGINNING[0]!, { ...BEGINNING[1]!, ...changes }];
  expect((await sumsOf(issues, 5, 'occurrence')).slice(0, 12)).toEqual(new Array(12).fill(0));
});

test('a nowcast from models alone is verified like any other', async () => {
  const issues = [{ ...BEGINNING[0]!, source: NWP, network: null }, BEGINNING[1]!];
  const [hits, , , , matched] = await sumsOf(issues, 5, 'occurrence');
  expect([hits, matched]).toEqual([1, 0]); // without an observation at noon there is no persistence
});

test.each([['mrms'], ['dwd-rv']] as const)(
  'with issues of two networks in a minute MRMS counts, also if written second (first: %s)',
  async (first) => {
    const mrms: Said = { at: NOON, rates: { 5: 1 } };
    const other: Said = { at: NOON, rates: { 5: 7 }, network: 'dwd-rv', ids: ['EDDF', 'KDEN'] };
    const issues = first === 'mrms' ? [mrms, other] : [other, mrms];
    expect((await sumsOf([...issues, BEGINNING[1]!], 5, 'amount')).slice(0, 2)).toEqual([1, 0.5]);
  },
);

test('pairs count on the local date of the observation, with issues from before midnight UTC', async () => {
  const midnight = (DATE + 1) * DAY;
  const issues: Said[] = [
    { at: midnight - 115 * MINUTE, ids: ['KDEN', 'NZAA', 'PHNL'], rates: { 115: 3 } },
    { at: midnight, ids: ['KDEN', 'NZAA', 'PHNL'], rates: { 0: 1 } },
    { at: midnight + 7 * 3600, rates: { 0: 1, 115: 1 } },
    { at: midnight + 7 * 3600 + 115 * MINUTE, rates: { 0: 1 } },
  ];
  const objects = await archiveOf(...issues);
  const stations = [DENVER, { id: 'NZAA', zone: 'Pacific/Auckland' }, { id: 'PHNL', zone: 'Pacific/Honolulu' }];
  const rows = await verifyMinutes({ objects, stations, days: [DATE, DATE + 1], onDefect: fail });
  const at = LAYOUT.at('1m', 5, 'occurrence');
  const hits = (id: string) => [0, 1].map((day) => rowOf(rows.get(id)!, day)[at]);
  expect(hits('KDEN')).toEqual([1, 1]); // 17:00 in Denver; 01:55 of the next date
  expect(hits('NZAA')).toEqual([0, 1]); // 13:00 of the next date
  expect(hits('PHNL')).toEqual([1, 0]);
});

test('a damaged issue is reported and left out, and the next nearest forms the pair', async () => {
  const objects = await archiveOf({ at: NOON - 2 * MINUTE, rates: { 5: 2 } }, ...BEGINNING);
  const key = `nowcast-archive/2026-11-20/rate/c.${12 * 60}.0.0`;
  const bytes = (await objects.get(key))!;
  await objects.put(key, bytes.with(0, bytes[0]! ^ 1));
  const told: string[] = [];
  const onDefect = (defect: { readonly key: string }) => told.push(defect.key);
  const rows = await verifyMinutes({ objects, stations: [DENVER], days: [DATE, DATE], onDefect });
  expect(told).toEqual([key]);
  const at = LAYOUT.at('1m', 0, 'amount');
  expect([...rows.get('KDEN')!.sums.subarray(at, at + 2)]).toEqual([1, 1.5]); // the issue two minutes earlier
});

test('stations without observations and stations not requested have no rows', async () => {
  const objects = await archiveOf({ at: NOON, ids: ['KDEN', 'KJFK'], source: NWP, network: null });
  const days = [DATE, DATE] as const;
  expect(await verifyMinutes({ objects, stations: [DENVER], days, onDefect: fail })).toEqual(new Map());
  expect(await verifyMinutes({ objects, stations: [], days, onDefect: fail })).toEqual(new Map());
});

test('dates verified together have the same sums as each verified alone', async () => {
  const said = fc.record({
    at: fc.integer({ min: 0, max: 3 * 1440 - 1 }).map((minute) => (DATE - 1) * DAY + minute * MINUTE),
    rates: fc.dictionary(fc.constantFrom('0', '5', '60', '115'), fc.constantFrom(0, 0.125, 4)),
    source: fc.constantFrom(RADAR, BLEND),
  });
  const issues = fc.uniqueArray(said, { selector: ({ at }) => at, minLength: 1, maxLength: 24 });
  const property = fc.asyncProperty(issues, async (some) => {
    // pairs are rare among random minutes: each issue has one 5 and one 115 minutes before it
    const times = new Map(some.flatMap((one) => [0, 5, 115].map((lead) => [one.at - lead * MINUTE, one] as const)));
    const objects = await archiveOf(...[...times].map(([at, one]) => ({ ...one, at })));
    const verified = async (first: number, last: number) => {
      const rows = await verifyMinutes({ objects, stations: [DENVER], days: [first, last], onDefect: fail });
      return [...(rows.get('KDEN')?.sums ?? new Float64Array((last - first + 1) * LAYOUT.width))];
    };
    const apart = [await verified(DATE - 1, DATE - 1), await verified(DATE, DATE), await verified(DATE + 1, DATE + 1)];
    expect(await verified(DATE - 1, DATE + 1)).toEqual(apart.flat());
  });
  await fc.assert(property, { numRuns: 8 });
});
