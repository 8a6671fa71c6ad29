/**
 * The list of a version's stations, as columns: 130,000 objects would take 40 MB and 0.2 s of the event loop, once a day.
 * Texts are decoded when a station is asked for.
 */

import { ObjectDefectError } from '../../base/errors.js';
import { STATION_ELEMENTS, type Station, type StationSource } from '../../model/station-series.js';
import { removeChecksum } from '../zarr/chunk-codec.js';

export interface PackedTexts {
  readonly bytes: Uint8Array;
  /** First byte of each text, and at last the end. */
  readonly offsets: Uint32Array;
}

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
  const packed = new Uint8Array(bytes.length);
  let [at, end, n] = [4, 0, 0];
  const isWhole = bytes.length >= 4 && view.getUint32(0, true) === count;
  for (; isWhole && n < count && at + 4 <= bytes.length; n++) {
    const length = view.getUint32(at, true);
    if (at + 4 + length > bytes.length) break;
    packed.set(bytes.subarray(at + 4, at + 4 + length), end);
    at += 4 + length;
    end += length;
    offsets[n + 1] = end;
  }
  if (n !== count || at !== bytes.length)
    throw new ObjectDefectError(key, 0, `an axis of ${count} texts has them and nothing else`);
  return { bytes: packed.slice(0, end), offsets };
}

const decoder = new TextDecoder();

export function textAt({ bytes, offsets }: PackedTexts, n: number): string {
  return decoder.decode(bytes.subarray(offsets[n]!, offsets[n + 1]!));
}

/** Numbers of the stations by their ids. */
export function numbersOf(ids: PackedTexts): Map<string, number> {
  const numbers = new Map<string, number>();
  const all = decoder.decode(ids.bytes);
  const isAscii = all.length === ids.bytes.length;
  for (let n = 0; n + 1 < ids.offsets.length; n++)
    numbers.set(isAscii ? all.slice(ids.offsets[n]!, ids.offsets[n + 1]!) : textAt(ids, n), n);
  return numbers;
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

/** Rows of one station, joined by their flags. */
function sourcesAt({ starts, elements, flags, firstDays, lastDays }: SourceTable, n: number): StationSource[] {
  const found = new Map<number, StationSource>();
  for (let row = starts[n]!; row < starts[n + 1]!; row++) {
    const element = STATION_ELEMENTS[elements[row]!]!;
    const one = { elements: [element], firstDay: firstDays[row]!, lastDay: lastDays[row]! };
    const known = found.get(flags[row]!) ?? { ...one, elements: [], flag: String.fromCharCode(flags[row]!) };
    found.set(flags[row]!, joined(known, one));
  }
  return [...found.values()];
}

function joined(a: StationSource, b: Omit<StationSource, 'flag'>): StationSource {
  return {
    flag: a.flag,
    elements: STATION_ELEMENTS.filter((element) => a.elements.includes(element) || b.elements.includes(element)),
    firstDay: Math.min(a.firstDay, b.firstDay),
    lastDay: Math.max(a.lastDay, b.lastDay),
  };
}

/** The sources of a station by the base and by the recent days. */
export function joinSources(a: readonly StationSource[], b: readonly StationSource[]): StationSource[] {
  const byFlag = new Map(a.map((source) => [source.flag, source]));
  for (const source of b) {
    const known = byFlag.get(source.flag);
    byFlag.set(source.flag, known === undefined ? source : joined(known, source));
  }
  return [...byFlag.values()];
}
