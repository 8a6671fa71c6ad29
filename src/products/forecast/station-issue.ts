/** The forecasts that are issued for the verification stations: the same numbers as responses, before units and rounding. */

import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import { type Box, isInside } from '../../model/box.js';
import {
  type ForecastIssue,
  ISSUE_DAYS,
  ISSUE_HOURS,
  type UncorrectedIssue,
  type ZonedStation,
} from '../../model/forecast-issue.js';
import { DAY, HOUR, MINUTE, zoneOf } from '../../model/time.js';
import type { ForecastVariableId } from '../../model/variables.js';
import { VERIFICATION_STATIONS } from '../../model/verification-stations.js';
import type { ForecastProduct, IssuedForecast, IssueRequest } from './forecast.js';

/** Variables of the hours and of the days, by their names in an issue. */
const HOUR_VARIABLES = {
  temperature: 'temperature',
  precipitation: 'precipitation',
  probability: 'precipitation_probability',
} as const satisfies Readonly<Record<keyof ForecastIssue['hours'], ForecastVariableId>>;
const DAY_VARIABLES = {
  temperatureMax: 'temperature_max',
  temperatureMin: 'temperature_min',
  precipitation: 'precipitation',
  probability: 'precipitation_probability',
} as const satisfies Readonly<Record<keyof ForecastIssue['days'], ForecastVariableId>>;

/**
 * Days are issued from 06:00 to 09:00 local time. Verification takes the first issue after 06:00; the two after it stand in
 * where a service was down.
 */
const MORNING = { start: 6 * HOUR, end: 9 * HOUR };

/** Publications come minutes apart and an issue takes seconds, so a second attempt almost always suffices. */
const MOST_ATTEMPTS = 3;

type IssuingProduct = Pick<ForecastProduct, 'issue' | 'published'>;

/** Verification stations in a region; null: all. */
export function stationsIn(region: Box | null): readonly ZonedStation[] {
  return VERIFICATION_STATIONS.filter(
    ({ latitude, longitude }) => region === null || isInside(region, latitude, longitude),
  );
}

/** True where an issue at that time, epoch seconds, has days; never where the runtime does not know the zone. */
export function isMorning(time: number, zone: string): boolean {
  const offset = zoneOf(zone)?.offsetAt(time);
  if (offset === undefined) return false;
  const local = (((time + offset) % DAY) + DAY) % DAY;
  return local >= MORNING.start && local < MORNING.end;
}

/**
 * Issues forecasts for all stations, from one state of the published data. When new data are published meanwhile, it begins
 * again. Null: that happened in each of three attempts.
 *
 * @throws the signal's reason
 */
export async function issueForecasts(
  product: IssuingProduct,
  stations: readonly ZonedStation[],
  clock: Clock,
  signal?: AbortSignal,
): Promise<ForecastIssue | null> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const published = await product.published();
    const issueTime = Math.floor(clock.now() / MINUTE) * MINUTE;
    const issued: (IssuedForecast | null)[] = [];
    for (const station of stations) {
      signal?.throwIfAborted();
      issued.push(await issuedOrNothing(product, station, issueTime));
    }
    if ((await product.published()) === published) return issueOf(issueTime, stations, issued);
  }
  return null;
}

/** Returns null where a response would be an error: no source covers the station, or none can be read. */
async function issuedOrNothing(
  product: IssuingProduct,
  station: ZonedStation,
  issueTime: number,
): Promise<IssuedForecast | null> {
  try {
    return await product.issue(requestFor(station, issueTime), issueTime);
  } catch (error) {
    if (isTagged(error, 'product-unavailable') || isTagged(error, 'invalid-request')) return null;
    throw error;
  }
}

/** The request whose response an issue keeps. */
export function requestFor({ latitude, longitude, zone }: ZonedStation, issueTime: number): IssueRequest {
  return {
    location: { latitude, longitude },
    timezone: zone,
    hourly: { hours: ISSUE_HOURS, variables: Object.values(HOUR_VARIABLES) },
    ...(isMorning(issueTime, zone) ? { daily: { days: ISSUE_DAYS, variables: Object.values(DAY_VARIABLES) } } : {}),
  };
}

function issueOf(
  issueTime: number,
  stations: readonly ZonedStation[],
  issued: readonly (IssuedForecast | null)[],
): ForecastIssue {
  return {
    issueTime,
    stations: stations.map(({ id, latitude, longitude, zone }) => ({ id, latitude, longitude, zone })),
    hours: tablesOf(HOUR_VARIABLES, issued, 'hourly', ISSUE_HOURS),
    days: tablesOf(DAY_VARIABLES, issued, 'daily', ISSUE_DAYS),
    uncorrected: uncorrectedOf(issued),
    firstDays: issued.map((forecast) => forecast?.firstDay ?? null),
    updatedAt: issued.map((forecast) => forecast?.updatedAt ?? null),
    stale: issued.map((forecast) => forecast?.stale ?? false),
    simulated: issued.some((forecast) => forecast?.simulated),
  };
}

/** Null where no station has a learned correction. */
function uncorrectedOf(issued: readonly (IssuedForecast | null)[]): UncorrectedIssue | null {
  const before = issued.map((forecast) => forecast?.uncorrected ?? null);
  if (before.every((forecast) => forecast === null)) return null;
  const { precipitation: _, ...hours } = HOUR_VARIABLES;
  const { precipitation: __, ...days } = DAY_VARIABLES;
  return {
    hours: tablesOf(hours, before, 'hourly', ISSUE_HOURS),
    days: tablesOf(days, before, 'daily', ISSUE_DAYS),
  };
}

/** [station][record] of each variable; NaN where there is no forecast. */
function tablesOf<Name extends string>(
  variables: Readonly<Record<Name, ForecastVariableId>>,
  issued: readonly (Pick<IssuedForecast, 'hourly' | 'daily'> | null)[],
  section: 'hourly' | 'daily',
  count: number,
): Record<Name, Float32Array> {
  const names = Object.keys(variables) as Name[];
  const tableOf = (name: Name) => {
    const table = new Float32Array(issued.length * count).fill(Number.NaN);
    for (const [i, forecast] of issued.entries()) table.set(forecast?.[section].get(variables[name]) ?? [], i * count);
    return table;
  };
  return Object.fromEntries(names.map((name) => [name, tableOf(name)])) as Record<Name, Float32Array>;
}
