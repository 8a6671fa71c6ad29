/**
 * Learned corrections as forecasts, nowcasts and routes apply them: which are published, and what they are at a place. A
 * correction never fails a request: one that is absent, damaged or older than ten days is none.
 */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { isUnreadable } from '../../base/errors.js';
import { BIAS_VARIABLES, LEARNED_OLDEST, type LearnedCorrections } from '../../model/learned-corrections.js';
import type { RegionId } from '../../model/region.js';
import { DAY } from '../../model/time.js';
import { VERIFICATION_STATIONS, type VerificationStation } from '../../model/verification-stations.js';
import { taper } from '../../science/optimal-interpolation.js';
import { correlation, FARTHEST, LARGEST_RISE } from '../surface/increments.js';
import type { Calibration } from '../weather/chances.js';
import { type BiasByLead, biasCourse, noBias } from './bias-course.js';
import { calibrationWith, curvesByGroup } from './chance-curves.js';
import { type FindNear, indexStations } from './near-stations.js';

/** A verification station whose bias counts at a place. */
export interface BiasStation {
  readonly id: string;
  /** m */
  readonly distance: number;
  /** Share of its bias of the hours that is taken, 0..1. */
  readonly weight: number;
}

/** Bias of the forecast at a place over time. */
export interface PlaceBias {
  /** Bias at an instant, K, to be subtracted from the temperature. */
  at(time: number): number;
  /** Largest size that it has at any lead, K. */
  readonly largest: number;
  readonly stations: readonly BiasStation[];
}

/** Corrections for forecasts of one time. */
export interface Learned {
  readonly version: string;
  /** They were learned from simulated data, and say nothing of real weather; nor do real ones of simulated weather. */
  readonly simulated: boolean;
  /** Null where no station with a bias is near. @param elevation  m; NaN unknown: then there is none */
  bias(latitude: number, longitude: number, elevation: number): PlaceBias | null;
  readonly calibration: Calibration;
}

export interface Learning {
  /** Name of what is applied now: another one whenever a correction may be another. Never fails. */
  version(): Promise<string>;
  /** Corrections of a forecast that is made `now`, epoch seconds; null: none. */
  at(now: number): Promise<Learned | null>;
}

export interface LearningParts {
  /** Reads what is published; null: nothing. The same version is the same object. */
  readonly newest: () => Promise<LearnedCorrections | null>;
  readonly clock: Clock;
  /** Weather region of a place; null: none. */
  readonly regionNear: (latitude: number, longitude: number) => RegionId | null;
}

/** Cells of 0.1° whose region is remembered. */
const MOST_CELLS = 20_000;
const CELLS_PER_DEGREE = 10;
/** Weights below it are none. */
const LEAST_WEIGHT = 1e-6;

export function createLearning({ newest, clock, regionNear }: LearningParts): Learning {
  const regions = new LRUCache<string, { readonly region: RegionId | null }>({ max: MOST_CELLS });
  const prepared = new WeakMap<LearnedCorrections, Prepared>();

  /** Region of the middle of the cell, so that all products find the same. */
  function regionOf(latitude: number, longitude: number): RegionId | null {
    const [row, column] = [latitude, longitude].map((degrees) => Math.floor(degrees * CELLS_PER_DEGREE));
    const key = `${row} ${column}`;
    const known = regions.get(key);
    if (known !== undefined) return known.region;
    const middle = (cell: number) => (cell + 0.5) / CELLS_PER_DEGREE;
    const region = regionNear(Math.min(90, middle(row!)), Math.min(180, middle(column!)));
    regions.set(key, { region });
    return region;
  }

  async function applicable(now: number): Promise<LearnedCorrections | null> {
    try {
      const learned = await newest();
      if (learned === null) return null;
      const { createdAt, lastDay } = learned;
      // A record that stands still tells no more of the forecasts of today, however often it is learned from.
      const isRecent = Math.abs(now - createdAt) <= LEARNED_OLDEST && now - lastDay * DAY <= LEARNED_OLDEST + DAY;
      return isRecent ? learned : null;
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }

  return {
    version: async () => (await applicable(clock.now()))?.version ?? 'none',
    async at(now) {
      const learned = await applicable(now);
      if (learned === null) return null;
      const own = prepared.get(learned) ?? prepare(learned);
      prepared.set(learned, own);
      const { version, simulated } = learned;
      const { biases, curves } = own;
      return {
        ...{ version, simulated },
        bias: (latitude, longitude, elevation) => placeBias(biases, { latitude, longitude, elevation }, now),
        calibration: {
          at(latitude, longitude) {
            if (curves.size === 0) return null;
            const group = curves.get(regionOf(latitude, longitude) ?? 'network');
            return group === undefined ? null : calibrationWith(group, now);
          },
        },
      };
    },
  };
}

/** Corrections, ready to be looked up. */
interface Prepared {
  readonly biases: Biases;
  readonly curves: ReturnType<typeof curvesByGroup>;
}

interface Biases {
  readonly find: FindNear<VerificationStation>;
  readonly byStation: ReadonlyMap<string, BiasByLead>;
}

function prepare({ biases, calibrations }: LearnedCorrections): Prepared {
  const byStation = new Map<string, BiasByLead>();
  for (const { station, variable, biases: values } of biases) {
    const own = byStation.get(station) ?? noBias();
    own[variable].set(values);
    byStation.set(station, own);
  }
  const find = indexStations(VERIFICATION_STATIONS.filter(({ id }) => byStation.has(id)));
  return { biases: { find, byStation }, curves: curvesByGroup(calibrations) };
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation: number;
}

/**
 * Weighted sum of the biases around: at a station its own, towards 40 km or 300 m of height nothing. Extremes of the day
 * depend on the site more than the hours do, and spread with half of the length (docs/methods/learning.md).
 */
function placeBias({ find, byStation }: Biases, place: Place, now: number): PlaceBias | null {
  const near = find(place.latitude, place.longitude, FARTHEST).flatMap(({ station, distance }) => {
    const rise = place.elevation - station.elevation;
    const limits = taper(distance / FARTHEST) * taper(Math.abs(rise) / LARGEST_RISE);
    const weight = limits * correlation(distance, rise);
    return weight >= LEAST_WEIGHT ? [{ id: station.id, distance, rise, weight }] : [];
  });
  if (near.length === 0) return null;
  const total = near.reduce((sum, { weight }) => sum + weight, 0);
  const stations = near.map((one) => ({ ...one, weight: one.weight / Math.max(1, total) }));
  const biases = noBias();
  for (const { id, weight, distance, rise } of stations) {
    const own = byStation.get(id)!;
    for (const variable of BIAS_VARIABLES) {
      const share = variable === 'temperature' ? weight : weight * correlation(distance, rise);
      for (let lead = 0; lead < biases[variable].length; lead++)
        biases[variable][lead]! += share * own[variable][lead]!;
    }
  }
  const largest = BIAS_VARIABLES.reduce(
    (most, variable) => biases[variable].reduce((size, bias) => Math.max(size, Math.abs(bias)), most),
    0,
  );
  return { largest, at: biasCourse(biases, now, place.longitude), stations };
}

/** Corrections for a forecast from these sources; null where only one of both is simulated. */
export function learnedFor(
  learned: Learned | null,
  sources: readonly { readonly description: { readonly simulated: boolean } }[],
): Learned | null {
  if (learned === null) return null;
  return sources.every(({ description }) => description.simulated === learned.simulated) ? learned : null;
}
