/**
 * Answers of series as tables of columns, already in the units and decimals of the answer.
 *
 * Products convert and round once, here; `http/` only prints. Numbers are scaled integers (value × 10^decimals) because
 * printing an integer from a table of strings costs half of formatting a float, and cannot print 0.30000000000000004.
 */

import type { Warning } from './warning.js';

/** Stands for null in `scaled`. */
export const NULL_SCALED = -2147483648;

export interface NumberColumn {
  readonly kind: 'number';
  readonly name: string;
  readonly decimals: number;
  /** value × 10^decimals rounded half away from zero; `NULL_SCALED` is null. One entry per record. */
  readonly scaled: Int32Array;
}

export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  /** One entry per record. */
  readonly values: readonly (string | null)[];
}

export type Column = NumberColumn | TextColumn;

/** Records of one section, in time order. The label column ("time" or "date") comes first in the answer. */
export interface RecordTable {
  readonly label: 'time' | 'date';
  /** ISO 8601 instants or dates, so that none needs escaping in JSON. */
  readonly labels: readonly string[];
  readonly columns: readonly Column[];
}

/** The units object of an answer: always all fields. */
export interface UnitsObject {
  readonly system: string;
  readonly elevation: string;
  readonly percentage: '%';
  readonly temperature: string;
  readonly precipitation: string;
  readonly precipitation_rate: string;
  readonly pressure: string;
  readonly wind_speed: string;
  readonly visibility: string;
  readonly degrees: 'degree';
}

export interface AnswerLocation {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
  readonly forecast_elevation_m: number | null;
}

/** Forecast (and outlook) answer. A section is present only if it was requested. */
export interface ForecastAnswer {
  readonly location: AnswerLocation;
  readonly units: UnitsObject;
  /** Exactly one record. */
  readonly current?: RecordTable;
  readonly quarter_hourly?: RecordTable;
  readonly hourly?: RecordTable;
  readonly daily?: RecordTable;
  /** ISO 8601 instant, when the data behind the answer was made; null if unknown. */
  readonly updated_at: string | null;
  readonly stale: boolean;
  readonly warnings: readonly Warning[];
}
