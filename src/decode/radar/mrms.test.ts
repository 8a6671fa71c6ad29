import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type MosaicHead, mosaicMessage } from '../../../simulator/grib2-encoder/mosaic-message.js';
import { packPicture, packValues } from '../../../simulator/grib2-encoder/packing.js';
import { gridPosition, placeOf } from '../../grid/grid.js';
import type { RegularGrid } from '../../model/field.js';
import { RADAR_DATASETS, type RadarDatasetId, UNOBSERVED } from '../../model/radar.js';
import { packedAt, valueAt } from '../../science/radar/tiled-field.js';
import { decodeMrms } from './mrms.js';

const GRID: RegularGrid = {
  kind: 'regular',
  columns: 4,
  rows: 2,
  firstLatitude: 54.995,
  firstLongitude: 230.005,
  latitudeStep: -0.01,
  longitudeStep: 0.01,
};
const VALID_TIME = Date.UTC(2026, 10, 20, 6, 14, 2) / 1000;

const head = (category: number, number: number): MosaicHead => ({
  category,
  number,
  level: 0,
  validTime: VALID_TIME,
  grid: GRID,
});
const picture = (values: readonly number[], bits: 8 | 16) =>
  packPicture(Float32Array.from(values), { decimalScale: 1, columns: GRID.columns, bits });
const message = (code: readonly [number, number], values: readonly number[], bits: 8 | 16 = 16) =>
  mosaicMessage(head(...code), picture(values, bits));

/** Packed values in the order of the grid. */
function packedOf(bytes: Uint8Array, dataset: RadarDatasetId): number[] {
  const { field } = decodeMrms(bytes, dataset);
  return Array.from({ length: 8 }, (_, i) => packedAt(field, i >> 2, i % 4));
}

const NONE = UNOBSERVED;

test.each<[RadarDatasetId, [number, number], number[], number[]]>([
  ['mrms-rate', [6, 1], [-3, -1, 0, 0.1, 2.4, 300, 12, 0], [NONE, NONE, 0, 1, 24, 3000, 120, 0]],
  ['mrms-flag', [6, 0], [-3, 0, 1, 3, 6, 7, 91, 96], [NONE, 0, 1, 3, 6, 7, 91, 96]],
  ['mrms-mesh', [3, 28], [-3, -1, 0, 25.4, 50.8, 1, 2, 3], [NONE, NONE, 0, 254, 508, 10, 20, 30]],
  ['mrms-shi', [3, 26], [-3, 0, 0.1, 40, 140, 1, 2, 3], [NONE, 0, 1, 400, 1400, 10, 20, 30]],
  ['mrms-posh', [3, 27], [-3, -1, 0, 10, 50, 100, 101, 250], [NONE, NONE, 0, 10, 50, 100, NONE, NONE]],
  ['mrms-lightning-30', [2, 5], [-3, -1, 0, 5, 55, 100, 99, 1], [NONE, NONE, 0, 5, 55, 100, 99, 1]],
  ['mrms-lightning-60', [2, 6], [-99, -999, 0, 5, 55, 100, 99, 1], [NONE, NONE, 0, 5, 55, 100, 99, 1]],
  ['mrms-quality', [8, 0], [-3, -1, 0, 0.1, 0.5, 0.9, 1, 1.1], [NONE, NONE, 0, 10, 50, 90, 100, NONE]],
])(
  '%s is in its own steps, and neither a negative code nor a chance over 1 is a value',
  (dataset, code, values, packed) => {
    expect(packedOf(message(code, values), dataset)).toEqual(packed);
    const { step } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
    expect(decodeMrms(message(code, values), dataset).field.step).toBe(step);
  },
);

test('grid and time are those of the message, gzipped or not', () => {
  const bytes = message([6, 1], [0, 0, 0, 1, 0, 0, 0, 0]);
  for (const file of [bytes, gzipSync(bytes)]) {
    const raster = decodeMrms(file, 'mrms-rate');
    expect([raster.grid.rows, raster.grid.columns]).toEqual([2, 4]);
    const last = placeOf(raster.grid, 1, 3);
    expect(last.latitude).toBeCloseTo(54.985, 9);
    expect(last.longitude).toBeCloseTo(-129.965, 9);
    expect(raster.validTime).toBe(VALID_TIME);
    expect(valueAt(raster.field, 0, 3)).toBe(1);
  }
});

