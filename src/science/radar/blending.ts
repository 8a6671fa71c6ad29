/**
 * Radar and models together:
 *
 *   R = w R_radar + (1 − w) R_model
 *
 * w is the weight of the radar (radar-weight.ts), 0 where it sees nothing. Where one of the two is unknown the other is taken
 * whole: the mean of something and of nothing is no forecast.
 */

/** What the radar counts, 0..1, by its weight and by which of the two is known (not NaN). */
export function weightOfKnown(radar: number, model: number, weight: number): number {
  if (Number.isNaN(radar)) return 0;
  return Number.isNaN(model) ? 1 : weight;
}

/** NaN where neither is known. */
export function blended(weight: number, radar: number, model: number): number {
  if (weight === 1 || Number.isNaN(model)) return Number.isNaN(radar) ? model : radar;
  if (weight === 0 || Number.isNaN(radar)) return model;
  return weight * radar + (1 - weight) * model;
}
