/** A route and the weather along it: the vocabulary of `POST /v1/route`. */

import type { RouteUnits } from './units.js';
import type { ForecastVariableId } from './variables.js';
import type { Warning } from './warning.js';

export const TRAVEL_MODES = ['cycling', 'driving', 'hiking'] as const;
export type TravelMode = (typeof TRAVEL_MODES)[number];

/** Seconds between samples. */
export const SAMPLE_INTERVALS = { '15m': 900, '30m': 1800, '1h': 3600 } as const;
export type SampleInterval = keyof typeof SAMPLE_INTERVALS;

/** The interface names neither: 200 places are a long tour, 20,000 km half the way round the globe. */
export const MOST_WAYPOINTS = 200;
export const LONGEST_PATH_M = 20_000_000;

export const UNAVAILABLE_REASONS = ['warming', 'timeout', 'geography_unavailable', 'provider_unavailable'] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

export const WINDOW_TYPES = ['precipitation', 'freezing', 'high_wind'] as const;
export type WindowType = (typeof WINDOW_TYPES)[number];

/** One sample of an answer, in the units of the answer; times are ISO 8601 with the offset of the sample's zone. */
export type RouteSample = {
  readonly index: number;
  readonly status: 'ok' | 'unavailable';
  readonly unavailable_reason?: UnavailableReason;
  readonly type: 'analysis' | 'forecast';
  readonly time: string;
  readonly timezone: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation: number | null;
  /** From the start of the route. */
  readonly distance: number;
  readonly waypoint: boolean;
} & { readonly [Variable in ForecastVariableId]?: number | string | null };

/** A value somewhere on the route. */
export interface RoutePeak<Value = number> {
  readonly index: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly time: string;
  readonly value: Value;
}

export interface RouteWindow {
  readonly type: WindowType;
  /** First and last sample, both inclusive. */
  readonly start_index: number;
  readonly end_index: number;
  readonly start_time: string;
  readonly end_time: string;
  readonly peak?: RoutePeak<number | string>;
}

export interface RouteAnswer {
  readonly route: {
    readonly departure_time: string;
    readonly arrival_time: string;
    readonly distance: number;
    readonly duration_seconds: number;
    /** Null when the caller gave times. */
    readonly mode: TravelMode | null;
    readonly sample_interval: SampleInterval;
    /** Zone at the departure. */
    readonly timezone: string;
    readonly coverage_end_time: string | null;
  };
  readonly units: RouteUnits;
  readonly samples: readonly RouteSample[];
  readonly summary: {
    /** Keyed by variable and aggregate: `temperature_min`. */
    readonly extremes: Readonly<Record<string, RoutePeak>>;
    readonly windows: readonly RouteWindow[];
  };
  readonly updated_at: string | null;
  readonly stale: boolean;
  readonly warnings: readonly Warning[];
}
