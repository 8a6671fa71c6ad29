/**
 * Forecasts that this service has issued beside the observations that it has stored, station by station: its archive of
 * forecasts, the record of hourly reports, and the series of climate stations.
 */

import type { Progress } from '../../base/progress.js';
import { ACCURACY_LEADS } from '../../model/accuracy.js';
import type { DateSpan } from '../../model/accuracy-record.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import type { StationArchive, StationElement, StationSeries } from '../../model/station-series.js';
import { formatDate, HOUR, parseDate, type Zone, zoneOf } from '../../model/time.js';
import type { VerificationStation } from '../../model/verification-stations.js';
import { type ObservedStation, type WetFrequency, wetFrequency } from '../../science/verification/count-station.js';
import {
  collectLeads,
  ISSUE_HOUR,
  type LeadForecasts,
  type StationIssue,
  type UncorrectedValues,
} from '../../science/verification/lead-forecasts.js';
import { checkBuddies, checkHours } from '../../science/verification/observation-checks.js';
import { observedDays } from '../../science/verification/observed-days.js';
import { wetDaysByMonth } from '../../science/verification/wet-climate.js';
import { type OnDefect, readArchive, soundOf } from '../../store/archive/archived-issues.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { readStationHours, type StationHourSeries } from './archived-hours.js';

