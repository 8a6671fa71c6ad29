/**
 * A staged slice: one step of one run, cropped and packed, waiting to become part of a cube.
 *
 *   offset   size  content, all integers little-endian
 *   0        4     "WGSL"
 *   4        4     format version, 2
 *   8        4     length H of the header
 *   12       4     CRC-32 of the header
 *   16       H     header, JSON (SliceHeader)
 *   16+H     …     bands of 16 rows, north to south or as the grid runs: int16 [layer, row, column] each
 *            …     static fields in the order of the header: float32 [row, column] each
 *
 * Bands, because a cube is built band by band: what one shard needs of a slice is one read. Every band and static field
 * has its CRC-32 in the header (node:zlib, 4 GB/s; the slices of a run are 10.7 GB), so that a torn or rotten slice is
 * found when it is read and fetched again. Slices never leave the machine that wrote them.
 */

import { crc32 } from 'node:zlib';
import { ObjectDefectError } from '../../base/errors.js';
import type { Box } from '../../model/box.js';
import { type ElementId, elementOf, type StaticFieldId } from '../../model/element.js';
import type { Grid, StatisticalProcess } from '../../model/field.js';
import type { Packing } from '../../model/packing.js';
import { SHARD_ROWS, shardCount } from '../../store/cubes/cube-writer.js';

const MAGIC = 0x4c534757;
export const SLICE_VERSION = 2;
const PREFIX_BYTES = 16;
const LARGEST_HEADER = 1 << 20;

export interface SliceLayer {
  readonly element: ElementId;
  /** Null for an instant. The end is the valid time of the slice. */
  readonly interval: { readonly start: number; readonly process: StatisticalProcess } | null;
}

/** What a slice holds, before its bytes. */
export interface SliceContent {
  /** Slices of other origin are never mixed: the simulated weather with the real, one region with another. */
  readonly simulated: boolean;
  readonly region: Box | null;
  readonly referenceTime: number;
  readonly validTime: number;
  /** After the crop. */
  readonly grid: Grid;
  readonly layers: readonly SliceLayer[];
  readonly statics: readonly StaticFieldId[];
  /** Elements that the feed did not have at this step. */
  readonly absent: readonly string[];
}

export interface SliceHeader extends SliceContent {
  /** CRC-32 of each band, then of each static field. */
  readonly checksums: readonly number[];
}

/**
 * Packing of a layer: that of the element. Only totals are moved down by half the range of an int16, and go round beyond
 * it: those of a bucket or of a whole run are many times those of the step that the cube holds. 655 mm fit; the totals
 * of ECMWF's run of 15 days pass that in every monsoon. Only differences of totals matter, and from 655.35 mm on those
 * are right but for a multiple of `SLICE_PERIOD`.
 */
export function slicePackingOf(id: ElementId): Packing {
  const { step, base } = elementOf(id);
  return isTotal(id) ? { step, base: base + 32767 * step } : { step, base };
}

/** How many packed integers there are besides the one for missing: what a total goes round by. */
export const SLICE_PERIOD = 65_535;

/** True for layers that go round beyond the range of their packing. */
export function isTotal(id: ElementId): boolean {
  return elementOf(id).unit === 'mm';
}

/** Rows of one band; the last may have fewer. */
export function bandRows(grid: Grid, band: number): number {
  return Math.min(SHARD_ROWS, grid.rows - band * SHARD_ROWS);
}

/** Index of the first value of a layer's row in the bands, counted in values. */
export function valueOffset(
  { grid, layers }: Pick<SliceContent, 'grid' | 'layers'>,
  layer: number,
  row: number,
): number {
  const band = Math.floor(row / SHARD_ROWS);
  const before = band * SHARD_ROWS * layers.length + layer * bandRows(grid, band) + (row % SHARD_ROWS);
  return before * grid.columns;
}

/** Byte range of a part, counted from the first byte after the header: bands first, then static fields. */
export function partRange({ grid, layers, statics }: SliceContent, part: number): { offset: number; length: number } {
  const bands = shardCount(grid);
  const cells = grid.rows * grid.columns;
  if (part >= bands) {
    if (part >= bands + statics.length) throw new RangeError(`part ${part} of a slice with ${bands + statics.length}`);
    return { offset: 2 * cells * layers.length + 4 * cells * (part - bands), length: 4 * cells };
  }
  const offset = 2 * part * SHARD_ROWS * layers.length * grid.columns;
  return { offset, length: 2 * bandRows(grid, part) * layers.length * grid.columns };
}

/** Number of parts with a checksum. */
export function partCount({ grid, statics }: Pick<SliceContent, 'grid' | 'statics'>): number {
  return shardCount(grid) + statics.length;
}

/** The bytes before the bands. `body` is everything after them. */
export function encodeSliceHeader(content: SliceContent, body: Uint8Array): Uint8Array {
  const parts = Array.from({ length: partCount(content) }, (_, part) => partRange(content, part));
  const checksums = parts.map(({ offset, length }) => crc32(body.subarray(offset, offset + length)));
  const header = Buffer.from(JSON.stringify({ ...content, checksums } satisfies SliceHeader));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  [MAGIC, SLICE_VERSION, header.length, crc32(header)].forEach((value, i) => void prefix.writeUInt32LE(value, 4 * i));
  return Buffer.concat([prefix, header]);
}

/**
 * @param read  reads bytes of the file
 * @param path  for the error
 * @throws ObjectDefectError  when it is no slice of this version, or damaged
 */
export async function decodeSliceHeader(
  read: (offset: number, length: number) => Promise<Uint8Array>,
  path: string,
): Promise<{ header: SliceHeader; bodyOffset: number }> {
  const prefix = Buffer.from(await read(0, PREFIX_BYTES));
  const [magic, version, length, checksum] = [0, 4, 8, 12].map((at) => prefix.readUInt32LE(at));
  if (magic !== MAGIC) throw new ObjectDefectError(path, 0, 'a slice begins with WGSL');
  if (version !== SLICE_VERSION) throw new ObjectDefectError(path, 4, `slice format version is ${SLICE_VERSION}`);
  if (length! > LARGEST_HEADER)
    throw new ObjectDefectError(path, 8, `a slice header has at most ${LARGEST_HEADER} bytes`);
  const header = await read(PREFIX_BYTES, length!);
  if (crc32(header) !== checksum) throw new ObjectDefectError(path, PREFIX_BYTES, 'CRC-32 of the slice header');
  return { header: JSON.parse(Buffer.from(header).toString()) as SliceHeader, bodyOffset: PREFIX_BYTES + length! };
}

/** @throws ObjectDefectError  when the bytes of a part are not those that were written */
export function checkPart(header: SliceHeader, part: number, bytes: Uint8Array, path: string): void {
  if (crc32(bytes) !== header.checksums[part])
    throw new ObjectDefectError(path, partRange(header, part).offset, `CRC-32 of part ${part} of the slice`);
}
