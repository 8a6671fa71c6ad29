/**
 * Damaged GRIB2 messages of every packing through the decoder: it must end in values or in a tagged error, soon, and
 * without taking more memory than a grid.
 *
 * Seeded: the same messages with the same damage on every machine. Small messages that ecCodes, libaec and libpng packed,
 * and with the real upstream files (WEATHERGLASS_SHARED_DATA) their shortest messages too. Ends with exit code 1 at the
 * first outcome of another kind, naming the seed, and when a message took too long.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isTagged } from '../src/base/errors.js';
import { readFields } from '../src/decode/grib2/field.js';
import { frameMessages } from '../src/decode/grib2/message.js';
import { messagesOfEachPacking } from '../src/decode/grib2/packings/packed-messages.fixture.js';
import { seededRandom } from './seeded-random.fixture.js';

const DATA = resolve(process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data', 'grib2');
const MESSAGES = Number(process.env.WEATHERGLASS_FUZZ_MESSAGES ?? 240_000);
const SEED = Number(process.env.WEATHERGLASS_FUZZ_SEED ?? 20261120);
/** Real messages longer than this cost more than they find. */
const LONGEST = 12_000;
/** CPU time before which a message must end that asks for the largest grid there is, and gets it. */
const LONGEST_MS = 2000;

type Random = () => number;
const below = (random: Random, count: number) => Math.floor(random() * count);

/** Octets where signs, masks and counts turn over are met more often than others. */
const TURNING = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

/** One to six runs of octets set to anything; most of them in the headers, where claims are made. */
function overwrite(message: Uint8Array, random: Random): Uint8Array {
  const damaged = message.slice();
  for (let changes = 1 + below(random, 6); changes > 0; changes--) {
    const at = below(random, random() < 0.6 ? Math.min(message.length, 260) : message.length);
    const octet = random() < 0.5 ? TURNING[below(random, TURNING.length)]! : below(random, 256);
    damaged.fill(octet, at, at + [1, 1, 2, 4][below(random, 4)]!);
  }
  return damaged;
}

/** Single bits of the data, which keeps codes nearly whole. */
function flipBits(message: Uint8Array, random: Random): Uint8Array {
  const damaged = message.slice();
  const start = sectionsOf(message)[7]?.start ?? 0;
  for (let changes = 1 + below(random, 4); changes > 0; changes--)
    damaged[start + below(random, message.length - start)]! ^= 1 << below(random, 8);
  return damaged;
}

/** Cut short, with a length and an end that pretend otherwise. */
function truncate(message: Uint8Array, random: Random): Uint8Array {
  const cut = message.slice(0, 20 + below(random, message.length - 19));
  new DataView(cut.buffer).setBigUint64(8, BigInt(cut.length));
  cut.fill(0x37, cut.length - 4);
  return cut;
}

/** A section of the message put into the one of another message, with all lengths right. */
function transplant(message: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const number = 3 + below(random, 5);
  const [from, to] = [sectionsOf(other)[number], sectionsOf(message)[number]];
  if (!from || !to) return message;
  const parts = [message.subarray(0, to.start), other.subarray(from.start, from.end), message.subarray(to.end)];
  const damaged = new Uint8Array(Buffer.concat(parts));
  new DataView(damaged.buffer).setBigUint64(8, BigInt(damaged.length));
  return damaged;
}

/** A grid of any size, told alike in sections 3 and 5. */
function enlarge(message: Uint8Array, random: Random): Uint8Array {
  const { 3: grid, 5: packing } = sectionsOf(message);
  if (!grid || !packing) return message;
  const damaged = message.slice();
  const view = new DataView(damaged.buffer);
  const [columns, rows] = [1 + below(random, 6000), 1 + below(random, 5000)];
  view.setUint32(grid.start + 6, columns * rows);
  view.setUint32(grid.start + 30, columns);
  view.setUint32(grid.start + 34, rows);
  view.setUint32(packing.start + 5, columns * rows);
  return damaged;
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** First section of each number. The messages that are damaged are whole before that. */
function sectionsOf(message: Uint8Array): (Extent | undefined)[] {
  const found: (Extent | undefined)[] = [];
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  for (let at = 16; at < message.length - 4; at += view.getUint32(at))
    found[message[at + 4]!] ??= { start: at, end: at + view.getUint32(at) };
  return found;
}

function damage(message: Uint8Array, random: Random, others: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const kind = random();
  if (kind < 0.5) return overwrite(message, random);
  if (kind < 0.75) return flipBits(message, random);
  if (kind < 0.85) return truncate(message, random);
  if (kind < 0.985) return transplant(message, random, others[below(random, others.length)]![1]);
  return enlarge(message, random);
}

/** "values", or the tag of what was thrown; any other error goes on. */
function outcomeOf(message: Uint8Array): string {
  try {
    for (const { bytes } of frameMessages(message))
      for (const field of readFields(bytes)) {
        const values = field.decodeValues();
        if (values.length !== field.points) throw new Error(`${values.length} values of ${field.points} points`);
        if (values.includes(Number.POSITIVE_INFINITY) || values.includes(Number.NEGATIVE_INFINITY))
          throw new Error('an infinite value');
        if (field.grid) field.decode();
      }
    return 'values';
  } catch (error) {
    if (isTagged(error, 'malformed') || isTagged(error, 'grib-unsupported')) return error.tag;
    throw error;
  }
}

function realMessages(): [string, Uint8Array][] {
  if (!existsSync(DATA)) return [];
  const files = readdirSync(DATA, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(grib2|bin|grb)$/.test(file),
  );
  return files.sort().flatMap((file) => {
    const frames = [...frameMessages(readFileSync(join(DATA, file)))];
    const short = frames.filter(({ bytes }) => bytes.length < LONGEST && bytes[7] === 2).slice(0, 2);
    return short.map(({ bytes }) => ['real', Uint8Array.from(bytes)] as [string, Uint8Array]);
  });
}

function main(): void {
  const messages = [...messagesOfEachPacking(), ...realMessages()];
  const counts = new Map<string, Record<string, number>>();
  let slowest = 0;
  const start = performance.now();
  for (let i = 0; i < MESSAGES; i++) {
    const [name, whole] = messages[i % messages.length]!;
    const message = damage(whole, seededRandom(SEED + i), messages);
    const before = process.cpuUsage();
    let outcome: string;
    try {
      outcome = outcomeOf(message);
    } catch (error) {
      console.error(`message ${i} (${name}), seed ${SEED}: ${Buffer.from(message).toString('base64')}`);
      throw error;
    }
    const used = process.cpuUsage(before);
    const elapsed = (used.user + used.system) / 1000;
    slowest = Math.max(slowest, elapsed);
    if (elapsed > LONGEST_MS)
      throw new Error(`message ${i} (${name}), seed ${SEED}, took ${elapsed.toFixed(0)} ms of CPU`);
    const row = counts.get(name) ?? {};
    row[outcome] = (row[outcome] ?? 0) + 1;
    counts.set(name, row);
  }
  const seconds = (performance.now() - start) / 1000;
  console.log('| packed as | damaged messages | values | malformed | unsupported |\n|---|---|---|---|---|');
  for (const [name, { values = 0, malformed = 0, 'grib-unsupported': unsupported = 0 }] of counts)
    console.log(`| ${name} | ${values + malformed + unsupported} | ${values} | ${malformed} | ${unsupported} |`);
  console.log(
    `\n${MESSAGES} messages in ${seconds.toFixed(0)} s; slowest ${slowest.toFixed(0)} ms of CPU; ` +
      `peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
  );
}

main();
