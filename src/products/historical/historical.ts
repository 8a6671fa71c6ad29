/**
 * `POST /v1/historical`: days of the past at a point, from the series of the stations around it, and from the service's own
 * analysis where there are none.
 *
 * The response depends on the published series, the record of the last hours, the analysis, the terrain and the local date
 * alone, which `stateKey` names.
 */

import type { Column, RecordTable } from '../../model/answer.js';
import { ANALYSIS_CREDIT, type AnalysisSpan, type DailyAnalysis } from '../../model/daily-analysis.js';
import { datasetTitle } from '../../model/dataset.js';
import type {
  HistoricalAnswer,
  HistoricalInclude,
  HistoricalSource,
  HistoricalStation,
  HistoricalVariableId,
} from '../../model/historical.js';
import type { ProductStatus } from '../../model/product.js';
import { creditedOrigin } from '../../model/station-origins-table.js';
import { formatDate, formatInstant } from '../../model/time.js';
import { converter, scaleColumn } from '../../model/units.js';
import { type AnalysedAir, type DaySpan, readAnalysedAir } from '../../query/history/analysed-days.js';
import { type PlaceHistory, readHistory } from '../../query/history/history.js';
import {
  type ContributingOrigin,
  type ContributingStation,
  contributingOrigins,
  contributingStations,
} from '../../query/history/provenance.js';
import type { Place } from '../../query/history/station-choice.js';
import type { StationDays } from '../../query/reports/station-days.js';
import { calendarDate, DAY_SLOTS, slotsOf } from '../../science/stations/day-slots.js';
import { roundedPlace } from '../answer-head.js';
import { addAnalysisOrigin, addHistoryNotices } from '../history-notices.js';
import { createNotices } from '../notices.js';
import {
  addArchiveNotices,
  DATE_STEP,
  isLate,
  openArchive,
  type StationDependencies,
  stationStatus,
  stationVersions,
} from '../station-data.js';
import { addAirNotices } from './air-notices.js';
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

export interface HistoricalDependencies extends StationDependencies {
  /** Days of airports for the last days that the series do not have yet; left out: those days are missing. */
  readonly stationDays?: StationDays;
  /** The service's own days; without it there is nothing where no station is. */
  readonly analysis?: DailyAnalysis;
}

export function createHistoricalProduct(deps: HistoricalDependencies): HistoricalProduct {
  return {
    stateKey: async () => {
      const recent = (await deps.stationDays?.version()) ?? 'none';
      const versions = [await stationVersions(deps), recent, await analysisVersions(deps)];
      return [...versions, Math.floor(deps.clock.now() / DATE_STEP)].join('/');
    },
    answer: (request) => answer(deps, request),
    status: () => stationStatus(PRODUCT, deps),
  };
}

async function analysisVersions({ analysis }: HistoricalDependencies): Promise<string> {
  if (analysis === undefined) return 'none';
  return `${await analysis.version('daily-weather')}+${await analysis.version('daily-air-quality')}`;
}