/** What stands where values 0 … 7 are scanned so, by row and column from the north-west. */
test.each<[string, number, number[]]>([
  ['southward', 0x00, [0, 1, 2, 3, 4, 5, 6, 7]],
  ['northward', 0x40, [4, 5, 6, 7, 0, 1, 2, 3]],
  ['westward', 0x80, [3, 2, 1, 0, 7, 6, 5, 4]],
  ['every second row backwards', 0x10, [0, 1, 2, 3, 7, 6, 5, 4]],
  ['column by column', 0x20, [0, 2, 4, 6, 1, 3, 5, 7]],
  ['northward and westward', 0xc0, [7, 6, 5, 4, 3, 2, 1, 0]],
])('a message that is scanned %s shows its values where they are', (_, flags, values) => {
  const { grid, field } = decodeMrms(scanned(message([6, 1], [0, 1, 2, 3, 4, 5, 6, 7]), flags), 'mrms-rate');
  for (const [i, value] of values.entries()) {
    const at = gridPosition(grid, 54.995 - 0.01 * (i >> 2), 230.005 + 0.01 * (i % 4))!;
    expect(valueAt(field, Math.round(at.y), Math.round(at.x)), `pixel ${i}`).toBeCloseTo(value, 6);
  }
});

/** With octet 72 of section 3 and, as it wants, first and last latitude or longitude the other way round. */
function scanned(message: Uint8Array, flags: number): Uint8Array {
  const bytes = message.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const grid = 16 + view.getUint32(16); // behind sections 0 and 1
  const swap = (one: number, other: number) => {
    const [first, last] = [view.getUint32(grid + one - 1), view.getUint32(grid + other - 1)];
    view.setUint32(grid + one - 1, last);
    view.setUint32(grid + other - 1, first);
  };
  bytes[grid + 71] = flags;
  if ((flags & 0x40) !== 0) swap(47, 56);
  if ((flags & 0x80) !== 0) swap(51, 60);
  return bytes;
}

test('packings of other widths and kinds give the same field', () => {
  const values = [-3, 0, 0.1, 0.2, 1, 2, 3, 20];
  const simple = mosaicMessage(
    head(6, 1),
    packValues(Float32Array.from(values), { decimalScale: 1, packing: 'simple' }),
  );
  const expected = packedOf(message([6, 1], values), 'mrms-rate');
  expect(packedOf(message([6, 1], values, 8), 'mrms-rate')).toEqual(expected);
  expect(packedOf(simple, 'mrms-rate')).toEqual(expected);
});

/** Sections 5 to 7 of a field whose pixels are RGB, as those of lightning are: reference `lowest`, whole steps of 1. */
function rgbPicture(lowest: number, values: readonly number[]): Uint8Array {
  const chunk = (type: string, body: Uint8Array) => {
    const typed = Buffer.concat([Buffer.from(type), body]);
    return Buffer.concat([uint32(body.length), typed, uint32(crc32(typed))]);
  };
  const pixels = values.map((value) => [0, 8, 16].map((_, i) => ((value - lowest) >> (16 - 8 * i)) & 255));
  const rows = [pixels.slice(0, 4), pixels.slice(4)].flatMap((row) => [0, ...row.flat()]);
  const head = Buffer.concat([uint32(4), uint32(2), Buffer.from([8, 2, 0, 0, 0])]);
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', new Uint8Array()),
  ]);
  const reference = Buffer.alloc(4);
  reference.writeFloatBE(lowest);
  const scale = Buffer.from([0, 0, 0, 0, 24, 0]); // E, D, bits, type of values
  const representation = Buffer.concat([uint32(8), Buffer.from([0, 41]), reference, scale]);
  return Buffer.concat([section(5, representation), section(6, Buffer.from([255])), section(7, png)]);
}

const uint32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const section = (number: number, body: Uint8Array) =>
  Buffer.concat([uint32(body.length + 5), Buffer.from([number]), body]);

test('lightning comes in pixels of 24 bits, since one of its codes is far below zero', () => {
  const values = [-99900, -3, 0, 0, 86, 86, 100, 5];
  const bytes = mosaicMessage(head(2, 5), rgbPicture(-99900, values));
  expect(packedOf(bytes, 'mrms-lightning-30')).toEqual([NONE, NONE, 0, 0, 86, 86, 100, 5]);
});

test('a file of another product is refused by name', () => {
  const mesh = message([3, 28], [0, 0, 0, 0, 0, 0, 0, 1]);
  expect(() => decodeMrms(mesh, 'mrms-rate')).toThrow(
    'malformed MRMS: a file of mrms-rate holds one field, of PrecipRate (209-6-1); got "MESH (209-3-28)"',
  );
  const other = message([99, 1], [0, 0, 0, 0, 0, 0, 0, 1]);
  expect(() => decodeMrms(other, 'mrms-rate')).toThrow('got "a parameter (209-99-1)"');
  expect(() => decodeMrms(mesh, 'dwd-rate')).toThrow(RangeError);
});

test('what is no file of MRMS at all is refused', () => {
  const packed = gzipSync(message([6, 1], [0, 0, 0, 1, 0, 0, 0, 0]));
  expect(() => decodeMrms(packed.subarray(0, packed.length - 12), 'mrms-rate')).toThrow('gzip is whole');
  expect(() => decodeMrms(gzipSync(new Uint8Array(65 << 20)), 'mrms-rate')).toThrow('at most 67108864 bytes');
  expect(() => decodeMrms(new TextEncoder().encode('<Error>'), 'mrms-rate')).toThrow('a file must hold a GRIB message');
});
