/**
 * `POST /v1/forecast`: current conditions, quarter-hours, hours and local days at a point, from the newest model run.
 *
 * The answer depends on the published version and on the minute alone, so `stateKey` names both and callers may cache.
 */

import type { Clock } from '../../base/clock.js';
import { InvalidRequestError, isTagged, ProductUnavailableError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { ForecastAnswer } from '../../model/answer.js';
import type { CubeDescription, CubeShelf } from '../../model/cube.js';
import type { ProductStatus } from '../../model/product.js';
import { formatInstant } from '../../model/time.js';
import { freshnessOf, isStale } from '../../query/freshness.js';
import type { PointSeries } from '../../query/point.js';
import { readServedPoint } from '../../query/served-point.js';
import { elevationStep } from '../../science/downscale.js';
import type { Site } from './air.js';
import { sectionsOf } from './answer.js';
import { createNotices, type Notices } from './notices.js';
import { type Plan, planOf, spanOfPlan } from './plan.js';
import { elementsFor } from './quantities.js';
import type { ForecastRequest } from './request.js';
import { createScratch, type Scratch } from './scratch.js';

const PRODUCT = 'forecast';
const DATASET = 'gfs';
/** A first ingest publishes within minutes; a defect needs the next run or a person. */
const RETRY_SECONDS = 60;

export interface ForecastProduct {
  /** Changes whenever the same request may have another answer. */
  stateKey(): Promise<string>;
  /**
   * @throws InvalidRequestError  unknown zone, dates beyond the horizon, a point outside the region that is held
   * @throws ProductUnavailableError  nothing published yet, or nothing that can be read
   */
  answer(request: ForecastRequest): Promise<ForecastAnswer>;
  status(): Promise<ProductStatus>;
}

/** Height of the ground at a point from a terrain model, m above mean sea level; null where it has none. */
export type ElevationLookup = (latitude: number, longitude: number) => Promise<number | null>;

export interface ForecastDependencies {
  readonly shelf: CubeShelf;
  readonly clock: Clock;
  readonly log: Log;
  /** Without it every place is at the height of the model's ground. */
  readonly elevationAt?: ElevationLookup;
}

export function createForecastProduct(deps: ForecastDependencies): ForecastProduct {
  const scratch = createScratch();
  return {
    stateKey: () => stateKey(deps),
    answer: (request) => answer(deps, request, scratch),
    status: () => status(deps),
  };
}

/** Answers name minutes, and hold for the whole of one. */
function minuteOf(clock: Clock): number {
  return Math.floor(clock.now() / 60) * 60;
}

/** The published run; null when there is none, the error when it is there and cannot be read. */
async function publishedRun(shelf: CubeShelf): Promise<CubeDescription | null | Error> {
  try {
    const cube = await shelf.open(DATASET);
    cube?.release();
    return cube?.description ?? null;
  } catch (error) {
    if (isTagged(error, 'object-defect') || isTagged(error, 'object-missing')) return error;
    throw error;
  }
}

async function stateKey({ shelf, clock }: ForecastDependencies): Promise<string> {
  const run = await publishedRun(shelf);
  const version = run instanceof Error ? 'defective' : (run?.version ?? 'none');
  return `${version}/${minuteOf(clock) / 60}`;
}

async function answer(deps: ForecastDependencies, request: ForecastRequest, scratch: Scratch): Promise<ForecastAnswer> {
  const { latitude, longitude } = request.location;
  const plan = planOf(request, minuteOf(deps.clock));
  const notices = createNotices();
  const [series, height] = await Promise.all([
    readSeries(deps, request, plan, notices),
    deps.elevationAt?.(latitude, longitude) ?? null,
  ]);
  const site = siteOf(request, series, height);
  const { elevation } = site;
  const stale = isStale(DATASET, series.description.referenceTime, plan.now);
  addGeneralNotices(notices, plan, series.description, stale);
  addElevationNotices(notices, plan, series, height);
  const sections = sectionsOf(plan, { site, series, notices, scratch });
  return {
    location: {
      latitude: rounded(latitude),
      longitude: rounded(longitude),
      timezone: plan.zone.name,
      forecast_elevation_m: Number.isNaN(elevation) ? null : Math.round(elevation),
    },
    units: plan.units,
    ...sections,
    updated_at: formatInstant(series.description.createdAt),
    stale,
    warnings: notices.list(),
  };
}

/** Five decimals, a metre on the ground. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

async function readSeries(
  { shelf, log }: ForecastDependencies,
  { location: { latitude, longitude } }: ForecastRequest,
  plan: Plan,
  notices: Notices,
): Promise<PointSeries> {
  const elements = elementsFor(plan.quantities);
  const served = await readServedPoint(shelf, DATASET, latitude, longitude, elements, spanOfPlan(plan));
  if (served.kind === 'nothing')
    throw new ProductUnavailableError(PRODUCT, 'no model run has been ingested yet', RETRY_SECONDS);
  if (served.kind === 'defective')
    throw new ProductUnavailableError(PRODUCT, 'the stored model runs cannot be read', RETRY_SECONDS);
  if (served.kind === 'outside') {
    const message = `location must lie inside the region that this service holds; got ${latitude}, ${longitude}`;
    throw new InvalidRequestError([{ pointer: '/location', code: 'outside_region', message }]);
  }
  if (served.degraded) {
    log.warn({ product: PRODUCT, version: served.series.description.version }, 'answered from the previous model run');
    notices.add('model_degraded', 'The newest model run cannot be read here; this is the run before it.');
  }
  return served.series;
}

function siteOf(
  { location: { latitude, longitude } }: ForecastRequest,
  { elevation: modelElevation }: PointSeries,
  height: number | null,
): Site {
  if (height === null) return { latitude, longitude, elevation: modelElevation, dz: 0 };
  return { latitude, longitude, elevation: height, dz: elevationStep(height, modelElevation).dz };
}

/** Only where something that is asked for changes with height. */
function addElevationNotices(
  notices: Notices,
  { quantities }: Plan,
  { elevation: modelElevation }: PointSeries,
  height: number | null,
): void {
  if (!quantities.has('temperature') && !quantities.has('uv')) return;
  if (height === null) {
    const message = "The height of the place is not known; values are for the model's own ground.";
    notices.add('elevation_unavailable', message);
    return;
  }
  const { dz, clamped } = elevationStep(height, modelElevation);
  if (!clamped || !quantities.has('temperature')) return;
  const difference = Math.round(Math.abs(height - modelElevation));
  const message = `The place is ${difference} m off the model's ground; values are moved by ${Math.abs(dz)} m only.`;
  notices.add('elevation_clamped', message);
}

function addGeneralNotices(notices: Notices, plan: Plan, run: CubeDescription, stale: boolean): void {
  if (run.simulated)
    notices.add(
      'simulated_data',
      'This weather is simulated: it comes from the built-in upstream, not from the world.',
    );
  if (stale) notices.add('stale_data', staleMessage(run), { source: run.source });
  if (plan.zoneIsFallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${plan.zone.name} follows from the longitude.`);
  if (plan.variables.has('precipitation_probability'))
    notices.add('uncalibrated_probability', 'Probabilities follow from the amounts of one model run, uncalibrated.');
  if (plan.variables.has('air_quality_index'))
    notices.add('air_quality_unavailable', 'No air-quality feed is set up; air_quality_index is null.', {
      variables: ['air_quality_index'],
    });
}

function staleMessage({ source, referenceTime }: CubeDescription): string {
  const hours = freshnessOf(DATASET).staleAfter / 3600;
  return `The newest ${source} run is of ${formatInstant(referenceTime)}, more than ${hours} hours ago.`;
}

async function status({ shelf, clock }: ForecastDependencies): Promise<ProductStatus> {
  const nothing = { product: PRODUCT, updatedAt: null, referenceTime: null };
  const run = await publishedRun(shelf);
  if (run === null) return { ...nothing, state: 'unavailable', detail: 'no model run has been ingested yet' };
  if (run instanceof Error) return { ...nothing, state: 'unavailable', detail: run.message };
  const stale = isStale(DATASET, run.referenceTime, clock.now());
  const detail = stale ? staleMessage(run) : `${run.source} run of ${formatInstant(run.referenceTime)}`;
  const { createdAt: updatedAt, referenceTime } = run;
  return { product: PRODUCT, state: stale ? 'stale' : 'ready', updatedAt, referenceTime, detail };
}
