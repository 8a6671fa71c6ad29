/**
 * Weight of the radar against the models, 0..1, in R = w R_radar + (1 − w) R_model.
 *
 * By lead alone: all of it for an hour, then half of it after two; the line goes on below that for frames that
 * are old already when they are used, and ends at 0 after three hours. Where both correlations with what came are known,
 * each forecast counts by the variance it leaves unexplained:
 *
 *   w = (1 − rₙ²) / ((1 − rᵣ²) + (1 − rₙ²))        rᵣ of the extrapolation at the lead, rₙ of the model
 */

const WHOLE_MINUTES = 60;
const HALF_MINUTES = 120;
/** From this lead on the radar has no weight. */
export const SPENT_MINUTES = 2 * HALF_MINUTES - WHOLE_MINUTES;

/** Weight by lead, min; NaN where the lead is NaN. */
export function radarWeight(leadMinutes: number): number {
  const past = (leadMinutes - WHOLE_MINUTES) / (HALF_MINUTES - WHOLE_MINUTES);
  return Math.min(1, Math.max(0, 1 - past / 2));
}

/** Weight by the correlations of the extrapolation and of the model; two perfect forecasts count alike. */
export function radarWeightByCorrelations(radar: number, model: number): number {
  const [unexplainedByRadar, unexplainedByModel] = [1 - radar ** 2, 1 - model ** 2];
  const sum = unexplainedByRadar + unexplainedByModel;
  return sum === 0 ? 0.5 : unexplainedByModel / sum;
}
