/**
 * `POST /v1/forecast`: current conditions, quarter-hours, hours and local days at a point, from the newest runs of all
 * sources that cover it.
 *
 * The answer depends on the published versions and on the minute alone, so `stateKey` names them and callers may cache.
 */

import type { Clock } from '../../base/clock.js';
import { isUnreadable } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Period } from '../../base/shared-value.js';
import type { ForecastAnswer } from '../../model/answer.js';
import type { CubeShelf } from '../../model/cube.js';
import type { DailyAnalysis } from '../../model/daily-analysis.js';
import type { ElementId } from '../../model/element.js';
import type { ProductStatus } from '../../model/product.js';
import { formatInstant, HOUR, MINUTE, type TimeSpan } from '../../model/time.js';
import { HORIZONS } from '../../model/variables.js';
import type { Want } from '../../query/layers/layer-plan.js';
import { type LayeredPoint, type LayersRead, readLayers } from '../../query/layers/layers.js';
import { MIXED_ELEMENTS } from '../../query/layers/provenance.js';
import { type Learned, type Learning, learnedFor } from '../../query/learned/learned.js';
import type { ElevationLookup } from '../../query/place/elevation.js';
import { type RadarView, ratesVersion, viewRadar, type WatchedRadar } from '../../query/radar/radar-view.js';
import type { StationDays } from '../../query/reports/station-days.js';
import { correctedPoint, unbiasedPoint } from '../../query/surface/corrected.js';
import { observeAt, type SurfaceAnalysis } from '../../query/surface/surface-analysis.js';
import { hasAirQuality } from '../../query/weather/place/air-quality.js';
import { blendedSpan } from '../../query/weather/place/radar-layer.js';
import { elementsFor } from '../../query/weather/quantities.js';
import { createScratch, type Scratch } from '../../query/weather/scratch.js';
import { AIR_QUALITY_LOOKBACK } from '../../science/air-quality-window.js';
import { SPENT_MINUTES } from '../../science/radar/radar-weight.js';
import { builtAt, locationOf } from '../answer-head.js';
import { addElevationNotices } from '../height-notices.js';
import { addLearnedNotice } from '../learned-notices.js';
import { createNotices, type Notices } from '../notices.js';
import { minuteOf, versionsOf } from '../published.js';
import { addDegradedNotice, addSimulatedNotice, addStaleNotice, areStale, standingsOf } from '../source-notices.js';
import type { OpenStations } from '../station-data.js';
import { statusOf } from '../status.js';
import { type ServedRegion, uncoveredError } from '../uncovered-place.js';
import { readPastDays } from './past-days.js';
import { hull, type Plan, planOf, spanOfPlan } from './plan.js';
import { type PointProvenance, provenanceOf } from './provenance.js';
import type { ForecastRequest } from './request.js';
import { type SeriesByVariable, type Setting, sectionsOf, seriesOf } from './sections/answer.js';

const PRODUCT = 'forecast';

export interface ForecastProduct {
  /** Changes whenever the same request may have another answer. */
  stateKey(): Promise<string>;
  /**
   * @throws InvalidRequestError  unknown zone, dates beyond the horizon, a point outside the configured region
   * @throws ProductUnavailableError  no published model run covers the point, or none that can be read
   */
  answer(request: ForecastRequest): Promise<ForecastAnswer>;
  /**
   * Where answers at a place come from, with the values of each source at some times, epoch seconds.
   *
   * @throws InvalidRequestError, ProductUnavailableError  as `answer`
   */
  provenance(location: ForecastRequest['location'], times: readonly number[]): Promise<PointProvenance>;
  status(): Promise<ProductStatus>;
  /** Names the published data that answers are made from; unlike `stateKey` it does not change with the time. */
  published(): Promise<string>;
  /**
   * The numbers behind an answer at `now`, epoch seconds, in canonical units: for the archive.
   *
   * @throws InvalidRequestError, ProductUnavailableError  as `answer`
   */
  issue(request: IssueRequest, now: number): Promise<IssuedForecast>;
}

/** Request for numeric variables of hours and days. */
export type IssueRequest = Pick<ForecastRequest, 'location' | 'timezone' | 'hourly' | 'daily'>;

