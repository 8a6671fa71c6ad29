/**
 * Nowcasts of storms whose motion is known: through the motion that is found in three frames and the read of a place, against
 * what the storms did. Each day has storms of its own: towards all sides, 15 to 90 km/h, 8 to 60 km in radius, wandering by up
 * to a kilometre, a tenth of them born or dying within the two hours. The calibration of a day is learnt on days that are not
 * asked. The figures of all tenths and leads: docs/methods, "Simulated storms".
 */

import { beforeAll, expect, test } from 'vitest';
import { uniformAt } from '../../simulator/random.js';
import type { RegularGrid } from '../../src/model/field.js';
import type { MotionField, NowcastSkill, RadarFrame } from '../../src/model/radar.js';
import { onsetMinute } from '../../src/products/nowcast/status.js';
import { type RadarMinutes, readRadar } from '../../src/query/radar/radar-minutes.js';
import { WET_RATE } from '../../src/science/condition.js';
import { isotonic } from '../../src/science/isotonic.js';
import { estimateMotion } from '../../src/science/radar/motion/estimate-motion.js';
import { onsetUncertainty } from '../../src/science/radar/onset.js';
import { coarseOf, valueAt } from '../../src/science/radar/tiled-field.js';
import { memoryRadarShelf } from '../memory-radar.js';
import { randomStorms, stormFrames } from '../storm-frames.js';

const GRID: RegularGrid = {
  kind: 'regular',
  columns: 520,
  rows: 480,
  firstLatitude: 42.8,
  firstLongitude: -100,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};
const FRAME_TIME = Date.UTC(2026, 6, 20, 21) / 1000;
const AGE_MINUTES = 3;
const NOW = FRAME_TIME + 60 * AGE_MINUTES;
/** As for MRMS, motion is looked for on blocks of pixels. */
const FACTOR = 4;
const DAYS = 36;
const STORMS = 10;
const PLACES = 50;
/** Share of storms that are born or die. */
const MORTAL = 0.1;
/** Minutes at which the truth is looked at; a storm that is missed between two of them grazes the place. */
const STEP = 5;
const LAST_MINUTE = 175;
/** Days of one fold are calibrated by all other folds. */
const FOLDS = 6;
const BIN_LEADS = [15, 45, 75, 105];
const BINS = 10;
/** mm/h: frames come in steps of a tenth, so this is what they show as the tenth that is wet. The truth is held to the same. */
const SEEN_AS_WET = WET_RATE / 2;

interface Place {
  readonly row: number;
  readonly column: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Every five minutes, whether it rains. */
  readonly wet: readonly boolean[];
  /** The minute in which it begins to rain; null when it rains already or stays dry. */
  readonly arrival: number | null;
}

interface Day {
  readonly seed: number;
  readonly frame: RadarFrame;
  readonly places: readonly Place[];
}

function dayOf(seed: number): Day {
  const speed = 15 + 75 * uniformAt(seed, 1, 0, 0);
  const bearing = (seed * 360) / DAYS;
  const storms = randomStorms(seed, STORMS, GRID, FRAME_TIME, {
    speedKmh: [0.9 * speed, 1.1 * speed],
    bearing: [bearing - 10, bearing + 10],
    radius: [8000, 60_000],
    rate: [2, 40],
    wander: 1000,
    texture: 0.5,
    mortal: MORTAL,
  });
  const times = [FRAME_TIME - 1200, FRAME_TIME - 600, FRAME_TIME];
  const { frames, truthRate } = stormFrames({ seed, storms, grid: GRID, times, noise: 0.2 });
  const places = Array.from({ length: PLACES }, (_, n) => placeOf(seed, n, truthRate));
  return { seed, frame: { ...frames[2]!, motion: motionOf(frames, times) }, places };
}

/** A pixel in the inner part of the grid, so that most of what arrives has been seen. */
function placeOf(
  seed: number,
  n: number,
  truthRate: (latitude: number, longitude: number, at: number) => number,
): Place {
  const row = Math.round(GRID.rows * (0.15 + 0.7 * uniformAt(seed, 2, n, 0)));
  const column = Math.round(GRID.columns * (0.15 + 0.7 * uniformAt(seed, 3, n, 0)));
  const [latitude, longitude] = [42.8 - 0.01 * row, -100 + 0.01 * column];
  const isWet = (minute: number) => truthRate(latitude, longitude, NOW + 60 * minute) >= SEEN_AS_WET;
  const wet = Array.from({ length: LAST_MINUTE / STEP + 1 }, (_, k) => isWet(STEP * k));
  const first = wet.indexOf(true);
  let arrival = first > 0 ? STEP * first : null;
  while (arrival !== null && isWet(arrival - 1)) arrival -= 1;
  return { row, column, latitude, longitude, wet, arrival };
}

function motionOf(frames: readonly RadarFrame[], times: readonly number[]): MotionField | null {
  const coarse = frames.map(({ field }) => coarseOf(field, FACTOR));
  const options = { factor: FACTOR, nativeRows: GRID.rows, nativeColumns: GRID.columns };
  return estimateMotion(coarse, times, options).field;
}

async function minutesAt(frame: RadarFrame, place: Place): Promise<RadarMinutes> {
  const read = await readRadar(memoryRadarShelf([frame]), ['mrms'], NOW, place);
  if (read.kind !== 'minutes') throw new Error(`${read.kind} at ${place.latitude}, ${place.longitude}`);
  return read.minutes;
}

