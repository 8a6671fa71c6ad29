/**
 * How much a source counts at a place and time, and how a value is shared between sources.
 *
 *   weight(t) = share × min(1, (t − begin) / fade-in, (end − t) / fade-out)        within a stretch of known values
 *
 * A stretch ends where the source ends or where it has a gap of more than six hours, so the source fades around a gap as
 * it does at an end. `share` is the fade at the edge of its grid.
 */

import { HOUR, type TimeSpan } from '../../model/time.js';

/** Span and weight of a source. */
export interface Ramps {
  /** Spans in which values are known without a gap, in order. */
  readonly stretches: readonly TimeSpan[];
  /** Seconds. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** 0..1 */
  readonly share: number;
}

/** 0..share; 0 where nothing is known. */
export function weightAt({ stretches, fadeIn, fadeOut, share }: Ramps, time: number): number {
  return share * rampAt(stretches, fadeIn, fadeOut, time);
}

/** 0..1: how far a source has come in, and not yet gone out, at a time. */
export function rampAt(stretches: readonly TimeSpan[], fadeIn: number, fadeOut: number, time: number): number {
  for (let i = 0; i < stretches.length; i++) {
    const { start: begin, end } = stretches[i]!;
    if (time < begin) return 0;
    if (time > end) continue;
    const rising = time - begin < fadeIn ? (time - begin) / fadeIn : 1;
    const falling = end - time < fadeOut ? (end - time) / fadeOut : 1;
    return rising < falling ? rising : falling;
  }
  return 0;
}

/** The parts of the stretches in which nothing below the source counts. */
export function fullSpans({ stretches, fadeIn, fadeOut, share }: Ramps): TimeSpan[] {
  const full: TimeSpan[] = [];
  if (share < 1) return full;
  for (const { start, end } of stretches)
    if (start + fadeIn < end - fadeOut) full.push({ start: start + fadeIn, end: end - fadeOut });
  return full;
}

/**
 * Share of regional models in a value, 0..1, from the weights of all models that have one, best first: global ones stand
 * last and take what is left. Without them it is all regional.
 *
 * @param weightOf  weight of a regional model, 0..1
 */
export function regionalShare<Model>(
  models: readonly Model[],
  isGlobal: (model: Model) => boolean,
  weightOf: (model: Model) => number,
): number {
  let rest = 1;
  for (const model of models) {
    if (isGlobal(model)) return 1 - rest;
    rest *= 1 - weightOf(model);
    if (rest === 0) return 1;
  }
  return models.length > 0 ? 1 : 0;
}

/** s: an ensemble comes in about so much later than the newest run of a model. */
const USUAL_AGE = 6 * HOUR;

/** A run at a place. */
interface RunAt {
  readonly referenceTime: number;
  readonly times: ArrayLike<number>;
}

/**
 * The time from which leads are counted, epoch seconds: that of the ensemble's run, but of a late ensemble one that is six
 * hours before the newest run that reaches an instant. A fresh model does not count less because members grow old.
 *
 * @param ensembleRun  NaN where there is none
 * @param runs  of all models of the weather that cover the place
 */
export function leadOrigin(ensembleRun: number, runs: Iterable<RunAt>, instant: number): number {
  let origin = ensembleRun;
  for (const { referenceTime, times } of runs)
    if (referenceTime - USUAL_AGE > origin && times[0]! <= instant && times[times.length - 1]! >= instant)
      origin = referenceTime - USUAL_AGE;
  return origin;
}

/** Grids that are cut to one region end within a cell of each other, m. */
const SAME_EDGE = 60_000;

/**
 * The share of a source `inside` metres from the edge of its grid: 0 at the edge, 1 from `width` metres inside on.
 *
 * A source fades out towards its edge because another one answers beyond it. Where that other one ends there too, as in a
 * store that holds only a region, there is nothing to fade into: the fade is as wide as the others reach beyond the edge,
 * and 0 where that is no more than a cell of the coarsest of them.
 *
 * @param farthest  edge distance of the source below that reaches farthest, m; 0 none
 */
export function edgeShare(inside: number, farthest: number, width: number): number {
  if (inside >= width) return 1;
  const needed = Math.min(width, farthest - inside - SAME_EDGE);
  return inside >= needed ? 1 : inside / needed;
}

/** The edge distance of the source that reaches farthest, m; 0 for none. */
export function farthestOf(sources: readonly { readonly edgeDistance: number }[]): number {
  return sources.reduce((far, { edgeDistance }) => Math.max(far, edgeDistance), 0);
}

/**
 * Shares of a value that sum to 1: each source, best first, takes its weight of what is left, the last takes all of it.
 *
 * @param weights  one per source, 0..1
 */
export function sharesOf(weights: readonly number[]): number[] {
  let rest = 1;
  const shares = weights.map((weight) => {
    const share = rest * weight;
    rest -= share;
    return share;
  });
  const last = shares.length - 1;
  if (last >= 0) shares[last] = shares[last]! + rest;
  return shares;
}
