/**
 * GRIB2 from a hostile hand: whatever the bytes are, the decoder ends in values or in one tagged error, and takes no
 * memory on the word of a message. Messages of the feeds and hand-made ones are cut, flipped and given absurd counts.
 * Seeded, so that a failure comes back.
 */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTagged } from '../../src/base/errors.js';
import { readFields } from '../../src/decode/grib2/field.js';
import { MOST_POINTS } from '../../src/decode/grib2/grid-definition.js';
import { inventoryLine } from '../../src/decode/grib2/inventory.js';
import * as fixture from '../../src/decode/grib2/message.fixture.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import {
  levels,
  messagesOfEachPacking,
  RUN_NUMBERS,
  scaled,
} from '../../src/decode/grib2/packings/packed-messages.fixture.js';
import { PICTURES } from '../../src/decode/png-pictures.fixture.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const SEED = 20261120;
const RUNS = 1500;

/** Lengths of the float arrays that were taken, seen by standing in for the global constructor. */
let taken: number[] = [];
const PlainFloat32Array = globalThis.Float32Array;

beforeEach(() => {
  taken = [];
  globalThis.Float32Array = new Proxy(PlainFloat32Array, {
    construct(target, args: unknown[], newTarget) {
      if (typeof args[0] === 'number') taken.push(args[0]);
      return Reflect.construct(target, args, newTarget) as Float32Array;
    },
  });
});

afterEach(() => {
  globalThis.Float32Array = PlainFloat32Array;
});

/** Decodes all that `bytes` hold. Returns how it ended; an error that is not one of GRIB's two goes through. */
function outcomeOf(bytes: Uint8Array): string {
  const outcomes: string[] = [];
  const attempt = (read: () => void) => {
    try {
      read();
      outcomes.push('values');
    } catch (error) {
      if (!isTagged(error, 'malformed') && !isTagged(error, 'grib-unsupported')) throw error;
      outcomes.push(error.tag);
    }
  };
  attempt(() => {
    for (const frame of frameMessages(bytes)) attempt(() => decodeAll(frame.bytes, attempt));
  });
  return [...new Set(outcomes)].join(' ');
}

function decodeAll(message: Uint8Array, attempt: (read: () => void) => void): void {
  for (const field of readFields(message)) {
    expect(inventoryLine(field)).toContain(':');
    attempt(() => {
      const { grid, values } = field.decode();
      expect(values.length).toBe(grid.columns * grid.rows);
    });
    attempt(() => expectFinite(field.decodeValues(), field.points));
  }
}

function expectFinite(values: Float32Array, points: number): void {
  expect(values.length).toBe(points);
  expect(points).toBeLessThanOrEqual(MOST_POINTS);
  expect(values.includes(Number.POSITIVE_INFINITY) || values.includes(Number.NEGATIVE_INFINITY)).toBe(false);
}

const GROUPS = [
  { reference: 3, width: 5, fields: [1, 31, 2] },
  { reference: 4095, width: 0, fields: [0, 0] },
  { reference: 9, width: 27, fields: [100000000] },
];
const INTERVAL = fixture.intervalOctets([2011, 1, 10, 18, 0, 0], [[1, 1, 6]]);

/** One message of each kind that is read. */
const HAND_MADE: readonly Uint8Array[] = [
  fixture.oneField(),
  fixture.oneField({ packed: fixture.simplePacking([1, 2, 3], 12), mask: fixture.bitmap([1, 0, 1, 0, 0, 1]) }),
  fixture.oneField({ packed: fixture.complexPacking({ groups: GROUPS }) }),
  fixture.oneField({
    packed: fixture.complexPacking({ groups: GROUPS, missing: 2, order: 1, first: [5], minimum: -3 }),
  }),
  fixture.oneField({
    packed: fixture.complexPacking({ groups: GROUPS, missing: 1, order: 2, first: [5, 6], minimum: -3 }),
  }),
  fixture.oneField({
    grid: fixture.regularGrid({ scan: 0xb0, lo1: 22e6, lo2: 20e6 }),
    product: fixture.product({ template: 8, interval: INTERVAL }),
  }),
  fixture.oneField({ product: fixture.product({ template: 11, member: [3, 1, 30], interval: INTERVAL }) }),
  fixture.message([
    fixture.identification(),
    ...fixture.fieldSections({ packed: fixture.simplePacking([1], 4), mask: fixture.bitmap([0, 0, 1, 0, 0, 0]) }),
    ...fixture.fieldSections({ packed: fixture.simplePacking([1], 4), mask: fixture.bitmap(null, 254) }).slice(1),
  ]),
];