/** What was said of a minute of a place, and what came. */
interface Pair {
  readonly minute: number;
  readonly rate: number;
  readonly chance: number;
  /** Of the frame as it stands. */
  readonly standing: number;
  readonly isWet: boolean;
}

/** `actual` null: it stayed dry. */
interface Announcement {
  readonly announced: number;
  readonly actual: number | null;
  readonly uncertainty: number;
}

interface Outcome {
  readonly pairs: Pair[];
  readonly announcements: Announcement[];
}

async function askDay({ frame, places }: Day, skill: NowcastSkill | null): Promise<Outcome> {
  const outcome: Outcome = { pairs: [], announcements: [] };
  const calibrated = { ...frame, skill };
  for (const place of places) {
    const minutes = await minutesAt(calibrated, place);
    const standing = valueAt(frame.field, place.row, place.column);
    for (let minute = STEP; minute < 120; minute += STEP) {
      const [rate, chance] = [minutes.rates[minute]!, minutes.probabilities[minute]!];
      if (Number.isNaN(rate)) continue;
      outcome.pairs.push({ minute, rate, chance, standing, isWet: place.wet[minute / STEP]! });
    }
    const announced = onsetMinute({ rates: minutes.rates, chances: minutes.probabilities });
    if (announced < 1 || place.wet[0]) continue;
    const uncertainty = onsetUncertainty(announced + AGE_MINUTES, minutes.speedKmh, minutes.cadence / 60);
    outcome.announcements.push({ announced, actual: place.arrival, uncertainty });
  }
  return outcome;
}

function pooled(outcomes: readonly Outcome[]): Outcome {
  return {
    pairs: outcomes.flatMap(({ pairs }) => pairs),
    announcements: outcomes.flatMap(({ announcements }) => announcements),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Bin {
  readonly samples: number;
  readonly chance: number;
  readonly observed: number;
}

/** Pairs by tenths of their chance. */
function tenths(pairs: readonly Pair[]): Bin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const inside = pairs.filter(({ chance }) => Math.min(BINS - 1, Math.floor(chance * BINS)) === bin);
    const chance = mean(inside.map((pair) => pair.chance));
    return { samples: inside.length, chance, observed: mean(inside.map(({ isWet }) => (isWet ? 1 : 0))) };
  });
}

/** Chances as they came true, by half hours of lead; an exact 0 is not a matter of calibration. */
function skillOf(pairs: readonly Pair[]): NowcastSkill {
  const calibration = BIN_LEADS.map((leadMinutes) => {
    const near = pairs.filter(({ minute, chance }) => chance > 0 && Math.abs(minute + AGE_MINUTES - leadMinutes) <= 15);
    const bins = tenths(near).filter(({ samples }) => samples > 0);
    const observed = isotonic(
      bins.map((bin) => bin.observed),
      bins.map((bin) => bin.samples),
    );
    return { leadMinutes, raw: bins.map(({ chance }) => chance), observed: [...observed], samples: near.length };
  });
  return { calibration, lifetime: null };
}

/** Share of events that were both said and came, of those that were either. */
function criticalSuccess(pairs: readonly Pair[], rateOf: (pair: Pair) => number): number {
  const isSaid = (pair: Pair) => rateOf(pair) >= WET_RATE - 1e-6;
  const either = pairs.filter((pair) => pair.isWet || isSaid(pair));
  return either.filter((pair) => pair.isWet && isSaid(pair)).length / either.length;
}

let calibrated: Outcome;

beforeAll(async () => {
  const days = Array.from({ length: DAYS }, (_, seed) => dayOf(seed));
  const learnt: Outcome[] = [];
  for (const day of days) learnt.push(await askDay(day, null));
  const answers: Outcome[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const skill = skillOf(pooled(learnt.filter((_, day) => day % FOLDS !== fold)).pairs);
    for (const day of days.filter(({ seed }) => seed % FOLDS === fold)) answers.push(await askDay(day, skill));
  }
  calibrated = pooled(answers);
}, 60_000);

const isWithin = ({ announced, actual, uncertainty }: Announcement) =>
  actual !== null && Math.abs(announced - actual) <= uncertainty;

test('rain arrives within the stated uncertainty in at least 68% of the cases in which it is announced', () => {
  const { announcements } = calibrated;
  expect(announcements.length).toBeGreaterThan(300);
  expect(announcements.filter(isWithin).length / announcements.length).toBeGreaterThanOrEqual(0.68);
});

test('calibrated on other days, chances come true to a tenth, whatever tenth they lie in', () => {
  for (const { samples, chance, observed } of tenths(calibrated.pairs)) {
    expect(samples).toBeGreaterThan(100);
    expect(Math.abs(observed - chance)).toBeLessThanOrEqual(0.1);
  }
});

test.each([10, 15, 20, 30, 45, 60])('%d min ahead it beats the frame as it stands', (minute) => {
  const pairs = calibrated.pairs.filter((pair) => pair.minute === minute);
  const standing = criticalSuccess(pairs, (pair) => pair.standing);
  expect(criticalSuccess(pairs, ({ rate }) => rate)).toBeGreaterThan(standing + 0.1);
});