/** Numeric values of the hours and days of a forecast. */
interface IssuedSeries {
  readonly hourly: SeriesByVariable;
  readonly daily: SeriesByVariable;
}

export interface IssuedForecast extends IssuedSeries {
  /** The same from the same runs before learned corrections and before radar; null: there are neither here. */
  readonly uncorrected: IssuedSeries | null;
  /** Number of the local date of the first daily record, days since 1970-01-01; null: no daily records. */
  readonly firstDay: number | null;
  /** Epoch seconds; `updated_at`, `stale` and the warning `simulated_data` of the answer. */
  readonly updatedAt: number;
  readonly stale: boolean;
  readonly simulated: boolean;
}

export interface ForecastDependencies extends WatchedRadar {
  readonly shelf: CubeShelf;
  readonly clock: Clock;
  readonly log: Log;
  readonly region?: ServedRegion;
  /** Without it every place is at the height of the models' ground. */
  readonly elevationAt?: ElevationLookup;
  /** Corrections by station reports; without it there are none. */
  readonly surface?: SurfaceAnalysis;
  /** Series of weather stations, for past days; without them past days are the models' analyses. */
  readonly stations?: OpenStations;
  /** Days of airports for the last days that the series do not have yet. */
  readonly stationDays?: StationDays;
  /** The service's own daily analysis, for past days of places without stations and for their sky. */
  readonly analysis?: DailyAnalysis;
  /** While it is the same, so are the published versions; without it they are looked up for each request. */
  readonly period?: Period;
  /** Corrections learned from verified forecasts; without it there are none. */
  readonly learning?: Learning;
}

export function createForecastProduct(deps: ForecastDependencies): ForecastProduct {
  const scratch = createScratch();
  const versions = versionsOf(deps);
  return {
    stateKey: async () => {
      const published = [await versions(), await ratesVersion(deps), await seriesVersion(deps)];
      return `${published.join('/')}/${minuteOf(deps.clock) / 60}`;
    },
    answer: (request) => answer(deps, request, scratch),
    provenance: (location, times) => provenance(deps, location, times),
    status: () => statusOf(PRODUCT, deps),
    published: versions,
    issue: (request, now) => issue(deps, request, Math.floor(now / MINUTE) * MINUTE, scratch),
  };
}

/** Names of what past days are made of; what cannot be read is left out of responses, and is named so. */
async function seriesVersion({ stations, stationDays, analysis }: ForecastDependencies): Promise<string> {
  try {
    const versions = [
      (await stations?.())?.version,
      await stationDays?.version(),
      await analysis?.version('daily-weather'),
    ];
    return versions.map((version) => version ?? 'none').join('+');
  } catch (error) {
    if (isUnreadable(error)) return 'defective';
    throw error;
  }
}

async function answer(deps: ForecastDependencies, request: ForecastRequest, scratch: Scratch): Promise<ForecastAnswer> {
  const plan = planOf(request, minuteOf(deps.clock));
  const notices = createNotices();
  const { point: read, height, past, learned, view } = await pointFor(deps, request.location, plan);
  const point = unbiasedAt(read, request.location, learned);
  const { elevation } = point;
  const stale = isStaleHere(point);
  addGeneralNotices(notices, plan, point, view);
  addSourceNotices(notices, plan, point, deps.log);
  const isCalibrated = isCalibratedAt(request.location, learned);
  addLearnedNotice(notices, { bias: point.bias?.largest ?? 0, calibration: isCalibrated }, plan.variables);
  addElevationNotices(notices, plan.quantities, point, height);
  const sections = sectionsOf(plan, settingOf(request.location, { point, learned, past, view, notices, scratch }));
  point.release();
  return {
    location: locationOf(request.location, plan.zone, elevation),
    units: plan.units,
    ...sections,
    updated_at: formatInstant(madeAt(point, view)),
    stale,
    warnings: notices.list(),
  };
}

