/**
 * What the nowcast says while its radar fails: the truth of every minute is known, and whatever goes wrong, what the radar
 * is said to show has to come true within the stated uncertainty: no rain where it stays dry, no dryness where it rains.
 *
 * How old the newest whole frame is decides the rest: in time up to 11 minutes, told as stale up to 30, after that it is
 * pending and the models alone answer.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../simulator/faults.js';
import { formatInstant, MINUTE } from '../../src/model/time.js';
import { WET_RATE } from '../../src/science/condition.js';
import { onsetUncertainty } from '../../src/science/radar/onset.js';
import {
  type Answer,
  ARRIVES,
  arrivalAt,
  DRY,
  isWet,
  MODEL_RATES,
  type Model,
  NOON,
  type Place,
  RAINS,
  RATE_PATH,
  type Road,
  type Roads,
  SPEED_KMH,
  showOnly,
  startRoads,
  type Told,
  UNSEEN,
} from './nowcast-road.js';

let roads: Roads;
let road: Road;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads.close());

const LATE_MINUTES = 11;
const OLDEST_MINUTES = 30;
const CADENCE_MINUTES = 2;
const PLACES = [ARRIVES, RAINS, DRY];

const warningOf = ({ warnings }: Answer, code: string) => warnings.find((warning) => warning.code === code)?.message;
const wettestOf = ({ minutes }: Answer) => Math.max(0, ...minutes.map(({ precipitation_rate: rate }) => rate ?? 0));

/** First minute that the answer calls wet, as its status counts; −1: none. */
const announcedBy = ({ minutes }: Answer) =>
  minutes.findIndex(
    (minute) => (minute.precipitation_rate ?? 0) >= WET_RATE || (minute.precipitation_probability ?? 0) >= 50,
  );

/** A dry answer says of all minutes that nothing falls. */
function rateSaid({ status, minutes }: Answer, minute: number): number | null {
  return status === 'dry' ? 0 : minutes[minute]!.precipitation_rate;
}

/** The radar's part of an answer at `place` comes true. Dry models bring no rain into what is blended, wet ones do. */
function expectTruth(place: Place, model: Model, { answer }: Told, ageMinutes: number): void {
  const at = road.now();
  const untrue: string[] = [];
  for (let minute = 0; minute < 120; minute++) {
    const source = answer.status === 'dry' ? 'radar' : answer.minutes[minute]!.source;
    const said = rateSaid(answer, minute);
    if (said === null || source === null || (source !== 'radar' && model !== 'dry')) continue;
    const slack = onsetUncertainty(minute + ageMinutes, SPEED_KMH, CADENCE_MINUTES);
    const isTrue = (wet: boolean) =>
      Array.from({ length: 2 * slack + 1 }, (_, n) => isWet(place, at + (minute - slack + n) * MINUTE)).includes(wet);
    if (said >= WET_RATE && !isTrue(true)) untrue.push(`rain in minute ${minute}`);
    if (said < WET_RATE && source === 'radar' && !isTrue(false)) untrue.push(`dryness in minute ${minute}`);
  }
  expect(untrue, `invented at ${formatInstant(at)}, ${place.latitude}, ${place.longitude}`).toEqual([]);
}

/** What is to come is announced for when it comes. */
function expectArrival({ answer }: Told): void {
  const arrival = arrivalAt(ARRIVES, road.now())!;
  expect(answer.status).toBe('active');
  expect(answer.onset_uncertainty_minutes).not.toBeNull();
  const error = announcedBy(answer) - arrival;
  expect(Math.abs(error), `${formatInstant(road.now())}: ${error} min`).toBeLessThanOrEqual(
    answer.onset_uncertainty_minutes!,
  );
}

/** The radar answers: alone in the first half hour, whatever the models say. */
async function expectRadar(ageMinutes: number): Promise<void> {
  const isLate = ageMinutes > LATE_MINUTES;
  for (const place of PLACES) {
    const [dry, wet] = [await road.ask('dry', place), await road.ask('wet', place)];
    for (const [model, told] of [
      ['dry', dry],
      ['wet', wet],
    ] as const) {
      const { answer, retryAfter } = told;
      expect(answer).toMatchObject({ radar_pending: false, stale: isLate, start: formatInstant(road.now()) });
      expect(retryAfter).toBe(isLate ? '60' : undefined);
      const words = isLate ? `The newest frame of MRMS is ${Math.floor(ageMinutes)} minutes old.` : undefined;
      expect(warningOf(answer, 'stale_data')).toBe(words);
      for (const code of ['radar_pending', 'radar_unavailable']) expect(warningOf(answer, code)).toBeUndefined();
      expectTruth(place, model, told, ageMinutes);
    }
    const alone = Array.from({ length: Math.floor(60 - ageMinutes) }, (_, minute) => minute);
    expect(alone.map((minute) => wet.answer.minutes[minute]?.source)).toEqual(alone.map(() => 'radar'));
    expect(alone.map((minute) => rateSaid(wet.answer, minute))).toEqual(
      alone.map((minute) => rateSaid(dry.answer, minute)),
    );
  }
  expect((await road.ask('dry', RAINS)).answer.status).toBe('active');
  expect((await road.ask('dry', DRY)).answer).toMatchObject({ status: 'dry', minutes: [] });
  expectArrival(await road.ask('dry', ARRIVES));
  expect(await road.ready()).toMatchObject({ state: isLate ? 'stale' : 'ready' });
}

