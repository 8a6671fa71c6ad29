/**
 * Verifies the forecasts that this service has issued with the observations that it has stored: its archive of forecasts,
 * the record of hourly reports, and the series of climate stations.
 */

import type { Progress } from '../../base/progress.js';
import { ACCURACY_LEADS } from '../../model/accuracy.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import type { StationArchive, StationSeries } from '../../model/station-series.js';
import { DAY, formatDate, HOUR, localDateNumber, type Zone, zoneOf } from '../../model/time.js';
import type { VerificationStation } from '../../model/verification-stations.js';
import { countStation, type DayPersistence, wetFrequency } from '../../science/verification/count-station.js';
import { dataThrough } from '../../science/verification/data-through.js';
import {
  collectLeads,
  ISSUE_HOUR,
  type LeadForecasts,
  type StationIssue,
} from '../../science/verification/lead-forecasts.js';
import { checkBuddies, checkHours } from '../../science/verification/observation-checks.js';
import { observedDays } from '../../science/verification/observed-days.js';
import {
  addRow,
  type DateRows,
  noDateRows,
  type SumsLayout,
  sumsLayout,
} from '../../science/verification/sums-layout.js';
import { type OnDefect, readArchive } from '../../store/archive/archived-issues.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { totalOf } from './accuracy-report.js';
import { readStationHours, type StationHourSeries } from './archived-hours.js';
import type { VerifiedForecasts } from './verify-files.js';

export interface ArchiveVerification {
  readonly objects: ObjectStore;
  readonly stations: readonly VerificationStation[];
  /** Series of climate stations; null: none are stored. */
  readonly climate: StationArchive | null;
  /** Last date that is over at every station, days since 1970-01-01. */
  readonly lastDay: number;
  /** Dates that are verified, up to the last one that is observed. */
  readonly days: number;
  readonly persistence: DayPersistence;
  readonly progress: Progress;
  /** Told of damaged objects, which are left out. */
  readonly onDefect: OnDefect;
}

/** Dates that are held in memory at a time: 65 MB of forecasts and 40 MB of observations at 308 stations. */
const BLOCK_DAYS = 60;
/** The longest lead, and a day more for zones. */
const DAYS_BEFORE = 15;
/** Dates, up to the last complete one, among which the end of the data is looked for. */
const LATE_DAYS = 7;

const HOURLY = ACCURACY_LEADS.find(({ interval }) => interval === '1h')!.leads;
const DAILY = ACCURACY_LEADS.find(({ interval }) => interval === '1d')!.leads;

/** Sums of the hours and days of the accuracy record. */
export const FORECAST_LAYOUT: SumsLayout = sumsLayout([
  { interval: '1h', leads: HOURLY.map((lead) => ({ first: lead, last: lead })) },
  { interval: '1d', leads: DAILY.map((lead) => ({ first: lead, last: lead })) },
]);

/** A station with its zone, opened. */
interface ZonedPlace {
  readonly place: VerificationStation;
  readonly zone: Zone;
}

/** @throws the store's errors  a part of it cannot be read */
export async function verifyArchive(request: ArchiveVerification): Promise<VerifiedForecasts> {
  const stations = request.stations.map((place): ZonedPlace => ({ place, zone: zoneOf(place.zone)! }));
  const dataEnd = await endOfData(request);
  const lastDay = dataEnd ?? request.lastDay;
  const firstDay = lastDay - request.days + 1;
  const layout = FORECAST_LAYOUT;
  const rows = noDateRows(layout, firstDay, request.days);
  const totals = stations.map(() => new Float64Array(layout.width));
  const issues = new Set<number>();
  for (let first = firstDay; first <= lastDay; first += BLOCK_DAYS) {
    const last = Math.min(lastDay, first + BLOCK_DAYS - 1);
    const own = await verifyBlock(request, stations, [first, last], issues);
    for (const [n, of] of own.entries()) {
      addRow(rows.sums.subarray((first - firstDay) * layout.width, (last - firstDay + 1) * layout.width), of.sums);
      addRow(totals[n]!, totalOf(layout, of));
    }
  }
  const known = stations.flatMap(({ place: { id } }, n) =>
    totals[n]!.some((sum) => sum !== 0) ? [{ id, total: totals[n]! }] : [],
  );
  const notes = dataEnd === null ? [`none of the last ${LATE_DAYS} dates has 80% of its observations`] : [];
  return {
    ...{ layout, rows, stations: known, firstDay, lastDay, issues: issues.size, issueHour: ISSUE_HOUR },
    ...{ titles: ['archive of this service'], notes },
  };
}

