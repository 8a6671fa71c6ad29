/** Warnings about observed days: which values are missing and why, and how far the stations are. */

import type { StationArchive } from '../model/station-series.js';
import { formatDate, localDay, type Zone } from '../model/time.js';
import type { PlaceHistory, QuantityStations } from '../query/history/history.js';
import { type ChosenStation, type Place, STATION_REACHES } from '../query/history/station-choice.js';
import type { Notices } from './notices.js';
import { addThermometerNotices } from './thermometer-notices.js';

const [NEAR_KM, FAR_KM] = STATION_REACHES;
/** Observations come one to three days late. */
const RECENT_DAYS = 5;
/** Offsets that differ by less shift a day by a part that no station resolves, s. */
const SAME_OFFSET = 1800;

/** Local days that stations were asked for. */
export interface ObservedSpan {
  /** Days since 1970-01-01, both inclusive. */
  readonly first: number;
  readonly last: number;
  /** Yesterday, in the zone of the request and in that of the place. */
  readonly latest: number;
  readonly zone: Zone;
  /** Zone of the place, whose days its stations report. */
  readonly placeZone: Zone;
}

export interface HistoryFacts {
  readonly span: ObservedSpan;
  readonly place: Place;
  readonly archive: StationArchive;
  readonly history: PlaceHistory;
}

export function addHistoryNotices(notices: Notices, { span, place, archive, history }: HistoryFacts): void {
  addDayBoundaryNotice(notices, span);
  if (span.last < archive.firstDay) addAgeNotice(notices, archive, history.behind);
  else addStationNotices(notices, history.behind);
  addThermometerNotices(notices, place, thermometersOf(history.behind));
  addGapNotices(notices, span, archive, history);
}

function addDayBoundaryNotice(notices: Notices, { zone, placeZone, first, last }: ObservedSpan): void {
  if (!offsetsDiffer(zone, placeZone, first, last)) return;
  notices.add(
    'day_boundary_local',
    `Stations report days of ${placeZone.name}; the dates are theirs and not those of ${zone.name}.`,
  );
}

/** Days between two looks: a zone has several weeks of summer time, or none. */
const BETWEEN_LOOKS = 28;
/** Later years have the clock changes of the first two. */
const LOOKED_AT = 731;

function offsetsDiffer(zone: Zone, placeZone: Zone, first: number, last: number): boolean {
  const until = Math.min(last, first + LOOKED_AT);
  for (let day = first; day < until + BETWEEN_LOOKS; day += BETWEEN_LOOKS) {
    const { start } = localDay(Math.min(day, until), placeZone);
    if (Math.abs(zone.offsetAt(start) - placeZone.offsetAt(start)) >= SAME_OFFSET) return true;
  }
  return false;
}

function addAgeNotice(notices: Notices, { firstDay }: StationArchive, behind: readonly QuantityStations[]): void {
  notices.add('variable_unavailable', `This service keeps observations from ${formatDate(firstDay)} on.`, {
    variables: behind.map(({ quantity }) => quantity),
  });
}

function addStationNotices(notices: Notices, behind: readonly QuantityStations[]): void {
  for (const { quantity, stations } of behind) {
    const nearest = Math.min(...stations.map(({ distance }) => distance));
    if (stations.length === 0)
      notices.add('variable_unavailable', `No station within ${FAR_KM} km observed ${quantity} in this period.`, {
        variables: [quantity],
      });
    else if (nearest > NEAR_KM)
      notices.add('station_distant', `The nearest station with ${quantity} is ${Math.round(nearest)} km away.`, {
        variables: [quantity],
      });
  }
}

function thermometersOf(behind: readonly QuantityStations[]): ChosenStation[] {
  return behind
    .filter(({ quantity }) => quantity === 'temperature_max' || quantity === 'temperature_min')
    .flatMap(({ stations }) => stations);
}

/** Days that are too recent to be complete are told apart from gaps of the past. */
function addGapNotices(
  notices: Notices,
  { first, last, latest }: ObservedSpan,
  { lastDay }: StationArchive,
  { values, behind }: PlaceHistory,
): void {
  const recent = Math.min(latest - RECENT_DAYS + 1, lastDay + 1);
  for (const { quantity, stations } of behind) {
    if (stations.length === 0) continue;
    const days = values.get(quantity)!;
    const split = Math.max(0, Math.min(days.length, recent - first));
    // Rain may be missing because nobody can tell it from snow, although the precipitation has come in.
    const arriving = (quantity === 'rain_total' && values.get('precipitation')) || days;
    const late = missingIn(arriving, split, days.length);
    const missing = missingIn(days, 0, days.length) - late;
    if (late > 0)
      notices.add('recent_data_incomplete', `Observations to ${formatDate(last)} have not all come in yet.`, {
        variables: [quantity],
        count: late,
      });
    if (missing === 0) continue;
    const why = quantity === 'rain_total' ? 'cannot be told from snow' : 'was not observed';
    notices.add('partial_data', `${quantity} ${why} on ${missing} of ${days.length} days.`, {
      variables: [quantity],
      count: missing,
    });
  }
}

function missingIn(days: Float64Array, from: number, to: number): number {
  let missing = 0;
  for (let i = from; i < to; i++) missing += Number.isNaN(days[i]) ? 1 : 0;
  return missing;
}
