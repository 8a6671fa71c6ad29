/** A route request after validation of its shape; field names are those of the interface. */

import type { SampleInterval, TravelMode } from '../../model/route.js';
import type { Dimension, UnitSystem } from '../../model/units.js';
import type { ForecastVariableId } from '../../model/variables.js';

export interface RequestWaypoint {
  readonly latitude: number;
  readonly longitude: number;
  /** Arrival, ISO 8601 with an offset. */
  readonly time?: string;
}

export interface RouteRequest {
  readonly path: readonly RequestWaypoint[];
  /** ISO 8601 with an offset, or "now"; default now. */
  readonly departure_time?: string;
  readonly travel?: {
    readonly mode?: TravelMode;
    /** On the flat, in the request's unit of wind speed. */
    readonly speed?: number;
  };
  readonly sample?: { readonly interval?: SampleInterval };
  /** "auto" or an IANA zone; default auto: each sample its own. */
  readonly timezone?: string;
  readonly units?: UnitSystem;
  readonly unit_overrides?: Readonly<Partial<Record<Dimension | 'distance', string>>>;
  readonly variables?: readonly ForecastVariableId[];
}