async function answer(deps: HistoricalDependencies, request: HistoricalRequest): Promise<HistoricalAnswer> {
  const now = deps.clock.now();
  const plan = planOf(request, now);
  const archive = await openArchive(PRODUCT, deps);
  const { latitude, longitude } = request.location;
  const elevation = (await deps.elevationAt?.(latitude, longitude)) ?? null;
  const place = { latitude, longitude, elevation };
  const { first, last, latest, placeZone, quantities, units } = plan;
  const days = [first, last] as const;
  const recent = { latest, zone: placeZone };
  const withContributions = (request.include ?? []).length > 0;
  const asked = { place, days, quantities, recent, withContributions };
  const history = await readHistory({ ...deps, archive }, asked);
  const air = await airOf(deps, request, place, days);
  const notices = createNotices();
  addArchiveNotices(notices, archive, now);
  if (plan.zoneIsFallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${plan.zone.name} follows from the longitude.`);
  const starts = await recordStarts(deps);
  addHistoryNotices(notices, { span: plan, place, archive, history, analysisStart: starts.weather });
  if (request.variables.includes('air_quality_index'))
    addAirNotices(notices, air, starts.air, history.analysed.length > 0);
  addAnalysisOrigin(notices, archive, [history.analysed.length > 0 ? history.analysis : null, air]);
  return {
    location: { ...roundedPlace(request.location), timezone: plan.zone.name },
    units,
    ...{ start: formatDate(first), end: formatDate(last) },
    daily: tableOf(plan, request.variables, history, air),
    ...provenance(request.include ?? [], plan, history, air),
    updated_at: formatInstant(archive.publishedAt),
    stale: isLate(archive, now),
    warnings: notices.list(),
  };
}

/** Null: it was not asked for, or no day of it is known. */
async function airOf(
  { analysis }: HistoricalDependencies,
  { variables }: HistoricalRequest,
  place: Place,
  days: DaySpan,
): Promise<AnalysedAir | null> {
  if (analysis === undefined || !variables.includes('air_quality_index')) return null;
  const air = await readAnalysedAir(analysis, place, days);
  return air.index.some((index) => !Number.isNaN(index)) ? air : null;
}

/** First days of the records of the analysis; null: none yet. */
async function recordStarts({ analysis }: HistoricalDependencies) {
  const [weather] = (await analysis?.spans('daily-weather')) ?? [];
  const [air] = (await analysis?.spans('daily-air-quality')) ?? [];
  return { weather: weather?.firstDay ?? null, air: air?.firstDay ?? null };
}

const INDEX = { factor: 1, offset: 0, decimals: 0 };

function tableOf(
  { first, last, units }: HistoricalPlan,
  variables: readonly HistoricalVariableId[],
  { values }: PlaceHistory,
  air: AnalysedAir | null,
): RecordTable {
  const count = last - first + 1;
  const columnOf = (name: HistoricalVariableId): Column => {
    if (name === 'air_quality_index') {
      const index = air?.index ?? new Float64Array(count).fill(Number.NaN);
      return { kind: 'number', name, decimals: 0, scaled: scaleColumn(index, INDEX) };
    }
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
  history: PlaceHistory,
  air: AnalysedAir | null,
): Pick<HistoricalAnswer, 'sources' | 'stations'> {
  if (include.length === 0) return {};
  const stations = contributingStations(history.behind);
  const observed = contributingOrigins(stations, first).map(sourceRow);
  const analysed = [
    ...analysisRows(history.analysis?.spans ?? [], history.analysed, [first, last]),
    ...analysisRows(air?.spans ?? [], air === null ? [] : ['air_quality_index'], [first, last]),
  ];
  return {
    ...(include.includes('sources') && { sources: [...observed, ...analysed] }),
    ...(include.includes('stations') && { stations: stations.map(stationRow) }),
  };
}

function sourceRow({ flag, quantities, stations, firstDay, lastDay }: ContributingOrigin): HistoricalSource {
  const { id, name, attribution, license } = creditedOrigin(flag);
  return {
    ...{ id, name, type: 'observation', attribution, license },
    ...{ variables: quantities, stations, start: formatDate(firstDay), end: formatDate(lastDay) },
  };
}

/** A row for each model, with the requested dates between its first and its last day. */
function analysisRows(
  spans: readonly AnalysisSpan[],
  variables: readonly HistoricalVariableId[],
  [first, last]: DaySpan,
): HistoricalSource[] {
  if (variables.length === 0) return [];
  return [...new Set(spans.map(({ source }) => source))].map((source) => {
    const own = spans.filter((span) => span.source === source);
    const start = Math.max(first, Math.min(...own.map(({ firstDay }) => firstDay)));
    const end = Math.min(last, Math.max(...own.map(({ lastDay }) => lastDay)));
    return {
      ...{ id: `analysis:${source}`, name: `Daily analysis of ${datasetTitle(source)}`, type: 'analysis' },
      ...{ ...ANALYSIS_CREDIT, variables, stations: 0, start: formatDate(start), end: formatDate(end) },
    };
  });
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
    ...{ id: station.id, name: station.name, network: creditedOrigin(station.sources[0]!.flag).network },
    ...roundedPlace(station),
    elevation,
    distance_km: Math.round(distance * 10) / 10,
    elevation_difference_m: difference === null ? null : Math.round(difference),
    weight: Math.round(share * 1e4) / 1e4,
    ...{ variables: quantities, days },
  };
}
