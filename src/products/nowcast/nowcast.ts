/**
 * `POST /v1/nowcast`: the next two hours at a point, minute by minute, from radar where it looks and from the models
 * beside and behind it.
 *
 * The answer depends on the published frames and runs and on the minute alone, so `stateKey` names them and callers may
 * cache; it does not depend on what is asked of the forecast.
 */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Period } from '../../base/shared-value.js';
import type { CubeShelf } from '../../model/cube.js';
import { NOWCAST_MINUTES, type NowcastAnswer } from '../../model/nowcast.js';
import type { ProductStatus } from '../../model/product.js';
import { RADAR_DATASETS, type RadarNetworkId, type RadarShelf } from '../../model/radar.js';
import { formatInstant, MINUTE } from '../../model/time.js';
import { type LayersRead, readLayers } from '../../query/layers/layers.js';
import { type Learned, type Learning, learnedFor } from '../../query/learned/learned.js';
import type { ElevationLookup } from '../../query/place/elevation.js';
import { frameVersions } from '../../query/radar/newest-frame.js';
import { readRadar } from '../../query/radar/radar-minutes.js';
import { correctedPoint, unbiasedPoint } from '../../query/surface/corrected.js';
import { type IncrementsAt, observeAt, type SurfaceAnalysis } from '../../query/surface/surface-analysis.js';
import { elementsFor } from '../../query/weather/quantities.js';
import { createScratch, type Scratch } from '../../query/weather/scratch.js';
import { builtAt, locationOf } from '../answer-head.js';
import { addElevationNotices } from '../height-notices.js';
import { addLearnedNotice } from '../learned-notices.js';
import { createNotices } from '../notices.js';
import { minuteOf, versionsOf } from '../published.js';
import { areStale, standingsOf } from '../source-notices.js';
import type { ServedRegion } from '../uncovered-place.js';
import { minuteTable, NO_MINUTES } from './columns.js';
import { type IssuedNowcast, issuedOf } from './issued.js';
import {
  addChanceNotice,
  addModelNotices,
  addNullNotices,
  addRadarNotices,
  addRequestNotices,
  addUnknownNotice,
} from './notices.js';
import { type Outcome, outcomeOf, type Place, type Reading } from './outcome.js';
import { type NowcastPlan, planOf, spanAround } from './plan.js';
import { nowcastStatus } from './readiness.js';
import type { NowcastRequest } from './request.js';

export interface NowcastProduct {
  /** Changes whenever the same request may have another answer. */
  stateKey(): Promise<string>;
  /**
   * @throws InvalidRequestError  unknown zone, a point outside the configured region that no radar covers
   * @throws ProductUnavailableError  neither radar nor a published model run covers the point
   */
  answer(request: NowcastRequest): Promise<NowcastAnswer>;
  status(): Promise<ProductStatus>;
  /**
   * What an answer at `now`, epoch seconds, stands on, in canonical values: for the archive.
   *
   * @throws InvalidRequestError, ProductUnavailableError  as `answer`
   */
  issue(place: Place, now: number): Promise<IssuedNowcast>;
}

export interface NowcastDependencies {
  readonly shelf: CubeShelf;
  readonly radar: RadarShelf;
  /** Those that are taken in. */
  readonly networks: readonly RadarNetworkId[];
  readonly clock: Clock;
  readonly log: Log;
  readonly region?: ServedRegion;
  /** Without it every place is at the height of the models' ground. */
  readonly elevationAt?: ElevationLookup;
  /** Corrections by station reports; without it there are none. */
  readonly surface?: SurfaceAnalysis;
  /** While it is the same, so are the published versions; without it they are looked up for each request. */
  readonly period?: Period;
  /** Corrections of the models learned from verified forecasts; without it there are none. */
  readonly learning?: Learning;
  /** True while a first poll of the radar runs; default never. */
  readonly isWarming?: () => boolean;
}

/** What an issue says: less is read of the models for it than for an answer. */
const ISSUED_VARIABLES = ['precipitation_rate', 'precipitation_probability', 'confidence', 'source'] as const;

export function createNowcastProduct(deps: NowcastDependencies): NowcastProduct {
  const scratch = createScratch();
  const versions = versionsOf(deps);
  return {
    stateKey: async () => `${await versions()}/${await framesOf(deps)}/${minuteOf(deps.clock) / MINUTE}`,
    answer: async (request) => {
      const plan = planOf(request, minuteOf(deps.clock));
      return answerFrom(plan, request.location, await readingOf(deps, request.location, plan), scratch);
    },
    status: () => nowcastStatus(deps),
    issue: async (location, now) => {
      const plan = planOf({ location, variables: ISSUED_VARIABLES }, Math.floor(now / MINUTE) * MINUTE);
      const outcome = outcomeOf(plan, location, await readingOf(deps, location, plan), scratch);
      outcome.point?.release();
      return issuedOf(location, plan.start, outcome);
    },
  };
}

