/** What is met on a route, in sentences: its windows, its extremes and the warnings of the answer. */

import { type ConditionCode, WET_CONDITIONS } from '../../../model/condition.js';
import type { RouteAnswer, RoutePeak, RouteSample, RouteWindow } from '../../../model/route.js';
import { NUMBER_COLUMNS, type VariableColumn, valueText } from './route-columns.js';
import { type Clock, createClock, stretchInWords } from './route-words.js';

/** Kinds of precipitation as people say them. */
const KINDS: Readonly<Partial<Record<ConditionCode, string>>> = {
  drizzle: 'drizzle',
  rain: 'rain',
  'heavy-rain': 'heavy rain',
  'freezing-rain': 'freezing rain',
  sleet: 'sleet',
  snow: 'snow',
  'heavy-snow': 'heavy snow',
  thunderstorm: 'thunderstorm',
  hail: 'hail',
};

/** "rain, snow from 14:30 to 16:00, km 12.3–18.0; chance of precipitation up to 80 % at 15:00" */
export function windowLines(answer: RouteAnswer): string[] {
  const clock = createClock(answer);
  return answer.summary.windows.map((window) => {
    const samples = answer.samples.slice(window.start_index, window.end_index + 1);
    const [first, last] = [samples[0]!, samples.at(-1)!];
    const [start, end] = [clock(first.time), clock(last.time)];
    const when = start === end ? `at ${start}` : `from ${start} to ${clock(last.time, first.time)}`;
    const where = stretchInWords(first, last, answer.units.distance);
    return `${kindOf(window, samples)} ${when}, ${where}${peakInWords(window, answer, clock)}`;
  });
}

function kindOf({ type }: RouteWindow, samples: readonly RouteSample[]): string {
  if (type === 'freezing') return 'freezing';
  if (type === 'high_wind') return 'strong wind';
  const wet = samples.map(({ condition }) => condition as ConditionCode).filter((code) => WET_CONDITIONS.has(code));
  const kinds = [...new Set(wet)].map((code) => KINDS[code] ?? code);
  return kinds.length === 0 ? 'precipitation likely' : kinds.join(', ');
}

/** The variable that the peak of a window is of, by the rule of the windows: the first of these that was asked for. */
const PEAKS: Readonly<Record<RouteWindow['type'], readonly string[]>> = {
  precipitation: ['precipitation_probability', 'precipitation'],
  freezing: ['temperature'],
  high_wind: ['wind_gust', 'wind_speed'],
};

function peakInWords({ type, peak, end_index }: RouteWindow, { samples, units }: RouteAnswer, clock: Clock): string {
  if (peak === undefined || typeof peak.value !== 'number') return '';
  const column = PEAKS[type]
    .filter((name) => name in samples[peak.index]!)
    .map((name) => NUMBER_COLUMNS.find(({ id }) => id === name)!)[0];
  if (column === undefined) return '';
  const value = valueText(column, peak.value, units);
  return `; ${column.words} ${type === 'freezing' ? 'down' : 'up'} to ${value} at ${clock(peak.time, samples[end_index]!.time)}`;
}

/** "temperature -3.1 °C (10:00, km 2.1) to 4.5 °C (13:00, km 9.3)"; greatest values that come to nothing are not told. */
export function extremeLines(answer: RouteAnswer): string[] {
  const clock = createClock(answer);
  return NUMBER_COLUMNS.flatMap((column) => {
    const [least, most] = ['min', 'max'].map((aggregate) => answer.summary.extremes[`${column.id}_${aggregate}`]);
    if (most === undefined) return [];
    const [lowest, highest] = [least?.value ?? 0, most.value].map((value) => valueText(column, value, answer.units));
    if (lowest === highest) return least === undefined ? [] : [`${column.words} ${highest} throughout`];
    const said = (peak: RoutePeak) => extremeInWords(column, peak, answer, clock);
    return [
      least === undefined ? `${column.words} up to ${said(most)}` : `${column.words} ${said(least)} to ${said(most)}`,
    ];
  });
}

function extremeInWords(
  column: VariableColumn,
  peak: RoutePeak,
  { samples, units }: RouteAnswer,
  clock: Clock,
): string {
  const sample = samples[peak.index]!;
  const value = valueText(column, peak.value, units);
  return `${value} (${clock(peak.time)}, ${stretchInWords(sample, sample, units.distance)})`;
}
