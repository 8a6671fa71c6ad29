/**
 * One field of a GRIB2 message: its header at once, its values when asked for.
 *
 * Reading headers costs microseconds and takes no memory; a file of 700 messages can be listed without unpacking one.
 */

import { type GribUnsupportedError, isTagged, type MalformedError } from '../../base/errors.js';
import type { Field, FieldTime, Grid, ParameterIdentity } from '../../model/field.js';
import type { Aerosol } from './aerosol.js';
import { type GridLayout, readGridDefinition } from './grid-definition.js';
import { readIdentification } from './identification.js';
import { frameMessages } from './message.js';
import {
  type EnsembleMember,
  type Level,
  type Probability,
  readProductDefinition,
  type TimeRange,
} from './product-definition.js';
import { reorder } from './scanning.js';
import { type FieldSections, octets, readSections } from './sections.js';
import { unpackValues } from './values.js';

export interface GribField {
  readonly parameter: ParameterIdentity;
  /** The lower surface of a layer, whose upper one is in `parameter`; null when the field is on one surface. */
  readonly secondLevel: Level | null;
  readonly time: FieldTime;
  /** As written in the product template: units (code table 4.4) to the instant or to the start of the interval. */
  readonly forecastTime: number;
  readonly timeUnit: number;
  /** Empty for an instant; of several the first is the outermost: the highest of hourly means. */
  readonly timeRanges: readonly TimeRange[];
  /** Null when the grid definition template is not read; `gridTemplate` tells which one it is. */
  readonly grid: Grid | null;
  readonly gridTemplate: number;
  /** Components of vectors are along the grid's x and y, not towards east and north (`turnWindToEarth`). */
  readonly windsAlongGrid: boolean;
  readonly productTemplate: number;
  readonly packingTemplate: number;
  /** Number of grid points, missing ones included. */
  readonly points: number;
  /** Present for ensemble members only (templates 4.1 and 4.11). */
  readonly ensemble?: EnsembleMember;
  /** The values are the chance of an event (templates 4.5 and 4.9); else null. */
  readonly probability: Probability | null;
  /** Code table 4.7, how the values are derived from all members (templates 4.2 and 4.12); else null. */
  readonly derived: number | null;
  /** Percentile of the distribution (templates 4.6 and 4.10); else null. */
  readonly percentile: number | null;
  /** Templates 4.44, 4.46 and 4.48; else null. */
  readonly aerosol: Aerosol | null;
  /** Common code table C-11: 7 NCEP, 98 ECMWF, 161 MRMS. */
  readonly centre: number;
  readonly subcentre: number;
  /** Code table 4.3: 0 analysis, 2 forecast, 4 ensemble forecast, 8 observation. */
  readonly processType: number;
  /**
   * Values float32 [row, column] in the order of `grid`, columns eastward or towards +x, in the unit of the parameter; NaN missing.
   *
   * @throws GribUnsupportedError when the grid or the packing is not read, MalformedError when the data are broken
   */
  decode(): Field;
  /**
   * Values float32 in the order of the message, one per point, NaN missing; also for grids that are not read.
   *
   * @throws GribUnsupportedError when the packing is not read, MalformedError when the data are broken
   */
  decodeValues(): Float32Array;
}

/**
 * All fields of one message, in their order.
 *
 * @param message  exactly one message, "GRIB" to "7777"
 * @throws MalformedError, or GribUnsupportedError for edition 1 and for product templates that are not read
 */
export function readFields(message: Uint8Array): GribField[] {
  return readSections(message).map(readField);
}

/** One field of a message, or the reason why it is not read. */
export type FieldReading =
  | { readonly field: GribField; readonly refusal: null }
  | { readonly field: null; readonly refusal: GribUnsupportedError | MalformedError };

/**
 * As `readFields`, but a field that is not read does not hide the others of its message: files put a mean and its
 * percentiles into one message.
 *
 * @throws MalformedError when the sections of the message do not hold, GribUnsupportedError for edition 1
 */
export function readEachField(message: Uint8Array): FieldReading[] {
  return readSections(message).map((sections) => {
    try {
      return { field: readField(sections), refusal: null };
    } catch (error) {
      if (isTagged(error, 'grib-unsupported') || isTagged(error, 'malformed')) return { field: null, refusal: error };
      throw error;
    }
  });
}

/** All fields of all messages of a file. Throws as `frameMessages` and `readFields`; to go on after that, frame first. */
export function* readAllFields(bytes: Uint8Array): Generator<GribField> {
  for (const frame of frameMessages(bytes)) yield* readFields(frame.bytes);
}

function readField(sections: FieldSections): GribField {
  const identification = readIdentification(sections.identification);
  const { template: gridTemplate, points, layout, refusal, windsAlongGrid } = readGridDefinition(sections.grid);
  const product = readProductDefinition(sections.product, sections.discipline, identification);
  const { template: productTemplate, ensemble, ...described } = product;
  const { parameter, time } = described;
  const decodeValues = () => unpackValues(sections);
  const decode = () => decodeOnGrid(parameter, time, layout, refusal, decodeValues);
  return {
    ...described,
    grid: layout?.grid ?? null,
    gridTemplate,
    windsAlongGrid,
    productTemplate,
    packingTemplate: octets(sections.packing, 10, 2),
    points,
    ...(ensemble && { ensemble }),
    centre: identification.centre,
    subcentre: identification.subcentre,
    decode,
    decodeValues,
  };
}

function decodeOnGrid(
  parameter: ParameterIdentity,
  time: FieldTime,
  layout: GridLayout | null,
  refusal: GribUnsupportedError | null,
  decodeValues: () => Float32Array,
): Field {
  if (!layout) throw refusal!;
  const { grid, scanning } = layout;
  return { parameter, time, grid, values: reorder(decodeValues(), grid.columns, grid.rows, scanning) };
}
