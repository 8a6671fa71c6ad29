/** Corrections of forecasts that the service has learned from its own record of accuracy. */

import type { RegionId } from './region.js';

/** Temperatures with a bias of their own: at the hour, and the extremes of the local day. */
export const BIAS_VARIABLES = ['temperature', 'temperature_max', 'temperature_min'] as const;
export type BiasVariable = (typeof BIAS_VARIABLES)[number];

/** Out-of-sample evidence for a correction. */
export interface LearnedEvidence {
  /** Share of the squared error that the correction takes away. */
  readonly gain: number;
  /** Dates on which it was judged. */
  readonly dates: number;
}

/** Mean errors of the forecast of a variable at a station; to be subtracted. */
export interface StationBias extends LearnedEvidence {
  readonly station: string;
  readonly variable: BiasVariable;
  /** K, by lead in the order of `ACCURACY_LEADS`: of `temperature` those of hours, of the others those of days. */
  readonly biases: readonly number[];
}

/** Line through the corners of a calibration; both lists are equally long, and `given` is strictly rising. */
export interface ChanceCurve {
  readonly given: readonly number[];
  /** Probability that is said instead, 0..1; it does not fall. */
  readonly said: readonly number[];
}

/** Calibration of the probabilities of one lead. */
export interface ChanceCalibration extends ChanceCurve, LearnedEvidence {
  /** Region that it is for; `network`: places without a region. */
  readonly group: RegionId | 'network';
  readonly interval: '1h' | '1d';
  /** Hours or days, one of `ACCURACY_LEADS`. */
  readonly lead: number;
}

/** Corrections that score better than none; everything else is left as it is. */
export interface LearnedCorrections {
  readonly version: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** Last date that they were learned from, days since 1970-01-01. */
  readonly lastDay: number;
  /** Forecasts or observations of the record come from the simulated upstream. */
  readonly simulated: boolean;
  readonly biases: readonly StationBias[];
  readonly calibrations: readonly ChanceCalibration[];
}

/** Age from which corrections are not applied any more, s. */
export const LEARNED_OLDEST = 10 * 86_400;
