/**
 * The service's own daily analysis: what the runs that it ingests say of local days that are over, cell by cell. It answers for
 * days of the past where no station observes.
 *
 * A day of a cell is the local day of the cell's place, by its IANA zone. A stored integer n means n × step + base.
 */

import type { Cell } from './cube.js';
import type { DatasetId } from './dataset.js';
import type { Grid } from './field.js';
import type { Packing } from './packing.js';

interface AnalysisElementDefinition extends Packing {
  readonly id: string;
  readonly unit: 'K' | 'mm' | 'ratio' | 'm' | 'µg/m³';
  readonly description: string;
}

const ANALYSES = {
  'daily-weather': [
    { id: 'temperature_max', unit: 'K', step: 0.1, base: 273.15, description: 'highest 2 m temperature of the day' },
    { id: 'temperature_min', unit: 'K', step: 0.1, base: 273.15, description: 'lowest 2 m temperature of the day' },
    { id: 'precipitation', unit: 'mm', step: 0.1, base: 0, description: 'liquid-equivalent total of the day' },
    { id: 'rain_total', unit: 'mm', step: 0.1, base: 0, description: 'rain and freezing rain of the day' },
    { id: 'snow_total', unit: 'mm', step: 1, base: 0, description: 'depth of the new snow and ice pellets of the day' },
    {
      id: 'cloud_cover',
      unit: 'ratio',
      step: 0.01,
      base: 0,
      description: 'mean total cloud in daylight, else of 24 h',
    },
    {
      id: 'elevation',
      unit: 'm',
      step: 1,
      base: 0,
      description: 'height of the ground that the temperatures refer to',
    },
  ],
  'daily-air-quality': [
    { id: 'pm2_5', unit: 'µg/m³', step: 0.1, base: 0, description: 'mean of particles below 2.5 µm at the ground' },
    { id: 'pm10', unit: 'µg/m³', step: 0.5, base: 0, description: 'mean of particles below 10 µm at the ground' },
  ],
} as const satisfies Readonly<Record<string, readonly AnalysisElementDefinition[]>>;

export type AnalysisDataset = keyof typeof ANALYSES;
export const ANALYSIS_DATASETS = Object.keys(ANALYSES) as readonly AnalysisDataset[];
export type AnalysisElement = (typeof ANALYSES)[AnalysisDataset][number]['id'];

/** Elements of an analysis, in the order in which they are stored. */
export function elementsOf(
  dataset: AnalysisDataset,
): readonly (AnalysisElementDefinition & { readonly id: AnalysisElement })[] {
  return ANALYSES[dataset];
}

/** Days that are kept: a forecast answers for 365 of them, histories and their comparisons for three years. */
export const ANALYSIS_KEPT_DAYS = 1100;

/** What all days of one stretch have in common; where any of it changes, another stretch begins. */
export interface AnalysisOrigin {
  /** The model behind it. */
  readonly source: DatasetId;
  readonly simulated: boolean;
  readonly grid: Grid;
}

/** One day of all cells. */
export interface AnalysedDay extends AnalysisOrigin {
  readonly dataset: AnalysisDataset;
  /** The local date, days since 1970-01-01. */
  readonly day: number;
  /** int16 [element, row, column], packed; −32768: less than three quarters of the day are known. */
  readonly values: Int16Array;
}

/** Consecutive days of one stretch. */
export interface AnalysisSpan {
  readonly source: DatasetId;
  readonly simulated: boolean;
  /** Days since 1970-01-01, both inclusive. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Days of the record at one place. */
export interface AnalysisSeries {
  /** Canonical units, one value a day from the first that was asked for; NaN: not known. */
  readonly values: ReadonlyMap<AnalysisElement, Float64Array>;
  /** Which models stand behind which of the days. */
  readonly spans: readonly AnalysisSpan[];
}

/** Cells of a grid around a place with their weights; none: the place lies outside of it. */
export type CornersOf = (grid: Grid) => readonly { readonly cell: Cell; readonly weight: number }[];

/** Reads the record. */
export interface DailyAnalysis {
  /** Changes with every day that is added; readers see it within a minute. */
  version(dataset: AnalysisDataset): Promise<string>;
  /** Which days there are, ascending; none where nothing was analysed yet. */
  spans(dataset: AnalysisDataset): Promise<readonly AnalysisSpan[]>;
  /**
   * Days at a place. Damage is logged once and leaves its days missing.
   *
   * @param days  first and last day, both inclusive, days since 1970-01-01
   * @throws StoreUnavailableError
   */
  read(
    dataset: AnalysisDataset,
    days: readonly [first: number, last: number],
    cornersOf: CornersOf,
  ): Promise<AnalysisSeries>;
}

/** Who is to be credited for a model's analysis. */
export interface AnalysisCredit {
  readonly attribution: string;
  readonly license: string;
}

/** Credit of the models that days are analysed from, all of NOAA. */
export const ANALYSIS_CREDIT: AnalysisCredit = {
  attribution: 'Contains data of NOAA/NCEP, modified',
  license: 'U.S. Government work, public domain',
};
