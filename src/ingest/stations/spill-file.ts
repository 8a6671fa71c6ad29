/**
 * Values as filed, on disk between their download and the building of series: one file for each file of the upstream, or for
 * 128 stations of it. They let a first load of 6 GB go on after a kill, and rebuild series without another download.
 *
 *   blocks      each a compressed chunk with its checksum: values of up to 128 stations
 *   sources     a compressed chunk: rows of station, element, flag, first day, last day, int32 each
 *   facts       a compressed chunk: JSON
 *   last 16     first byte of the facts, bytes of the JSON, float64 each
 *
 * A file is written under another name first, so it is whole or not there; what a disk damages later, checksums find.
 */

import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isTagged, ObjectDefectError } from '../../base/errors.js';
import { STATION_ELEMENTS } from '../../model/station-series.js';
import { SHARD_STATIONS } from '../../store/stations/station-layout.js';
import { bytesOf, decodeChunk, encodeChunk } from '../../store/zarr/chunk-codec.js';
import { isRecord } from '../poll/memory-file.js';
import type { FiledDays, FiledElement, SourceSpan } from './filed-days.js';

export interface SpillFacts {
  /** Identifies the list that numbers the stations: a file of another list is of no use. */
  readonly list: string;
  /** Days that the file says everything about, days since 1970-01-01. */
  readonly firstDay: number;
  readonly days: number;
  /** Stations that it says everything about: first number inclusive, last exclusive. */
  readonly stations: readonly [first: number, last: number];
  /** True: it says nothing of stations without values; false: they have none. */
  readonly isPartial: boolean;
  /** Epoch seconds. */
  readonly fetchedAt: number;
  /** Of the upstream's file; null: none was sent. */
  readonly etag: string | null;
  /** Last day with a value, days since 1970-01-01; null: there is no value. */
  readonly lastDay: number | null;
  /** Number of stations with any value. */
  readonly reporting: number;
  /** Number of values; files of earlier releases do not say. */
  readonly values?: number;
}

interface BlockPlace {
  readonly block: number;
  readonly offset: number;
  readonly length: number;
  /** Bytes before compression. */
  readonly raw: number;
}

/** A spill file, described; its blocks are read from disk. */
export interface Spill {
  readonly path: string;
  readonly facts: SpillFacts;
  /** What each element of a station reported; stations by their numbers. @throws ObjectDefectError */
  read(block: number): Promise<readonly SpilledElement[]>;
  /** @throws ObjectDefectError */
  sources(): Promise<readonly SourceSpan[]>;
}

export interface SpilledElement extends FiledElement {
  readonly station: number;
  readonly element: number;
}

const FOOTER_BYTES = 16;
const SOURCE_NUMBERS = 5;
const MOST_FACTS = 64 << 20;