const PACKED = messagesOfEachPacking().map(([, message]) => message);

/** Small real messages of the packings, templates and grids that are read. */
function realMessages(): Uint8Array[] {
  const first = (file: string, count: number) =>
    [...frameMessages(readFileSync(sharedData('grib2', ...file.split('/'))))]
      .slice(0, count)
      .map((frame) => Uint8Array.from(frame.bytes));
  return [
    ...first('pygrib/gfs.t12z.pgrbf120.2p5deg.grib2', 3),
    ...first('pygrib/eta.grb', 2),
    ...first('pygrib/dspr.temp.bin', 1),
    ...first('pygrib/scanning_mode.grib2', 1),
    ...first('pyiem/hrrr_srad.grib2', 1),
    ...first('cfgrib/cfrzr_and_cprat.grib', 2),
  ];
}

type Damage = (message: Uint8Array) => Uint8Array;

/** A few octets anywhere set to anything, with a leaning to the values where signs, masks and counts turn over. */
const overwritten: fc.Arbitrary<Damage> = fc
  .array(
    fc.record({
      // Most of a message is data; headers are where claims are made, so most damage goes to the first 250 octets.
      at: fc.oneof({ weight: 3, arbitrary: fc.nat(250) }, { weight: 1, arbitrary: fc.nat(2 ** 20) }),
      octet: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff), fc.nat(255)),
      count: fc.constantFrom(1, 1, 2, 4),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((changes) => (message) => {
    const damaged = message.slice();
    for (const { at, octet, count } of changes) damaged.fill(octet, at % message.length, (at % message.length) + count);
    return damaged;
  });

/** Cut off, with or without a total length and an end that pretend otherwise. */
const truncated: fc.Arbitrary<Damage> = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
  .map(([share, pretend]) => (message) => {
    const cut = message.slice(0, Math.floor(share * message.length));
    if (!pretend || cut.length < 20) return cut;
    cut.set(fixture.unsignedOctets(cut.length, 8), 8);
    cut.fill(0x37, cut.length - 4);
    return cut;
  });

function checkDamage(messages: readonly Uint8Array[], damage: fc.Arbitrary<Damage>): void {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(fc.nat(messages.length - 1), damage, (index, apply) => {
      outcomes.add(outcomeOf(apply(messages[index]!)));
    }),
    { seed: SEED, numRuns: RUNS },
  );
  // All three ends must have been met, or the damage is not of the kind that this test is about.
  expect([...outcomes].join(' ')).toMatch(/(?=.*values)(?=.*malformed)/);
}

test('undamaged messages decode', () => {
  expect(HAND_MADE.map((message) => outcomeOf(message))).toEqual(HAND_MADE.map(() => 'values'));
});

for (const [name, damage] of [
  ['overwritten', overwritten],
  ['truncated', truncated],
] as const) {
  test(`hand-made messages, ${name}, end in values or a tagged error`, () => checkDamage(HAND_MADE, damage));
  test(`messages of every packing, ${name}, end in values or a tagged error`, () => checkDamage(PACKED, damage));
  testWithSharedData(`real messages, ${name}, end in values or a tagged error`, () =>
    checkDamage(realMessages(), damage),
  );
}

