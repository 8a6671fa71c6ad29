/** Whole messages of every packing that is read, small ones, most of them packed by other programs. */

import { PICTURES } from '../../png-pictures.fixture.js';
import * as fixture from '../message.fixture.js';
import { ECCODES_MESSAGES } from './eccodes-messages.fixture.js';
import { CODED_SAMPLES } from './libaec-samples.fixture.js';

/** A message of one row whose sections 5 (from octet 12 on) and 7 are given. */
export function packedRow(
  template: number,
  points: number,
  header: readonly number[],
  data: Uint8Array | readonly number[],
): Uint8Array {
  const packing = [...fixture.unsignedOctets(points, 4), ...fixture.unsignedOctets(template, 2), ...header];
  return fixture.oneField({
    grid: fixture.regularGrid({ points, columns: points, rows: 1, lo2: 20e6 + (points - 1) * 1e6 }),
    packed: { packing: fixture.section(5, packing), data: fixture.section(7, [...data]) },
  });
}

/** Octets 12 to 21 of section 5: R, E, D, bits, type of values. */
export function scaled(bits: number, { reference = 0, binary = 0, decimal = 0 } = {}): number[] {
  return [
    ...fixture.floatOctets(reference),
    ...fixture.signedOctets(binary, 2),
    ...fixture.signedOctets(decimal, 2),
    bits,
    0,
  ];
}

/** Octets 12 and up of packing 5.200; level k of the table is 10 k. */
export function levels(bits: number, used: number, { entries = used, decimal = 0 } = {}): number[] {
  return [
    bits,
    ...fixture.unsignedOctets(used, 2),
    ...fixture.unsignedOctets(entries, 2),
    ...fixture.signedOctets(decimal, 1),
    ...Array.from({ length: entries }, (_, k) => fixture.unsignedOctets(10 * (k + 1), 2)).flat(),
  ];
}

/** The worked example of the Japan Meteorological Business Support Center ("Run-Length Encoding"): 4 bits, 10 levels. */
export const RUN_NUMBERS = fixture.bitOctets(
  [3, 9, 12, 6, 4, 15, 2, 1, 0, 13, 12, 2, 3].map((number) => [number, 4] as const),
);
export const RUN_LEVELS: readonly number[] = [3, 9, 9, 6, 4, 4, 4, 4, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3];

const GROUPS = [
  { reference: 3, width: 5, fields: [1, 31, 2] },
  { reference: 4095, width: 0, fields: [0, 0] },
  { reference: 9, width: 27, fields: [100000000] },
];
const DIFFERENCED = [
  fixture.complexPacking({ groups: GROUPS, missing: 2, order: 1, first: [5], minimum: -3 }),
  fixture.complexPacking({ groups: GROUPS, missing: 1, order: 2, first: [5, 6], minimum: -3 }),
];

const octetsOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));

/** Packing and message. */
export function messagesOfEachPacking(): (readonly [packing: string, message: Uint8Array])[] {
  return [
    ...ECCODES_MESSAGES.map(([packing, , , base64]) => [packing, octetsOf(base64)] as const),
    ...DIFFERENCED.map((packed) => ['5.3', fixture.oneField({ packed })] as const),
    ...PICTURES.map(([, , base64]) => ['5.41', packedRow(41, 70, scaled(16), octetsOf(base64))] as const),
    ...CODED_SAMPLES.map(({ bits, flags, blockSize, intervalBlocks, base64, samples }) => {
      const header = [...scaled(bits), flags, blockSize, ...fixture.unsignedOctets(intervalBlocks, 2)];
      return ['5.42', packedRow(42, samples.split(' ').length, header, octetsOf(base64))] as const;
    }),
    ['5.200', packedRow(200, RUN_LEVELS.length, levels(4, 10, { entries: 12 }), RUN_NUMBERS)],
  ];
}