/** Writes what was filed of the stations in `facts`. */
export async function writeSpill(path: string, facts: SpillFacts, filed: FiledDays): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w');
  try {
    await writeParts(file, facts, filed);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

async function writeParts(file: FileHandle, facts: SpillFacts, filed: FiledDays): Promise<void> {
  let offset = 0;
  const append = async (bytes: Uint8Array) => {
    const stored = await encodeChunk(bytes);
    await file.writeFile(stored);
    const place = { offset, length: stored.length, raw: bytes.length };
    offset += stored.length;
    return place;
  };
  const blocks: BlockPlace[] = [];
  const [first, last] = facts.stations;
  for (let block = blockOf(first); block <= blockOf(last - 1); block++) {
    const bytes = packBlock(filed, block, facts.stations);
    if (bytes !== null) blocks.push({ block, ...(await append(bytes)) });
  }
  const rows = filed.sources().flatMap((row) => [row.station, row.element, row.flag, row.firstDay, row.lastDay]);
  const sources = rows.length === 0 ? null : await append(bytesOf(Int32Array.from(rows)));
  const place = await append(new TextEncoder().encode(JSON.stringify({ facts, blocks, sources })));
  await file.writeFile(bytesOf(Float64Array.of(place.offset, place.raw)));
}

const blockOf = (station: number) => Math.floor(station / SHARD_STATIONS);

/** Null where no station of the block has a value. */
function packBlock(filed: FiledDays, block: number, [from, to]: SpillFacts['stations']): Uint8Array | null {
  const found: SpilledElement[] = [];
  const first = Math.max(from, block * SHARD_STATIONS);
  for (let station = first; station < Math.min(to, (block + 1) * SHARD_STATIONS); station++)
    for (let element = 0; element < STATION_ELEMENTS.length; element++) {
      const arrays = filed.element(station, element);
      if (arrays !== null) found.push({ station, element, ...arrays });
    }
  if (found.length === 0) return null;
  const { days } = filed;
  const head = Uint32Array.from([found.length, ...found.flatMap(({ station, element }) => [station, element])]);
  const bytes = new Uint8Array(head.byteLength + found.length * days * 3);
  bytes.set(bytesOf(head));
  for (const [n, { values, attributes }] of found.entries()) {
    bytes.set(bytesOf(values), head.byteLength + 2 * days * n);
    bytes.set(attributes, head.byteLength + 2 * days * found.length + days * n);
  }
  return bytes;
}

function unpackBlock(buffer: ArrayBufferLike, days: number): SpilledElement[] {
  const count = new Uint32Array(buffer, 0, 1)[0]!;
  const head = new Uint32Array(buffer, 4, 2 * count);
  const values = 4 + head.byteLength;
  const attributes = values + 2 * days * count;
  return Array.from({ length: count }, (_, n) => ({
    station: head[2 * n]!,
    element: head[2 * n + 1]!,
    values: new Int16Array(buffer, values + 2 * days * n, days),
    attributes: new Uint8Array(buffer, attributes + days * n, days),
  }));
}

/** Null: there is no file, or it is damaged or another list's; it is then removed. */
export async function openSpill(path: string, list: string): Promise<Spill | null> {
  try {
    const { facts, blocks, sources } = await readFacts(path);
    if (facts.list === list) return spillOf(path, facts, blocks, sources);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!isTagged(error, 'object-defect')) throw error;
  }
  await rm(path, { force: true });
  return null;
}

type Place = Omit<BlockPlace, 'block'>;

interface Described {
  readonly facts: SpillFacts;
  readonly blocks: readonly BlockPlace[];
  readonly sources: Place | null;
}

async function readFacts(path: string): Promise<Described> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < FOOTER_BYTES) throw new ObjectDefectError(path, 0, 'a spill file has a footer');
    const footer = await readRange(file, path, size - FOOTER_BYTES, FOOTER_BYTES);
    const [offset, raw] = new Float64Array(footer.buffer.slice(footer.byteOffset, footer.byteOffset + FOOTER_BYTES));
    const isRange = Number.isSafeInteger(offset) && offset! >= 0 && offset! < size && raw! > 0 && raw! <= MOST_FACTS;
    if (!isRange) throw new ObjectDefectError(path, size - FOOTER_BYTES, 'the footer says where the facts are');
    const stored = await readRange(file, path, offset!, size - FOOTER_BYTES - offset!);
    const text = new TextDecoder().decode(new Uint8Array(await decodeChunk(stored, raw!, path, offset!)));
    const described: unknown = JSON.parse(text); // its checksum holds, so it is what was written
    if (!isRecord(described) || !isRecord(described.facts))
      throw new ObjectDefectError(path, offset!, 'facts are an object');
    return described as unknown as Described;
  } finally {
    await file.close();
  }
}

function spillOf(path: string, facts: SpillFacts, blocks: readonly BlockPlace[], sources: Place | null): Spill {
  const places = new Map(blocks.map((place) => [place.block, place]));
  const read = async ({ offset, length, raw }: Place): Promise<ArrayBufferLike> => {
    const file = await open(path, 'r');
    try {
      return await decodeChunk(await readRange(file, path, offset, length), raw, path, offset);
    } finally {
      await file.close();
    }
  };
  return {
    path,
    facts,
    async read(block) {
      const place = places.get(block);
      return place === undefined ? [] : unpackBlock(await read(place), facts.days);
    },
    async sources() {
      const numbers = sources === null ? new Int32Array(0) : new Int32Array(await read(sources));
      return Array.from({ length: numbers.length / SOURCE_NUMBERS }, (_, n) => {
        const [station, element, flag, firstDay, lastDay] = numbers.subarray(
          n * SOURCE_NUMBERS,
          (n + 1) * SOURCE_NUMBERS,
        );
        return { station: station!, element: element!, flag: flag!, firstDay: firstDay!, lastDay: lastDay! };
      });
    },
  };
}

async function readRange(file: FileHandle, path: string, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  if (bytesRead < length) throw new ObjectDefectError(path, offset + bytesRead, 'the file ends here');
  return bytes;
}
