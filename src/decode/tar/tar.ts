/**
 * Files of a tar archive (POSIX ustar): what weather services pack frames into. Headers of 512 bytes, then the file,
 * filled up to the next 512.
 *
 *   0 name (100) · 124 size, octal (12) · 148 sum of the header's bytes (8) · 156 type · 257 "ustar" · 345 prefix (155)
 *
 * Names are labels, never paths: nothing is written to files. Only what is a file is given; folders, links and the
 * records of newer tars (long names) are passed over. The archive's bytes are shared, not copied.
 */

import { MalformedError } from '../../base/errors.js';

export interface TarEntry {
  readonly name: string;
  /** A view into the archive. */
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
/** DWD's archives have 25. */
const MOST_ENTRIES = 1000;
const CHECKSUM = { at: 148, length: 8 };
const SPACE = 0x20;
/** '0', and NUL as the oldest tars have it. */
const FILE_TYPES = [0x30, 0];

/** @throws MalformedError  it is no archive, or was cut */
export function readTar(archive: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  let headers = 0;
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return entries; // the end, also when padding follows
    checkHeader(header, at);
    if (++headers > MOST_ENTRIES) throw malformed(`an archive has at most ${MOST_ENTRIES} entries`, 'more');
    const name = nameOf(header);
    const size = octal(header, 124, 12, `size of "${name}"`);
    const from = at + BLOCK;
    if (size > archive.length - from) throw malformed(`"${name}" is inside the ${archive.length} bytes`, size);
    if (FILE_TYPES.includes(header[156]!)) entries.push({ name, bytes: archive.subarray(from, from + size) });
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
  if (headers === 0) throw malformed('an archive begins with a header of 512 bytes', `${archive.length} bytes`);
  return entries; // without the two empty blocks at the end: some writers leave them out
}

function checkHeader(header: Uint8Array, at: number): void {
  const stated = octal(header, CHECKSUM.at, CHECKSUM.length, `checksum of the header at byte ${at}`);
  const sum = header.reduce((total, byte, i) => total + (isChecksum(i) ? SPACE : byte), 0);
  if (stated !== sum) throw malformed(`the header at byte ${at} has the checksum ${sum}`, stated);
}

const isChecksum = (i: number) => i >= CHECKSUM.at && i < CHECKSUM.at + CHECKSUM.length;

function octal(header: Uint8Array, at: number, length: number, what: string): number {
  const text = textOf(header, at, length).trim();
  if (!/^[0-7]{1,12}$/.test(text)) throw malformed(`${what} is an octal number`, text);
  return Number.parseInt(text, 8);
}

function nameOf(header: Uint8Array): string {
  const prefix = textOf(header, 257, 5) === 'ustar' ? textOf(header, 345, 155) : '';
  return (prefix === '' ? '' : `${prefix}/`) + textOf(header, 0, 100);
}

function textOf(header: Uint8Array, at: number, length: number): string {
  const bytes = header.subarray(at, at + length);
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1');
}

function malformed(rule: string, value: number | string): MalformedError {
  return new MalformedError('tar', rule, value);
}
