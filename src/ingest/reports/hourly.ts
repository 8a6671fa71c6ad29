/** Hourly observations from station reports: temperature at the hour, amount and occurrence of precipitation before it. */

import { isDeepStrictEqual } from 'node:util';
import {
  HOURS_OF_DAY,
  OCCURRENCE,
  REPORT_FLAGS,
  type ReportStation,
  type StationHours,
  type StationReport,
} from '../../model/station-report.js';
import { DAY, HOUR, MINUTE } from '../../model/time.js';

/** A temperature counts for the hour that is so near, s. */
const NEAR = 10 * MINUTE;
/** A routine report of the hour is made from so long before it until so long after it, s: :50 to :05. */
const ROUTINE_BEFORE = 10 * MINUTE;
const ROUTINE_AFTER = 5 * MINUTE;

const ALL_UNKNOWN = { temperature: Number.NaN, offset: 0, amount: Number.NaN, occurrence: OCCURRENCE.unknown };

/** Values of one station at one hour. */
interface Cell {
  temperature: number;
  offset: number;
  amount: number;
  occurrence: number;
}

/** Cells by station, and by hour, epoch seconds. */
type Cells = Map<string, { readonly station: ReportStation; readonly hours: Map<number, Cell> }>;

export interface HourSpan {
  /** First and last hour, epoch seconds, both inclusive. */
  readonly first: number;
  readonly last: number;
}

/** Hours whose reports are all in the window of the `window` seconds before `now`, and which are over. */
export function wholeHours(now: number, window: number): HourSpan {
  const first = Math.ceil((now - window + HOUR - ROUTINE_AFTER) / HOUR) * HOUR;
  return { first, last: Math.floor((now - NEAR) / HOUR) * HOUR };
}

/**
 * Observations of the hours of a span, by days of UTC. A special report says nothing of an hour's amount: it carries what
 * has fallen since the last routine one.
 *
 * @param reports  in any order; of one station and minute only one
 */
export function hourlyObservations(
  reports: Iterable<StationReport>,
  span: HourSpan,
  simulated: boolean,
): StationHours[] {
  const cells: Cells = new Map();
  for (const report of reports) {
    const hour = Math.round(report.time / HOUR) * HOUR;
    const offset = report.time - hour;
    const cellAt = (time: number) =>
      time < span.first || time > span.last ? null : cellOf(cells, report.station, time);
    if (Math.abs(offset) <= NEAR) noteTemperature(cellAt(hour), report, offset / MINUTE);
    if (offset >= -ROUTINE_BEFORE && offset <= ROUTINE_AFTER) noteAmount(cellAt(hour), report);
    noteOccurrence(cellAt(Math.ceil((report.time - ROUTINE_AFTER) / HOUR) * HOUR), report);
  }
  return daysOf(cells, simulated);
}

function cellOf(cells: Cells, station: ReportStation, hour: number): Cell {
  const known = cells.get(station.id) ?? { station, hours: new Map<number, Cell>() };
  cells.set(station.id, known);
  const cell = known.hours.get(hour) ?? { ...ALL_UNKNOWN };
  known.hours.set(hour, cell);
  return cell;
}

function noteTemperature(cell: Cell | null, { temperature, flags }: StationReport, offset: number): void {
  if (cell === null || Number.isNaN(temperature) || (flags & REPORT_FLAGS.temperatureSuspect) !== 0) return;
  const isNearer = Math.abs(offset) < Math.abs(cell.offset) || (offset < 0 && offset === -cell.offset);
  if (!Number.isNaN(cell.temperature) && !isNearer) return;
  cell.temperature = temperature;
  cell.offset = Math.round(offset);
}

/** The larger amount of two routine reports is that of the whole hour: both began to count at the same time. */
function noteAmount(cell: Cell | null, { precipitation, flags }: StationReport): void {
  if (cell === null || (flags & REPORT_FLAGS.routine) === 0 || Number.isNaN(precipitation)) return;
  cell.amount = Number.isNaN(cell.amount) ? precipitation : Math.max(cell.amount, precipitation);
}

function noteOccurrence(cell: Cell | null, { flags }: StationReport): void {
  if (cell === null) return;
  if ((flags & REPORT_FLAGS.wet) !== 0) cell.occurrence = OCCURRENCE.wet;
  else if ((flags & REPORT_FLAGS.weatherObserved) !== 0 && cell.occurrence === OCCURRENCE.unknown)
    cell.occurrence = OCCURRENCE.dry;
}

