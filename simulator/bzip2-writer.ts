/**
 * bzip2 in the plainest way that every reader of the format accepts, for upstreams that serve nothing else. It hardly
 * makes anything smaller: what it is given is packed already.
 *
 * A stream is "BZh1", blocks, and a checksum over theirs. A block goes through
 *
 *   runs       four equal octets are followed by how many more there are, 0 to 255
 *   rotations  all of them sorted (Burrows and Wheeler 1994); kept are their last octets and the row of the block itself
 *   recency    each octet as its place in a list from which it moves to the front; runs of place 0 as numbers in base 2
 *   codes      of as nearly equal length as a complete prefix code allows; bzip2 makes them by frequency (Huffman)
 *
 * Checksums are CRC-32 with the highest bit first. There is no standard; the layout is that of bzip2 1.0.8.
 */

/** Octets of a block. */
const BLOCK = 8192;
const POLYNOMIAL = 0x04c11db7;
const BLOCK_MARK = [0x3141, 0x5926, 0x5359] as const; // π
const END_MARK = [0x1772, 0x4538, 0x5090] as const; // its root
/** Codes are told anew for each group of so many symbols: by which table, of two at least. */
const GROUP = 50;
const TABLES = 2;
const LONGEST_RUN = 4 + 255;

interface BitWriter {
  /** The lowest `count` bits, at most 24, highest first. */
  put(value: number, count: number): void;
  /** Filled up to a whole octet. */
  done(): Uint8Array;
}

/** A whole bzip2 file of one stream. */
export function writeBzip2(bytes: Uint8Array): Uint8Array {
  const out = createBitWriter();
  for (const octet of Buffer.from('BZh1')) out.put(octet, 8);
  let combined = 0;
  for (let at = 0; at < bytes.length; ) {
    const { coded, end } = codeRuns(bytes, at);
    const check = checksum(bytes.subarray(at, end));
    combined = ((combined << 1) | (combined >>> 31)) ^ check;
    writeBlock(out, coded, check);
    at = end;
  }
  writeMark(out, END_MARK, combined);
  return out.done();
}

function createBitWriter(): BitWriter {
  const octets: number[] = [];
  let [held, stock] = [0, 0];
  return {
    put(value, count) {
      stock = (stock << count) | (value & ((1 << count) - 1));
      for (held += count; held >= 8; held -= 8) octets.push((stock >>> (held - 8)) & 0xff);
      stock &= (1 << held) - 1;
    },
    done() {
      if (held > 0) octets.push((stock << (8 - held)) & 0xff);
      return Uint8Array.from(octets);
    },
  };
}

function writeMark(out: BitWriter, mark: readonly number[], check: number): void {
  for (const part of [...mark, check >>> 16, check & 0xffff]) out.put(part, 16);
}

const REMAINDERS = Int32Array.from({ length: 256 }, (_, octet) => {
  let remainder = octet << 24;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ (remainder < 0 ? POLYNOMIAL : 0);
  return remainder;
});

function checksum(bytes: Uint8Array): number {
  let check = -1;
  for (const octet of bytes) check = (check << 8) ^ REMAINDERS[(check >>> 24) ^ octet]!;
  return ~check;
}

/** The octets from `start` on with their runs written shorter, as far as they fill a block. */
function codeRuns(bytes: Uint8Array, start: number): { coded: number[]; end: number } {
  const coded: number[] = [];
  let end = start;
  while (end < bytes.length && coded.length < BLOCK) {
    const octet = bytes[end]!;
    let length = 1;
    while (length < LONGEST_RUN && bytes[end + length] === octet) length++;
    for (let n = 0; n < Math.min(4, length); n++) coded.push(octet);
    if (length >= 4) coded.push(length - 4);
    end += length;
  }
  return { coded, end };
}

function writeBlock(out: BitWriter, block: readonly number[], check: number): void {
  const { last, origin } = sortRotations(block);
  const used = [...new Set(block)].sort((a, b) => a - b);
  const symbols = codeRecency(last, used);
  const lengths = codeLengths(used.length + 2);
  writeMark(out, BLOCK_MARK, check);
  out.put(0, 1); // not randomised
  out.put(origin, 24);
  writeUsed(out, used);
  writeTables(out, lengths, Math.ceil(symbols.length / GROUP));
  const codes = codesOf(lengths);
  for (const symbol of symbols) out.put(codes[symbol]!, lengths[symbol]!);
}

