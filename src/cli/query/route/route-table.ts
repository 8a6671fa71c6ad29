/**
 * What `weatherglass query route` prints for people: what the route is, a line for each sample that is worth one, what
 * is met on the way, and what the answer warns of.
 *
 * A track has hundreds of waypoints, so those without a name are left out: shown are the samples of the interval, the
 * start, the end and named places. Where a few places were typed each of them was meant, and is shown.
 */

import { type RouteAnswer, type RouteSample, SAMPLE_INTERVALS, type UnavailableReason } from '../../../model/route.js';
import { converter } from '../../../model/units.js';
import type { Warning } from '../../../model/warning.js';
import { type TableColumn, tableLines } from '../../text-table.js';
import { cellOf, NUMBER_COLUMNS } from './route-columns.js';
import type { RecordedLine } from './route-request.js';
import { extremeLines, windowLines } from './route-summary-lines.js';
import { clockOf, dateOf, dayOf, distanceNumber, durationInWords, offsetOf } from './route-words.js';

/** Up to so many waypoints without names are shown. */
const FEW_WAYPOINTS = 12;
/** Above this share the lost length is worth a word: it is lost time too. */
const NOTABLE_LOSS = 0.01;

/**
 * @param answer  with rates for its amounts (`withRates`)
 * @param columns  of the terminal; where the table is wider it stands closer
 */
export function routeLines(
  answer: RouteAnswer,
  recorded: RecordedLine | null,
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const windows = windowLines(answer);
  const extremes = extremeLines(answer);
  return [
    ...headLines(answer, recorded),
    '',
    ...sampleLines(answer, recorded, columns),
    ...(windows.length > 0 ? ['', 'On the way:', ...windows.map((line) => `  ${line}`)] : []),
    ...(extremes.length > 0 ? ['', 'Extremes:', ...extremes.map((line) => `  ${line}`)] : []),
    ...(answer.warnings.length > 0 ? ['', ...answer.warnings.map(warningLine)] : []),
  ];
}

function warningLine({ message, variables }: Warning): string {
  return `! ${message}${variables === undefined ? '' : ` (${variables.join(', ')})`}`;
}

function headLines({ route, units }: RouteAnswer, recorded: RecordedLine | null): string[] {
  const computed = durationInWords(route.duration_seconds);
  const times = [
    fromToInWords(route),
    route.mode === null ? `${computed}, by the given times` : `${computed} ${route.mode}`,
    ...(recorded?.recordedSeconds && route.mode !== null
      ? [`recorded in ${durationInWords(recorded.recordedSeconds)}`]
      : []),
    ...(route.timezone ? [route.timezone] : []),
  ].join(', ');
  const length = `${distanceNumber(route.distance, units.distance)} ${units.distance}`;
  return recorded === null ? [`${length}, ${times}`] : [...recordedLines(recorded, length, units), times];
}

function fromToInWords({ departure_time, arrival_time }: RouteAnswer['route']): string {
  const isSameDay = dateOf(departure_time) === dateOf(arrival_time);
  const isSameOffset = offsetOf(arrival_time) === offsetOf(departure_time);
  const clock = (time: string) => `${clockOf(time)}${isSameOffset ? '' : ` (${offsetOf(time)})`}`;
  const arrival = `${isSameDay ? '' : `${dateOf(arrival_time)} `}${clock(arrival_time)}`;
  return `${dateOf(departure_time)} ${clock(departure_time)} to ${arrival}`;
}

function recordedLines(recorded: RecordedLine, length: string, units: RouteAnswer['units']): string[] {
  const { title, choice, climb, points, waypoints, shortened } = recorded;
  const about = [
    length,
    ...(climb === null ? [] : [`${height(climb.ascent, units)} up, ${height(climb.descent, units)} down as recorded`]),
    points === waypoints ? `${points} points` : `${waypoints} of ${points} points`,
  ].join(', ');
  const loss = `The line of ${waypoints} points is ${(shortened * 100).toFixed(1)}% shorter than the track, and so is the time.`;
  const named = title === choice?.split(' of ')[0] ? choice : choice === null ? title : `${title}, ${choice}`;
  return [
    choice === null ? title : `${named} (--track for another)`,
    about,
    ...(shortened > NOTABLE_LOSS ? [loss] : []),
  ];
}

