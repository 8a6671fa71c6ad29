/**
 * Lines of a wgrib2 `.idx` as NCEP serves them beside its files:
 *
 *   596:438850184:d=2022101406:APCP:surface:18-21 hour acc fcst:
 *   number : offset : reference time : name : level : time text : [what else it is]
 *
 * Fields of one message have one offset, and are numbered 4.1, 4.2.
 *
 * Times are in hours, but an interval whose two ends are whole days is printed in days (`0-1 day acc fcst`), and an
 * instant at hour 0 is `anl`. HRRR's quarter-hours are in minutes (`15 min fcst`).
 */

import type { StatisticalProcess } from '../src/model/field.js';
import type { ForecastTime } from './grib2-encoder/message.js';

const PROCESS_TEXT: Record<StatisticalProcess, string> = {
  average: 'ave',
  accumulation: 'acc',
  maximum: 'max',
  minimum: 'min',
};

export function timeText(time: ForecastTime): string {
  if ('minute' in time) return `${time.minute} min fcst`;
  if ('hour' in time) return time.hour === 0 ? 'anl' : `${time.hour} hour fcst`;
  if (time.unit === 'minute') return `${time.start}-${time.end} min ${PROCESS_TEXT[time.process]} fcst`;
  const days = time.start % 24 === 0 && time.end % 24 === 0;
  const [unit, length] = days ? ['day', 24] : ['hour', 1];
  return `${time.start / length}-${time.end / length} ${unit} ${PROCESS_TEXT[time.process]} fcst`;
}

/** "2022101406" */
export function runText(referenceTime: number): string {
  return new Date(referenceTime * 1000).toISOString().slice(0, 13).replace(/\D/g, '');
}

export interface IndexEntry {
  readonly offset: number;
  readonly name: string;
  readonly level: string;
  readonly time: ForecastTime;
  /** What stands behind the time, with the colons that wgrib2 ends some of it with: "ENS=+1". */
  readonly extra?: string;
}

/** The whole index, one line per field, messages numbered from 1, each line ended by a newline. */
export function indexText(referenceTime: number, entries: readonly IndexEntry[]): string {
  const messages = new Map<number, IndexEntry[]>();
  for (const entry of entries) messages.set(entry.offset, [...(messages.get(entry.offset) ?? []), entry]);
  const line = (number: string, { offset, name, level, time, extra = '' }: IndexEntry) =>
    `${number}:${offset}:d=${runText(referenceTime)}:${name}:${level}:${timeText(time)}:${extra}\n`;
  return [...messages.values()]
    .flatMap((fields, n) =>
      fields.map((field, i) => line(fields.length === 1 ? `${n + 1}` : `${n + 1}.${i + 1}`, field)),
    )
    .join('');
}
