/**
 * What the National Blend says of the chance of precipitation in one hour (docs/methods/probability.md): its own steps of
 * an hour, and where it has none the windows of six hours, divided evenly by whoever asks.
 *
 * Of the ensemble and the Blend, one that is late gives way to one that is in time, as sources of the weather do.
 */

import type { DatasetId } from '../../model/dataset.js';
import { HOUR } from '../../model/time.js';
import type { Layer } from '../layers/layer.js';
import { ENSEMBLE, orderOf } from '../rules/layer-table.js';
import { stepAt } from '../time/series.js';

/**
 * Share of the Blend beside the pool of best source and members. A quarter had the lowest Brier score of a quarter, a third
 * and a half on simulated forecasts up to 24 hours (docs/methods/probability.md).
 */
const BLEND_SHARE = 0.25;
export const SIX_HOURS = 6 * HOUR;

/** Share of the Blend beside the ensemble, 0..1, by which of the two is late. */
export function blendShareOf(sources: readonly { readonly dataset: DatasetId; readonly late: boolean }[]): number {
  const isLate = (datasets: readonly DatasetId[]) =>
    sources.find(({ dataset }) => datasets.includes(dataset))?.late ?? false;
  const [ensemble, blend] = [isLate(ENSEMBLE), isLate(orderOf('probability_1h'))];
  if (ensemble === blend) return BLEND_SHARE;
  return ensemble ? 1 : 0;
}

/** Probabilities of steps or windows, by their ends: epoch seconds, 0..1, NaN unknown. */
type Probabilities = Pick<Layer, 'nodes' | 'values'>;

/** Probability of the one-hour step that begins at `start`, from `probability_1h`; NaN where there is none. */
export function blendHourAt({ nodes, values }: Probabilities, start: number): number {
  const k = hourStepAt(nodes, start);
  return k < 0 ? Number.NaN : values[k]!;
}

/** Index of the one-hour step that begins at `start`; −1 where there is none. */
export function hourStepAt(nodes: Float64Array, start: number): number {
  const k = stepAt(nodes, start);
  return k >= 1 && nodes[k]! - nodes[k - 1]! <= HOUR ? k : -1;
}

/** Probability of the first six-hour window that holds the whole hour, from `probability_6h`; NaN in none. */
export function blendSixHoursAt({ nodes, values }: Probabilities, start: number): number {
  for (let k = Math.max(0, stepAt(nodes, start)); k < nodes.length && nodes[k]! - SIX_HOURS <= start; k++)
    if (nodes[k]! >= start + HOUR && !Number.isNaN(values[k]!)) return values[k]!;
  return Number.NaN;
}