async function issue(
  deps: ForecastDependencies,
  request: IssueRequest,
  now: number,
  scratch: Scratch,
): Promise<IssuedForecast> {
  const plan = planOf(request, now);
  const { point, past, learned, view } = await pointFor(deps, request.location, plan);
  const seriesWith = (corrections: Learned | null, radar: RadarView | null) => {
    const unbiased = unbiasedAt(point, request.location, corrections);
    const parts = { point: unbiased, learned: corrections, past, view: radar, notices: createNotices(), scratch };
    return seriesOf(plan, settingOf(request.location, parts));
  };
  const series = seriesWith(learned, view);
  const isLearned =
    unbiasedAt(point, request.location, learned).bias !== null || isCalibratedAt(request.location, learned);
  // Corrections are learned of the models, and applied to them before radar.
  const uncorrected = isLearned || view !== null ? seriesWith(null, null) : null;
  point.release();
  return {
    ...series,
    uncorrected,
    firstDay: plan.daily?.extent.first ?? null,
    updatedAt: Math.floor(madeAt(point, view)),
    stale: isStaleHere(point),
    simulated: (view?.simulated ?? false) || point.sources.some(({ description }) => description.simulated),
  };
}

/** When the newest of what the answer stands on was made. */
function madeAt(point: LayeredPoint, view: RadarView | null): number {
  return Math.max(builtAt(point), view?.createdAt ?? Number.NEGATIVE_INFINITY);
}

/**
 * Reads the sources at the place of a plan, the height of its ground, m (null unknown), what stations observed there on past
 * days, the corrections that were learned, and what radar shows.
 *
 * @throws InvalidRequestError, ProductUnavailableError  no model run can be read here
 */
async function pointFor(deps: ForecastDependencies, location: ForecastRequest['location'], plan: Plan) {
  const height = (await deps.elevationAt?.(location.latitude, location.longitude)) ?? null;
  const view = await viewFor(deps, location, plan);
  const reading = { now: plan.now, height, ...readingOf(plan, view) };
  const place = { latitude: location.latitude, longitude: location.longitude, elevation: height };
  const [point, past, learned] = await Promise.all([
    readPoint(deps, location, reading),
    readPastDays(deps, plan, place),
    deps.learning?.at(plan.now) ?? null,
  ]);
  return { point, height, past, view, learned: learnedFor(learned, point.sources) };
}

/** Null where no radar shows the place, or nothing of the next hours' precipitation is in the answer. */
async function viewFor(
  { radar, networks = [] }: WatchedRadar,
  location: ForecastRequest['location'],
  plan: Plan,
): Promise<RadarView | null> {
  const { start, end } = spanOfPlan(plan);
  const isNear = start < plan.now + SPENT_MINUTES * MINUTE && end > plan.now;
  if (radar === undefined || !isNear || !plan.quantities.has('totals')) return null;
  return viewRadar(radar, networks, plan.now, location, plan.quantities.has('phase'));
}

/** What is read at a place. */
interface PointReading {
  readonly now: number;
  readonly height: number | null;
  readonly wants: readonly Want[];
  readonly ensemble: TimeSpan | null;
}

/**
 * Reads the sources at a place, corrected by the observations near it.
 *
 * @throws InvalidRequestError, ProductUnavailableError  no model run can be read here
 */
async function readPoint(
  { shelf, surface, region }: ForecastDependencies,
  location: ForecastRequest['location'],
  { now, height, wants, ensemble }: PointReading,
): Promise<LayeredPoint> {
  const [read, incrementsAt] = await Promise.all([
    readLayers(shelf, now, location, height, wants, ensemble),
    observeAt(surface, location, wants, now),
  ]);
  const point = pointOf(read, location, region);
  return correctedPoint(point, incrementsAt(point.elevation));
}

type SettingParts = Pick<Setting, 'past' | 'notices' | 'scratch'> & {
  readonly point: LayeredPoint;
  readonly view: RadarView | null;
  readonly learned: Learned | null;
};

function settingOf(
  { latitude, longitude }: ForecastRequest['location'],
  { point, learned, view, ...rest }: SettingParts,
): Setting {
  const site = { latitude, longitude, elevation: point.elevation };
  return { site, series: point, calibration: learned?.calibration ?? null, radar: view, ...rest };
}

/** The point without the bias that was learned near it. */
function unbiasedAt(
  point: LayeredPoint,
  { latitude, longitude }: ForecastRequest['location'],
  learned: Learned | null,
): LayeredPoint {
  return unbiasedPoint(point, learned?.bias(latitude, longitude, point.elevation) ?? null);
}

