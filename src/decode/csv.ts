/** Tables of text with one line for each record, plain or gzip: lines and fields by RFC 4180. */

import { gunzipSync } from 'node:zlib';
import { MalformedError } from '../base/errors.js';

/**
 * Octets of a file that may be a gzip.
 *
 * @param format  what it is called in errors: "METAR cache"
 * @param most  octets when it is unpacked
 * @throws MalformedError  it is larger, or a gzip that is cut
 */
export function unpackedText(bytes: Uint8Array, format: string, most: number): Buffer {
  const octets = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPacked = octets[0] === 0x1f && octets[1] === 0x8b;
  const plain = isPacked ? gunzipped(octets, format, most) : octets;
  if (plain.length > most) throw new MalformedError(format, `must have at most ${most} octets`, plain.length);
  return plain;
}

function gunzipped(octets: Buffer, format: string, most: number): Buffer {
  try {
    return gunzipSync(octets, { maxOutputLength: most });
  } catch (cause) {
    throw new MalformedError(format, `must be a whole gzip: ${(cause as Error).message}`, undefined, { cause });
  }
}

/** Lines one by one, without their ends; a line beyond `longest` octets is cut, and refused by its number of fields. */
export function* linesOf(octets: Buffer, longest: number): Generator<string, void> {
  for (let start = 0; start < octets.length; ) {
    const found = octets.indexOf(0x0a, start);
    const end = found < 0 ? octets.length : found;
    yield octets.toString('latin1', start, Math.min(end, start + longest)).trim();
    start = end + 1;
  }
}

const LONGEST_FIELD = 2500;

/** Fields of a line; null where a quote is not closed or a quoted field is too long. */
export function splitLine(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',');
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const quoted = line[at] === '"' ? /^"((?:[^"]|"")*)"(?=,|$)/.exec(line.slice(at, at + LONGEST_FIELD)) : null;
    if (quoted !== null) {
      fields.push(quoted[1]!.replaceAll('""', '"'));
      at += quoted[0].length + 1;
      continue;
    }
    if (line[at] === '"') return null;
    const end = line.indexOf(',', at);
    fields.push(line.slice(at, end < 0 ? line.length : end));
    at = end < 0 ? line.length + 1 : end + 1;
  }
  return fields;
}
