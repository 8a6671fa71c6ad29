/** Non-fatal notices. Codes are stable; clients may switch on them. */

export const WARNING_CODES = [
  'stale_data',
  'route_truncated',
  'climatology_only',
  'analysis_fallback',
  'estimated_gust',
  'uncalibrated_probability',
  'elevation_unavailable',
  'elevation_clamped',
  'radar_unavailable',
  'radar_pending',
  'partial_data',
  'horizon_reduced',
  'variable_unavailable',
  'air_quality_unavailable',
  'recent_data_incomplete',
  'station_distant',
  'low_samples',
  'alerts_source_delayed',
  'alerts_area_approximate',
  'timezone_fallback',
  'sample_unavailable',
  'model_degraded',
  'simulated_data',
  'day_boundary_local',
  'condition_estimated',
  'observed_from_present_weather',
  'learned_correction',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly variables?: readonly string[];
  readonly source?: string;
  readonly count?: number;
}
