/**
 * Packings 5.2 and 5.3 of random groups against ecCodes, which undoes them with code of its own: every width from none to
 * 22 bits, both orders of differences, missing values in fields, groups and in front of the first value.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFields } from '../../src/decode/grib2/field.js';
import * as fixture from '../../src/decode/grib2/message.fixture.js';
import { readWithEcCodes } from './eccodes-values.js';

const SEED = 20261120;
const MESSAGES = 400;

/** 0 to 2^bits − 1, often one of the highest three, which may stand for a missing value. */
const coded = (bits: number) => {
  const most = 2 ** bits - 1;
  return fc.oneof(fc.integer({ min: 0, max: most }), fc.integer({ min: Math.max(0, most - 2), max: most }));
};
const group = (referenceBits: number) =>
  fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 22 })).chain((width) =>
    fc.record({
      reference: coded(referenceBits),
      width: fc.constant(width),
      fields: fc.array(coded(width), { minLength: 1, maxLength: 9 }),
    }),
  );

const octetCounts = fc.integer({ min: 2, max: 4 });
const small = (min: number) => fc.integer({ min, max: 5000 });

const packing = fc
  .record({ order: fc.nat(2), referenceBits: fc.nat(20), missing: fc.nat(2), extraOctets: octetCounts })
  .chain((draft) =>
    fc.record({
      groups: fc.array(group(draft.referenceBits), { minLength: 2, maxLength: 8 }),
      // none is negative: encoders take the reference off before they take differences, and ecCodes reads no sign
      first: fc.array(small(0), { minLength: draft.order, maxLength: draft.order }),
      minimum: small(-5000),
      decimal: fc.integer({ min: -1, max: 1 }),
      binary: fc.integer({ min: -2, max: 2 }),
      draft: fc.constant(draft),
    }),
  )
  .map(({ draft, ...rest }) => fixture.complexPacking({ ...draft, ...rest }));

function messageOf(packed: ReturnType<typeof fixture.complexPacking>): Uint8Array {
  const points = packed.packing.slice(5, 9).reduce((count, octet) => 256 * count + octet, 0);
  const grid = fixture.regularGrid({ points, columns: points, rows: 1, lo2: 20e6 + (points - 1) * 1e5 });
  return fixture.oneField({ grid, packed });
}

test('groups, differences and missing values come out as ecCodes reads them', (context) => {
  const messages = fc.sample(packing, { seed: SEED, numRuns: MESSAGES }).map(messageOf);
  const read = readWithEcCodes(Buffer.concat(messages));
  if (read === null) context.skip('grib_get_data (ecCodes) is not on the PATH');
  const values = messages.flatMap((message) => [...readFields(message)[0]!.decodeValues()]);
  // ecCodes prints twelve digits of a double
  const faults = values.filter((value, i) => !Object.is(value, Math.fround(read![i]!.value)));
  expect(values.length).toBe(read!.length);
  expect(faults).toEqual([]);
  expect(values.filter(Number.isNaN).length).toBeGreaterThan(1000);
});
