/**
 * The list of a version's stations, as columns: 130,000 objects would take 40 MB and 0.2 s of the event loop, once a day.
 * Texts are decoded when a station is asked for.
 */

import { ObjectDefectError } from '../../base/errors.js';
import { sharedTurns, type Turns } from '../../base/turns.js';
import { STATION_ELEMENTS, type Station, type StationElement, type StationSource } from '../../model/station-series.js';
import { removeChecksum } from '../zarr/chunk-codec.js';

/** Texts as they are stored, each behind the four bytes of its length. */
export interface PackedTexts {
  readonly bytes: Uint8Array;
  /** First byte of each text's length, and at last the end. */
  readonly offsets: Uint32Array;
}

const LENGTH_BYTES = 4;

export interface SourceTable {
  /** First row of each station, and at last the end. */
  readonly starts: Uint32Array;
  readonly elements: Int32Array;
  readonly flags: Int32Array;
  readonly firstDays: Int32Array;
  readonly lastDays: Int32Array;
}

export interface StationColumns {
  readonly ids: PackedTexts;
  readonly names: PackedTexts;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** m; NaN: not known. */
  readonly elevations: Float64Array;
  readonly sources: SourceTable;
}

/**
 * Texts of the codec `vlen-utf8`, left as bytes: number of texts, u32; then for each its bytes, u32, and the bytes.
 *
 * @throws ObjectDefectError  the checksum does not hold, or there are not `count` texts
 */
export function packedTexts(stored: Uint8Array, count: number, key: string): PackedTexts {
  const bytes = removeChecksum(stored, key, 0, 'an axis');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offsets = new Uint32Array(count + 1);
  let [at, n] = [LENGTH_BYTES, 0];
  const isWhole = bytes.length >= LENGTH_BYTES && view.getUint32(0, true) === count;
  for (; isWhole && n < count && at + LENGTH_BYTES <= bytes.length; n++) {
    offsets[n] = at;
    at += LENGTH_BYTES + view.getUint32(at, true);
    if (at > bytes.length) break;
  }
  if (n !== count || at !== bytes.length)
    throw new ObjectDefectError(key, 0, `an axis of ${count} texts has them and nothing else`);
  offsets[count] = at;
  return { bytes, offsets };
}

const decoder = new TextDecoder();

export function textAt({ bytes, offsets }: PackedTexts, n: number): string {
  return decoder.decode(bytes.subarray(offsets[n]! + LENGTH_BYTES, offsets[n + 1]!));
}

/** Numbers of the stations by their ids. */
export interface StationNumbers {
  get(id: string): number | undefined;
}

const encoder = new TextEncoder();
/** Stations between two pauses. */
const PIECE = 4096;

/**
 * A hash table of the stored bytes, with open addressing: a Map of 118,000 texts takes 40 ms and 10 MB.
 *
 * @param turns  others get theirs while it is built
 */
export async function numbersOf(ids: PackedTexts, turns: Turns = sharedTurns): Promise<StationNumbers> {
  const { bytes, offsets } = ids;
  const count = offsets.length - 1;
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 1)) - 1;
  /** Number of a station and 1; 0: free. */
  const slots = new Uint32Array(mask + 1);
  for (let n = 0; n < count; n++) {
    if (n % PIECE === 0) await turns.pause();
    let slot = hashOf(bytes, offsets[n]! + LENGTH_BYTES, offsets[n + 1]!) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = n + 1;
  }
  return {
    get(id) {
      const text = encoder.encode(id);
      for (let slot = hashOf(text, 0, text.length) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const n = slots[slot]! - 1;
        if (textAt(ids, n) === id) return n;
      }
      return undefined;
    },
  };
}

/** FNV-1a of 32 bits (Fowler, Noll and Vo). */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

export function stationAt(columns: StationColumns, n: number): Station {
  const elevation = columns.elevations[n]!;
  return {
    id: textAt(columns.ids, n),
    name: textAt(columns.names, n),
    latitude: columns.latitudes[n]!,
    longitude: columns.longitudes[n]!,
    elevation: Number.isNaN(elevation) ? null : elevation,
    sources: sourcesAt(columns.sources, n),
  };
}

/** Days of one element from one origin. */
interface SourceSpan {
  readonly flag: string;
  readonly element: StationElement;
  readonly firstDay: number;
  readonly lastDay: number;
}

function sourcesAt({ starts, elements, flags, firstDays, lastDays }: SourceTable, n: number): StationSource[] {
  const spans: SourceSpan[] = [];
  for (let row = starts[n]!; row < starts[n + 1]!; row++)
    spans.push({
      flag: String.fromCharCode(flags[row]!),
      element: STATION_ELEMENTS[elements[row]!]!,
      firstDay: firstDays[row]!,
      lastDay: lastDays[row]!,
    });
  return gathered(spans);
}

/** Elements stand together only where flag and days are the same: a gauge may have had a thermometer for a while. */
function gathered(spans: Iterable<SourceSpan>): StationSource[] {
  const found: (StationSource & { readonly elements: StationElement[] })[] = [];
  for (const { flag, element, firstDay, lastDay } of spans) {
    const known = found.find((one) => one.flag === flag && one.firstDay === firstDay && one.lastDay === lastDay);
    if (known === undefined) found.push({ flag, elements: [element], firstDay, lastDay });
    else known.elements.push(element);
  }
  return found;
}

/** The sources of a station by the base and by the recent days. */
export function joinSources(a: readonly StationSource[], b: readonly StationSource[]): StationSource[] {
  const spans = new Map<string, SourceSpan>();
  for (const { flag, elements, firstDay, lastDay } of [...a, ...b])
    for (const element of elements) {
      const known = spans.get(flag + element);
      spans.set(flag + element, {
        flag,
        element,
        firstDay: Math.min(known?.firstDay ?? firstDay, firstDay),
        lastDay: Math.max(known?.lastDay ?? lastDay, lastDay),
      });
    }
  return gathered(spans.values());
}