/** The models answer, and it is said why. */
async function expectPending(words: string): Promise<void> {
  for (const place of PLACES)
    for (const model of ['dry', 'wet', 'none'] as const) {
      const { answer, retryAfter } = await road.ask(model, place);
      const onset = answer.onset_uncertainty_minutes;
      expect({ ...answer, onset, retryAfter }).toMatchObject({
        ...{ status: 'pending', radar_pending: true, stale: false, onset: null, retryAfter: undefined },
      });
      expect(warningOf(answer, 'radar_pending')).toContain(words);
      expect(warningOf(answer, 'radar_pending')).toContain(
        model === 'none' ? 'until one comes nothing is known.' : 'until one comes the models alone answer.',
      );
      expect(answer.minutes).toHaveLength(model === 'none' ? 0 : 120);
      expect(new Set(answer.minutes.map(({ source }) => source))).toEqual(new Set(model === 'none' ? [] : ['nwp']));
      expect(new Set(answer.minutes.map(({ precipitation_rate: rate }) => rate))).toEqual(
        new Set(model === 'none' ? [] : [MODEL_RATES[model]]),
      );
    }
}

/** Where no radar looks, nothing of all this is to be seen. */
async function expectElsewhere(): Promise<void> {
  for (const model of ['dry', 'wet'] as const) {
    const { answer, retryAfter } = await road.ask(model, UNSEEN);
    expect({ ...answer, retryAfter }).toMatchObject({ radar_pending: false, stale: false, retryAfter: undefined });
    expect(answer.status).toBe(model === 'dry' ? 'dry' : 'active');
    expect(warningOf(answer, 'radar_unavailable')).toBe('No radar watches over this place; the models alone answer.');
    expect(wettestOf(answer)).toBe(MODEL_RATES[model]);
  }
}

/** By the age of the newest whole frame. */
async function expectByAge(): Promise<void> {
  const age = (road.now() - NOON) / MINUTE - road.frameMinute();
  if (age <= OLDEST_MINUTES) await expectRadar(age);
  else
    await expectPending(`The newest frame of MRMS, which watches over this place, is ${Math.floor(age)} minutes old`);
}

/** Polls that may fail, at minutes after noon; the answer after each. */
async function live(...minutes: readonly number[]): Promise<void> {
  for (const minute of minutes) {
    road.setMinute(minute);
    await road.poll().catch((error: Error) => expect(error.message).not.toBe(''));
    await expectByAge();
  }
}

const EVERY = { path: RATE_PATH, from: NOON, to: NOON + 999 * MINUTE, count: null } as const;
const LISTING = 'list-type';
const FAULTS = {
  'whose listing answers 503': { kind: 'status', path: LISTING, status: 503, count: null },
  'that breaks off each listing': { kind: 'reset', path: LISTING, count: null },
  'whose files answer 503': { kind: 'status', ...EVERY, path: 'gz$', status: 503 },
  'with corrupt gzip in every file': { kind: 'corrupt', ...EVERY },
  'with half of every file': { kind: 'truncated', ...EVERY },
  'with frames of another size': { kind: 'wrong-grid', ...EVERY },
  'with frames in which nothing was observed': { kind: 'all-missing', ...EVERY },
} as const satisfies Readonly<Record<string, Fault>>;

test.each<[keyof typeof FAULTS, number]>([
  ['whose listing answers 503', 20],
  ['whose listing answers 503', 35],
  ['whose listing answers 503', 60],
  ['that breaks off each listing', 20],
  ['whose files answer 503', 20],
  ['with corrupt gzip in every file', 35],
  ['with half of every file', 20],
  ['with frames of another size', 20],
  ['with frames in which nothing was observed', 35],
])('an upstream %s, for %i minutes: stale, then pending, then all is back', async (fault, duration) => {
  road = await roads.running();
  await expectByAge();
  road.faults.add(FAULTS[fault]);
  showOnly(road.faults, 6, 16, 26, 36, 46, 56);
  await live(...[5, 8, 12, 25, 27, 34, 59].filter((minute) => minute < duration));
  road.faults.clear();
  showOnly(road.faults, 6, 16, 26, 36, 46, 56);
  road.setMinute(10 * Math.ceil(duration / 10));
  expect((await road.poll()).published).toMatchObject({ motion: 'radar' });
  await expectRadar((road.now() - NOON) / MINUTE - road.frameMinute());
});