function height(metres: number, { elevation }: RouteAnswer['units']): string {
  const { factor, offset } = converter('elevation', elevation);
  return `${(metres * factor + offset).toFixed(0)} ${elevation}`;
}

function sampleLines(answer: RouteAnswer, recorded: RecordedLine | null, width: number): string[] {
  const { samples, units } = answer;
  const has = (id: string) => samples.some((sample) => id in sample);
  const columns = NUMBER_COLUMNS.filter(({ id }) => has(id));
  const notes = notesOf(answer, recorded);
  const shown = samples.filter(({ index }) => notes.has(index));
  const withOffset = new Set(samples.map(({ time }) => offsetOf(time))).size > 1;
  const condition = has('condition');
  const headings: TableColumn[] = [
    { heading: '' },
    { heading: 'time' },
    { heading: units.distance, align: 'right' },
    { heading: 'height', align: 'right' },
    ...(condition ? [{ heading: 'weather' }] : []),
    ...columns.map(({ heading }): TableColumn => ({ heading, align: 'right' })),
    { heading: '' },
  ];
  const unitRow = [
    ...['', '', '', units.elevation, ...(condition ? [''] : [])],
    ...columns.map((each) => each.unit(units)),
    '',
  ];
  const rows = shown.map((sample, i) => [
    i === 0 || dayOf(sample.time) !== dayOf(shown[i - 1]!.time) ? dayOf(sample.time) : '',
    withOffset ? `${clockOf(sample.time)} ${offsetOf(sample.time)}` : clockOf(sample.time),
    distanceNumber(sample.distance, units.distance),
    sample.elevation === null ? '-' : sample.elevation.toFixed(0),
    ...(condition ? [sample.condition ? String(sample.condition).replaceAll('-', ' ') : '-'] : []),
    ...columns.map((column) => cellOf(column, sample, units)),
    notes.get(sample.index)!,
  ]);
  const lines = (gap: number) =>
    tableLines(
      headings.map((heading) => ({ ...heading, gap })),
      [unitRow, ...rows],
    );
  const wide = lines(2);
  return wide.some((line) => line.length > width) ? lines(1) : wide;
}

/** The samples that are shown, by their index, and what stands at the end of their rows. */
function notesOf({ route, samples }: RouteAnswer, recorded: RecordedLine | null): ReadonlyMap<number, string> {
  const waypoints = samples.filter(({ waypoint }) => waypoint);
  const isNextOfInterval = intervalTest(samples[0]!, SAMPLE_INTERVALS[route.sample_interval]);
  const notes = new Map<number, string>();
  for (const sample of samples) {
    const nth = sample.waypoint ? waypoints.indexOf(sample) : -1;
    const names = nth < 0 ? [] : namesOf(nth, waypoints.length, recorded);
    if (!isNextOfInterval(sample) && names.length === 0) continue;
    const reason = sample.unavailable_reason === undefined ? [] : [REASONS[sample.unavailable_reason]];
    notes.set(sample.index, [...names, ...reason].join(', '));
  }
  return notes;
}

const REASONS: Readonly<Record<UnavailableReason, string>> = {
  warming: 'no weather yet: its data is being fetched',
  timeout: 'no weather: its data was not read in time',
  geography_unavailable: "no weather: outside the service's region",
  provider_unavailable: 'no weather: no data for this place and time',
};

function namesOf(nth: number, count: number, recorded: RecordedLine | null): string[] {
  const name = recorded?.names[nth] ?? null;
  const end = nth === 0 ? ['start'] : nth === count - 1 ? ['end'] : [];
  if (name !== null) return [...end, name];
  return end.length === 0 && recorded === null && count <= FEW_WAYPOINTS ? [`waypoint ${nth + 1}`] : end;
}

/**
 * Whether a sample is the first at a step of the interval. Times are printed to the second, so it can seem to be one off;
 * and waypoints may lie so close that several are.
 */
function intervalTest(first: RouteSample, interval: number): (sample: RouteSample) => boolean {
  const departure = Date.parse(first.time);
  let last = -1;
  return ({ time }) => {
    const seconds = (Date.parse(time) - departure) / 1000;
    const step = Math.round(seconds / interval);
    if (step === last || Math.abs(seconds - step * interval) > 1) return false;
    last = step;
    return true;
  };
}
