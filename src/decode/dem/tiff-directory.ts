/**
 * The first image file directory of a TIFF or BigTIFF file: tags and their values.
 *
 *   TIFF     offset  size                BigTIFF  offset  size
 *            0       2   II or MM                 0       2   II or MM
 *            2       2   42                       2       2   43
 *            4       4   first directory          4       4   8, 0
 *                                                 8       8   first directory
 *   directory: 2 bytes count, 12 a tag            8 bytes count, 20 a tag
 *   tag: id 2, type 2, count 4, value or          id 2, type 2, count 8, value or offset 8
 *        offset 4
 *
 * Sources: TIFF 6.0 (Adobe 1992), section 2; the BigTIFF design (Joris Van Damme, AWare Systems). Later directories
 * hold overviews and masks, which nobody here needs. A value never takes more memory than the file has bytes.
 */

import type { Defect } from './defect.js';

export interface TiffDirectory {
  readonly littleEndian: boolean;
  /** Numbers of a tag; empty where it is absent. */
  numbers(tag: number): readonly number[];
  /** First number of a tag, or `fallback` where it is absent. */
  number(tag: number, fallback?: number): number;
  /** Text of a tag up to its first NUL; "" where it is absent. */
  text(tag: number): string;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Where its values stand in the file. */
  readonly at: number;
}

type Read = (view: DataView, at: number, little: boolean) => number;

/** Octets and reader of each type of TIFF 6.0 section 2 and of BigTIFF; rationals have no use here. */
const TYPES: Readonly<Record<number, readonly [octets: number, read: Read]>> = {
  1: [1, (view, at) => view.getUint8(at)],
  2: [1, (view, at) => view.getUint8(at)],
  3: [2, (view, at, little) => view.getUint16(at, little)],
  4: [4, (view, at, little) => view.getUint32(at, little)],
  6: [1, (view, at) => view.getInt8(at)],
  7: [1, (view, at) => view.getUint8(at)],
  8: [2, (view, at, little) => view.getInt16(at, little)],
  9: [4, (view, at, little) => view.getInt32(at, little)],
  11: [4, (view, at, little) => view.getFloat32(at, little)],
  12: [8, (view, at, little) => view.getFloat64(at, little)],
  16: [8, (view, at, little) => Number(view.getBigUint64(at, little))],
};

/** Any real file has some thirty tags. */
const MOST_TAGS = 4096;
/** Places of blocks are the longest lists, and there are no more of those than rows. */
const MOST_VALUES = 2 ** 20;

/**
 * Throws what `defect` makes: no TIFF, or a directory or value that does not lie inside the file.
 *
 * @param bytes  the whole file
 */
export function readTiffDirectory(bytes: Uint8Array, defect: Defect): TiffDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16) throw defect('a TIFF file has a header and a directory', `${bytes.length} bytes`);
  const order = view.getUint16(0);
  const little = order === 0x4949;
  const version = view.getUint16(2, little);
  if ((order !== 0x4949 && order !== 0x4d4d) || (version !== 42 && version !== 43))
    throw defect('a TIFF file begins with II or MM and 42 or 43', [...bytes.subarray(0, 4)].join(' '));
  const entries = readEntries(view, little, version === 43, defect);

  function numbers(tag: number): number[] {
    const entry = entries.get(tag);
    if (entry === undefined) return [];
    if (entry.count > MOST_VALUES) throw defect(`TIFF tag ${tag} has at most ${MOST_VALUES} values`, entry.count);
    const [octets, read] = typeOf(entry, tag, defect);
    return Array.from({ length: entry.count }, (_, i) => read(view, entry.at + i * octets, little));
  }

  return {
    littleEndian: little,
    numbers,
    number(tag, fallback) {
      const value = numbers(tag)[0] ?? fallback;
      if (value === undefined) throw defect(`a TIFF image has the tag ${tag}`, 'none');
      return value;
    },
    text: (tag) => String.fromCharCode(...numbers(tag).slice(0, LONGEST_TEXT)).replace(/\0.*$/s, ''),
  };
}

/** Texts that are read are names and one number; what is longer is cut. */
const LONGEST_TEXT = 1000;

function typeOf({ type }: Entry, tag: number, defect: Defect): readonly [number, Read] {
  const known = TYPES[type];
  if (known === undefined) throw defect(`TIFF tag ${tag} has a type of ${Object.keys(TYPES).join(', ')}`, type);
  return known;
}

function readEntries(view: DataView, little: boolean, big: boolean, defect: Defect): Map<number, Entry> {
  const word = (at: number): number => (big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little));
  const [head, countBytes, tagBytes] = big ? [8, 8, 20] : [4, 2, 12];
  const size = view.byteLength;
  const first = word(head);
  if (first < 8 || first > size - countBytes) throw defect('a TIFF directory lies inside the file', first);
  const tags = big ? word(first) : view.getUint16(first, little);
  if (tags > MOST_TAGS || first + countBytes + tags * tagBytes > size)
    throw defect(`a TIFF directory of at most ${MOST_TAGS} tags lies inside the file`, `${tags} tags at byte ${first}`);
  const entries = new Map<number, Entry>();
  for (let i = 0; i < tags; i++) {
    const at = first + countBytes + i * tagBytes;
    const [tag, type] = [view.getUint16(at, little), view.getUint16(at + 2, little)];
    const count = word(at + 4);
    const valueBytes = (TYPES[type]?.[0] ?? 1) * count;
    const inline = at + (big ? 12 : 8);
    const where = valueBytes <= (big ? 8 : 4) ? inline : word(inline);
    // Only tags that are read need to be sound, and a type that is not known has no length: it is refused when asked for.
    if (TYPES[type] !== undefined && where + valueBytes > size)
      throw defect(`values of TIFF tag ${tag} lie inside the ${size} bytes`, `${valueBytes} bytes at ${where}`);
    entries.set(tag, { type, count, at: where });
  }
  return entries;
}
