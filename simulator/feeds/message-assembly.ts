/** Puts a file of a simulated feed together: one row of the feed's table is one message, in the table's order. */

import { type IndexEntry, indexText } from '../gfs-index.js';
import { inScanOrder, type MessageGrid } from '../grib2-encoder/grid-section.js';
import { frameMessage, type Producer } from '../grib2-encoder/message.js';
import { type PackingChoice, packValues } from '../grib2-encoder/packing.js';
import type { ForecastTime, ProductKind } from '../grib2-encoder/product-section.js';

/** One message of a feed. `Step` is what the feed computes for a file. */
export interface MessageRow<Step> extends ProductKind {
  /** As wgrib2 prints them in the index. */
  readonly name: string;
  readonly level: string;
  readonly code: readonly [discipline: number, category: number, number: number];
  readonly levelCode: readonly [type: number, value: number | null];
  readonly secondLevelType?: number;
  /** D, the decimal scale factor. */
  readonly decimals: number;
  readonly packing?: PackingChoice['packing'];
  /** What the index prints behind the time. */
  readonly extra?: string;
  /** Null where the step has no such message. */
  time(step: Step): ForecastTime | null;
  /** In the unit of the message, float32 [row, column], NaN missing. */
  values(step: Step): Float32Array;
}

export interface FileHead {
  readonly referenceTime: number;
  readonly grid: MessageGrid;
  readonly producer: Producer;
}

export interface AssembledFile {
  readonly grib: Uint8Array;
  /** One for each message. */
  readonly entries: readonly IndexEntry[];
}

export function assembleFile<Step>(head: FileHead, rows: readonly MessageRow<Step>[], step: Step): AssembledFile {
  const messages: Uint8Array[] = [];
  const entries: IndexEntry[] = [];
  let offset = 0;
  for (const row of rows) {
    const time = row.time(step);
    if (time === null) continue;
    const message = messageOf(head, row, time, row.values(step));
    messages.push(message);
    const { name, level, extra } = row;
    entries.push({ offset, name, level, time, ...(extra === undefined ? {} : { extra }) });
    offset += message.length;
  }
  return { grib: Buffer.concat(messages), entries };
}

/** A file with the index that wgrib2 would print. */
export function indexedFile(referenceTime: number, { grib, entries }: AssembledFile) {
  return { grib, index: indexText(referenceTime, entries) };
}

function messageOf<Step>(head: FileHead, row: MessageRow<Step>, time: ForecastTime, values: Float32Array): Uint8Array {
  const [discipline, category, number] = row.code;
  const [levelType, levelValue] = row.levelCode;
  const parameter = { discipline, category, number, levelType, levelValue };
  const choice = { decimalScale: row.decimals, ...(row.packing ? { packing: row.packing } : {}) };
  const packed = packValues(inScanOrder(head.grid, values), choice);
  const { member, probability, aerosol, secondLevelType } = row;
  const kind = {
    ...(member ? { member } : {}),
    ...(probability ? { probability } : {}),
    ...(aerosol ? { aerosol } : {}),
    ...(secondLevelType === undefined ? {} : { secondLevelType }),
  };
  return frameMessage(head, [{ parameter, time, packed, ...kind }]);
}
