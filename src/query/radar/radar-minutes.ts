/**
 * The next two hours at a place as the radar has them, minute by minute.
 *
 * Minute m begins m minutes after `now` floored to the minute. Its lead is m plus the age of the frame: the rain that falls
 * then is looked for where the motion of the frame has it come from. Nothing is known of a minute whose rain comes from beyond
 * what was observed. Everything is computed for the one place, when it is asked for; a frame is not touched by it.
 */

import type { GridPosition, Place } from '../../grid/grid.js';
import { NOWCAST_MINUTES } from '../../model/nowcast.js';
import {
  cadenceOf,
  type MotionSource,
  type NowcastSkill,
  type RadarDatasetId,
  type RadarFrame,
  type RadarNetworkId,
  type RadarShelf,
} from '../../model/radar.js';
import { calibratedChance } from '../../science/radar/calibration.js';
import { chanceAt } from '../../science/radar/chance-at.js';
import { nowcastConfidence, patternLifetime } from '../../science/radar/confidence.js';
import { countInDisk, diskShape } from '../../science/radar/pixel-mask.js';
import { radarWeight } from '../../science/radar/radar-weight.js';
import { rateAt } from '../../science/radar/rate-at.js';
import { motionAt } from '../../science/radar/trajectory.js';
import { type WetMask, wetMaskOf } from '../../science/radar/wet-share.js';
import {
  type Companions,
  fillFlags,
  fillHail,
  fillLightning,
  oldestAge,
  qualityAt,
  readCompanions,
} from './companions.js';
import { type Departures, departureAt, departuresTo, leadOf } from './departures.js';
import { isFrameLate } from './frame-age.js';
import { type PixelKm, pixelKm } from './pixel-size.js';
import { isObserved, lookAt, type Waiting, type WatchingFrame } from './watching.js';

/** "Near the path", for what counts as convective. */
const INTENSE_RADIUS_KM = 10;
const INTENSE_EVERY_MINUTES = 5;

/** Arrays have one value a minute, 120 of them; NaN is unknown. */
export interface RadarMinutes {
  readonly network: RadarNetworkId;
  readonly dataset: RadarDatasetId;
  /** Of the frame, epoch seconds, as `createdAt`. */
  readonly validTime: number;
  readonly createdAt: number;
  readonly simulated: boolean;
  /** s between the frame and the beginning of the first minute; 0 for one that is newer. */
  readonly age: number;
  /** s from frame to frame of the network. */
  readonly cadence: number;
  /** A newer frame should have come. */
  readonly isLate: boolean;
  readonly motionSource: MotionSource;
  /** Of the pattern above the place. */
  readonly speedKmh: number;
  /** mm/h */
  readonly rates: Float64Array;
  /** Chance of at least 0.1 mm/h, 0..1, calibrated where the frame brings a calibration. */
  readonly probabilities: Float64Array;
  /** PrecipFlag codes of MRMS, −1 unknown. */
  readonly flags: Int16Array;
  /** Chance of severe hail within 5 km, 0..1. */
  readonly hailProbability: Float64Array;
  /** mm, 0 where hail is improbable. */
  readonly hailSize: Float64Array;
  /** Chance of a flash in the quarter hour of the minute, 0..1. */
  readonly lightning: Float64Array;
  /** Of the radar against the models, 0..1; 0 where the rate is unknown. */
  readonly weights: Float64Array;
  /** 0..1 */
  readonly confidence: Float64Array;
  /** Rain of 40 dBZ or more within 10 km of the way. */
  readonly hasIntense: boolean;
}

/** `outside`: no network looks at the place. `pending`: one does, and its newest frame is too old or never came. */
export type RadarRead =
  | { readonly kind: 'outside' }
  | { readonly kind: 'pending'; readonly network: RadarNetworkId; readonly age: number | null }
  | { readonly kind: 'minutes'; readonly minutes: RadarMinutes };

/**
 * The first of the networks that sees where this minute's rain comes from answers; where none does, the first that would.
 *
 * @param networks  the best one first
 * @param now  epoch seconds
 * @param place  degrees, −90..90 and −180..180
 */
export async function readRadar(
  shelf: RadarShelf,
  networks: readonly RadarNetworkId[],
  now: number,
  place: Place,
): Promise<RadarRead> {
  let waiting: Waiting | null = null;
  for (const network of networks) {
    const found = await lookAt(shelf, network, now, place);
    if (found === null) continue;
    if ('frame' in found) {
      const minutes = await minutesFrom(shelf, found, now);
      if (minutes !== null) return { kind: 'minutes', minutes };
    } else waiting ??= found;
  }
  return waiting === null ? { kind: 'outside' } : { kind: 'pending', ...waiting };
}

