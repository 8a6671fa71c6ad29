/**
 * A GRIB2 message as NSSL's MRMS writes its mosaics, which differs from those of the models in every section:
 *
 *   0  discipline 209, of its own
 *   1  centre 161, tables 255/1, time of observation, research products, processed radar observations
 *   3  template 3.0, shape 2 (IAU 1965) with its axes written out, basic angle 1 with 1,000,000 subdivisions
 *   4  template 4.0, observation, process 97, minutes, level 102 (altitude above mean sea level, m)
 *   5  template 5.41, missing values as values of their own, no bitmap
 *
 * From files of 2019 to 2023. Only the last point differs: theirs is up to two microdegrees short, by rounding.
 */

import type { RegularGrid } from '../../src/model/field.js';
import { createOctetWriter, type OctetWriter } from './bits.js';
import type { PackedSections } from './packing.js';
import { writeDate } from './product-section.js';

export interface MosaicHead {
  readonly category: number;
  readonly number: number;
  /** Altitude, m. */
  readonly level: number;
  /** Epoch seconds, whole. */
  readonly validTime: number;
  /** From north to south. */
  readonly grid: RegularGrid;
}

const DISCIPLINE = 209;
const NSSL = 161;
const PROCESS = 97;

export function mosaicMessage(head: MosaicHead, packed: PackedSections): Uint8Array {
  const message = createOctetWriter(packed.length + 192);
  message.bytes(new TextEncoder().encode('GRIB')).unsigned(0, 2).unsigned(DISCIPLINE, 1).unsigned(2, 1).unsigned(0, 8);
  message
    .unsigned(21, 4)
    .unsigned(1, 1)
    .unsigned(NSSL, 2)
    .unsigned(0, 2)
    .unsigned(255, 1)
    .unsigned(1, 1)
    .unsigned(3, 1);
  writeDate(message, head.validTime).unsigned(2, 1).unsigned(7, 1);
  writeGrid(message, head.grid);
  writeFireGroup(message, head);
  const bytes = message.bytes(packed).bytes(new TextEncoder().encode('7777')).done();
  new DataView(bytes.buffer).setBigUint64(8, BigInt(bytes.length));
  return bytes;
}

function writeGrid(message: OctetWriter, grid: RegularGrid): void {
  const { rows, columns, firstLatitude, firstLongitude, latitudeStep, longitudeStep } = grid;
  const micro = (degrees: number): number => Math.round(degrees * 1e6);
  message.unsigned(72, 4).unsigned(3, 1).unsigned(0, 1);
  message
    .unsigned(rows * columns, 4)
    .unsigned(0, 2)
    .unsigned(0, 2);
  message.unsigned(2, 1);
  for (const metres of [6_367_470, 6_378_160, 6_356_775]) message.unsigned(1, 1).unsigned(metres, 4);
  message.unsigned(columns, 4).unsigned(rows, 4).unsigned(1, 4).unsigned(1_000_000, 4);
  message.signed(micro(firstLatitude), 4).unsigned(micro(firstLongitude), 4).unsigned(0x30, 1);
  message.signed(micro(firstLatitude + (rows - 1) * latitudeStep), 4);
  message.unsigned(micro(firstLongitude + (columns - 1) * longitudeStep), 4);
  message.unsigned(micro(longitudeStep), 4).unsigned(micro(-latitudeStep), 4).unsigned(0, 1);
}

function writeFireGroup(message: OctetWriter, { category, number, level }: MosaicHead): void {
  message.unsigned(34, 4).unsigned(4, 1).unsigned(0, 2).unsigned(0, 2).unsigned(category, 1).unsigned(number, 1);
  message.unsigned(8, 1).unsigned(0, 1).unsigned(PROCESS, 1).unsigned(0, 3).unsigned(0, 1).unsigned(0, 4);
  message.unsigned(102, 1).unsigned(0, 1).unsigned(level, 4);
  message.unsigned(255, 1).unsigned(1, 1).unsigned(0, 4);
}
