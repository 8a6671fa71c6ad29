/** Share of wet pixels in a disk, counted by masks that belong to the field of a frame. */

import type { TiledField } from '../../model/radar.js';
import { WET_RATE } from '../condition.js';
import { INTENSE_RATE } from './confidence.js';
import { countInDisk, diskShape, isEverywhere, isNowhere, maskBytes, type PixelMask, pixelMask } from './pixel-mask.js';

/** Less of a disk than this says nothing of the rest. */
export const LEAST_OBSERVED = 0.5;
/** A threshold that is a packed value but for rounding is that value: 0.1 / 0.1 of the packing. */
const ROUNDING = 1e-6;

/** Which pixels of a frame are wet, observed, and heavy rain; filled in as they are asked for. */
export interface WetMask {
  readonly wet: PixelMask;
  readonly observed: PixelMask;
  readonly intense: PixelMask;
}

/** Of one disk at a time; those of 60 km have fewer rows than this on every grid of a network. */
const HALF_WIDTHS = new Int32Array(128);

const known = new WeakMap<TiledField, WetMask>();

/** The mask of a field of rates, mm/h; one for each field object, so keep the object. */
export function wetMaskOf(field: TiledField): WetMask {
  const kept = known.get(field);
  if (kept) return kept;
  const from = (rate: number) => pixelMask(field, Math.ceil(rate / field.step - ROUNDING));
  const made = { wet: from(WET_RATE), observed: pixelMask(field, 0), intense: from(INTENSE_RATE) };
  known.set(field, made);
  return made;
}

/** Memory that a mask holds so far, bytes. */
export function wetMaskBytes({ wet, observed, intense }: WetMask): number {
  return maskBytes(wet) + maskBytes(observed) + maskBytes(intense);
}

/**
 * Share of wet pixels among those observed in a disk, 0..1; NaN where less than `leastObserved` of it was observed. The pixels of the
 * disk are those with (rows / radiusRows)² + (columns / radiusColumns)² ≤ 1 from the one nearest to its centre.
 *
 * @param row, column  of the centre, pixels, may be fractional
 * @param around  columns after which the first comes again, on a grid round the globe; 0 on others
 */
export function wetShare(
  mask: WetMask,
  row: number,
  column: number,
  radiusRows: number,
  radiusColumns: number,
  around = 0,
  leastObserved = LEAST_OBSERVED,
): number {
  const [y, x] = [Math.round(row), Math.round(column)];
  if (isAllObservedAndDry(mask, y, x, Math.floor(radiusRows), Math.floor(radiusColumns))) return 0;
  const shape = diskShape(radiusRows, radiusColumns, HALF_WIDTHS);
  const observed = countInDisk(mask.observed, shape, y, x, around);
  if (observed === 0 || observed < leastObserved * shape.pixels) return Number.NaN;
  return countInDisk(mask.wet, shape, y, x, around) / observed;
}

/** Of the tiles that the box round a disk lies in: what most disks are, told without their shape. */
function isAllObservedAndDry({ wet, observed }: WetMask, row: number, column: number, high: number, wide: number) {
  const [top, bottom, left, right] = [row - high, row + high, column - wide, column + wide];
  return isNowhere(wet, top, bottom, left, right) && isEverywhere(observed, top, bottom, left, right);
}
