/**
 * Entries of a ZIP archive (PKWARE APPNOTE 6.3), stored or deflated: the small archives of alerts and zones that weather
 * services publish. No encryption, no ZIP64 (nothing that needs it is small), one volume.
 *
 *   end of central directory   PK 05 06, … 10 entries (2), 12 size (4), 16 offset (4), 20 comment length (2)
 *   central directory entry    PK 01 02, … 8 flags, 10 method, 16 CRC-32 (4), 20 size here (4), 24 size (4),
 *                              28 name, 30 extra, 32 comment lengths (2 each), 42 offset of the local header (4), 46 name
 *   local header               PK 03 04, … 26 name, 28 extra lengths, 30 name, extra, data
 *
 * The directory is read first and believed in nothing: sizes and ratio are checked against the limits before memory is
 * taken, inflating stops at the size that was promised, and the CRC must hold. Names are labels, never paths: nothing is
 * written to files, and two entries may not have the same one.
 */

import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import { MalformedError } from '../../base/errors.js';

export interface ZipLimits {
  /** Files, folders not counted. */
  readonly entries: number;
  /** Bytes of one file, unpacked. */
  readonly entryBytes: number;
  /** Bytes of all files, unpacked. */
  readonly bytes: number;
  /** Unpacked bytes per packed byte of one file. */
  readonly ratio: number;
}

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const END = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY = 0x02014b50;
const DIRECTORY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const UTF8 = 1 << 11;
/** Packed bytes inflated at once: no more than 66 MB come of them. */
const PIECE = 1 << 16;
/** Small files of nothing but zeros shrink more than any ratio allows. */
const RATIO_FROM_BYTES = 1 << 16;

interface Listed {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * All files of the archive, in the order of its directory.
 *
 * @throws MalformedError  when it is none, or exceeds `limits`
 */
export function unzip(bytes: Uint8Array, limits: ZipLimits): ZipEntry[] {
  const listed = filesOf(bytes);
  if (listed.length > limits.entries) refuse(`must have at most ${limits.entries} files`, listed.length);
  let total = 0;
  for (const { name, size, packed } of listed) {
    total += size;
    if (size > limits.entryBytes) refuse(`files must have at most ${limits.entryBytes} bytes`, size, name);
    if (size > RATIO_FROM_BYTES && size > packed * limits.ratio)
      refuse(`files must shrink at most ${limits.ratio} times`, `${packed} for ${size} bytes`, name);
  }
  if (total > limits.bytes) refuse(`must have at most ${limits.bytes} bytes unpacked`, total);
  if (new Set(listed.map(({ name }) => name)).size < listed.length) refuse('must have each name once');
  return listed.map((file) => ({ name: file.name, bytes: contentOf(bytes, file) }));
}

function refuse(rule: string, value?: string | number, name?: string): never {
  throw new MalformedError(name === undefined ? 'ZIP archive' : `ZIP archive "${name.slice(0, 80)}"`, rule, value);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function filesOf(bytes: Uint8Array): Listed[] {
  const view = viewOf(bytes);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const found: Listed[] = [];
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n++) {
    if (at + DIRECTORY_BYTES > end || view.getUint32(at, true) !== DIRECTORY)
      refuse(`must list ${count} entries in its directory`, n);
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + DIRECTORY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) refuse('must have its directory before its end', next);
    const file = listedAt(view, at, bytes.subarray(at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + nameBytes));
    if (!file.name.endsWith('/')) found.push(file);
    at = next;
  }
  return found;
}

/** The last one, found from behind: only the archive's comment may follow. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  return refuse('must end in a central directory', `${view.byteLength} bytes without one`);
}

function listedAt(view: DataView, at: number, rawName: Uint8Array): Listed {
  const flags = view.getUint16(at + 8, true);
  // without the flag names are CP 437, which agrees with Latin-1 in ASCII: they are labels
  const name = new TextDecoder(flags & UTF8 ? 'utf-8' : 'latin1').decode(rawName);
  if (flags & ENCRYPTED) refuse('must not be encrypted', undefined, name);
  return {
    name,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
}

function contentOf(bytes: Uint8Array, file: Listed): Uint8Array {
  const packed = packedBytes(bytes, file);
  if (file.method !== STORED && file.method !== DEFLATED)
    refuse('must be stored or deflated', `method ${file.method}`, file.name);
  const content = file.method === STORED ? packed.slice() : inflated(packed, file);
  if (content.length !== file.size) refuse(`must have ${file.size} bytes as listed`, content.length, file.name);
  if (crc32(content) !== file.crc) refuse('must have the CRC-32 that is listed', undefined, file.name);
  return content;
}

function packedBytes(bytes: Uint8Array, { name, offset, packed }: Listed): Uint8Array {
  const view = viewOf(bytes);
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL)
    refuse('must have a local header where it is listed', offset, name);
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.length) refuse('must have the data that are listed', start + packed, name);
  return bytes.subarray(start, start + packed);
}

function inflated(packed: Uint8Array, { name, size }: Listed): Uint8Array {
  const content = new Uint8Array(size);
  let length = 0;
  const inflate = new Inflate((piece) => {
    if (length + piece.length > size) refuse(`must have ${size} bytes as listed`, 'more', name);
    content.set(piece, length);
    length += piece.length;
  });
  try {
    for (let at = 0; at < packed.length; at += PIECE)
      inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  } catch (error) {
    if (error instanceof MalformedError) throw error;
    throw new MalformedError(`ZIP archive "${name.slice(0, 80)}"`, 'must be deflated', String(error).slice(0, 80), {
      cause: error,
    });
  }
  return content.subarray(0, length);
}
