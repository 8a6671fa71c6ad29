/**
 * The models' own extremes of a day. A window is never mixed, since it is one model's own: it counts where that model
 * gives at least half of the temperature at both its ends.
 *
 * Observations, and learned biases, correct an extreme by no more than they correct the whole of its window: the smallest increment of the window
 * raises a maximum, the largest lowers a minimum. At which of its instants the extreme was is not known.
 */

import { HOUR, type TimeSpan } from '../../model/time.js';
import type { PlaceBias } from '../learned/learned.js';
import { weightAt } from '../rules/weights.js';
import type { Increments } from '../surface/increments.js';
import { windowExtreme } from '../time/series.js';
import type { Layer } from './layer.js';
import type { LayeredPoint } from './layers.js';

/** A source whose temperature counts less than this at an end of a window is not asked for its extreme. */
const ENOUGH_WEIGHT = 0.5;

/** Highest or lowest temperature of the models' own windows inside `span`, K; NaN when there is none. */
export function ownExtreme(point: LayeredPoint, id: 'temperature_max' | 'temperature_min', span: TimeSpan): number {
  const states = point.layers('temperature');
  const which = id === 'temperature_max' ? 'highest' : 'lowest';
  let extreme = Number.NaN;
  for (const { dataset, nodes, values } of point.layers(id)) {
    const source = point.sources.find((each) => each.dataset === dataset)!;
    const length = source.description.windowSeconds;
    const prevails = (time: number) => shareAt(states, dataset, time) >= ENOUGH_WEIGHT;
    const counts = (end: number) => prevails(end) && prevails(end - length);
    const { increments, bias } = point;
    const correction = (end: number) =>
      (increments === null ? 0 : correctionOf(increments, end, length, which)) -
      (bias === null ? 0 : biasOf(bias, end, length, which));
    const own = windowExtreme(nodes, values, length, span, which, { counts, correction });
    if (Number.isNaN(own)) continue;
    if (Number.isNaN(extreme) || (which === 'highest' ? own > extreme : own < extreme)) extreme = own;
  }
  return extreme;
}

/** Increment that all of a window has at least: of a maximum the smallest, of a minimum the largest. */
function correctionOf(increments: Increments, windowEnd: number, length: number, which: 'highest' | 'lowest'): number {
  const { start, end } = increments.span;
  if (windowEnd <= start || windowEnd - length >= end) return 0;
  let bound = which === 'highest' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (let time = windowEnd - length; time <= windowEnd; time += HOUR / 4) {
    const increment = increments.at('temperature', time);
    bound = which === 'highest' ? Math.min(bound, increment) : Math.max(bound, increment);
  }
  return bound;
}

/** Bias that all of a window has at least, as increments are: of a maximum the largest, of a minimum the smallest. */
function biasOf({ at }: PlaceBias, windowEnd: number, length: number, which: 'highest' | 'lowest'): number {
  let bound = at(windowEnd);
  for (let time = windowEnd - length; time < windowEnd; time += HOUR)
    bound = which === 'highest' ? Math.max(bound, at(time)) : Math.min(bound, at(time));
  return bound;
}

/**
 * Share of a source in a mix of states at `time`, 0..1: one of `sharesOf`, without an array. It is asked at both ends of
 * every window of a day, and with arrays the daily section of GFS alone took 40% longer.
 */
function shareAt(layers: readonly Layer[], dataset: string, time: number): number {
  let rest = 1;
  let own = 0;
  let isLast = false;
  for (const layer of layers) {
    if (!isKnownAt(layer, time)) continue;
    const share = rest * weightAt(layer, time);
    rest -= share;
    isLast = layer.dataset === dataset;
    if (isLast) own = share;
  }
  return isLast ? own + rest : own;
}

function isKnownAt({ stretches }: Layer, time: number): boolean {
  return stretches.some(({ start, end }) => start <= time && time <= end);
}
