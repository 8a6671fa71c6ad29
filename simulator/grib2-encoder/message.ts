/**
 * One GRIB2 message (WMO FM 92, edition 2) as NCEP and ECMWF write theirs: sections 0, 1, 3, 4, 5, 6, 7 and 8.
 *
 *   0  16 octets   "GRIB", discipline, edition 2, total length (8)
 *   1  21          centre, tables 2/1, start of forecast, reference time, operational, forecast products
 *   3              see `grid-section.ts`
 *   4              see `product-section.ts`
 *   5-7            see `packing.ts`; 4 to 7 repeat where a message holds several fields
 *   8  4           "7777"
 */

import { createOctetWriter, type OctetWriter } from './bits.js';
import { inScanOrder, type MessageGrid, writeGrid } from './grid-section.js';
import { type PackedSections, type PackingChoice, packValues } from './packing.js';
import { type FieldHead, writeDate, writeProduct } from './product-section.js';

export type { FieldHead, ForecastTime } from './product-section.js';

/** What the fields of one message have in common. */
export interface MessageHead {
  /** Epoch seconds of the model run, on a whole second. */
  readonly referenceTime: number;
  readonly grid: MessageGrid;
  /** Default: NCEP's global forecast system. */
  readonly producer?: Producer;
}

/** Who made it: originating centre (common code table C-11) and the centre's own number of the model. */
export interface Producer {
  readonly centre: number;
  readonly process: number;
}

export interface PackedField extends FieldHead {
  readonly packed: PackedSections;
}

const GFS: Producer = { centre: 7, process: 96 };

/** A whole message of one field. `values`: float32 [row, column] in grid order, NaN missing. */
export function encodeMessage(head: MessageHead & FieldHead, values: Float32Array, choice: PackingChoice): Uint8Array {
  const points = head.grid.rows * head.grid.columns;
  if (values.length !== points) throw new RangeError(`${values.length} values for a grid of ${points} points`);
  return frameMessage(head, [{ ...head, packed: packValues(inScanOrder(head.grid, values), choice) }]);
}

/**
 * A message around sections that are packed already: fields that do not change are packed once for all steps. Several
 * fields share sections 0, 1 and 3 and so their discipline; 4 to 7 repeat.
 */
export function frameMessage(head: MessageHead, fields: readonly PackedField[]): Uint8Array {
  const { discipline } = fields[0]!.parameter;
  const { centre, process } = head.producer ?? GFS;
  const message = createOctetWriter(fields.reduce((sum, { packed }) => sum + packed.length + 80, 192));
  message.bytes(ascii('GRIB')).unsigned(0, 2).unsigned(discipline, 1).unsigned(2, 1).unsigned(0, 8);
  writeIdentification(message, head.referenceTime, centre);
  writeGrid(message, head.grid);
  for (const field of fields) {
    writeProduct(message, head.referenceTime, process, field);
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

function writeIdentification(message: OctetWriter, referenceTime: number, centre: number): void {
  message.unsigned(21, 4).unsigned(1, 1).unsigned(centre, 2).unsigned(0, 2);
  message.unsigned(2, 1).unsigned(1, 1).unsigned(1, 1);
  writeDate(message, referenceTime).unsigned(0, 1).unsigned(1, 1);
}