function daysOf(cells: Cells, simulated: boolean): StationHours[] {
  const days = new Set([...cells.values()].flatMap(({ hours }) => [...hours.keys()].map(dayStart)));
  return [...days]
    .sort((a, b) => a - b)
    .map((start) => {
      const present = [...cells.values()].filter(({ hours }) =>
        [...hours.keys()].some((hour) => dayStart(hour) === start),
      );
      const day = emptyDay(
        start,
        present.map(({ station }) => station),
        simulated,
      );
      const rows = new Map(day.stations.map(({ id }, row) => [id, row]));
      for (const { station, hours } of present)
        for (const [hour, cell] of hours)
          if (dayStart(hour) === start)
            writeCell(day, rows.get(station.id)! * HOURS_OF_DAY + (hour - start) / HOUR, cell);
      return day;
    });
}

const dayStart = (hour: number) => Math.floor(hour / DAY) * DAY;

function emptyDay(start: number, stations: readonly ReportStation[], simulated: boolean): StationHours {
  const cells = stations.length * HOURS_OF_DAY;
  return {
    start,
    simulated,
    stations: [...stations].sort((a, b) => (a.id < b.id ? -1 : 1)),
    temperatures: new Float32Array(cells).fill(Number.NaN),
    offsets: new Int8Array(cells),
    amounts: new Float32Array(cells).fill(Number.NaN),
    occurrences: new Uint8Array(cells),
  };
}

function cellAt({ temperatures, offsets, amounts, occurrences }: StationHours, n: number): Cell {
  return { temperature: temperatures[n]!, offset: offsets[n]!, amount: amounts[n]!, occurrence: occurrences[n]! };
}

function writeCell(day: StationHours, n: number, { temperature, offset, amount, occurrence }: Cell): void {
  day.temperatures[n] = temperature;
  day.offsets[n] = offset;
  day.amounts[n] = amount;
  day.occurrences[n] = occurrence;
}

/**
 * A day with what is known of it now in place of what was. A value that is missing now leaves the one that was there; a
 * temperature gives way only to one as near to its hour.
 *
 * @param whole  hours of which all reports were seen: there a station that was wet can turn out to be dry
 * @param most  stations that a day can have: those that it had stay, and further ones are left out
 */
export function mergeHours(
  before: StationHours | null,
  day: StationHours,
  whole: HourSpan,
  most = Number.POSITIVE_INFINITY,
): StationHours {
  if (before === null || before.simulated !== day.simulated) return day;
  const stations = new Map(before.stations.map((station) => [station.id, station]));
  for (const station of day.stations)
    if (stations.has(station.id) || stations.size < most) stations.set(station.id, station);
  const merged = emptyDay(day.start, [...stations.values()], day.simulated);
  const rows = new Map(merged.stations.map(({ id }, row) => [id, row]));
  for (const [source, isWhole] of [
    [before, () => false],
    [day, (hour: number) => hour >= whole.first && hour <= whole.last],
  ] as const)
    for (const [row, { id }] of source.stations.entries()) {
      const to = rows.get(id);
      for (let hour = 0; to !== undefined && hour < HOURS_OF_DAY; hour++) {
        const at = to * HOURS_OF_DAY + hour;
        const cell = cellAt(source, row * HOURS_OF_DAY + hour);
        writeCell(merged, at, mergeCells(cellAt(merged, at), cell, isWhole(day.start + hour * HOUR)));
      }
    }
  return merged;
}

function mergeCells(old: Cell, fresh: Cell, isWhole: boolean): Cell {
  const isNearer = Number.isNaN(old.temperature) || Math.abs(fresh.offset) <= Math.abs(old.offset);
  const { temperature, offset } = Number.isNaN(fresh.temperature) || !isNearer ? old : fresh;
  const replaces = isWhole && fresh.occurrence !== OCCURRENCE.unknown;
  return {
    temperature,
    offset,
    amount: Number.isNaN(fresh.amount) ? old.amount : fresh.amount,
    occurrence: replaces ? fresh.occurrence : Math.max(old.occurrence, fresh.occurrence),
  };
}

/** Half of the last digit that is stored, of K and of mm. */
const DIGIT = 0.006;

/** True when two days are stored as the same. */
export function isSameDay(a: StationHours, b: StationHours): boolean {
  const isSame = (name: 'temperatures' | 'offsets' | 'amounts' | 'occurrences') => {
    const other = b[name];
    return a[name].every((value, n) => Object.is(value, other[n]) || Math.abs(value - other[n]!) < DIGIT);
  };
  const hasSameStations =
    a.stations.length === b.stations.length && a.stations.every((one, n) => isDeepStrictEqual(one, b.stations[n]));
  return hasSameStations && (['temperatures', 'offsets', 'amounts', 'occurrences'] as const).every(isSame);
}