/** Null where the pixel that this minute's rain comes from was not observed. */
async function minutesFrom(shelf: RadarShelf, found: WatchingFrame, now: number): Promise<RadarMinutes | null> {
  const { network, frame, position } = found;
  const start = Math.floor(now / 60) * 60;
  const age = start - frame.description.validTime;
  const companions = await readCompanions(shelf, network, now);
  const reach = Math.ceil(leadOf(NOWCAST_MINUTES - 1, Math.max(age, oldestAge(companions, start))));
  const path = departuresTo(frame, position, reach);
  const spot = { row: 0, column: 0 };
  departureAt(path, leadOf(0, age), spot);
  if (!isObserved(frame, spot.row, spot.column)) return null;
  const km = pixelKm(frame.description.grid, position.y, position.x);
  const rain = rainAlong(frame, path, age, km);
  const beside = besideRain(companions, path, start);
  const lifetime = patternLifetime(measuredLifetime(frame.skill, position), rain.hasIntense);
  const quality = qualityAt(companions, path, position);
  const confidence = rain.rates.map((rate, minute) =>
    Number.isNaN(rate) ? Number.NaN : nowcastConfidence(quality, leadOf(minute, age), lifetime),
  );
  const { dataset, validTime, createdAt, simulated, motion } = frame.description;
  return {
    ...{ network, dataset, validTime, createdAt, simulated },
    age: Math.max(0, age),
    cadence: cadenceOf(network),
    isLate: isFrameLate(network, now - validTime),
    motionSource: frame.motion === null ? 'none' : (motion?.source ?? 'none'),
    speedKmh: speedAt(frame, position, km),
    ...rain,
    ...beside,
    confidence,
  };
}

type Rain = Pick<RadarMinutes, 'rates' | 'probabilities' | 'weights' | 'hasIntense'>;

function rainAlong(frame: RadarFrame, path: Departures, age: number, km: PixelKm): Rain {
  const rates = new Float64Array(NOWCAST_MINUTES).fill(Number.NaN);
  const probabilities = new Float64Array(NOWCAST_MINUTES).fill(Number.NaN);
  const weights = new Float64Array(NOWCAST_MINUTES);
  const mask = wetMaskOf(frame.field);
  const spot = { row: 0, column: 0 };
  for (let minute = 0; minute < NOWCAST_MINUTES; minute++) {
    const lead = leadOf(minute, age);
    departureAt(path, lead, spot);
    if (!isObserved(frame, spot.row, spot.column)) continue;
    const share = chanceAt(frame.field, spot.row, spot.column, lead, km.row, km.column, path.around);
    // The disk of the chance holds that of the rate.
    const rate = share === 0 ? 0 : rateAt(frame.field, spot.row, spot.column, lead, km.row, km.column, path.around);
    if (Number.isNaN(rate)) continue;
    rates[minute] = rate;
    probabilities[minute] = calibratedChance(frame.skill?.calibration ?? [], lead, share);
    weights[minute] = radarWeight(lead);
  }
  return { rates, probabilities, weights, hasIntense: isIntenseNear(mask, path, age, km) };
}

function isIntenseNear({ intense }: WetMask, path: Departures, age: number, km: PixelKm): boolean {
  const shape = diskShape(INTENSE_RADIUS_KM / km.row, INTENSE_RADIUS_KM / km.column);
  const spot = { row: 0, column: 0 };
  for (let minute = 0; minute < NOWCAST_MINUTES; minute += INTENSE_EVERY_MINUTES) {
    departureAt(path, leadOf(minute, age), spot);
    if (countInDisk(intense, shape, Math.round(spot.row), Math.round(spot.column), path.around) > 0) return true;
  }
  return false;
}

type BesideRain = Pick<RadarMinutes, 'flags' | 'hailProbability' | 'hailSize' | 'lightning'>;

function besideRain(companions: Companions, path: Departures, start: number): BesideRain {
  const flags = new Int16Array(NOWCAST_MINUTES);
  const [hailProbability, hailSize, lightning] = [
    new Float64Array(NOWCAST_MINUTES),
    new Float64Array(NOWCAST_MINUTES),
    new Float64Array(NOWCAST_MINUTES),
  ];
  fillFlags(companions, path, start, flags);
  fillHail(companions, path, start, hailProbability, hailSize);
  fillLightning(companions, path, start, lightning);
  return { flags, hailProbability, hailSize, lightning };
}

/** Minutes that patterns around a position last, NaN where nothing has been measured. */
function measuredLifetime(skill: NowcastSkill | null, { x, y }: GridPosition): number {
  const boxes = skill?.lifetime ?? null;
  if (boxes === null) return Number.NaN;
  const row = Math.min(boxes.rows - 1, Math.floor((y + 0.5) / boxes.boxPixels));
  const column = Math.min(boxes.columns - 1, Math.floor((x + 0.5) / boxes.boxPixels));
  return boxes.minutes[row * boxes.columns + column] ?? Number.NaN;
}

function speedAt({ motion }: RadarFrame, { x, y }: GridPosition, km: PixelKm): number {
  if (motion === null) return 0;
  const pixelsPerMinute = new Float64Array(2);
  motionAt(motion, y, x, pixelsPerMinute);
  return 60 * Math.hypot(pixelsPerMinute[0]! * km.column, pixelsPerMinute[1]! * km.row);
}
