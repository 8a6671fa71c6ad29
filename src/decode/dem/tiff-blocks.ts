/**
 * Blocks of a TIFF image (tiles or strips) as heights.
 *
 *   stored block → inflate (compression 8, 32946; 1: as it stands) → undo predictor → samples to float
 *   predictor 2: each sample is the difference to its left neighbour (TIFF 6.0 section 14)
 *   predictor 3: bytes of a row sorted by significance, highest first, each the difference to the byte before
 *                (Adobe Photoshop TIFF technical note 3, 2005)
 *
 * A block's size is known before it is inflated, and inflating stops there: 1 KB of deflate may claim a megabyte.
 */

import { inflateSync } from 'node:zlib';
import type { Defect } from './defect.js';

export interface SampleLayout {
  /** Bits of a sample: 8, 16, 32 or 64. */
  readonly bits: number;
  /** TIFF SampleFormat: 1 unsigned, 2 signed, 3 IEEE float. */
  readonly format: number;
  readonly compression: number;
  readonly predictor: number;
  readonly littleEndian: boolean;
}

type ReadSample = (view: DataView, at: number, little: boolean) => number;

/** Keyed by format and bits. */
const SAMPLES: Readonly<Record<string, ReadSample>> = {
  '1/8': (view, at) => view.getUint8(at),
  '1/16': (view, at, little) => view.getUint16(at, little),
  '1/32': (view, at, little) => view.getUint32(at, little),
  '2/8': (view, at) => view.getInt8(at),
  '2/16': (view, at, little) => view.getInt16(at, little),
  '2/32': (view, at, little) => view.getInt32(at, little),
  '3/32': (view, at, little) => view.getFloat32(at, little),
  '3/64': (view, at, little) => view.getFloat64(at, little),
};

const UNCOMPRESSED = 1;
const DEFLATE = new Set([8, 32946]);

/** Throws what `defect` makes when blocks of this layout are not read, naming what is in the way. */
export function checkLayout({ bits, format, compression, predictor }: SampleLayout, defect: Defect): void {
  if (SAMPLES[`${format}/${bits}`] === undefined)
    throw defect(
      'TIFF samples are integers of 8, 16 or 32 bits or floats of 32 or 64',
      `format ${format}, ${bits} bits`,
    );
  if (compression !== UNCOMPRESSED && !DEFLATE.has(compression))
    throw defect('TIFF compression is 1 (none), 8 or 32946 (deflate)', compression);
  const differences = predictor === 2 && bits <= 32;
  const floating = predictor === 3 && format === 3;
  if (predictor !== 1 && !differences && !floating)
    throw defect('the TIFF predictor is 1, 2 (up to 32 bits) or 3 (floats)', `${predictor} with ${bits} bits`);
}

/** Samples of a block, [row, column]; what `defect` makes when it holds fewer. */
export function readBlock(
  stored: Uint8Array,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  layout: SampleLayout,
  defect: Defect,
): Float32Array {
  const size = (rows * columns * layout.bits) / 8;
  // A copy, because the predictor is undone in place.
  const raw = layout.compression === UNCOMPRESSED ? stored.slice(0, size) : inflate(stored, size, defect);
  if (raw.length < size) throw defect(`a TIFF block of ${rows} × ${columns} samples has ${size} bytes`, raw.length);
  const little = undoPredictor(raw, rows, columns, layout);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  const read = SAMPLES[`${layout.format}/${layout.bits}`]!;
  const octets = layout.bits / 8;
  const samples = new Float32Array(rows * columns);
  for (let i = 0; i < samples.length; i++) samples[i] = read(view, i * octets, little);
  return samples;
}

function inflate(stored: Uint8Array, size: number, defect: Defect): Uint8Array {
  try {
    return inflateSync(stored, { maxOutputLength: size, chunkSize: size + 64 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw defect(`a TIFF block inflates to ${size} bytes`, code ?? String(error));
  }
}

/** True when the samples stand in little-endian order afterwards. */
function undoPredictor(raw: Uint8Array, rows: number, columns: number, layout: SampleLayout): boolean {
  const { predictor, littleEndian } = layout;
  if (predictor === 3) return undoFloating(raw, rows, columns, layout.bits / 8);
  if (predictor === 2) undoDifferences(raw, rows, columns, layout);
  return littleEndian;
}

function undoDifferences(raw: Uint8Array, rows: number, columns: number, { bits, littleEndian }: SampleLayout): void {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  const octets = bits / 8;
  for (let row = 0; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const at = (row * columns + column) * octets;
      const before = at - octets;
      // Setters keep the low bits, which is the arithmetic modulo 2^bits that the predictor is made with.
      if (octets === 1) view.setUint8(at, view.getUint8(at) + view.getUint8(before));
      else if (octets === 2)
        view.setUint16(at, view.getUint16(at, littleEndian) + view.getUint16(before, littleEndian), littleEndian);
      else view.setUint32(at, view.getUint32(at, littleEndian) + view.getUint32(before, littleEndian), littleEndian);
    }
  }
}

/** Planes of bytes back to floats, in big-endian order: the highest byte comes first whatever the file's order is. */
function undoFloating(raw: Uint8Array, rows: number, columns: number, octets: number): false {
  const rowBytes = columns * octets;
  const planes = new Uint8Array(rowBytes);
  for (let row = 0; row < rows; row++) {
    const line = raw.subarray(row * rowBytes, (row + 1) * rowBytes);
    for (let i = 1; i < rowBytes; i++) line[i] = line[i]! + line[i - 1]!;
    planes.set(line);
    for (let column = 0; column < columns; column++)
      for (let plane = 0; plane < octets; plane++) line[column * octets + plane] = planes[plane * columns + column]!;
  }
  return false;
}
