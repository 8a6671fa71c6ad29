/**
 * A nowcast for people: what comes and when in words, two hours as a row of bars over the time at the place, where it is
 * from and how old that is. Where nothing is to be drawn there are no bars.
 */

import type { NowcastSource } from '../../model/nowcast.js';
import { formatWithOffset, MINUTE, parseInstant, type Zone, zoneOf } from '../../model/time.js';
import { converter } from '../../model/units.js';
import type { Warning } from '../../model/warning.js';
import { plainLine } from '../plain-text.js';
import { rowLine } from '../text-table.js';

/** What of a printed answer is shown. */
export interface PrintedNowcast {
  readonly location: { readonly latitude: number; readonly longitude: number; readonly timezone: string };
  readonly units: { readonly precipitation_rate: string };
  readonly status: 'active' | 'dry' | 'pending';
  readonly start: string;
  readonly minutes: readonly PrintedMinute[];
  readonly updated_at: string | null;
  readonly stale: boolean;
  readonly onset_uncertainty_minutes: number | null;
  readonly warnings: readonly Warning[];
}

export interface PrintedMinute {
  readonly time: string;
  readonly condition: string | null;
  readonly precipitation_rate: number | null;
  readonly precipitation_probability: number | null;
  readonly source: NowcastSource | null;
}

/** The variables that are shown. */
export const SHOWN_VARIABLES = ['condition', 'precipitation_rate', 'precipitation_probability', 'source'] as const;

/** mm/h from which on a bar is one eighth higher. */
const BAR_STEPS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const BARS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const UNKNOWN_BAR = '?';
const MINUTES_PER_BAR = 2;
const MINUTES_PER_MARK = 20;
const WET_RATE = 0.1;
const WET_PERCENT = 30;

export function nowcastLines(answer: PrintedNowcast): string[] {
  const { location, minutes, warnings } = answer;
  const zone = zoneOf(location.timezone) ?? zoneOf('UTC')!;
  return [
    `${location.latitude}, ${location.longitude}: ${statusWords(answer)}`,
    ...(minutes.length === 0 ? [] : [...chart(answer, zone), `  ${sourceWords(minutes, zone)}`]),
    ...(answer.updated_at === null ? [] : [`  ${ageWords(answer)}`]),
    ...(warnings.length === 0 ? [] : ['']),
    ...warnings.map(warningLine),
  ];
}

/** "partial_data: No source …; they are null. (condition, rain_total)" */
function warningLine({ code, message, variables }: Warning): string {
  const about = Array.isArray(variables) && variables.length > 0 ? ` (${variables.join(', ')})` : '';
  return plainLine(`${code}: ${message}${about}`);
}

/** "rain begins in about 12 minutes (±4)" */
export function statusWords(answer: PrintedNowcast): string {
  const { status, minutes } = answer;
  if (status === 'dry') return 'dry for the next two hours';
  const pending = status === 'pending' ? 'no fresh radar frame yet; ' : '';
  if (minutes.length === 0) return `${pending}nothing is known of the next two hours`;
  return `${pending}${minutesWords(answer)}`;
}

function minutesWords({ minutes, units, onset_uncertainty_minutes: onset }: PrintedNowcast): string {
  const isWet = minutes.map(({ precipitation_rate }) => millimetresPerHour(precipitation_rate, units) >= WET_RATE);
  const first = isWet.indexOf(true);
  if (first === -1) return probabilityWords(minutes);
  const begin = fallWords(minutes[first]!.condition);
  if (first > 0) return `${begin} begins in about ${count(first)}${onset === null ? '' : ` (±${onset})`}`;
  const dry = isWet.indexOf(false);
  const most = mostFrequent(
    minutes.slice(0, dry === -1 ? minutes.length : dry).map((minute) => fallWords(minute.condition)),
  );
  const what = most === begin ? begin : `${begin}, then ${most}`;
  return dry === -1 ? `${what} throughout the next two hours` : `${what} now, for about ${count(dry)}`;
}