export interface ArchiveComparison {
  readonly objects: ObjectStore;
  readonly stations: readonly VerificationStation[];
  /** Series of climate stations; null: none are stored. */
  readonly climate: StationArchive | null;
  readonly progress: Progress;
  /** Told of damaged objects, which are left out. */
  readonly onDefect: OnDefect;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/** Forecasts and observations of one station. */
export interface ComparedStation {
  readonly place: VerificationStation;
  readonly leads: LeadForecasts;
  readonly observed: ObservedStation;
  /** Frequency of wet days in the ten years before, where the climate station has them; else in what is verified. */
  readonly climatology: WetFrequency;
}

export interface ComparedDates {
  /** Times of the issues that were read, epoch seconds. */
  readonly issues: ReadonlySet<number>;
  /** At least one issue is from the simulated upstream. */
  readonly simulated: boolean;
  /** Stations in the order of the request; each is made when it is asked for. */
  stations(): Iterable<ComparedStation>;
}

/** Dates that are held in memory at a time: 65 MB of forecasts and 40 MB of observations at 308 stations. */
export const MOST_COMPARED_DATES = 60;
/** The longest lead, and a day more for zones. */
const DAYS_BEFORE = 15;

export const HOURLY_LEADS = ACCURACY_LEADS.find(({ interval }) => interval === '1h')!.leads;
export const DAILY_LEADS = ACCURACY_LEADS.find(({ interval }) => interval === '1d')!.leads;

/**
 * Reads what the verification of some dates needs.
 *
 * @throws the store's errors  a part of it cannot be read
 * @throws the signal's reason
 */
export async function compareDates(request: ArchiveComparison, [firstDay, lastDay]: DateSpan): Promise<ComparedDates> {
  const { stations } = request;
  const plan = { firstDay, lastDay, leadHours: HOURLY_LEADS, leadDays: DAILY_LEADS, issueHour: ISSUE_HOUR };
  const zones = stations.map(({ zone }) => zoneOf(zone)!);
  const leads = zones.map((zone) => collectLeads({ zone, ...plan }));
  const read = await collectIssues(request, leads, [firstDay, lastDay]);
  const days = [firstDay - DAYS_BEFORE - 1, lastDay + 1] as const;
  const hours = await readStationHours({
    ...{ objects: request.objects, days, onDefect: request.onDefect },
    ...{ ids: stations.map(({ id }) => id), stations },
  });
  const atAirports = climateStations(request.climate, stations);
  const climate = await readClimate(request, atAirports, ELEMENTS, days);
  const past = await readClimate(request, atAirports, ['precipitation'], tenYearsBefore(firstDay));
  return {
    ...read,
    *stations() {
      for (const [n, place] of stations.entries()) {
        const observed = observedAt(hours, climate.get(place.id) ?? null, { id: place.id, days, zone: zones[n]! });
        yield { place, leads: leads[n]!, observed, climatology: climatologyOf(observed, past.get(place.id) ?? null) };
      }
    },
  };
}

async function collectIssues(
  { objects, stations, onDefect, progress, signal }: ArchiveComparison,
  leads: readonly LeadForecasts[],
  [firstDay, lastDay]: DateSpan,
): Promise<Pick<ComparedDates, 'issues' | 'simulated'>> {
  const indexes = new Map(stations.map(({ id }, n) => [id, n]));
  const issues = new Set<number>();
  let simulated = false;
  for (let day = firstDay - DAYS_BEFORE; day <= lastDay + 1; day++) {
    signal?.throwIfAborted();
    progress({ event: 'issues', text: `reading issues of ${formatDate(day)}`, facts: { day: formatDate(day) } });
    for await (const issue of readArchive(objects, FORECAST_ARCHIVE, formatDate(day), onDefect)) {
      issues.add(issue.issueTime);
      simulated ||= issue.simulated;
      for (const [at, { id }] of issue.stations.entries()) {
        const index = indexes.get(id);
        const own = index === undefined ? null : stationIssueOf(issue, at);
        if (own !== null) leads[index!]!.add(own);
      }
    }
  }
  return { issues, simulated };
}

/** The forecast of an issue for one of its stations: views, not copies. Null: it had no forecast there. */
export function stationIssueOf(issue: ForecastIssue, index: number): StationIssue | null {
  const { issueTime, hours, days, firstDays, updatedAt } = issue;
  if (updatedAt[index] === null || updatedAt[index] === undefined) return null;
  const hourly = (values: Float32Array) => values.subarray(index * ISSUE_HOURS, (index + 1) * ISSUE_HOURS);
  const daily = (values: Float32Array) => values.subarray(index * ISSUE_DAYS, (index + 1) * ISSUE_DAYS);
  const firstDay = firstDays[index] ?? null;
  return {
    issueTime,
    hours: {
      start: Math.floor(issueTime / HOUR) * HOUR,
      temperature: hourly(hours.temperature),
      precipitation: hourly(hours.precipitation),
      probability: hourly(hours.probability),
    },
    days:
      firstDay === null
        ? null
        : {
            firstDay,
            temperatureMax: daily(days.temperatureMax),
            temperatureMin: daily(days.temperatureMin),
            precipitation: daily(days.precipitation),
            probability: daily(days.probability),
          },
    uncorrected: uncorrectedOf(issue, index),
  };
}

/** Null where the station had no correction: then no value before it is stored. */
function uncorrectedOf({ uncorrected, firstDays }: ForecastIssue, index: number): UncorrectedValues | null {
  if (uncorrected === null || uncorrected === undefined) return null;
  const { hours, days } = uncorrected;
  const hourly = (values: Float32Array) => values.subarray(index * ISSUE_HOURS, (index + 1) * ISSUE_HOURS);
  const daily = (values: Float32Array) => values.subarray(index * ISSUE_DAYS, (index + 1) * ISSUE_DAYS);
  const own = { temperature: hourly(hours.temperature), probability: hourly(hours.probability) };
  if (own.temperature.every(Number.isNaN) && own.probability.every(Number.isNaN)) return null;
  const { temperatureMax, temperatureMin, probability } = days;
  const hasDays = (firstDays[index] ?? null) !== null;
  return {
    hours: own,
    days: hasDays
      ? {
          temperatureMax: daily(temperatureMax),
          temperatureMin: daily(temperatureMin),
          probability: daily(probability),
        }
      : null,
  };
}

function observedAt(
  hours: StationHourSeries,
  series: StationSeries | null,
  { id, days, zone }: { readonly id: string; readonly days: DateSpan; readonly zone: Zone },
): ObservedStation {
  const checked = checkedHours(id, hours);
  return { hours: checked, days: observedDays(checked, series, days, zone) };
}

/** Hours of a station without what contradicts itself or its neighbours; null: it reported nothing. */
function checkedHours(id: string, { series, neighbours }: StationHourSeries): ObservedStation['hours'] {
  const own = series.get(id);
  if (own === undefined) return null;
  const checked = checkHours(own);
  const around = (neighbours.get(id) ?? []).flatMap((other) => {
    const found = series.get(other);
    return found === undefined ? [] : [found.temperatures];
  });
  return { ...checked, temperatures: checkBuddies(checked.temperatures, around) };
}

/** Distance within which a station of the identities is looked up, km. */
const AT_THE_AIRPORT = 10;
const ELEMENTS = ['temperature_max', 'temperature_min', 'precipitation'] as const;

/** The climate station at each airport that has one. */
function climateStations(climate: StationArchive | null, places: readonly VerificationStation[]) {
  return places.flatMap(({ id, ghcn, latitude, longitude }) => {
    const near = climate?.near(latitude, longitude, { most: 20, within: AT_THE_AIRPORT }) ?? [];
    const station = near.find((one) => one.station.id === ghcn)?.station;
    return station === undefined ? [] : [{ id, station }];
  });
}

/** Series of the climate stations by the id of the airport, without those that are damaged. */
async function readClimate(
  { climate, onDefect, signal }: ArchiveComparison,
  stations: ReturnType<typeof climateStations>,
  elements: readonly StationElement[],
  days: DateSpan,
): Promise<Map<string, StationSeries>> {
  const found = new Map<string, StationSeries>();
  if (climate === null) return found;
  for (const { id, station } of stations) {
    signal?.throwIfAborted();
    const series = await soundOf(() => climate.read([station], elements, days), onDefect);
    if (series !== null) found.set(id, series[0]!);
  }
  return found;
}

const YEARS = 10;

/** The ten calendar years before that of a date: they stay the same for all of its year. */
function tenYearsBefore(day: number): DateSpan {
  const year = Number(formatDate(day).slice(0, 4));
  return [parseDate(`${year - YEARS}-01-01`)!, parseDate(`${year - 1}-12-31`)!];
}

function climatologyOf(observed: ObservedStation, past: StationSeries | null): WetFrequency {
  const verified = wetFrequency(observed);
  if (past === null) return verified;
  const day = wetDaysByMonth(past).map((share) => (Number.isNaN(share) ? verified.day : share));
  return { hour: verified.hour, day };
}
