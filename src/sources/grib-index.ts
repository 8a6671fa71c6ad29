/**
 * The sidecar index that wgrib2 writes beside a GRIB file (`<file>.idx`): one line per field.
 *
 *   581:428319247:d=2026080512:TMP:2 m above ground:6 hour fcst:
 *   number : byte offset : d=reference time : short name : level : time text : [further parts :]
 *
 * The number is no integer where a message holds several fields (`284.1`, `284.2`): they share one offset, so the end
 * of a field is the next strictly greater offset, not the next line. The last message has no end here. Times are never
 * taken from the text: GFS prints "0-1 day acc fcst" at multiples of 24 h, RRFS mixes "1 hour" with minutes. What the
 * text does tell is the statistical process, which chooses what to download; the message itself is asked again later.
 */

import { UpstreamError } from '../base/errors.js';
import type { StatisticalProcess } from '../model/field.js';

export interface IndexEntry {
  /** As printed: "581", "284.2". */
  readonly number: string;
  readonly offset: number;
  /** Bytes of the message; null for the last message of the file. */
  readonly length: number | null;
  /** "2026080512" */
  readonly referenceTime: string;
  readonly name: string;
  readonly level: string;
  /** "6 hour fcst", "anl", "18-24 hour ave fcst" */
  readonly time: string;
  /** What the index says that the field is; null where it does not tell (ECMWF's). */
  readonly process: StatisticalProcess | 'instant' | null;
  /** Parts after the time text: "ENS=+1", "prob >0.254" … Empty for most feeds. */
  readonly extra: readonly string[];
}

/** More lines than any feed has (GFS 743), so that a hostile index costs no memory. */
const MOST_LINES = 20_000;

/**
 * @param url  where the text came from, for the error
 * @throws UpstreamError "framing"  when a line is no index line, offsets decrease, or there is no line at all
 */
export function parseIndex(text: string, url: string): IndexEntry[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length > MOST_LINES)
    throw new UpstreamError('framing', url, `an index of ${lines.length} lines`);
  const parsed = lines.map((line) => parseLine(line, url));
  const lengths = lengthsOf(
    parsed.map(({ offset }) => offset),
    url,
  );
  return parsed.map((entry, i) => ({ ...entry, length: lengths[i]! }));
}

function parseLine(line: string, url: string): Omit<IndexEntry, 'length'> {
  const [number, offset, date, name, level, time, ...rest] = line.trimEnd().split(':');
  const whole = /^\d+(\.\d+)?$/.test(number ?? '') && /^\d+$/.test(offset ?? '') && /^d=\d{10,14}$/.test(date ?? '');
  if (!whole || time === undefined || !Number.isSafeInteger(Number(offset)))
    throw new UpstreamError('framing', url, `no index line: "${line.slice(0, 80)}"`);
  const extra = rest.filter((part) => part !== '');
  return {
    number: number!,
    offset: Number(offset),
    referenceTime: date!.slice(2),
    name: name!,
    level: level!,
    time,
    process: processOf(time) ?? 'instant',
    extra,
  };
}

/** Distance to the next strictly greater offset; null at the last one. */
function lengthsOf(offsets: readonly number[], url: string): (number | null)[] {
  const lengths = new Array<number | null>(offsets.length).fill(null);
  let next: number | null = null;
  for (let i = offsets.length - 1; i >= 0; i--) {
    const following: number | undefined = offsets[i + 1];
    if (following !== undefined && following < offsets[i]!)
      throw new UpstreamError('framing', url, `index offsets decrease at line ${i + 2}`);
    if (following !== undefined && following > offsets[i]!) next = following;
    lengths[i] = next === null ? null : next - offsets[i]!;
  }
  return lengths;
}

const PROCESS_WORDS: readonly (readonly [RegExp, StatisticalProcess])[] = [
  [/ ave( |$)/, 'average'],
  [/ acc( |$)/, 'accumulation'],
  [/ max( |$)/, 'maximum'],
  [/ min( |$)/, 'minimum'],
];

/** The process that the time text names; null for an instant. "495 min fcst" is an instant: there, min are minutes. */
export function processOf(time: string): StatisticalProcess | null {
  if (!/^\d+-\d+ /.test(time)) return null;
  return PROCESS_WORDS.find(([word]) => word.test(time.replace(/^\d+-\d+ \w+/, '')))?.[1] ?? null;
}
