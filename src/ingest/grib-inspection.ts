/**
 * A GRIB file in readable lines, one per field, for people who wonder what an upstream has sent.
 *
 *   1:0:d=2011011012:HGT:10 mb:120 hour fcst:144x73:5.3
 *   2:9120:d=2026112006:APCP:surface:5-6 hour acc fcst:prob >0.254:prob fcst 255/255:2345x1597:5.3
 *   number:offset:inventory:grid:packing[:statistics]
 *
 * Fields of one message have the numbers 4.1, 4.2 … as in `.idx` files. A field or message that is not read gets a line
 * that says why, and the file goes on.
 */

import { isTagged } from '../base/errors.js';
import { type GribField, readEachField } from '../decode/grib2/field.js';
import { inventoryLine } from '../decode/grib2/inventory.js';
import { frameMessages } from '../decode/grib2/message.js';

export interface InspectionOptions {
  /** Unpack every field and add its minimum, maximum, mean and number of missing values. */
  readonly statistics: boolean;
}

/** @throws MalformedError where the framing of the file breaks; the messages before it have had their lines */
export function* inspectGrib(bytes: Uint8Array, { statistics }: InspectionOptions): Generator<string> {
  let number = 0;
  for (const frame of frameMessages(bytes)) {
    number++;
    const fields = orReason(() => readEachField(frame.bytes));
    if (typeof fields === 'string') {
      yield `${number}:${frame.offset}:not read: ${fields}`;
      continue;
    }
    for (const [i, { field, refusal }] of fields.entries()) {
      const label = fields.length === 1 ? number : `${number}.${i + 1}`;
      if (field === null) {
        yield `${label}:${frame.offset}:not read: ${refusal.message}`;
        continue;
      }
      const parts = [label, frame.offset, inventoryLine(field), gridText(field), `5.${field.packingTemplate}`];
      yield [...parts, ...(statistics ? [orReason(() => statisticsText(field.decodeValues()))] : [])].join(':');
    }
  }
}

/** The result of `read`, or the reason why the decoder refused. */
function orReason<Result>(read: () => Result): Result | string {
  try {
    return read();
  } catch (error) {
    if (isTagged(error, 'malformed') || isTagged(error, 'grib-unsupported')) return error.message;
    throw error;
  }
}

function gridText({ grid, gridTemplate, points }: GribField): string {
  return grid ? `${grid.columns}x${grid.rows}` : `grid 3.${gridTemplate} of ${points}`;
}

function statisticsText(values: Float32Array): string {
  let [min, max, sum, present] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
    present++;
  }
  const missing = `missing=${values.length - present}`;
  if (present === 0) return missing;
  const rounded = [min, max, sum / present].map((value) => Number(value.toPrecision(6)));
  return `min=${rounded[0]}:max=${rounded[1]}:mean=${rounded[2]}:${missing}`;
}
