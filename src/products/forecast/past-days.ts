/** Past days of a forecast: what stations observed, read as `POST /v1/historical` reads it, so that both agree. */

import { isUnreadable } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { RecordTable } from '../../model/answer.js';
import type { DailyAnalysis } from '../../model/daily-analysis.js';
import type { StationArchive } from '../../model/station-series.js';
import { localDateNumber } from '../../model/time.js';
import type { ForecastVariableId } from '../../model/variables.js';
import { readAnalysis } from '../../query/history/analysed-days.js';
import {
  HISTORY_QUANTITIES,
  type HistoryQuantity,
  type PlaceHistory,
  readHistory,
} from '../../query/history/history.js';
import type { Place } from '../../query/history/station-choice.js';
import type { ElevationLookup } from '../../query/place/elevation.js';
import { zoneOfPlace } from '../../query/place/time-zone.js';
import type { StationDays } from '../../query/reports/station-days.js';
import { addHistoryNotices, type ObservedSpan } from '../history-notices.js';
import type { Notices } from '../notices.js';
import type { OpenStations } from '../station-data.js';
import type { Plan } from './plan.js';
import { nullsIn } from './sections/columns.js';
import type { Days } from './weather/days.js';
import type { ObservedDays } from './weather/observed-days.js';

/** What a variable of local days is made of; temperatures and kinds of fall are observed together or not at all. */
const QUANTITIES_OF: Partial<Readonly<Record<ForecastVariableId, readonly HistoryQuantity[]>>> = {
  temperature_max: ['temperature_max', 'temperature_min'],
  temperature_min: ['temperature_max', 'temperature_min'],
  precipitation: ['precipitation', 'snow_total'],
  rain_total: ['precipitation', 'rain_total', 'snow_total'],
  snow_total: ['precipitation', 'snow_total'],
  precipitation_probability: ['precipitation', 'snow_total'],
  condition: ['precipitation', 'rain_total', 'snow_total'],
};

export interface PastDays extends ObservedDays {
  readonly span: ObservedSpan;
  readonly place: Place;
  readonly archive: StationArchive;
  readonly history: PlaceHistory;
  /** First day of the daily analysis, days since 1970-01-01; null: none yet. */
  readonly analysisStart: number | null;
}

export interface PastDaysDependencies {
  readonly stations?: OpenStations;
  readonly stationDays?: StationDays;
  readonly analysis?: DailyAnalysis;
  readonly elevationAt?: ElevationLookup;
  readonly log: Log;
}

/** Null: no past day is asked for that is over at the place, or no station series can be read. */
export async function readPastDays(
  { stations, stationDays, analysis, elevationAt, log }: PastDaysDependencies,
  { daily, now, zone }: Plan,
  place: Place,
): Promise<PastDays | null> {
  if (daily === null || stations === undefined || daily.extent.first >= daily.extent.today) return null;
  const { zone: placeZone } = zoneOfPlace(place.latitude, place.longitude);
  const latest = Math.min(daily.extent.today, localDateNumber(now, placeZone)) - 1;
  const span = { first: daily.extent.first, last: Math.min(daily.extent.last, latest), latest, zone, placeZone };
  const needed = new Set(daily.variables.flatMap((variable) => QUANTITIES_OF[variable] ?? []));
  if (span.last < span.first || needed.size === 0) return null;
  try {
    const archive = await stations();
    if (archive === null) return null;
    const quantities = HISTORY_QUANTITIES.filter((quantity) => needed.has(quantity));
    const days = [span.first, span.last] as const;
    const recent = { latest, zone: placeZone };
    const deps = { archive, stationDays, analysis, elevationAt };
    const history = await readHistory(deps, { place, days, quantities, recent });
    const isSkyShown = analysis !== undefined && daily.variables.includes('condition');
    const sky = isSkyShown ? await readAnalysis(analysis, place, days) : null;
    const [first] = (await analysis?.spans('daily-weather')) ?? [];
    return {
      ...{ count: days[1] - days[0] + 1, values: history.values, analysed: history.analysed },
      ...{ clouds: sky?.values.get('cloud_cover') ?? null, span, place, archive, history },
      analysisStart: first?.firstDay ?? null,
    };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    log.debug({ product: 'forecast', error: error.message }, 'past days without station series');
    return null;
  }
}

export interface ShownDays {
  readonly table: RecordTable;
  readonly days: Pick<Days, 'temperatureMax' | 'temperatureMin' | 'precipitation' | 'rain' | 'snow'>;
}

/** Warns of what past days lack after the models have filled in, and of stations that are far away. */
export function addPastNotices(notices: Notices, past: PastDays, { table, days }: ShownDays): void {
  const shown: Readonly<Record<HistoryQuantity, Float64Array>> = {
    temperature_max: days.temperatureMax,
    temperature_min: days.temperatureMin,
    precipitation: days.precipitation,
    rain_total: days.rain,
    snow_total: days.snow,
  };
  const isShown = (name: string) => table.columns.some((column) => column.name === name);
  const values = new Map(HISTORY_QUANTITIES.map((quantity) => [quantity, shown[quantity].subarray(0, past.count)]));
  const behind = past.history.behind.filter(
    ({ quantity, stations }) => isShown(quantity) && (stations.length > 0 || values.get(quantity)!.some(Number.isNaN)),
  );
  const analysed = past.analysed.filter(isShown);
  addHistoryNotices(notices, { ...past, history: { ...past.history, values, behind, analysed } });
  addNullNotice(notices, 'precipitation_probability', 'their precipitation is not known', { table, past });
  addNullNotice(notices, 'condition', 'stations report neither the sky nor always the kind of precipitation', {
    table,
    past,
  });
}

/** Warns of nulls in a variable that is none of the quantities of stations. */
function addNullNotice(
  notices: Notices,
  variable: 'precipitation_probability' | 'condition',
  why: string,
  { table, past: { count } }: { readonly table: RecordTable; readonly past: PastDays },
): void {
  const column = table.columns.find(({ name }) => name === variable);
  const unknown = column ? nullsIn(column, 0, count) : 0;
  if (unknown > 0)
    notices.add('partial_data', `${variable} is null on ${unknown} of ${count} past days: ${why}.`, {
      variables: [variable],
      count: unknown,
    });
}
