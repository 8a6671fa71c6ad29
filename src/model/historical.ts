/**
 * Historical variables: daily values of completed local dates, one row each ("Historical response" of the interface).
 */

import type { RecordTable } from './answer.js';
import type { Dimension } from './units.js';
import type { Warning } from './warning.js';

export interface HistoricalVariable {
  readonly id: string;
  readonly type: 'number';
  readonly description: string;
  readonly intervals: readonly '1d'[];
  readonly unitFamily: Extract<Dimension, 'temperature' | 'precipitation'> | 'none';
  /** Measured, computed from what was measured, or measured where possible and analysed elsewhere. */
  readonly dataKind: 'observation' | 'derived' | 'observation_or_analysis';
}

export const HISTORICAL_VARIABLES = [
  {
    id: 'temperature_max',
    type: 'number',
    description: 'Maximum over the local day, adjusted for terrain to the effective elevation.',
    intervals: ['1d'],
    unitFamily: 'temperature',
    dataKind: 'observation',
  },
  {
    id: 'temperature_min',
    type: 'number',
    description: 'Minimum over the local day, adjusted for terrain to the effective elevation.',
    intervals: ['1d'],
    unitFamily: 'temperature',
    dataKind: 'observation',
  },
  {
    id: 'precipitation',
    type: 'number',
    description: 'Liquid-equivalent total of the local day.',
    intervals: ['1d'],
    unitFamily: 'precipitation',
    dataKind: 'observation',
  },
  {
    id: 'rain_total',
    type: 'number',
    description: 'Rain of the local day; null where its phase cannot be separated from observed snowfall.',
    intervals: ['1d'],
    unitFamily: 'precipitation',
    dataKind: 'derived',
  },
  {
    id: 'snow_total',
    type: 'number',
    description: 'Snowfall of the local day as depth, not as water equivalent.',
    intervals: ['1d'],
    unitFamily: 'precipitation',
    dataKind: 'observation',
  },
  {
    id: 'air_quality_index',
    type: 'number',
    description: 'US air-quality index where available; its provenance is in `sources` and in warnings.',
    intervals: ['1d'],
    unitFamily: 'none',
    dataKind: 'observation_or_analysis',
  },
] as const satisfies readonly HistoricalVariable[];

export type HistoricalVariableId = (typeof HISTORICAL_VARIABLES)[number]['id'];

/** Optional parts of a response. */
export const HISTORICAL_INCLUDES = ['stations', 'sources'] as const;
export type HistoricalInclude = (typeof HISTORICAL_INCLUDES)[number];

/** The longest span of one request: calendar years as a rule, days when the air-quality index is among the variables. */
export const HISTORICAL_SPAN = { years: 50, daysWithAirQuality: 366 } as const;

/** A station behind a response. */
export interface HistoricalStation {
  readonly id: string;
  readonly name: string;
  readonly network: string;
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea; null unknown. */
  readonly elevation: number | null;
  readonly distance_km: number;
  /** Height of the place minus that of the station, m; null where one is unknown. */
  readonly elevation_difference_m: number | null;
  /** Mean over the requested days of its normalised weight for the first requested variable, 0..1. */
  readonly weight: number;
  readonly variables: readonly HistoricalVariableId[];
  /** Days that it contributed. */
  readonly days: number;
}

/** An origin of values behind a response. */
export interface HistoricalSource {
  readonly id: string;
  readonly name: string;
  readonly type: 'observation' | 'analysis';
  readonly attribution: string;
  readonly license: string;
  readonly variables: readonly HistoricalVariableId[];
  /** Stations with values of this origin; 0 of an analysis. */
  readonly stations: number;
  /** Local dates, both inclusive. */
  readonly start: string;
  readonly end: string;
}

export interface HistoricalAnswer {
  readonly location: { readonly latitude: number; readonly longitude: number; readonly timezone: string };
  readonly units: { readonly system: string; readonly temperature: string; readonly precipitation: string };
  readonly start: string;
  readonly end: string;
  readonly daily: RecordTable;
  readonly sources?: readonly HistoricalSource[];
  readonly stations?: readonly HistoricalStation[];
  readonly updated_at: string | null;
  readonly stale: boolean;
  readonly warnings: readonly Warning[];
}
