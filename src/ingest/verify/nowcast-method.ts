/** The nowcast as hindcasts make it: motion from three frames, then rates and probabilities of whole fields at each lead. */

import type { MotionField } from '../../model/radar.js';
import { advect } from '../../science/radar/advection.js';
import { diskShares } from '../../science/radar/disk-shares.js';
import { estimateMotion } from '../../science/radar/motion/estimate-motion.js';
import type { RateGrid } from '../../science/radar/rate-grid.js';

/** What a nowcast is made from. */
export interface NowcastStart {
  /** The newest frame, mm/h. */
  readonly initial: RateGrid;
  /** Its wetness: 255 not observed, 0 dry, else wet. */
  readonly wetness: Uint8Array;
  readonly motion: MotionField;
}

/** Whole fields, float32 [row][column], NaN where there is no nowcast. */
export interface LeadForecast {
  /** mm/h. */
  readonly rates: Float32Array;
  /** 0..1. */
  readonly probabilities: Float32Array;
}

/** A rule that hindcasts measure. */
export type NowcastMethod = (start: NowcastStart, leadMinutes: number) => LeadForecast;

/** Diameter of the disk of the probability: pixels for each minute of lead (of about a kilometre on both radar grids). */
const DISK_PIXELS_PER_MINUTE = 1;

/** Advection as it stands, and the share of wet pixels round the place that the air came from. */
export const extrapolate: NowcastMethod = ({ initial, wetness, motion }, leadMinutes) => {
  const { rows, columns } = initial;
  const shares = diskShares(wetness, rows, columns, (DISK_PIXELS_PER_MINUTE * leadMinutes) / 2);
  return {
    rates: advect(initial, motion, leadMinutes).values,
    probabilities: advect({ rows, columns, values: shares }, motion, leadMinutes, 'nearest').values,
  };
};

/** Frames from this many pixels are made 4 times coarser for their motion. */
const COARSENED_FROM = 4_000_000;

/** Native pixels along a side of a pixel of the frames that motion is taken from. */
export function motionFactorOf(rows: number, columns: number): number {
  return rows * columns >= COARSENED_FROM ? 4 : 1;
}

/** A field that does not move. */
const STILL: Omit<MotionField, 'u' | 'v'> = { rows: 1, columns: 1, spacing: 1, origin: 0 };

/**
 * The motion that the frames show; none where they show too little.
 *
 * @param frames  coarsened by `motionFactorOf`
 * @param times  epoch seconds
 */
export function motionOf(
  frames: readonly RateGrid[],
  times: readonly number[],
  native: { readonly rows: number; readonly columns: number },
): MotionField {
  const factor = motionFactorOf(native.rows, native.columns);
  const options = { factor, nativeRows: native.rows, nativeColumns: native.columns };
  return estimateMotion(frames, times, options).field ?? { ...STILL, u: new Float32Array(1), v: new Float32Array(1) };
}