test('a gap of ten minutes: stale while it lasts, then motion from what is left', async () => {
  road = await roads.running();
  showOnly(road.faults, 8, 18);
  await live(2, 6, 10, 12);
  expect(road.frameMinute()).toBeCloseTo(8, 0);
  await live(20, 22);
  expect(road.frameMinute()).toBeCloseTo(18, 0);
});

test('a gap of 40 minutes: pending at its end, then the motion of before, and soon a new one', async () => {
  road = await roads.running();
  showOnly(road.faults, 36, 46);
  await live(5, 10, 24, 28, 38);
  road.setMinute(39);
  expect((await road.poll()).published).toMatchObject({ motion: 'earlier' });
  await expectByAge();
  road.setMinute(49);
  expect((await road.poll()).published).toMatchObject({ motion: 'radar' });
  await expectByAge();
  await expectElsewhere();
});

test('gaps after which no motion is left: the rain stands still, and that is told', async () => {
  road = await roads.running();
  showOnly(road.faults, 36, 62);
  road.setMinute(39);
  expect((await road.poll()).published).toMatchObject({ motion: 'earlier' });
  road.setMinute(66);
  expect((await road.poll()).published).toMatchObject({ motion: 'none' });
  for (const place of [ARRIVES, RAINS]) {
    const { answer } = await road.ask('dry', place);
    expect(warningOf(answer, 'partial_data')).toBe(
      'How the rain moves is not known: that of MRMS is taken to stay where it is.',
    );
  }
  expect((await road.ask('dry', RAINS)).answer.status).toBe('active');
  expect(warningOf((await road.ask('dry', DRY)).answer, 'partial_data')).toBeUndefined();
});

test('frames that come eight minutes late are told as stale when they do, and the rain is where it is', async () => {
  road = await roads.running();
  road.faults.add({ kind: 'late', path: RATE_PATH, from: NOON, to: NOON + 999 * MINUTE, seconds: 8 * MINUTE });
  showOnly(road.faults, 6, 16);
  await live(9, 15, 17, 27);
  expect(road.frameMinute()).toBeCloseTo(16, 0);
});

test('a frame that comes after the next one changes no answer', async () => {
  road = await roads.running();
  showOnly(road.faults, 6, 14, 16);
  road.faults.add({ kind: 'late', path: RATE_PATH, from: NOON + 13 * MINUTE, to: NOON + 15 * MINUTE, seconds: 480 });
  await live(10, 20);
  const before = await road.ask('dry', ARRIVES);
  road.setMinute(25);
  expect(await road.poll()).toMatchObject({ kind: 'nothing-new', older: [expect.any(Number)] });
  road.setMinute(20);
  expect(await road.ask('dry', ARRIVES)).toEqual(before);
});

test('duplicates change nothing', async () => {
  const told = [];
  for (const faults of [[], [{ kind: 'duplicate', path: RATE_PATH }]] as const satisfies Fault[][]) {
    road = await roads.running();
    road.faults.add(...faults);
    showOnly(road.faults, 6, 16);
    await live(10, 20);
    expect((await road.poll()).kind).toBe('nothing-new');
    told.push(await Promise.all(PLACES.map((place) => road.ask('dry', place))));
  }
  expect(told[1]).toEqual(told[0]);
});

test('a frame dated ahead is not answered from before its time', async () => {
  road = await roads.running();
  showOnly(road.faults, 12, 20);
  road.faults.add({ kind: 'early', path: RATE_PATH, from: NOON + 11 * MINUTE, to: NOON + 13 * MINUTE, seconds: 3600 });
  await live(1, 5);
  expect(road.frameMinute()).toBeLessThan(0);
  await live(10, 13);
  expect(road.frameMinute()).toBeCloseTo(12, 0);
});

test('frames of another size are how the upstream has it now, once nothing else is left', async () => {
  road = await roads.running();
  road.faults.add(FAULTS['with frames of another size']);
  showOnly(road.faults, 6, 16, 26, 36);
  await live(10, 20, 25);
  expect(road.frameMinute()).toBeLessThan(0);
  await live(30, 40);
  expect(road.frameMinute()).toBeCloseTo(36, 0);
});

test('an upstream that is down from the start: pending until the first frame', async () => {
  road = await roads.empty();
  road.faults.add(FAULTS['whose listing answers 503']);
  await expect(road.poll()).rejects.toThrow('answers 503');
  await expectPending('MRMS watches over this place, but no usable frame of it has come in yet');
  await expectElsewhere();
  expect(await road.ready()).toMatchObject({ detail: expect.stringMatching(/no radar frame has come in yet/) });
  road.faults.clear();
  road.faults.add({ kind: 'all-missing', path: RATE_PATH, from: 0, to: NOON, count: null });
  showOnly(road.faults, -14, -4, 6);
  await expect(road.poll()).rejects.toThrow('not one pixel of it was observed');
  await expectPending('MRMS watches over this place, but no usable frame of it has come in yet');
  road.faults.clear();
  showOnly(road.faults, -14, -4, 6);
  road.setMinute(10);
  expect((await road.poll()).published).toMatchObject({ motion: 'radar' });
  await expectByAge();
});
