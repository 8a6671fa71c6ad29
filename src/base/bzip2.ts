/**
 * Unpacking bzip2, which node:zlib does not know: libbzip2, compiled to WebAssembly.
 *
 * The claim of a packed file is not known before it is unpacked, and 178 octets can stand for 200 MB. So room is taken for
 * as much as is likely, and twice that when it does not suffice, up to the caller's limit and never beyond it.
 *
 * The library stops after the first stream of a file and says nothing of the others, while parallel packers write one
 * stream for each 900 kB. Streams begin on a whole octet with ten octets that occur in packed data once in 10²³, so the
 * file is cut there. What stands behind the last stream is ignored, as bzip2 itself does with a warning.
 */

import Bzip2 from '@foxglove/wasm-bz2';

export interface Bzip2Limits {
  /** Most octets that are accepted; room for at most as many is taken. */
  readonly bytes: number;
  /** Makes the errors, since the caller knows where the octets came from. */
  readonly tooLarge: () => Error;
  readonly defect: (rule: string) => Error;
}

/** Of a block: six octets of π. The first one stands behind "BZh" and a digit, the size of the blocks. */
const BLOCK_MARK = '1AY&SY';
const STREAM_HEAD = /^BZh[1-9]$/;
const HEAD_OCTETS = 4;
/** Room at first, for each octet of packed numbers; text rarely needs twice as much. */
const LIKELY_RATIO = 4;
const LEAST_ROOM = 1 << 16;

let ready: Promise<Bzip2> | null = null;

/** Whether the file says that it is bzip2. */
export function isBzip2(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x5a && bytes[2] === 0x68; // "BZh"
}

/**
 * All streams of a file, one after the other; throws what `limits` makes.
 *
 * @param packed  the whole file; one of more than twice the limit is not looked at, since bzip2 adds no more than 1%
 */
export async function unpackBzip2(packed: Uint8Array, limits: Bzip2Limits): Promise<Uint8Array> {
  if (packed.length > 2 * limits.bytes + LEAST_ROOM) throw limits.tooLarge();
  ready ??= load();
  const library = await ready;
  const unpacked: Uint8Array[] = [];
  let room = limits.bytes;
  for (const stream of streamsOf(packed)) {
    const bytes = unpackStream(library, stream, room, limits);
    unpacked.push(bytes);
    room -= bytes.length;
  }
  return unpacked.length === 1 ? unpacked[0]! : Buffer.concat(unpacked);
}

/** What stands before the first head of a stream is one all the same, for the library to refuse. */
function streamsOf(packed: Uint8Array): Uint8Array[] {
  const octets = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const starts = [0];
  for (let mark = octets.indexOf(BLOCK_MARK); mark >= 0; mark = octets.indexOf(BLOCK_MARK, mark + 1)) {
    const start = mark - HEAD_OCTETS;
    if (start > 0 && STREAM_HEAD.test(octets.toString('latin1', start, mark))) starts.push(start);
  }
  return starts.map((start, i) => packed.subarray(start, starts[i + 1]));
}

function unpackStream(library: Bzip2, stream: Uint8Array, most: number, { tooLarge, defect }: Bzip2Limits): Uint8Array {
  for (let room = Math.max(LEAST_ROOM, LIKELY_RATIO * stream.length); ; room *= 2)
    try {
      return library.decompress(stream, Math.min(room, most));
    } catch (error) {
      const reason = String((error as Error).message);
      if (!reason.includes('BZ_OUTBUFF_FULL')) {
        ready = null; // what the octets did to its memory ends with them
        throw defect(reason);
      }
      if (room >= most) throw tooLarge();
    }
}

/** A fresh library. It hangs itself on the process to rethrow whatever nobody caught, which is none of its business. */
function load(): Promise<Bzip2> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as 'uncaughtException')));
  const library = Bzip2.init();
  for (const [i, event] of events.entries())
    for (const listener of process.listeners(event as 'uncaughtException'))
      if (!before[i]!.has(listener)) process.removeListener(event, listener);
  return library;
}
