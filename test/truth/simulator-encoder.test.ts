import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeMessage, type ForecastTime } from '../../simulator/grib2-encoder/message.js';
import type { PackingChoice } from '../../simulator/grib2-encoder/packing.js';
import { globalGrid } from '../../simulator/places.js';
import { type GribField, readFields } from '../../src/decode/grib2/field.js';
import { frameMessages } from '../../src/decode/grib2/message.js';
import type { ParameterIdentity, RegularGrid } from '../../src/model/field.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const TEMPERATURE: ParameterIdentity = { discipline: 0, category: 0, number: 0, levelType: 103, levelValue: 2 };
const ECCODES = 'grib_get_data';
const REFERENCE = Date.UTC(2026, 10, 20, 6) / 1000;

function rowGrid(columns: number, rows = 1): RegularGrid {
  const corner = { firstLatitude: 50, firstLongitude: 10, latitudeStep: -0.05, longitudeStep: 0.05 };
  return { kind: 'regular', columns, rows, ...corner };
}

function encode(values: Float32Array, choice: PackingChoice, time: ForecastTime = { hour: 6 }, grid?: RegularGrid) {
  const head = { parameter: TEMPERATURE, referenceTime: REFERENCE, time, grid: grid ?? rowGrid(values.length) };
  return encodeMessage(head, values, choice);
}

function onlyField(message: Uint8Array): GribField {
  const fields = readFields(message);
  expect(fields).toHaveLength(1);
  return fields[0]!;
}

/** Half a decimal unit, and the rounding of float32 at this magnitude. */
function tolerance(value: number, decimalScale: number): number {
  return 0.5 * 10 ** -decimalScale + Math.abs(value) * 2 ** -22;
}

function expectSame(decoded: Float32Array, values: Float32Array, decimalScale: number): void {
  expect(decoded).toHaveLength(values.length);
  for (let i = 0; i < values.length; i++) {
    const close = Math.abs(decoded[i]! - values[i]!) <= tolerance(values[i]!, decimalScale);
    if (!close && !(Number.isNaN(decoded[i]!) && Number.isNaN(values[i]!)))
      expect.fail(`value ${i}: wrote ${values[i]}, read ${decoded[i]}`);
  }
}

const smooth = Float32Array.from({ length: 5000 }, (_, i) => 280 + 15 * Math.sin(i / 40) + 3 * Math.cos(i / 7));
const spiky = smooth.map((value, i) => (i % 911 === 0 ? value + 90 : value));
const mostlyDry = smooth.map((value, i) => (i % 700 < 60 ? Math.max(0, value - 285) : 0));
const holed = smooth.map((value, i) => (i % 300 < 120 || i % 7 === 0 ? Number.NaN : value));

/** Not to be predicted at all; and long runs without a change between single values. */
const noisy = smooth.map((_, i) => ((i * 7919) % 6007) / 10);
const patchy = smooth.map((_, i) => (i % 1700 === 1111 ? 3 : i > 4000 ? 2 : 0));

const CHOICES: [string, PackingChoice][] = [
  ['5.3', { decimalScale: 2 }],
  ['5.3, hundreds', { decimalScale: -1 }],
  ['5.0', { decimalScale: 2, packing: 'simple' }],
  ['5.42', { decimalScale: 2, packing: 'ccsds' }],
];
for (const [name, choice] of CHOICES)
  for (const [field, values] of Object.entries({ smooth, spiky, mostlyDry, holed }))
    test(`a ${field} field comes back from ${name} within half a decimal unit`, () => {
      expectSame(onlyField(encode(values, choice)).decode().values, values, choice.decimalScale);
    });

test('missing values come back from missing value management 1', () => {
  const message = encode(holed, { decimalScale: 2, missing: 'management' });
  expectSame(onlyField(message).decode().values, holed, 2);
});

const CORNER_CASES: [string, number[]][] = [
  ['one value', [4]],
  ['two values', [4, 9]],
  ['two values, one missing', [Number.NaN, 9]],
  ['all missing', Array.from({ length: 20 }, () => Number.NaN)],
  ['only the last present', [...Array.from({ length: 40 }, () => Number.NaN), 1]],
  ['constant', Array.from({ length: 300 }, () => 0)],
  ['constant beside holes', Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? Number.NaN : 7))],
  ['one jump over the whole range', Array.from({ length: 600 }, (_, i) => (i === 311 ? 160_000 : -0.5))],
];
for (const [name, values] of CORNER_CASES)
  for (const missing of ['bitmap', 'management'] as const)
    test(`${name}: comes back with ${missing}`, () => {
      const wide = Float32Array.from(values);
      expectSame(onlyField(encode(wide, { decimalScale: 1, missing })).decode().values, wide, 1);
    });

test('any series comes back', () => {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -400, max: 400 }) },
    fc.integer({ min: -90_000, max: 90_000 }),
    fc.constant(Number.NaN),
  );
  const runs = fc.array(fc.tuple(value, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(runs, fc.constantFrom('bitmap' as const, 'management' as const), (parts, missing) => {
      const values = Float32Array.from(parts.flatMap(([v, n]) => Array.from({ length: n }, (_, i) => v + (i % 3))));
      expectSame(onlyField(encode(values, { decimalScale: 0, missing })).decode().values, values, 0);
    }),
    { numRuns: 300 },
  );
});

