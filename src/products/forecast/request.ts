/** A forecast request after validation of its shape; field names are those of the interface. */

import type { Dimension, UnitSystem } from '../../model/units.js';
import type { ForecastVariableId } from '../../model/variables.js';

export interface ForecastRequest {
  readonly location: { readonly latitude: number; readonly longitude: number };
  readonly units?: UnitSystem;
  /** "auto" or an IANA zone; default auto. */
  readonly timezone?: string;
  readonly unit_overrides?: Readonly<Partial<Record<Dimension, string>>>;
  readonly current?: { readonly variables: readonly ForecastVariableId[] };
  readonly quarter_hourly?: { readonly hours: number; readonly variables: readonly ForecastVariableId[] };
  readonly hourly?: {
    readonly hours: number;
    readonly past_hours?: number;
    readonly variables: readonly ForecastVariableId[];
  };
  /** Either `days`, or `start` and `end` (local dates, both inclusive). */
  readonly daily?: {
    readonly days?: number;
    readonly start?: string;
    readonly end?: string;
    readonly variables: readonly ForecastVariableId[];
  };
}