/** Last octets of the sorted rotations, and the row in which the block stands as it is. */
function sortRotations(block: readonly number[]): { last: Uint8Array; origin: number } {
  const rotations = sortedRotations(Uint8Array.from(block));
  const last = Uint8Array.from(rotations, (start) => block[(start + block.length - 1) % block.length]!);
  return { last, origin: rotations.indexOf(0) };
}

/**
 * Where the rotations begin, in their order: sorted by their first octet, then by twice as many each time, of which the
 * second half is sorted already (Manber and Myers 1993). Plain comparison took 50 times as long on blocks of few values.
 */
function sortedRotations(block: Uint8Array): Int32Array {
  const length = block.length;
  // Rotations that begin alike in the octets that are sorted by are of one class; classes are in their order.
  let classes = Int32Array.from(block);
  let order = sortedByClass(Int32Array.from(block.keys()), classes, 256);
  for (let sorted = 1, count = 0; sorted < length && count < length; sorted *= 2) {
    const shifted = order.map((start) => (start + length - sorted) % length);
    order = sortedByClass(shifted, classes, count);
    const next = new Int32Array(length);
    count = 0;
    for (let n = 0; n < length; n++) {
      const [a, b] = [order[n]!, order[Math.max(0, n - 1)]!];
      const isNew =
        classes[a] !== classes[b] || classes[(a + sorted) % length] !== classes[(b + sorted) % length] || n === 0;
      if (isNew) count++;
      next[a] = count - 1;
    }
    classes = next;
  }
  return order;
}

/** Stable, by counting. */
function sortedByClass(starts: Int32Array, classes: Int32Array, count: number): Int32Array {
  const ends = new Int32Array(Math.max(256, count) + 1);
  for (const start of starts) ends[classes[start]! + 1]!++;
  for (let n = 1; n < ends.length; n++) ends[n]! += ends[n - 1]!;
  const sorted = new Int32Array(starts.length);
  for (const start of starts) sorted[ends[classes[start]!]!++] = start;
  return sorted;
}

/** Symbols 0 and 1 are the digits 1 and 2 of the length of a run of place 0, lowest first; place n is n + 1; then the end. */
function codeRecency(octets: Uint8Array, used: readonly number[]): number[] {
  const recent = Uint8Array.from(used);
  const symbols: number[] = [];
  let zeros = 0;
  const endRun = () => {
    for (; zeros > 0; zeros = (zeros - 1) >> 1) symbols.push((zeros - 1) & 1);
  };
  for (const octet of octets) {
    const place = recent.indexOf(octet);
    if (place === 0) {
      zeros++;
      continue;
    }
    endRun();
    recent.copyWithin(1, 0, place);
    recent[0] = octet;
    symbols.push(place + 1);
  }
  endRun();
  return [...symbols, used.length + 1];
}

/** Of a complete code in which no two lengths differ by more than one. */
function codeLengths(symbols: number): number[] {
  const longest = Math.ceil(Math.log2(symbols));
  const short = 2 ** longest - symbols;
  return Array.from({ length: symbols }, (_, n) => (n < short ? longest - 1 : longest));
}

/** Canonical: in the order of their lengths, then of the symbols; here both are the same. */
function codesOf(lengths: readonly number[]): number[] {
  const codes: number[] = [];
  let next = 0;
  for (const [n, length] of lengths.entries()) {
    if (n > 0) next <<= length - lengths[n - 1]!;
    codes.push(next++);
  }
  return codes;
}

/** Which sixteenths of the octets have any, and which of each these are. */
function writeUsed(out: BitWriter, used: readonly number[]): void {
  const rows = Array.from({ length: 16 }, (_, row) =>
    used.filter((octet) => octet >> 4 === row).reduce((bits, octet) => bits | (0x8000 >> (octet & 15)), 0),
  );
  out.put(
    rows.reduce((bits, row, n) => bits | (row > 0 ? 0x8000 >> n : 0), 0),
    16,
  );
  for (const row of rows) if (row > 0) out.put(row, 16);
}

/** The same table for every group: each selector is place 0, one bit. Lengths as steps from the one before. */
function writeTables(out: BitWriter, lengths: readonly number[], groups: number): void {
  out.put(TABLES, 3);
  out.put(groups, 15);
  for (let group = 0; group < groups; group++) out.put(0, 1);
  for (let table = 0; table < TABLES; table++) {
    let before = lengths[0]!;
    out.put(before, 5);
    for (const length of lengths) {
      for (; before < length; before++) out.put(0b10, 2);
      out.put(0, 1);
    }
  }
}
