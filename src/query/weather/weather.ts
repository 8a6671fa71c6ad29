/** What is known of records, an hour or a quarter hour long, and the weather that is derived from it. */

import type { ConditionCode } from '../../model/condition.js';
import type { PhaseShares } from './phase.js';
import type { States } from './states.js';

/** One entry per record; NaN unknown, empty where no source has it or nobody asked for it. */
export interface RecordFacts {
  /** Length of the record, 900 or 3600. */
  readonly seconds: Float64Array;
  readonly states: States;
  /** Of the sun's zenith angle, at the middle. */
  readonly cosZenith: Float64Array;
  /** Strongest of the model's or estimated, m/s. */
  readonly gusts: Float64Array;
  /** Liquid equivalent of the record, mm. */
  readonly totals: Float64Array;
  /** At its beginning, mm/h, for the condition where the total is unknown. */
  readonly rates: Float64Array;
  /** Phases of the hour that it lies in, or of its own quarter hour where radar has them. */
  readonly shares: PhaseShares;
  /** Chance of precipitation in the record, 0..1. */
  readonly chances: Float64Array;
  /** Chances of severe hail and of a flash as radar has them, 0..1; NaN: the models decide. */
  readonly hail: Float64Array;
  readonly lightning: Float64Array;
  /** At its beginning: m, J/kg. */
  readonly visibility: Float64Array;
  readonly cape: Float64Array;
  /** Means of the hour near the ground, µg/m³. */
  readonly smoke: Float64Array;
  readonly dust: Float64Array;
  readonly fineParticles: Float64Array;
  /** Index of the hour. */
  readonly airQuality: Float64Array;
}

/** One value per record; NaN (null for conditions) missing, empty when not computed. */
export interface Weather extends States {
  readonly windGust: Float64Array;
  readonly precipitation: Float64Array;
  readonly rain: Float64Array;
  /** Depth, mm. */
  readonly snow: Float64Array;
  readonly probability: Float64Array;
  readonly airQuality: Float64Array;
  readonly condition: readonly (ConditionCode | null)[];
  readonly isNight: Uint8Array;
}
