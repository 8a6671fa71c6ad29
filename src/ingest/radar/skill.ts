/**
 * How the nowcasts of a network came true, from its own frames: what those of up to two hours before expected of a new one,
 * held against it. Chances for the calibration by lead, patterns for their lifetime in boxes of 100 km.
 *
 * It is done once in ten minutes of valid time, and the frames between carry what was found: two minutes later the same rain
 * has hardly moved, and says nothing new.
 */

import { isDeepStrictEqual } from 'node:util';
import type { RadarRaster } from '../../decode/radar/raster.js';
import { columnsBeforeSeam, isGlobal, placeOf } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import type { LeadCalibration, NowcastSkill, RadarFrame } from '../../model/radar.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { advect } from '../../science/radar/advection.js';
import {
  type BoxCorrelations,
  blendedLifetimes,
  boxCorrelations,
  coarserMotion,
  decibelsOf,
  lifetimesOf,
} from '../../science/radar/lagrangian-lifetime.js';
import {
  CERTAIN_NOW,
  calibrationOf,
  noReliabilityCounts,
  type ReliabilityCounts,
  updatedCounts,
} from '../../science/radar/reliability-counts.js';
import { countChances, type VerificationPlaces, verificationPlaces } from '../../science/radar/self-verification.js';
import { coarseOf } from '../../science/radar/tiled-field.js';

/** Leads that are looked at, min, and how far from one the frame may be that stands for it. */
const LEADS = [10, 20, 30, 60, 90, 120] as const;
const LEAST_TOLERANCE = 4;
const TOLERANCE = 1 / 8;
/** s of valid time in which it is done once. */
const SLOT = 600;
/** Lifetimes are of the nowcasts of the last hour, min. */
const LIFETIME_LEADS = 60;
const BOX_KM = 100;
/** Patterns are compared in blocks of about this size, km, and of so many at most. */
const BLOCK_KM = 4;
const MOST_BLOCKS = 2_000_000;
/** Places at which chances are taken: so many at most, and not closer than this, km. */
const MOST_PLACES = 25_000;
const LEAST_PLACE_KM = 8;
/** Places closer than this count as a part of a pair, km: showers are as large. */
const INDEPENDENT_KM = 25;

/** What the frame before carried. */
export interface CarriedSkill {
  /** Epoch seconds. */
  readonly validTime: number;
  readonly skill: NowcastSkill;
}

type Newest = Pick<RadarRaster, 'grid' | 'field' | 'validTime'>;

/** True where the slot of a frame has not been looked at yet. */
export function isSkillDue(validTime: number, carried: CarriedSkill | null): boolean {
  return carried === null || Math.floor(validTime / SLOT) > Math.floor(carried.validTime / SLOT);
}

/** Valid times of the frames whose nowcasts are looked at, one for each lead that there is one for; epoch seconds. */
export function verifiedTimes(validTime: number, held: Iterable<number>): number[] {
  const times = [...held];
  const chosen = LEADS.flatMap((lead) => {
    const off = (time: number) => Math.abs((validTime - time) / 60 - lead);
    const near = times.filter((time) => time < validTime && off(time) <= Math.max(LEAST_TOLERANCE, lead * TOLERANCE));
    return near.length === 0 ? [] : [near.reduce((best, time) => (off(time) < off(best) ? time : best))];
  });
  return [...new Set(chosen)];
}

/**
 * Null where nothing is known: no earlier frame had a motion, and none carried anything.
 *
 * @param earlier  frames as they were published, one at a time; those without a motion of their own tell nothing
 * @param carried  of the frame before
 */
export async function skillOf(
  earlier: Iterable<RadarFrame> | AsyncIterable<RadarFrame>,
  newest: Newest,
  carried: CarriedSkill | null,
): Promise<NowcastSkill | null> {
  const fresh = new Map<number, ReliabilityCounts>();
  const correlations: BoxCorrelations[] = [];
  let scene: Scene | null = null;
  for await (const frame of earlier) {
    const { validTime, grid, motion } = frame.description;
    const leadMinutes = (newest.validTime - validTime) / 60;
    const lead = LEADS.find(
      (nominal) => Math.abs(leadMinutes - nominal) <= Math.max(LEAST_TOLERANCE, nominal * TOLERANCE),
    );
    const isNowcast = frame.motion !== null && motion?.source !== 'none' && isDeepStrictEqual(grid, newest.grid);
    if (lead === undefined || !isNowcast) continue;
    scene ??= sceneOf(newest);
    const counts = fresh.get(lead) ?? noReliabilityCounts();
    fresh.set(lead, counts);
    countChances({ field: frame.field, motion: frame.motion, leadMinutes }, scene.places, counts);
    if (lead <= LIFETIME_LEADS) correlations.push(scene.correlate(frame, leadMinutes));
  }
  if (fresh.size === 0 && carried === null) return null;
  return {
    calibration: calibrations(fresh, carried?.skill.calibration ?? []),
    lifetime: lifetimeOf(scene?.boxes ?? null, correlations, newest.validTime, carried),
  };
}

