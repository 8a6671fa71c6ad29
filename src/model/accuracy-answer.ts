/** Response of `POST /v1/accuracy`: scope, period, coverage, and records of metrics by lead. */

import type { AccuracyLeads, AccuracyVariableId } from './accuracy.js';
import type { RegionId } from './region.js';
import type { Warning } from './warning.js';

/** Optional parts of a response. `reliability` and `confidence` are additions to the interface. */
export const ACCURACY_INCLUDES = ['stations', 'reliability', 'confidence'] as const;
export type AccuracyInclude = (typeof ACCURACY_INCLUDES)[number];

/** Forecasts to compare with. `climatology` and `uncorrected` are additions to the interface. */
export const ACCURACY_COMPARISONS = ['persistence', 'climatology', 'uncorrected'] as const;
export type AccuracyComparison = (typeof ACCURACY_COMPARISONS)[number];

export type AccuracyScope =
  | { readonly type: 'local'; readonly location: { readonly latitude: number; readonly longitude: number } }
  | { readonly type: 'region'; readonly region: RegionId }
  | { readonly type: 'network' };

/** A score with its bounds of 95%. */
export interface AccuracyBounds {
  readonly low: number;
  readonly high: number;
}

type Score = number | null;
type Confidence<Name extends string> = Readonly<Record<Name, AccuracyBounds | null>>;

type ErrorName = 'mean_absolute_error' | 'bias' | 'root_mean_square_error';
export type AccuracyErrorFields = Readonly<Record<ErrorName, Score>> & { readonly samples: number };

/** Errors in the units of the response. */
export interface AccuracyErrors extends AccuracyErrorFields {
  readonly confidence?: Confidence<ErrorName>;
  readonly persistence?: AccuracyErrorFields & {
    readonly service_mean_absolute_error: Score;
    readonly service_root_mean_square_error: Score;
    readonly skill_score: Score;
  };
  readonly uncorrected?: AccuracyErrorFields;
}

type OccurrenceName =
  | 'critical_success_index'
  | 'probability_of_detection'
  | 'false_alarm_ratio'
  | 'frequency_bias'
  | 'accuracy';
export type AccuracyOccurrenceFields = Readonly<Record<OccurrenceName, Score>> &
  Readonly<Record<'hits' | 'misses' | 'false_alarms' | 'correct_negatives' | 'samples', number>>;

export interface AccuracyOccurrence extends AccuracyOccurrenceFields {
  readonly confidence?: Confidence<OccurrenceName>;
  readonly persistence?: AccuracyOccurrenceFields & {
    readonly service_critical_success_index: Score;
    readonly skill_score: Score;
  };
}

export interface AccuracyProbabilityFields {
  readonly brier_score: Score;
  readonly bias: Score;
  readonly samples: number;
}

/** Forecasts of similar probability, and how often the event came. */
export interface ReliabilityBin {
  /** Probabilities above `from` and up to `to`; 0 to 0 is the bin of exactly 0. */
  readonly from: number;
  readonly to: number;
  readonly mean_probability: number;
  readonly observed_frequency: number;
  readonly samples: number;
}

export interface AccuracyProbability extends AccuracyProbabilityFields {
  readonly confidence?: Confidence<'brier_score' | 'bias'>;
  readonly persistence?: AccuracyProbabilityFields & {
    readonly service_brier_score: Score;
    readonly skill_score: Score;
  };
  readonly climatology?: {
    readonly brier_score: Score;
    readonly service_brier_score: Score;
    readonly skill_score: Score;
    readonly samples: number;
  };
  readonly uncorrected?: AccuracyProbabilityFields;
  /** Bins with pairs, the lowest first; null: the scope has no bins. */
  readonly reliability?: readonly ReliabilityBin[] | null;
}

export interface AccuracyPrecipitation {
  readonly occurrence: AccuracyOccurrence;
  readonly amount: AccuracyErrors;
}

/** Metrics of one lead, by variable: those that were requested. */
export type AccuracyMetrics = Readonly<
  Partial<
    Record<Extract<AccuracyVariableId, `temperature${string}`>, AccuracyErrors> & {
      precipitation: AccuracyPrecipitation;
      precipitation_probability: AccuracyProbability;
    }
  >
>;

/** Metrics, with the field of the lead that the interval has. */
export type AccuracyLeadRecord = AccuracyMetrics & Readonly<Partial<Record<AccuracyLeads['field'], number>>>;

type Sections<Value> = Readonly<Partial<Record<AccuracyLeads['section'], Value>>>;

/** A station behind the response, with its own metrics at one lead of each requested interval. */
export interface AccuracyStation extends Sections<AccuracyLeadRecord> {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea. */
  readonly elevation: number;
  readonly region: RegionId | null;
  /** From the requested point; of local scopes alone. */
  readonly distance_km?: number;
  /** Centre of the 0.25 degree cell of the station, which is one verified area. */
  readonly cell: { readonly latitude: number; readonly longitude: number };
}

export interface AccuracyAnswer extends Sections<readonly AccuracyLeadRecord[]> {
  readonly scope: AccuracyScope;
  readonly evaluation_period: {
    /** Local dates, both inclusive. */
    readonly start: string;
    readonly end: string;
    readonly days: number;
    /** Last date with 80% of its observations; null: there is none. */
    readonly data_through: string | null;
  };
  readonly coverage: {
    readonly available: boolean;
    readonly radius_km?: number;
    readonly basis: string;
    readonly verified_areas: number;
  };
  readonly units: { readonly system: string; readonly temperature: string; readonly precipitation: string };
  readonly stations?: readonly AccuracyStation[];
  readonly updated_at: string;
  readonly stale: boolean;
  readonly warnings: readonly Warning[];
}
