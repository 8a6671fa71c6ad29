/**
 * Stored form of the daily analysis, as Zarr v3 documents. Normative description: docs/formats/daily-analysis.md.
 *
 *   <dataset>/<first>-<last>/zarr.json             Zarr v3 group, with all array metadata consolidated
 *   <dataset>/<first>-<last>/values/c/0/0/<n>/0    64 rows; an inner chunk is 16 × 16 cells with all elements and days
 *   <dataset>/<first>-<last>/<axis>/c/0            an axis, whole
 *   <dataset>/<first>-<last>/complete.json         every object is there
 *
 * A stretch is the days of one month on one grid from one model, named by its first and last day: "20261101-20261122". A new
 * day makes a longer version of the newest stretch, and the longest complete one of a first day is what readers get: no
 * pointer is needed. A year at a place is 13 stretches, each one index of 6 kB and one chunk of some 30 kB.
 */

import { type AnalysisDataset, type AnalysisOrigin, elementsOf } from '../../model/daily-analysis.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { formatDate, parseDate } from '../../model/time.js';
import { METADATA_NAME, versionPrefix } from '../versions/version-keys.js';
import { dimensionsOf, gridAxes, gridMappingOf, MAPPING_NAME, projectionAttributes } from '../zarr/grid-coordinates.js';
import { gridFault } from '../zarr/grid-document.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  COMPRESSED,
  type FormatIdentity,
  scalarDocument,
  shardingCodec,
  zarrGroup,
} from '../zarr/zarr-arrays.js';

export const ANALYSIS_FORMAT: FormatIdentity = { name: 'weatherglass-daily-analysis', version: 1 };

/** Rows and columns of an inner chunk. */
export const CHUNK_SIDE = 16;
/** Rows of a shard. A global one at 0.25° has 360 chunks, whose index is 6 kB; with all chunks of the grid it were 66. */
export const SHARD_ROWS = 64;
export const CHUNK_CELLS = CHUNK_SIDE * CHUNK_SIDE;
/** A stretch ends with its month. */
export const MOST_DAYS = 31;

/** One version of a stretch. */
export interface StretchFacts extends AnalysisOrigin {
  readonly dataset: AnalysisDataset;
  readonly version: string;
  /** Epoch seconds when the version was made. */
  readonly createdAt: number;
  /** Days since 1970-01-01, both inclusive. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** The days among them that were analysed, ascending. */
  readonly analysed: readonly number[];
}

export function daysOf({ firstDay, lastDay }: Pick<StretchFacts, 'firstDay' | 'lastDay'>): number {
  return lastDay - firstDay + 1;
}

/** "20261101-20261122" */
export function stretchName(firstDay: number, lastDay: number): string {
  return [firstDay, lastDay].map((day) => formatDate(day).replaceAll('-', '')).join('-');
}

export interface StretchName {
  readonly version: string;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Null: no name of a stretch. */
export function parseStretchName(version: string): StretchName | null {
  if (!/^\d{8}-\d{8}$/.test(version)) return null;
  const dayOf = (text: string) => parseDate(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
  const [firstDay = null, lastDay = null] = version.split('-').map(dayOf);
  if (firstDay === null || lastDay === null || lastDay < firstDay || lastDay >= firstDay + MOST_DAYS) return null;
  return { version, firstDay, lastDay };
}

/** The rule that facts break; null: none. Shared by writer and reader. */
export function factsFault(facts: StretchFacts): string | null {
  const { version, firstDay, lastDay, analysed, grid } = facts;
  if (version !== stretchName(firstDay, lastDay) || parseStretchName(version) === null)
    return `a stretch is named by its first and last day, at most ${MOST_DAYS}`;
  const isRising = analysed.every((day, n) => Number.isInteger(day) && (n === 0 || day > analysed[n - 1]!));
  if (!isRising || analysed[0] !== firstDay || analysed.at(-1) !== lastDay)
    return 'analysed days rise from the first to the last day';
  return gridFault(grid);
}

export function chunkColumns({ columns }: Grid): number {
  return Math.ceil(columns / CHUNK_SIDE);
}

export function chunksPerShard(grid: Grid): number {
  return (SHARD_ROWS / CHUNK_SIDE) * chunkColumns(grid);
}

export function shardCount({ rows }: Grid): number {
  return Math.ceil(rows / SHARD_ROWS);
}

/** Values of an inner chunk: [element, day, row, column]. */
export function chunkValues(facts: Pick<StretchFacts, 'dataset' | 'firstDay' | 'lastDay'>): number {
  return elementsOf(facts.dataset).length * daysOf(facts) * CHUNK_CELLS;
}

/** The document of every array of a stretch, by its name. */
export function stretchDocuments(facts: StretchFacts): Record<string, ArrayDocument> {
  const { dataset, grid } = facts;
  const elements = elementsOf(dataset).length;
  const documents: Record<string, ArrayDocument> = {
    values: valuesDocument(facts),
    element: axisDocument('element', elements, 'string', { long_name: 'element of the day' }),
    scale: axisDocument('element', elements, 'float64', { long_name: 'packing step, in the unit of the element' }),
    offset: axisDocument('element', elements, 'float64', { long_name: 'value of packed zero, in the same unit' }),
    day: axisDocument('day', daysOf(facts), 'float64', {
      standard_name: 'time',
      units: 'days since 1970-01-01',
      long_name: 'local day of the place of each cell',
    }),
  };
  for (const { name, values, attributes } of gridAxes(grid))
    documents[name] = axisDocument(name, values.length, 'float64', attributes);
  const mapping = projectionAttributes(grid);
  if (mapping !== null) documents[MAPPING_NAME] = scalarDocument('int32', 0, mapping);
  return documents;
}

function valuesDocument(facts: StretchFacts): ArrayDocument {
  const { dataset, grid } = facts;
  const elements = elementsOf(dataset);
  const days = daysOf(facts);
  return arrayDocument({
    shape: [elements.length, days, grid.rows, grid.columns],
    chunk: [elements.length, days, SHARD_ROWS, chunkColumns(grid) * CHUNK_SIDE],
    data_type: 'int16',
    fill_value: MISSING_PACKED,
    codecs: [shardingCodec([elements.length, days, CHUNK_SIDE, CHUNK_SIDE], COMPRESSED)],
    dimension_names: ['element', 'day', ...dimensionsOf(grid)],
    attributes: {
      long_name: 'packed values of local days: n * scale + offset',
      coordinates: 'scale offset',
      units_by_element: elements.map(({ unit }) => unit).join(' '),
      ...gridMappingOf(grid),
      _FillValue: MISSING_PACKED,
    },
  });
}

export function stretchGroup(facts: StretchFacts, arrays: Record<string, ArrayDocument>): object {
  const elements = elementsOf(facts.dataset);
  return zarrGroup(
    {
      format: ANALYSIS_FORMAT.name,
      formatVersion: ANALYSIS_FORMAT.version,
      ...facts,
      elements: elements.map(({ id }) => id),
      steps: elements.map(({ step }) => step),
      bases: elements.map(({ base }) => base),
    },
    arrays,
  );
}

type Version = Pick<StretchFacts, 'dataset' | 'version'>;

export function shardKey({ dataset, version }: Version, shard: number): string {
  return `${versionPrefix(dataset, version)}/values/c/0/0/${shard}/0`;
}

export function axisKey({ dataset, version }: Version, axis: string): string {
  return `${versionPrefix(dataset, version)}/${axis}/c/0`;
}

export function documentKey({ dataset, version }: Version, array: string): string {
  return `${versionPrefix(dataset, version)}/${array}/${METADATA_NAME}`;
}
