/**
 * Forecasts of a place and along a track with the increments of the surface analysis, and without the bias that was learned
 * at stations near. Both are added by the same rule.
 *
 * The bias is that of forecasts as they were issued, with increments; so it is subtracted beside them, and innovations stay
 * those of the forecast without it. Nothing is corrected twice.
 */

import { HOUR } from '../../model/time.js';
import type { LayeredPoint } from '../layers/layers.js';
import type { PlaceBias } from '../learned/learned.js';
import { axisEnd } from '../time/series.js';
import { merged } from '../time/time-spans.js';
import type { LayeredTrack } from '../track/track.js';
import { type Increments, isCorrected } from './increments.js';

/** @param increments  null: the point stays as it is */
export function correctedPoint(point: LayeredPoint, increments: Increments | null): LayeredPoint {
  if (increments === null) return point;
  const { start, end } = increments.span;
  // A curve that is monotone between two hours need not be so with an increment.
  const hours = [{ start: Math.floor(start / HOUR) * HOUR, end: Math.ceil(end / HOUR) * HOUR }];
  return {
    ...point,
    increments,
    unevenHours(id) {
      const own = point.unevenHours(id);
      return isCorrected(id) && point.layers(id).length > 0 ? merged([...own, ...hours]) : own;
    },
    instants(id, axis, out) {
      point.instants(id, axis, out);
      if (!isCorrected(id) || axis.start > end || axisEnd(axis) < start) return out;
      const first = Math.max(0, Math.floor((start - axis.start) / axis.step));
      const last = Math.min(axis.count - 1, Math.ceil((end - axis.start) / axis.step));
      for (let k = first; k <= last; k++) out[k]! += increments.at(id, axis.start + k * axis.step);
      return out;
    },
  };
}

/** @param increments  one for each spot; null: the spot stays as it is */
export function correctedTrack(track: LayeredTrack, increments: readonly (Increments | null)[]): LayeredTrack {
  if (increments.every((one) => one === null)) return track;
  return {
    ...track,
    instants(id, times, out) {
      track.instants(id, times, out);
      if (isCorrected(id))
        for (const [i, one] of increments.entries())
          if (one !== null && !Number.isNaN(out[i]!)) out[i]! += one.at(id, times[i]!);
      return out;
    },
  };
}

/** Subtracts a bias from the temperature of a place. @param bias  null: the point stays as it is */
export function unbiasedPoint(point: LayeredPoint, bias: PlaceBias | null): LayeredPoint {
  if (bias === null) return point;
  return {
    ...point,
    bias,
    instants(id, axis, out) {
      point.instants(id, axis, out);
      if (id === 'temperature') for (let k = 0; k < axis.count; k++) out[k]! -= bias.at(axis.start + k * axis.step);
      return out;
    },
  };
}

/** Subtracts biases from the temperatures of a track. @param biases  one for each spot; null: the spot stays as it is */
export function unbiasedTrack(track: LayeredTrack, biases: readonly (PlaceBias | null)[]): LayeredTrack {
  if (biases.every((bias) => bias === null)) return track;
  return {
    ...track,
    instants(id, times, out) {
      track.instants(id, times, out);
      if (id === 'temperature')
        for (const [i, bias] of biases.entries())
          if (bias !== null && !Number.isNaN(out[i]!)) out[i]! -= bias.at(times[i]!);
      return out;
    },
  };
}