test('noise between and instead of messages ends in values or a tagged error', () => {
  const noise = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(noise, noise, (before, body) => {
      const head = [0x47, 0x52, 0x49, 0x42, 0, 0, 0, 2, ...fixture.unsignedOctets(body.length + 20, 8)];
      outcomeOf(Uint8Array.from([...before, ...head, ...body, 0x37, 0x37, 0x37, 0x37]));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

/** A grid of 45 million points, within the cap, so that only the check of what is claimed next stands in the way. */
const HUGE = { points: 45_000_000, columns: 9000, rows: 5000 };
const hugeGrid = fixture.regularGrid(HUGE);

const hugely = (template: number, header: readonly number[], data: readonly number[]) => ({
  packing: fixture.section(5, [
    ...fixture.unsignedOctets(HUGE.points, 4),
    ...fixture.unsignedOctets(template, 2),
    ...header,
  ]),
  data: fixture.section(7, [...data]),
});

test.each<[string, Parameters<typeof fixture.oneField>[0]]>([
  ['more points than the cap', { grid: fixture.regularGrid({ points: MOST_POINTS + 1, template: 30 }) }],
  ['simple packing of 32 bits', { grid: hugeGrid, packed: fixture.simplePacking([], 32, {}, HUGE.points) }],
  ['simple packing of one bit', { grid: hugeGrid, packed: fixture.simplePacking([], 1, {}, HUGE.points) }],
  [
    'groups that do not add up',
    { grid: hugeGrid, packed: fixture.complexPacking({ groups: GROUPS, count: HUGE.points }) },
  ],
  ['a bitmap that is not there', { grid: hugeGrid, mask: fixture.section(6, [0]) }],
  ['runs of levels', { grid: hugeGrid, packed: hugely(200, levels(4, 10), RUN_NUMBERS) }],
  ['a PNG picture', { grid: hugeGrid, packed: hugely(41, scaled(16), [...Buffer.from(PICTURES[3]![2], 'base64')]) }],
  [
    'entropy-coded samples',
    { grid: hugeGrid, packed: hugely(42, [...scaled(16), 14, 64, 0, 64], Array(9999).fill(0)) },
  ],
  ['64-bit numbers', { grid: hugeGrid, packed: hugely(4, [2], Array(100).fill(0)) }],
  ['fewer packed points than points', { grid: hugeGrid, packed: fixture.simplePacking([], 0, {}, 1) }],
])('no memory is taken for a claim of %s', (_, parts) => {
  expect(() => readFields(fixture.oneField(parts))[0]!.decodeValues()).toThrow(/^malformed GRIB, byte \d+: section/);
  expect(taken.filter((length) => length > 100)).toEqual([]);
});

test('a JPEG 2000 picture of more pixels than the decoder has memory for is refused before it runs', () => {
  const packed = hugely(40, [...scaled(12), 0, 255], [0xff, 0x4f, 0xff, 0x51]);
  expect(() => readFields(fixture.oneField({ grid: hugeGrid, packed }))[0]!.decodeValues()).toThrow(
    'unsupported GRIB JPEG 2000 pixels over 16777216: 45000000',
  );
  expect(taken).toEqual([]);
});

test('as many groups as 32 bits can count are refused before they are walked', () => {
  const { packing, data } = fixture.complexPacking({ groups: GROUPS });
  const claimed = [...packing.slice(0, 31), 0xff, 0xff, 0xff, 0xff, ...packing.slice(35)];
  expect(() => readFields(fixture.oneField({ packed: { packing: claimed, data } }))[0]!.decodeValues()).toThrow(
    'section 5 octets 32-35: number of groups is 1 to the 6 packed points; got 4294967295',
  );
  expect(taken).toEqual([]);
});

test('decoding takes one array of the size of the grid, and a second one only to turn columns into rows', () => {
  readFields(HAND_MADE[1]!)[0]!.decode();
  expect(taken).toEqual([6]);
  readFields(HAND_MADE[5]!)[0]!.decode();
  expect(taken).toEqual([6, 6, 6]);
});
