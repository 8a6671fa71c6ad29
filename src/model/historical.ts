/**
 * Historical variables: daily values of completed local dates, one row each ("Historical response" of the interface).
 */

import type { Dimension } from './units.js';

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

/** The longest span of one request: calendar years as a rule, days when the air-quality index is among the variables. */
export const HISTORICAL_SPAN = { years: 50, daysWithAirQuality: 366 } as const;
