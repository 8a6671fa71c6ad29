/**
 * What MRMS would make of an instant of this world: each quantity on the whole grid, with the values that stand for what
 * was not seen. A radar sees the truth, to the 0.1 that the files keep; quality falls with distance (`coverage.ts`).
 *
 *   −3  out of sight of every radar      −1  in sight of radars in maintenance alone
 */

import type { RegularGrid } from '../../model/field.js';
import { createBoundedCache } from '../bounded-cache.js';
import { placesOfGrid } from '../places.js';
import type { World } from '../world.js';
import { qualityOf, sitesAtWork, spanOf } from './coverage.js';
import { NEXRAD_SITES } from './sites-table.js';

export const NO_COVERAGE = -3;
export const MISSING = -1;
const RANGE = 260_000; // m
/** Frames of a rate that are kept: its flags follow from it. */
const KEPT_BYTES = 8e6;

export interface MrmsScene {
  /** mm/h. */
  rate(validTime: number): Float32Array;
  /** 0..1. */
  quality(validTime: number): Float32Array;
}

export function createMrmsScene(world: World, grid: RegularGrid): MrmsScene {
  const places = placesOfGrid(grid);
  const inSight = qualityOf(places, NEXRAD_SITES, RANGE);
  const qualities = createBoundedCache<number, Float32Array>(0, ({ byteLength }) => byteLength);
  const qualityAt = (validTime: number): Float32Array =>
    qualities.get(spanOf(validTime), () => {
      const seen = qualityOf(places, sitesAtWork(NEXRAD_SITES, world.seed, validTime), RANGE);
      return seen.map((quality, n) => (quality >= 0 ? quality : inSight[n]! >= 0 ? MISSING : NO_COVERAGE));
    });
  const masked = (values: Float32Array, validTime: number): Float32Array => {
    const quality = qualityAt(validTime);
    for (let n = 0; n < values.length; n++) if (quality[n]! < 0) values[n] = quality[n]!;
    return values;
  };
  const rates = createBoundedCache<number, Float32Array>(KEPT_BYTES, ({ byteLength }) => byteLength);
  return {
    quality: qualityAt,
    rate: (validTime) =>
      rates.get(validTime, () => {
        const values = new Float32Array(grid.rows * grid.columns);
        world.fillPrecipitation(values, places, validTime, null);
        return masked(values, validTime);
      }),
  };
}