function isCalibratedAt({ latitude, longitude }: ForecastRequest['location'], learned: Learned | null): boolean {
  return learned !== null && learned.calibration.at(latitude, longitude) !== null;
}

const NO_POINT: Readonly<Record<Exclude<LayersRead['kind'], 'point'>, string>> = {
  nothing: 'no model run has been ingested yet',
  outside: 'no model run that covers this place has been ingested yet',
  defective: 'the stored model runs cannot be read',
};

/** @throws InvalidRequestError, ProductUnavailableError  no model run can be read here */
function pointOf(read: LayersRead, location: ForecastRequest['location'], region: ServedRegion): LayeredPoint {
  if (read.kind === 'point') return read.point;
  throw uncoveredError(PRODUCT, NO_POINT[read.kind], location, region);
}

async function provenance(
  deps: ForecastDependencies,
  location: ForecastRequest['location'],
  times: readonly number[],
): Promise<PointProvenance> {
  const { clock, elevationAt, radar, networks = [] } = deps;
  const now = clock.now();
  const height = (await elevationAt?.(location.latitude, location.longitude)) ?? null;
  const span = { start: now - HORIZONS['1h'].pastHours * HOUR, end: now + (HORIZONS['1h'].futureHours + 1) * HOUR };
  const wants = MIXED_ELEMENTS.map((id) => ({ id, span }));
  const [read, learned, view] = await Promise.all([
    readPoint(deps, location, { now, height, wants, ensemble: span }),
    deps.learning?.at(now) ?? null,
    radar === undefined ? null : viewRadar(radar, networks, now, location),
  ]);
  const point = unbiasedAt(read, location, learnedFor(learned, read.sources));
  return provenanceOf(point, { isTerrain: height !== null, span, now, view }, times);
}

/**
 * The index of air quality looks back over half a day; the rest of the answer does not. Radar is blended with minutes of the
 * models, which need the quarters beside them too.
 */
function readingOf(plan: Plan, view: RadarView | null): Pick<PointReading, 'wants' | 'ensemble'> {
  const { quantities } = plan;
  const span = spanOfPlan(plan);
  const before = { start: span.start - AIR_QUALITY_LOOKBACK, end: span.end };
  const airQuality = quantities.has('airQuality') ? elementsFor(['airQuality']) : null;
  const amounts = view === null ? null : { ids: elementsFor(['totals']), span: hull([span, blendedSpan(view, span)]) };
  const spanOfElement = (id: ElementId) => (airQuality?.has(id) ? before : amounts?.ids.has(id) ? amounts.span : span);
  return {
    wants: Array.from(elementsFor(quantities), (id) => ({ id, span: spanOfElement(id) })),
    ensemble: quantities.has('totals') ? (amounts?.span ?? span) : null,
  };
}

/** True when every source of the weather here is late: another run should have come from somewhere by now. */
function isStaleHere(point: LayeredPoint): boolean {
  return areStale(standingsOf(point));
}

/** Adds warnings about the whole response: simulated data, the time zone, air quality. */
function addGeneralNotices(notices: Notices, plan: Plan, point: LayeredPoint, view: RadarView | null): void {
  addSimulatedNotice(notices, view === null ? point.sources : [...point.sources, { description: view }]);
  if (plan.zoneIsFallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${plan.zone.name} follows from the longitude.`);
  if (plan.variables.has('air_quality_index') && !hasAirQuality(point))
    notices.add(
      'air_quality_unavailable',
      'No air-quality feed covers this place and time; air_quality_index is null.',
      { variables: ['air_quality_index'] },
    );
}

/** Adds warnings about late and defective sources. */
function addSourceNotices(notices: Notices, { now }: Plan, point: LayeredPoint, log: Log): void {
  const standings = standingsOf(point);
  addStaleNotice(notices, standings);
  addDegradedNotice(notices, now, standings, point.defective, 'here');
  // For each request; the damage itself is logged once, by the store.
  for (const { dataset, description, degraded } of standings)
    if (degraded)
      log.debug({ product: 'forecast', dataset, version: description.version }, 'answered from the previous model run');
}