function calibrations(
  fresh: ReadonlyMap<number, ReliabilityCounts>,
  known: readonly LeadCalibration[],
): readonly LeadCalibration[] {
  const curves = LEADS.flatMap((lead) => {
    const before = known.find(({ leadMinutes }) => leadMinutes === lead)?.counts ?? null;
    const counts = fresh.get(lead) ?? null;
    if (counts !== null) return [calibrationOf(lead, updatedCounts(before, counts))];
    return before === null ? [] : [calibrationOf(lead, before)];
  });
  return curves.length === 0 ? [] : [CERTAIN_NOW, ...curves];
}

/** The new frame as it is compared with. */
interface Scene {
  readonly boxes: { readonly rows: number; readonly columns: number; readonly boxPixels: number };
  readonly places: VerificationPlaces;
  correlate(frame: RadarFrame, leadMinutes: number): BoxCorrelations;
}

function sceneOf({ grid, field, validTime }: Newest): Scene {
  const middle = pixelSize(grid, (grid.rows - 1) / 2, (grid.columns - 1) / 2);
  const km = Math.sqrt(middle.row * middle.column);
  const pixels = grid.rows * grid.columns;
  const factor = Math.max(1, Math.round(BLOCK_KM / km), Math.ceil(Math.sqrt(pixels / MOST_BLOCKS)));
  const blocks = Math.max(1, Math.round(BOX_KM / km / factor)); // along a side of a box
  const boxPixels = blocks * factor;
  const spacing = Math.max(1, Math.round(LEAST_PLACE_KM / km), Math.ceil(Math.sqrt(pixels / MOST_PLACES)));
  const lattice = {
    spacing,
    // Of coprime steps, so that all offsets come, and neighbours do not follow each other.
    offset: (7 * Math.floor(validTime / SLOT)) % spacing,
    weight: Math.min(1, ((spacing * km) / INDEPENDENT_KM) ** 2),
    around: isGlobal(grid) ? columnsBeforeSeam(grid) : 0,
  };
  const came = decibelsOf(coarseOf(field, factor));
  return {
    boxes: { rows: Math.ceil(grid.rows / boxPixels), columns: Math.ceil(grid.columns / boxPixels), boxPixels },
    places: verificationPlaces(field, lattice, (row, column) => pixelSize(grid, row, column)),
    correlate(frame, leadMinutes) {
      const expected = advect(coarseOf(frame.field, factor), coarserMotion(frame.motion!, factor), leadMinutes);
      return boxCorrelations(expected, came, blocks, leadMinutes);
    },
  };
}

function lifetimeOf(
  boxes: Scene['boxes'] | null,
  correlations: readonly BoxCorrelations[],
  validTime: number,
  carried: CarriedSkill | null,
): NowcastSkill['lifetime'] {
  // They are of the first frame of their slot.
  const seenAt = carried === null ? Number.NEGATIVE_INFINITY : SLOT * Math.floor(carried.validTime / SLOT);
  const minutesSince = (validTime - seenAt) / 60;
  const before = minutesSince <= LIFETIME_LEADS ? (carried?.skill.lifetime ?? null) : null;
  if (boxes === null || correlations.length === 0) return before;
  const now = { ...boxes, minutes: lifetimesOf(correlations) };
  const blended = blendedLifetimes(now, before, minutesSince);
  return blended.minutes.some((minutes) => !Number.isNaN(minutes)) ? blended : null;
}

/** km from pixel to pixel along a column (`row`) and along a row (`column`). */
function pixelSize(grid: Grid, row: number, column: number): { readonly row: number; readonly column: number } {
  return {
    row: distanceKm(grid, row - 0.5, column, row + 0.5, column),
    column: distanceKm(grid, row, column - 0.5, row, column + 0.5),
  };
}

function distanceKm(grid: Grid, rowA: number, columnA: number, rowB: number, columnB: number): number {
  const a = placeOf(grid, rowA, columnA);
  const b = placeOf(grid, rowB, columnB);
  return greatCircleDistance(a.latitude, a.longitude, b.latitude, b.longitude) / 1000;
}
