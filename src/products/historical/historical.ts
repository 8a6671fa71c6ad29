/**
 * `POST /v1/historical`: days of the past at a point, from the series of the stations around it.
 *
 * The response depends on the published series, the terrain and the local date alone, which `stateKey` names.
 */

import { type Column, NULL_SCALED, type RecordTable } from '../../model/answer.js';
import type {
  HistoricalAnswer,
  HistoricalInclude,
  HistoricalSource,
  HistoricalStation,
  HistoricalVariableId,
} from '../../model/historical.js';
import type { ProductStatus } from '../../model/product.js';
import { attributionOf, licenceOf, STATION_NETWORK, stationOrigin } from '../../model/station-origins-table.js';
import { formatDate, formatInstant } from '../../model/time.js';
import { converter, scaleColumn } from '../../model/units.js';
import { type PlaceHistory, readHistory } from '../../query/history/history.js';
import {
  type ContributingOrigin,
  type ContributingStation,
  contributingOrigins,
  contributingStations,
} from '../../query/history/provenance.js';
import { calendarDate, DAY_SLOTS, slotsOf } from '../../science/stations/day-slots.js';
import { roundedPlace } from '../answer-head.js';
import { addHistoryNotices } from '../history-notices.js';
import { createNotices, type Notices } from '../notices.js';
import {
  addArchiveNotices,
  DATE_STEP,
  isLate,
  openArchive,
  type StationDependencies,
  stationStatus,
  stationVersions,
} from '../station-data.js';
import { type HistoricalPlan, planOf } from './plan.js';
import type { HistoricalRequest } from './request.js';

const PRODUCT = 'historical';

export interface HistoricalProduct {
  /** Changes whenever the same request may have another response. */
  stateKey(): Promise<string>;
  /**
   * @throws InvalidRequestError  unknown zone, days that are not over, a span that is too long
   * @throws ProductUnavailableError  no series were published yet
   */
  answer(request: HistoricalRequest): Promise<HistoricalAnswer>;
  status(): Promise<ProductStatus>;
}

export function createHistoricalProduct(deps: StationDependencies): HistoricalProduct {
  return {
    stateKey: async () => `${await stationVersions(deps)}/${Math.floor(deps.clock.now() / DATE_STEP)}`,
    answer: (request) => answer(deps, request),
    status: () => stationStatus(PRODUCT, deps),
  };
}

async function answer(deps: StationDependencies, request: HistoricalRequest): Promise<HistoricalAnswer> {
  const now = deps.clock.now();
  const plan = planOf(request, now);
  const archive = await openArchive(PRODUCT, deps);
  const { latitude, longitude } = request.location;
  const elevation = (await deps.elevationAt?.(latitude, longitude)) ?? null;
  const place = { latitude, longitude, elevation };
  const { first, last, quantities, units } = plan;
  const history = await readHistory({ ...deps, archive }, { place, days: [first, last], quantities });
  const notices = createNotices();
  addArchiveNotices(notices, archive, now);
  addPlanNotices(notices, plan, request.variables);
  addHistoryNotices(notices, { span: plan, place, archive, history });
  return {
    location: { ...roundedPlace(request.location), timezone: plan.zone.name },
    units,
    ...{ start: formatDate(first), end: formatDate(last) },
    daily: tableOf(plan, request.variables, history),
    ...provenance(request.include ?? [], plan, history),
    updated_at: formatInstant(archive.publishedAt),
    stale: isLate(archive, now),
    warnings: notices.list(),
  };
}

function addPlanNotices(
  notices: Notices,
  { zone, zoneIsFallback }: HistoricalPlan,
  variables: readonly HistoricalVariableId[],
): void {
  if (zoneIsFallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${zone.name} follows from the longitude.`);
  if (variables.includes('air_quality_index'))
    notices.add(
      'air_quality_unavailable',
      'This service keeps no daily air quality of the past; air_quality_index is null.',
      { variables: ['air_quality_index'] },
    );
}

function tableOf(
  { first, last, units }: HistoricalPlan,
  variables: readonly HistoricalVariableId[],
  { values }: PlaceHistory,
): RecordTable {
  const count = last - first + 1;
  const columnOf = (name: HistoricalVariableId): Column => {
    if (name === 'air_quality_index')
      return { kind: 'number', name, decimals: 0, scaled: new Int32Array(count).fill(NULL_SCALED) };
    const dimension = name === 'temperature_max' || name === 'temperature_min' ? 'temperature' : 'precipitation';
    const conversion = converter(dimension, units[dimension]);
    const scaled = scaleColumn(values.get(name)!, conversion);
    return { kind: 'number', name, decimals: conversion.decimals, scaled };
  };
  return { label: 'date', labels: datesFrom(first, count), columns: variables.map(columnOf) };
}

/** "-01-01" to "-12-31" by slot: 18,000 dates one by one would cost more than everything else. */
const MONTH_DAYS = Array.from({ length: DAY_SLOTS }, (_, slot) =>
  new Date(Date.UTC(2000, 0, 1 + slot)).toISOString().slice(4, 10),
);

function datesFrom(first: number, count: number): string[] {
  const slots = slotsOf(first, count);
  let { year } = calendarDate(first);
  let prefix = yearText(year);
  return Array.from(slots, (slot, i) => {
    if (slot === 0 && i > 0) prefix = yearText(++year);
    return prefix + MONTH_DAYS[slot]!;
  });
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}

function provenance(
  include: readonly HistoricalInclude[],
  { first, last }: HistoricalPlan,
  { behind }: PlaceHistory,
): Pick<HistoricalAnswer, 'sources' | 'stations'> {
  if (include.length === 0) return {};
  const stations = contributingStations(behind);
  return {
    ...(include.includes('sources') && { sources: contributingOrigins(stations, [first, last]).map(sourceRow) }),
    ...(include.includes('stations') && { stations: stations.map(stationRow) }),
  };
}

function sourceRow({ flag, quantities, stations, firstDay, lastDay }: ContributingOrigin): HistoricalSource {
  const origin = stationOrigin(flag);
  return {
    ...{ id: `ghcn-daily:${flag}`, name: origin.name, type: 'observation' },
    ...{ attribution: attributionOf(origin), license: licenceOf(origin) },
    ...{ variables: quantities, stations, start: formatDate(firstDay), end: formatDate(lastDay) },
  };
}

function stationRow({
  station,
  distance,
  elevation,
  difference,
  share,
  days,
  quantities,
}: ContributingStation): HistoricalStation {
  return {
    ...{ id: station.id, name: station.name, network: STATION_NETWORK },
    ...roundedPlace(station),
    elevation,
    distance_km: Math.round(distance * 10) / 10,
    elevation_difference_m: difference === null ? null : Math.round(difference),
    weight: Math.round(share * 1e4) / 1e4,
    ...{ variables: quantities, days },
  };
}
