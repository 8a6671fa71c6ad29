/**
 * One GRIB2 message (WMO FM 92, edition 2) as NCEP writes GFS: sections 0, 1, 3, 4, 5, 6, 7 and 8.
 *
 *   0  16 octets   "GRIB", discipline, edition 2, total length (8)
 *   1  21          centre 7 (NCEP), tables 2/1, start of forecast, reference time, operational, forecast products
 *   3  72          template 3.0, sphere of 6,371,229 m (shape 6), winds relative to east and north, scan 0x00
 *   4  34 or 58    template 4.0 (instant) or 4.8 (process over an interval, end of interval as date)
 *   5-7            see `packing.ts`; 4 to 7 repeat where a message holds several fields
 *   8  4           "7777"
 */

import type { ParameterIdentity, RegularGrid, StatisticalProcess } from '../../model/field.js';
import { createOctetWriter, type OctetWriter } from './bits.js';
import { type PackedSections, type PackingChoice, packValues } from './packing.js';

/** Forecast hours of a field: an instant, or a process over the hours from `start` to `end`. */
export type ForecastTime =
  | { readonly hour: number }
  | { readonly start: number; readonly end: number; readonly process: StatisticalProcess };

/** What the fields of one message have in common. */
export interface MessageHead {
  /** Epoch seconds of the model run, on a whole second. */
  readonly referenceTime: number;
  readonly grid: RegularGrid;
}

/** What one field says of itself. */
export interface FieldHead {
  /** `levelValue` null writes a level without a value, as NCEP does: scale and value 0. */
  readonly parameter: ParameterIdentity;
  readonly time: ForecastTime;
}

export interface PackedField extends FieldHead {
  readonly packed: PackedSections;
}

const PROCESS_CODES: Record<StatisticalProcess, number> = { average: 0, accumulation: 1, maximum: 2, minimum: 3 };
const GFS = 96; // generating process: global forecast system
const MICRODEGREE = 1e6;

/** A whole message of one field. `values`: float32 [row, column] in grid order, NaN missing. */
export function encodeMessage(head: MessageHead & FieldHead, values: Float32Array, choice: PackingChoice): Uint8Array {
  const points = head.grid.rows * head.grid.columns;
  if (values.length !== points) throw new RangeError(`${values.length} values for a grid of ${points} points`);
  return frameMessage(head, [{ ...head, packed: packValues(values, choice) }]);
}

/**
 * A message around sections that are packed already: fields that do not change are packed once for all steps. Several
 * fields share sections 0, 1 and 3 and so their discipline; 4 to 7 repeat.
 */
export function frameMessage(head: MessageHead, fields: readonly PackedField[]): Uint8Array {
  const { discipline } = fields[0]!.parameter;
  const message = createOctetWriter(fields.reduce((sum, { packed }) => sum + packed.length + 64, 192));
  message.bytes(ascii('GRIB')).unsigned(0, 2).unsigned(discipline, 1).unsigned(2, 1).unsigned(0, 8);
  writeIdentification(message, head.referenceTime);
  writeGrid(message, head.grid);
  for (const field of fields) {
    writeProduct(message, head.referenceTime, field);
    message.bytes(field.packed);
  }
  message.bytes(ascii('7777'));
  const bytes = message.done();
  new DataView(bytes.buffer).setBigUint64(8, BigInt(bytes.length));
  return bytes;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function writeDate(section: OctetWriter, epochSeconds: number): OctetWriter {
  const date = new Date(epochSeconds * 1000);
  section.unsigned(date.getUTCFullYear(), 2);
  for (const part of [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours()]) section.unsigned(part, 1);
  return section.unsigned(date.getUTCMinutes(), 1).unsigned(date.getUTCSeconds(), 1);
}

function writeIdentification(message: OctetWriter, referenceTime: number): void {
  message.unsigned(21, 4).unsigned(1, 1).unsigned(7, 2).unsigned(0, 2).unsigned(2, 1).unsigned(1, 1).unsigned(1, 1);
  writeDate(message, referenceTime).unsigned(0, 1).unsigned(1, 1);
}

function writeGrid(message: OctetWriter, grid: RegularGrid): void {
  const { rows, columns, firstLatitude, firstLongitude, latitudeStep, longitudeStep } = grid;
  const micro = (degrees: number) => Math.round(degrees * MICRODEGREE);
  const lastLongitude = micro(firstLongitude + (columns - 1) * longitudeStep);
  message
    .unsigned(72, 4)
    .unsigned(3, 1)
    .unsigned(0, 1)
    .unsigned(rows * columns, 4)
    .unsigned(0, 2)
    .unsigned(0, 2);
  message.unsigned(6, 1).unsigned(0, 1).unsigned(0, 4).unsigned(0, 1).unsigned(0, 4).unsigned(0, 1).unsigned(0, 4);
  message.unsigned(columns, 4).unsigned(rows, 4).unsigned(0, 4).unsigned(0xffffffff, 4);
  message.signed(micro(firstLatitude), 4).signed(micro(firstLongitude), 4).unsigned(0x30, 1);
  message.signed(micro(firstLatitude + (rows - 1) * latitudeStep), 4).signed(lastLongitude, 4);
  message.unsigned(micro(longitudeStep), 4).unsigned(micro(Math.abs(latitudeStep)), 4);
  message.unsigned(latitudeStep > 0 ? 0x40 : 0, 1);
}

function writeProduct(message: OctetWriter, referenceTime: number, { parameter, time }: FieldHead): void {
  const processed = 'process' in time;
  message
    .unsigned(processed ? 58 : 34, 4)
    .unsigned(4, 1)
    .unsigned(0, 2)
    .unsigned(processed ? 8 : 0, 2);
  message.unsigned(parameter.category, 1).unsigned(parameter.number, 1);
  message.unsigned(2, 1).unsigned(0, 1).unsigned(GFS, 1).unsigned(0, 2).unsigned(0, 1);
  message.unsigned(1, 1).unsigned(processed ? time.start : time.hour, 4);
  const [scale, value] = scaledLevel(parameter.levelValue ?? 0);
  message.unsigned(parameter.levelType, 1).unsigned(scale, 1).unsigned(value, 4);
  message.unsigned(255, 1).unsigned(0, 1).unsigned(0, 4);
  if (!processed) return;
  writeDate(message, referenceTime + 3600 * time.end)
    .unsigned(1, 1)
    .unsigned(0, 4);
  message
    .unsigned(PROCESS_CODES[time.process], 1)
    .unsigned(2, 1)
    .unsigned(1, 1)
    .unsigned(time.end - time.start, 4);
  message.unsigned(255, 1).unsigned(0, 4);
}

/** Level as scale factor and integer: 0.1 m is 1 with scale factor 1. */
function scaledLevel(value: number): [number, number] {
  for (let scale = 0; scale <= 3; scale++) {
    const scaled = value * 10 ** scale;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-9) return [scale, Math.round(scaled)];
  }
  throw new RangeError(`level ${value} has more than three decimals`);
}
