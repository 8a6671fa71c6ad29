/** A request for accuracy after validation of its shape; field names are those of the interface. */

import type { AccuracyVariableId } from '../../model/accuracy.js';
import type { AccuracyComparison, AccuracyInclude, AccuracyScope } from '../../model/accuracy-answer.js';
import type { UnitSystem } from '../../model/units.js';

interface Section {
  readonly variables: readonly AccuracyVariableId[];
}

export interface AccuracyRequest {
  readonly scope: AccuracyScope;
  /** Trailing dates; default: `EVALUATION_DAYS.default`. */
  readonly days?: number;
  readonly units?: UnitSystem;
  readonly unit_overrides?: { readonly temperature?: string; readonly precipitation?: string };
  readonly include?: readonly AccuracyInclude[];
  readonly compare_to?: readonly AccuracyComparison[];
  /** Default of all leads: those of `ACCURACY_LEADS`. */
  readonly minutely?: Section & { readonly lead_minutes?: readonly number[] };
  readonly hourly?: Section & { readonly lead_hours?: readonly number[] };
  readonly daily?: Section & { readonly lead_days?: readonly number[] };
}