function mostFrequent(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

function count(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** Words for minutes below 0.1 mm/h; `dry` only where the probability is what a dry nowcast has. */
function probabilityWords(minutes: readonly PrintedMinute[]): string {
  const most = Math.max(...minutes.map(({ precipitation_probability }) => precipitation_probability ?? 0));
  if (most === 0) return 'dry for the next two hours';
  if (most < WET_PERCENT) return `dry, with a probability of precipitation of up to ${most}%`;
  return `precipitation is possible, with a probability of up to ${most}%`;
}

const FALLING: ReadonlySet<string> = new Set([
  'drizzle',
  'rain',
  'heavy-rain',
  'freezing-rain',
  'sleet',
  'snow',
  'heavy-snow',
  'hail',
]);

/** "heavy rain"; a minute can be wet under a code of the sky, where its chance is small. */
function fallWords(condition: string | null): string {
  if (condition === 'thunderstorm') return 'a thunderstorm';
  return condition !== null && FALLING.has(condition) ? condition.replace('-', ' ') : 'precipitation';
}

/** NaN where it is unknown. */
function millimetresPerHour(rate: number | null, units: PrintedNowcast['units']): number {
  if (rate === null) return Number.NaN;
  // A printed rate is rounded: 0.1 mm/h is 0.004 in/h, which is 0.1016.
  return rate / converter('precipitation_rate', units.precipitation_rate).factor + 1e-9;
}

/** A row of bars, one for two minutes, the time below it, and the largest rate, between empty lines; none of dry minutes. */
function chart({ minutes, units, start }: PrintedNowcast, zone: Zone): string[] {
  let bars = '';
  for (let i = 0; i < minutes.length; i += MINUTES_PER_BAR) {
    const rates = minutes
      .slice(i, i + MINUTES_PER_BAR)
      .map(({ precipitation_rate }) => millimetresPerHour(precipitation_rate, units));
    bars += barOf(rates.filter((rate) => !Number.isNaN(rate)));
  }
  if (bars.trim() === '') return [];
  return [
    '',
    `  ${bars}`.trimEnd(),
    `  ${'─'.repeat(bars.length)}`,
    `  ${timeMarks(parseInstant(start) ?? 0, minutes.length, zone)}`,
    `  ${mostWords(minutes, units, zone)}`,
    '',
  ];
}

/** "11:00     11:20     11:40 Europe/Berlin" */
function timeMarks(begin: number, minutes: number, zone: Zone): string {
  const count = Math.ceil(minutes / MINUTES_PER_MARK);
  const marks = Array.from({ length: count }, (_, i) => clock(begin + i * MINUTES_PER_MARK * MINUTE, zone));
  const width = MINUTES_PER_MARK / MINUTES_PER_BAR;
  return rowLine([...marks.map(() => ({ width, gap: 0 })), { gap: 1 }], [...marks, zone.name]);
}

function barOf(rates: readonly number[]): string {
  if (rates.length === 0) return UNKNOWN_BAR;
  const highest = Math.max(...rates);
  return BARS[BAR_STEPS.filter((step) => highest >= step).length]!;
}

/** "at most 4.2 mm/h, at 11:34" */
function mostWords(minutes: readonly PrintedMinute[], units: PrintedNowcast['units'], zone: Zone): string {
  const known = minutes.filter(({ precipitation_rate }) => precipitation_rate !== null);
  if (known.length === 0) return 'rates are not known';
  const most = known.reduce((a, b) => (b.precipitation_rate! > a.precipitation_rate! ? b : a));
  const rate = `${most.precipitation_rate} ${units.precipitation_rate}`;
  return `at most ${rate}, at ${clock(parseInstant(most.time) ?? 0, zone)}`;
}

const SOURCES: Readonly<Record<NowcastSource, string>> = {
  radar: 'radar',
  blend: 'radar and models',
  nwp: 'models',
};

/** "radar until 11:07, radar and models until 12:07" */
function sourceWords(minutes: readonly PrintedMinute[], zone: Zone): string {
  const runs: { source: NowcastSource | null; end: number }[] = [];
  for (const { time, source } of minutes) {
    const end = (parseInstant(time) ?? 0) + MINUTE;
    const last = runs.at(-1);
    if (last !== undefined && last.source === source) last.end = end;
    else runs.push({ source, end });
  }
  const words = runs.map(
    ({ source, end }) => `${source === null ? 'nothing' : SOURCES[source]} until ${clock(end, zone)}`,
  );
  return `from ${words.join(', ')}`;
}

/** "updated 2026-11-20 10:05 UTC, 2 minutes ago": when the frame or run came in that it stands on, not when it was seen. */
function ageWords({ updated_at, start, stale }: PrintedNowcast): string {
  const made = `${updated_at!.slice(0, 10)} ${updated_at!.slice(11, 16)} UTC`;
  const minutes = Math.round(((parseInstant(start) ?? 0) - (parseInstant(updated_at!) ?? 0)) / MINUTE);
  const age = minutes < 1 ? 'just now' : `${minutes < 120 ? count(minutes) : `${Math.round(minutes / 60)} hours`} ago`;
  return `updated ${made}, ${age}${stale ? ' (late)' : ''}`;
}

/** Time of day at the place, "11:07". */
function clock(instant: number, zone: Zone): string {
  return formatWithOffset(instant, zone).slice(11, 16);
}
