/** Warnings of a history: which values are missing and why, and how far the stations are. */

import type { HistoricalVariableId } from '../../model/historical.js';
import type { StationArchive } from '../../model/station-series.js';
import { formatDate, localDay, type Zone } from '../../model/time.js';
import type { AnalysedAir } from '../../query/history/analysed-days.js';
import type { PlaceHistory, QuantityStations } from '../../query/history/history.js';
import { type ChosenStation, type Place, STATION_REACHES } from '../../query/history/station-choice.js';
import { LARGEST_ADJUSTMENT_M } from '../../science/downscale.js';
import type { Notices } from '../notices.js';
import { addThermometerNotices } from '../thermometer-notices.js';
import type { HistoricalPlan } from './plan.js';

const [NEAR_KM, FAR_KM] = STATION_REACHES;
/** Observations come one to three days late. */
const RECENT_DAYS = 5;
/** Offsets that differ by less shift a day by a part that no station resolves, s. */
const SAME_OFFSET = 1800;

/** First days of the service's own analysis, days since 1970-01-01; null: nothing was analysed yet. */
export interface RecordStarts {
  readonly weather: number | null;
  readonly air: number | null;
}

export interface HistoricalFacts {
  readonly plan: HistoricalPlan;
  readonly place: Place;
  readonly archive: StationArchive;
  readonly history: PlaceHistory;
  /** Null: it was not asked for, or there is no record of it. */
  readonly air: AnalysedAir | null;
  readonly records: RecordStarts;
}

export function addHistoryNotices(
  notices: Notices,
  variables: readonly HistoricalVariableId[],
  { plan, place, archive, history, air, records }: HistoricalFacts,
): void {
  addZoneNotices(notices, plan);
  addAnalysisNotices(notices, place, history, records.weather);
  if (variables.includes('air_quality_index')) addAirNotices(notices, air, records.air, history.analysed.length > 0);
  const observed = history.behind.filter(({ quantity }) => !history.analysed.includes(quantity));
  if (plan.last < archive.firstDay) addAgeNotice(notices, archive, observed);
  else addStationNotices(notices, observed, records.weather);
  addThermometerNotices(notices, place, thermometersOf(observed));
  addGapNotices(notices, plan, archive, history);
  const isSimulated = [...(history.analysis?.spans ?? []), ...(air?.spans ?? [])].some(({ simulated }) => simulated);
  if (isSimulated && !archive.simulated)
    notices.add('simulated_data', 'The analysis is simulated: it comes from the built-in upstream.');
}

const AIR = ['air_quality_index'] as const;

/** @param isCounted  the warning has the number of days of other variables already */
function addAirNotices(notices: Notices, air: AnalysedAir | null, start: number | null, isCounted: boolean): void {
  const index = air?.index ?? new Float64Array(0);
  const missing = missingIn(index, 0, index.length);
  const known = index.length - missing;
  if (known > 0)
    notices.add(
      'analysis_fallback',
      `air_quality_index is analysed from the particles of a model on ${known} of ${index.length} days.`,
      {
        variables: AIR,
        ...(!isCounted && { count: known }),
      },
    );
  if (known > 0 && missing === 0) return;
  const since =
    start === null ? 'has no daily air quality yet' : `keeps daily air quality from ${formatDate(start)} on`;
  const where = known > 0 ? ` on ${missing} of ${index.length} days` : '';
  notices.add('air_quality_unavailable', `This service ${since}; air_quality_index is null${where}.`, {
    variables: AIR,
    ...(known > 0 && { count: missing }),
  });
}

/** Quantities that stand on the analysis: on how many days, and since when. */
function addAnalysisNotices(
  notices: Notices,
  { elevation }: Place,
  { analysed, values, analysis }: PlaceHistory,
  start: number | null,
): void {
  if (analysed.length === 0) return;
  const gaps = analysed.map((quantity) => {
    const days = values.get(quantity)!;
    return { quantity, days: days.length, missing: missingIn(days, 0, days.length) };
  });
  const count = Math.max(...gaps.map(({ days, missing }) => days - missing));
  notices.add(
    'analysis_fallback',
    `No station within ${FAR_KM} km observed ${wordsOf(analysed)} in this period; a model analysed ${count} of the days.`,
    { variables: analysed, count },
  );
  for (const missing of new Set(gaps.map((one) => one.missing).filter((one) => one > 0))) {
    const variables = gaps.filter((one) => one.missing === missing).map(({ quantity }) => quantity);
    const words = `${wordsOf(variables)} ${variables.length === 1 ? 'is' : 'are'} missing`;
    notices.add('partial_data', `${words} on ${missing} of ${gaps[0]!.days} days${sinceWords(start)}.`, {
      variables,
      count: missing,
    });
  }
  if (!analysed.some((quantity) => quantity === 'temperature_max' || quantity === 'temperature_min')) return;
  if (elevation === null)
    notices.add(
      'elevation_unavailable',
      "The height of the place is not known; analysed temperatures are those at the height of the model's ground.",
    );
  if (analysis?.clamped === true)
    notices.add(
      'elevation_clamped',
      `The place is more than ${LARGEST_ADJUSTMENT_M} m above or below the model's ground; temperatures are adjusted by ${LARGEST_ADJUSTMENT_M} m only.`,
    );
}

function wordsOf(quantities: readonly string[]): string {
  return quantities.length === 1 ? quantities[0]! : `${quantities.slice(0, -1).join(', ')} and ${quantities.at(-1)}`;
}

/** @param start  first day of the analysis; null: none yet */
function sinceWords(start: number | null): string {
  return start === null ? '' : `; this service keeps its own analysis from ${formatDate(start)} on`;
}

function addZoneNotices(notices: Notices, { zone, placeZone, zoneIsFallback, first, last }: HistoricalPlan): void {
  if (zoneIsFallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${zone.name} follows from the longitude.`);
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

function addStationNotices(notices: Notices, behind: readonly QuantityStations[], analysisStart: number | null): void {
  for (const { quantity, stations } of behind) {
    const nearest = Math.min(...stations.map(({ distance }) => distance));
    if (stations.length === 0)
      notices.add(
        'variable_unavailable',
        `No station within ${FAR_KM} km observed ${quantity} in this period${sinceWords(analysisStart)}.`,
        { variables: [quantity] },
      );
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
  { first, last, latest }: HistoricalPlan,
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
