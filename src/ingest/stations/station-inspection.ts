/** The published series of one station in readable lines: place, elements with their spans, sources, and the newest days. */

import { systemClock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import { unpack } from '../../model/packing.js';
import {
  DAY_FLAGS,
  NOT_OBSERVED,
  STATION_ELEMENTS,
  STATION_PACKING,
  type Station,
  type StationElement,
  type StationSeries,
} from '../../model/station-series.js';
import { formatDate } from '../../model/time.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { createStationShelf } from '../../store/stations/station-shelf.js';

const NEWEST_DAYS = 14;
/** The longest series of the network begins in 1763. */
const FIRST_DAY = -75_606;
const ZERO_CELSIUS = 273.15;

/** Lines about a station, for `tableLines`: text above, and rows of the newest days with a heading. */
export interface StationInspection {
  readonly lines: readonly string[];
  /** The first row is the heading. */
  readonly days: readonly (readonly string[])[];
}

/**
 * @returns null: nothing is published, or no station has the id
 * @throws ObjectDefectError  what is published is damaged
 */
export async function inspectStation(objects: ObjectStore, id: string): Promise<StationInspection | null> {
  const shelf = createStationShelf({ objects, clock: systemClock, log: silentLog });
  const archive = await shelf.open();
  const station = archive?.find(id) ?? null;
  if (archive === null || station === null) return null;
  const [series] = await archive.read([station], STATION_ELEMENTS, [FIRST_DAY, archive.lastDay]);
  return { lines: [...placeLines(station), ...spanLines(series!), ...hourLines(series!)], days: newestRows(series!) };
}

function placeLines({ id, name, latitude, longitude, elevation, sources }: Station): string[] {
  const height = elevation === null ? 'height not known' : `${elevation} m`;
  const flags = sources.map(
    ({ flag, elements, firstDay, lastDay }) =>
      `${flag} ${elements.join(', ')} ${formatDate(firstDay)} to ${formatDate(lastDay)}`,
  );
  return [
    `${id}  ${name}`,
    `place       ${latitude}, ${longitude}, ${height}`,
    `sources     ${flags.join('; ') || 'not told'}`,
  ];
}

function spanLines({ firstDay, values }: StationSeries): string[] {
  return [...values].map(([element, days]) => {
    const [first, last] = [days.findIndex(isObserved), days.findLastIndex(isObserved)];
    if (first < 0) return `${element}: never observed`;
    const count = days.reduce((sum, value) => sum + (isObserved(value) ? 1 : 0), 0);
    const share = ((100 * count) / (last - first + 1)).toFixed(1);
    return `${element}: ${formatDate(firstDay + first)} to ${formatDate(firstDay + last)}, ${share}% of the days`;
  });
}

function isObserved(value: number): boolean {
  return value !== NOT_OBSERVED;
}

/** Observation times are not stored: what they led to is. */
function hourLines({ values, flags }: StationSeries): string[] {
  const all = [...values.values()];
  const count = (isCounted: (day: number) => boolean) =>
    flags.reduce((sum, _, day) => sum + (isCounted(day) ? 1 : 0), 0);
  const observed = count((day) => all.some((row) => isObserved(row[day]!)));
  const moved = count((day) => (flags[day]! & (DAY_FLAGS.moved | DAY_FLAGS.morningMinimum)) !== 0);
  return [
    `observed in the morning: ${moved} of ${observed} days; their values were moved to the dates that they describe`,
  ];
}

/** The days up to the last observation of the station. */
function newestRows({ firstDay, values, flags }: StationSeries): string[][] {
  const end = 1 + Math.max(...[...values.values()].map((row) => row.findLastIndex(isObserved)));
  const first = Math.max(0, end - NEWEST_DAYS);
  const rows = Array.from({ length: end - first }, (_, n) => {
    const day = first + n;
    const words = Object.entries(DAY_FLAGS).flatMap(([name, bit]) => ((flags[day]! & bit) === 0 ? [] : [name]));
    return [
      formatDate(firstDay + day),
      ...[...values].map(([element, row]) => valueText(element, row[day]!)),
      words.join(' '),
    ];
  });
  return [['date', 'maximum', 'minimum', 'precipitation', 'snowfall', 'snow as water', 'flags'], ...rows];
}

/** Degrees Celsius and millimetres; a hyphen where there is no observation. */
function valueText(element: StationElement, packed: number): string {
  if (!isObserved(packed)) return '-';
  const value = unpack(packed, STATION_PACKING[element]);
  return element.startsWith('temperature') ? `${(value - ZERO_CELSIUS).toFixed(1)} °C` : `${value.toFixed(1)} mm`;
}