/** Last date with 80% of the hours that the stations of the last days observe; null: none. */
async function endOfData({ objects, stations, lastDay, onDefect }: ArchiveVerification): Promise<number | null> {
  const first = lastDay - LATE_DAYS + 1;
  const ids = stations.map(({ id }) => id);
  const { series } = await readStationHours({ objects, ids, stations: [], days: [first, lastDay], onDefect });
  const observed = new Float64Array(LATE_DAYS);
  for (const { temperatures } of series.values())
    for (let n = 0; n < temperatures.length; n++)
      if (!Number.isNaN(temperatures[n]!)) observed[Math.floor(n / 24)]! += 1;
  return dataThrough(observed, 24 * series.size, first);
}

async function verifyBlock(
  request: ArchiveVerification,
  stations: readonly ZonedPlace[],
  [firstDay, lastDay]: readonly [number, number],
  issues: Set<number>,
): Promise<DateRows[]> {
  const plan = { firstDay, lastDay, leadHours: HOURLY, leadDays: DAILY, issueHour: ISSUE_HOUR };
  const leads = stations.map(({ zone }) => collectLeads({ zone, ...plan }));
  await collectIssues(request, stations, leads, issues);
  const days = [firstDay - DAYS_BEFORE - 1, lastDay + 1] as const;
  const hours = await readStationHours({
    ...{ objects: request.objects, days, onDefect: request.onDefect },
    ids: stations.map(({ place }) => place.id),
    stations: stations.map(({ place }) => place),
  });
  const climate = await readClimate(request.climate, request.stations, days);
  return stations.map(({ place, zone }, n) => {
    const checked = checkedHours(place.id, hours);
    const series = climate.get(place.id) ?? null;
    const observed = { hours: checked, days: observedDays(checked, series, days, zone) };
    const options = { persistence: request.persistence, climatology: wetFrequency(observed) };
    return countStation(FORECAST_LAYOUT, leads[n]!, observed, options);
  });
}

async function collectIssues(
  { objects, onDefect, progress }: ArchiveVerification,
  stations: readonly ZonedPlace[],
  leads: readonly LeadForecasts[],
  issues: Set<number>,
): Promise<void> {
  const { firstDay, lastDay } = leads[0]!.plan;
  const indexes = new Map(stations.map(({ place }, n) => [place.id, n]));
  for (let day = firstDay - DAYS_BEFORE; day <= lastDay + 1; day++) {
    progress({ event: 'issues', text: `reading issues of ${formatDate(day)}`, facts: { day: formatDate(day) } });
    for await (const issue of readArchive(objects, FORECAST_ARCHIVE, formatDate(day), onDefect)) {
      issues.add(issue.issueTime);
      for (const [at, { id }] of issue.stations.entries()) {
        const index = indexes.get(id);
        const own = index === undefined ? null : stationIssueOf(issue, at);
        if (own !== null) leads[index!]!.add(own);
      }
    }
  }
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
  };
}

/** Hours of a station without what contradicts itself or its neighbours; null: it reported nothing. */
function checkedHours(id: string, { series, neighbours }: StationHourSeries) {
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

/** Series of the climate stations at the airports, by the id of the airport. */
async function readClimate(
  climate: StationArchive | null,
  places: readonly VerificationStation[],
  days: readonly [number, number],
): Promise<Map<string, StationSeries>> {
  const found = new Map<string, StationSeries>();
  if (climate === null) return found;
  const pairs = places.flatMap(({ id, ghcn, latitude, longitude }) => {
    const near = climate.near(latitude, longitude, { most: 20, within: AT_THE_AIRPORT });
    const station = near.find((one) => one.station.id === ghcn)?.station;
    return station === undefined ? [] : [{ id, station }];
  });
  const series = await climate.read(
    pairs.map(({ station }) => station),
    ELEMENTS,
    days,
  );
  for (const [n, { id }] of pairs.entries()) found.set(id, series[n]!);
  return found;
}

/** Last date that is over in every zone, days since 1970-01-01. */
export function lastCompleteDay(now: number, stations: readonly VerificationStation[]): number {
  const dates = stations.map(({ zone }) => localDateNumber(now, zoneOf(zone)!));
  return (dates.length === 0 ? Math.floor(now / DAY) : Math.min(...dates)) - 1;
}