async function readingOf(
  { shelf, radar, networks, elevationAt, surface, learning, region }: NowcastDependencies,
  place: Place,
  { start, quantities }: NowcastPlan,
): Promise<Reading> {
  const span = spanAround(start);
  const wants = Array.from(elementsFor(quantities), (id) => ({ id, span }));
  const height = (await elevationAt?.(place.latitude, place.longitude)) ?? null;
  const [seen, read, incrementsAt, published] = await Promise.all([
    readRadar(radar, networks, start, place),
    readLayers(shelf, start, place, height, wants, span),
    observeAt(surface, place, wants, start),
    learning?.at(start) ?? null,
  ]);
  const learned = read.kind === 'point' ? learnedFor(published, read.point.sources) : null;
  const models = correctedRead(read, incrementsAt, place, learned);
  return { radar: seen, models, calibration: learned?.calibration ?? null, height, region };
}

function correctedRead(
  read: LayersRead,
  incrementsAt: IncrementsAt,
  { latitude, longitude }: Place,
  learned: Learned | null,
): LayersRead {
  if (read.kind !== 'point') return read;
  const { elevation } = read.point;
  const point = correctedPoint(read.point, incrementsAt(elevation));
  return { kind: 'point', point: unbiasedPoint(point, learned?.bias(latitude, longitude, elevation) ?? null) };
}

function answerFrom(plan: NowcastPlan, place: Place, reading: Reading, scratch: Scratch): NowcastAnswer {
  const outcome = outcomeOf(plan, place, reading, scratch);
  const { read, radar, point, minutes, status } = outcome;
  const table = isTold(outcome) ? minuteTable(plan, minutes) : NO_MINUTES;
  const updatedAt = radar?.createdAt ?? (point === null ? null : builtAt(point));
  const answer = {
    location: locationOf(place, plan.zone, point?.elevation ?? reading.height ?? Number.NaN),
    units: plan.units,
    status,
    start: formatInstant(plan.start),
    end: formatInstant(plan.start + NOWCAST_MINUTES * MINUTE),
    minutes: table,
    updated_at: updatedAt === null ? null : formatInstant(updatedAt),
    stale: radar?.isLate ?? (point !== null && areStale(standingsOf(point))),
    radar_pending: read.kind === 'pending',
    onset_uncertainty_minutes: outcome.onsetUncertainty,
    warnings: warningsOf(plan, outcome, table, { ...reading, place }),
  };
  point?.release();
  return answer;
}

/** Dry minutes are not listed; what is pending is, as far as it is known. */
function isTold({ status, minutes }: Outcome): boolean {
  if (status === 'dry') return false;
  return minutes.sources.some((source) => source !== null);
}

function warningsOf(
  plan: NowcastPlan,
  { read, radar, point, models, minutes, status }: Outcome,
  table: NowcastAnswer['minutes'],
  { height, calibration, place }: Pick<Reading, 'height' | 'calibration'> & { readonly place: Place },
): NowcastAnswer['warnings'] {
  const notices = createNotices();
  addRequestNotices(notices, plan);
  addRadarNotices(notices, read, radar, minutes.sources.includes('nwp'));
  if (point !== null) {
    addModelNotices(notices, plan.start, point, radar !== null);
    if (table.labels.length > 0) addElevationNotices(notices, plan.quantities, point, height);
  }
  // Where the radar counts alone nobody sees what the models' chances stand on.
  const isModelSeen = table.labels.length > 0 && minutes.weights.some((weight) => weight < 1);
  if (isModelSeen) {
    addChanceNotice(notices, plan, models?.isUncalibrated ?? false);
    const isCalibrated = calibration !== null && calibration.at(place.latitude, place.longitude) !== null;
    addLearnedNotice(notices, { bias: 0, calibration: isCalibrated }, new Set<string>(plan.variables));
  }
  if (status === 'dry') addUnknownNotice(notices, minutes);
  addNullNotices(notices, table);
  return notices.list();
}

/** Versions of the newest frames of these networks as one text, in the order of the datasets. */
async function framesOf({ radar, networks }: Pick<NowcastDependencies, 'radar' | 'networks'>): Promise<string> {
  const datasets = RADAR_DATASETS.filter(({ network }) => networks.includes(network));
  return frameVersions(
    radar,
    datasets.map(({ id }) => id),
  );
}