test('groups differ in width and in length, as the field does', () => {
  const message = encode(spiky, { decimalScale: 2 });
  const section5 = message.length - sectionLength(message, 7) - 4 - sectionLength(message, 6) - 49;
  const view = new DataView(message.buffer, message.byteOffset + section5);
  expect(view.getUint16(9)).toBe(3);
  expect(view.getUint32(31)).toBeGreaterThan(20); // groups
  expect(view.getUint8(36)).toBeGreaterThan(0); // bits of the widths
  expect(view.getUint8(46)).toBeGreaterThan(0); // bits of the lengths
  expect(view.getUint8(47)).toBe(2); // order of differencing
  expect(message.length).toBeLessThan(0.65 * encode(spiky, { decimalScale: 2, packing: 'simple' }).length);
});

/** Walks the sections from the first one to the one asked for. */
function sectionLength(message: Uint8Array, number: number): number {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let at = 16; at < message.length - 4; at += view.getUint32(at))
    if (view.getUint8(at + 4) === number) return view.getUint32(at);
  throw new RangeError(`no section ${number}`);
}

const TIMES: [string, ForecastTime, object][] = [
  ['an analysis', { hour: 0 }, { validTime: REFERENCE }],
  ['an instant', { hour: 384 }, { validTime: REFERENCE + 384 * 3600 }],
  [
    'an accumulation across a month',
    { start: 240, end: 264, process: 'accumulation' },
    {
      validTime: Date.UTC(2026, 11, 1, 6) / 1000,
      interval: { start: REFERENCE + 240 * 3600, end: REFERENCE + 264 * 3600, process: 'accumulation' },
    },
  ],
];
for (const [name, time, expected] of TIMES)
  test(`${name} says when it is`, () => {
    const field = onlyField(encode(smooth, { decimalScale: 2 }, time));
    expect(field.time).toEqual({ referenceTime: REFERENCE, ...expected });
    expect(field.parameter).toEqual(TEMPERATURE);
  });

test('the global grid is the one of GFS, coarser', () => {
  const grid = globalGrid(2.5);
  const values = new Float32Array(grid.rows * grid.columns).fill(280);
  expect(onlyField(encode(values, { decimalScale: 2 }, { hour: 0 }, grid)).grid).toEqual(grid);
});

test('values that a float32 reference cannot hold are refused', () => {
  expect(() => encode(Float32Array.of(1e9, 2e9), { decimalScale: 2 })).toThrow(RangeError);
  expect(() => encode(Float32Array.of(1, Number.POSITIVE_INFINITY), { decimalScale: 2 })).toThrow(RangeError);
});

/** Values of every message of a file as ecCodes reads them; null where it is not installed. */
function readWithEcCodes(file: string): number[] | null {
  try {
    const text = execFileSync(ECCODES, ['-m', 'NaN:%.6f', '-F', '%.6f', file], { encoding: 'utf8' });
    const lines = text.split('\n').filter((line) => /^\s*-?\d/.test(line));
    return lines.map((line) => Number(line.trim().split(/\s+/)[2]));
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (absent && process.env.WEATHERGLASS_REQUIRE_ALL !== '1') return null;
    throw error;
  }
}

test('ecCodes reads every packing as we wrote it', (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-encoder-'));
  try {
    for (const [index, [values, choice]] of [
      [smooth, { decimalScale: 2 }] as const,
      [spiky, { decimalScale: 2 }] as const,
      [mostlyDry, { decimalScale: 2 }] as const,
      [smooth, { decimalScale: 2, packing: 'simple' as const }] as const,
      ...[smooth, spiky, mostlyDry, holed, noisy, patchy].map(
        (values) => [values, { decimalScale: 2, packing: 'ccsds' as const }] as const,
      ),
      [patchy, { decimalScale: 0, packing: 'ccsds' as const }] as const,
      [smooth, { decimalScale: 4, packing: 'ccsds' as const }] as const,
      [holed, { decimalScale: 2, missing: 'bitmap' as const }] as const,
      [holed, { decimalScale: 2, missing: 'management' as const }] as const,
      [new Float32Array(5000).fill(273.5), { decimalScale: 2 }] as const,
    ].entries()) {
      const file = join(directory, `${index}.grib2`);
      writeFileSync(file, encode(values, choice, { hour: 6 }, rowGrid(100, 50)));
      const read = readWithEcCodes(file);
      if (read === null) context.skip('grib_get_data (ecCodes) is not on the PATH');
      expectSame(Float32Array.from(read!), values, choice.decimalScale);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** Octets 18-19 of section 5, sign and magnitude. */
function decimalScaleOf(message: Uint8Array): number {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let at = 16;
  while (view.getUint8(at + 4) !== 5) at += view.getUint32(at);
  const coded = view.getUint16(at + 17);
  return coded & 0x8000 ? -(coded & 0x7fff) : coded;
}

testWithSharedData('a real GFS file, packed again, is at most 8% larger than NCEP packed it', () => {
  const file = readFileSync(sharedData('grib2', 'pygrib', 'gfs.t12z.pgrbf120.2p5deg.grib2'));
  let [theirs, ours] = [0, 0];
  for (const { bytes } of frameMessages(file)) {
    const fields = readFields(bytes);
    if (fields.length > 1) continue; // wind pairs share one message
    const field = fields[0]!;
    const choice = { decimalScale: decimalScaleOf(bytes), missing: 'management' as const };
    const values = field.decodeValues();
    const grid = field.grid as RegularGrid;
    const head = { parameter: TEMPERATURE, referenceTime: REFERENCE, time: { hour: 6 }, grid };
    const again = encodeMessage(head, values, choice);
    expectSame(onlyField(again).decodeValues(), values, choice.decimalScale);
    theirs += sectionLength(bytes, 7);
    ours += sectionLength(again, 7);
  }
  expect(theirs).toBeGreaterThan(2_000_000); // all messages were looked at
  expect(ours).toBeLessThan(1.08 * theirs);
});
