/**
 * An earlier nowcast held against the frame that it was of: which chances of rain it gave, and where it then rained.
 *
 * Chances are those of the nowcast at a place (`wetShare`, the same disk round the same departure point of the same tiles), so
 * that what is learnt here holds for what is given there. They are taken at places of a lattice and not at every pixel:
 * pixels that lie close together share their rain, and tell nothing of each other.
 */

import type { MotionField, TiledField } from '../../model/radar.js';
import { WET_RATE } from '../condition.js';
import { chanceAt } from './chance-at.js';
import { countPair, type ReliabilityCounts } from './reliability-counts.js';
import { valueAt } from './tiled-field.js';
import { marchFrom, stepBack } from './trajectory.js';

/** A rate that is 0.1 mm/h but for rounding is 0.1 mm/h. */
const WET = WET_RATE * (1 - 1e-6);
/** Motion hardly changes along the way of five minutes: the end of two hours is within a tenth of a pixel. */
const LONGEST_STEP = 5;

/** A frame that a nowcast was made from. */
export interface IssuedNowcast {
  readonly field: TiledField;
  readonly motion: MotionField;
  /** From the frame to the one that it is held against, min. */
  readonly leadMinutes: number;
}

/** Pixels that were observed, and whether it rains there; one index for all arrays. */
export interface VerificationPlaces {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** 1 where it rains. */
  readonly wet: Uint8Array;
  /** From pixel to pixel along a column, and along a row. */
  readonly kmPerRow: Float64Array;
  readonly kmPerColumn: Float64Array;
  /** Pairs that a place counts as. */
  readonly weight: number;
  /** Columns after which the first comes again, on a grid round the globe; 0 on others. */
  readonly around: number;
}

/** How large the pixel at a row and column is, km. */
export type PixelSize = (row: number, column: number) => { readonly row: number; readonly column: number };

export interface PlaceLattice {
  /** Pixels between places. */
  readonly spacing: number;
  /** Row and column of the first, below the spacing: another for each frame, so that in time all places are met. */
  readonly offset: number;
  readonly weight: number;
  readonly around: number;
}

/** The places of a lattice that a frame shows. */
export function verificationPlaces(came: TiledField, lattice: PlaceLattice, sizeOf: PixelSize): VerificationPlaces {
  const { spacing, offset, weight, around } = lattice;
  const found: [row: number, column: number, wet: number][] = [];
  for (let row = offset; row < came.rows; row += spacing)
    for (let column = offset; column < came.columns; column += spacing) {
      const rate = valueAt(came, row, column);
      if (!Number.isNaN(rate)) found.push([row, column, rate >= WET ? 1 : 0]);
    }
  const sizes = found.map(([row, column]) => sizeOf(row, column));
  return {
    rows: Int32Array.from(found, ([row]) => row),
    columns: Int32Array.from(found, ([, column]) => column),
    wet: Uint8Array.from(found, ([, , wet]) => wet),
    kmPerRow: Float64Array.from(sizes, ({ row }) => row),
    kmPerColumn: Float64Array.from(sizes, ({ column }) => column),
    weight,
    around,
  };
}

/**
 * What a nowcast says of these places, 0 to 1; where it says nothing, nothing is told.
 *
 * @param visit  of the chance and the index of the place
 */
export function visitChances(
  nowcast: IssuedNowcast,
  places: VerificationPlaces,
  visit: (chance: number, place: number) => void,
): void {
  const { field, motion, leadMinutes } = nowcast;
  const steps = Math.max(1, Math.ceil(leadMinutes / LONGEST_STEP));
  const march = marchFrom(0, 0);
  for (let k = 0; k < places.rows.length; k++) {
    march.row = places.rows[k]!;
    march.column = places.columns[k]!;
    for (let step = 0; step < steps; step++) stepBack(motion, march, leadMinutes / steps);
    const [rowKm, columnKm] = [places.kmPerRow[k]!, places.kmPerColumn[k]!];
    const chance = chanceAt(field, march.row, march.column, leadMinutes, rowKm, columnKm, places.around);
    if (!Number.isNaN(chance)) visit(chance, k);
  }
}

/** Counts the chances over 0. */
export function countChances(nowcast: IssuedNowcast, places: VerificationPlaces, counts: ReliabilityCounts): void {
  visitChances(nowcast, places, (chance, place) => {
    if (chance > 0) countPair(counts, chance, places.wet[place] === 1, places.weight);
  });
}
