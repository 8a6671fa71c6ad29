/**
 * `POST /v1/route`: the weather that is met along a way, each sample at its own place and instant.
 *
 * The order of one answer: plan, terrain and pace, samples, heights, weather, rows. Nothing takes longer than the time
 * of the request: what a store does not bring by then is missing where it is missed, and the rest answers.
 *
 * But for that, the answer depends on the published versions and on the minute alone, so `stateKey` names them.
 */

import type { Clock } from '../../base/clock.js';
import { type Deadline, startDeadline } from '../../base/deadline.js';
import type { Log } from '../../base/log.js';
import type { Period } from '../../base/shared-value.js';
import type { CubeShelf } from '../../model/cube.js';
import type { RouteAnswer, RouteSample } from '../../model/route.js';
import { formatInstant, HOUR } from '../../model/time.js';
import { type Learned, type Learning, learnedFor, type PlaceBias } from '../../query/learned/learned.js';
import type { ElevationLookup } from '../../query/place/elevation.js';
import { ratesVersion, type WatchedRadar } from '../../query/radar/radar-view.js';
import { WEATHER_SOURCES } from '../../query/rules/layer-table.js';
import { correctedTrack, unbiasedTrack } from '../../query/surface/corrected.js';
import { isCorrected } from '../../query/surface/increments.js';
import type { SurfaceAnalysis } from '../../query/surface/surface-analysis.js';
import { readTrack } from '../../query/track/read-track.js';
import type { LayeredTrack, TrackSpots } from '../../query/track/track.js';
import { inTime } from '../../query/track/version-opening.js';
import type { Calibration } from '../../query/weather/chances.js';
import type { AppliedCorrections } from '../learned-notices.js';
import { minuteOf, publishedRun, versionsOf } from '../published.js';
import type { ServedRegion } from '../uncovered-place.js';
import { binsOf, type RecordBins } from './bins.js';
import { type Budget, startBudget } from './budget.js';
import { type HeightsAlong, type Journey, journeyOf } from './journey.js';
import { warningsOf } from './notices.js';
import type { ViewsAlong } from './passage.js';
import { planOf, type RoutePlan } from './plan.js';
import { viewsAlong, widenedBy } from './radar.js';
import { type Cause, causesOf, reasonOf, type Warming } from './reasons.js';
import type { RouteRequest } from './request.js';
import { routeRows } from './rows.js';
import type { SampleColumns } from './sample.js';
import { isStaleAlong, updatedAtOf } from './track-notices.js';
import { needsEnsemble, wantsAlong, weatherAlong } from './weather.js';
import { zonesOf } from './zones.js';

export interface RouteProduct {
  /** Changes whenever the same request may have another answer. */
  stateKey(): Promise<string>;
  /** @throws InvalidRequestError  times, pace, path or zone that break a rule (`plan.ts`) */
  answer(request: RouteRequest): Promise<RouteAnswer>;
}

export interface RouteDependencies extends WatchedRadar {
  readonly shelf: CubeShelf;
  readonly clock: Clock;
  readonly log: Log;
  readonly region?: ServedRegion;
  /** Without it every place is at the height of the models' ground, and all ways are flat. */
  readonly elevationAt?: ElevationLookup & Required<Pick<ElevationLookup, 'along'>>;
  /** Corrections by station reports; without it there are none. */
  readonly surface?: SurfaceAnalysis;
  /** While it is the same, so are the published versions; without it they are looked up for each request. */
  readonly period?: Period;
  /** Corrections learned from verified forecasts; without it there are none. */
  readonly learning?: Learning;
  /** Seconds that the reading for one request may take. */
  readonly seconds: number;
  readonly startDeadline?: (seconds: number) => Deadline;
  /** True while an ingest runs that publishes data for the first time; default never. */
  readonly isWarming?: () => boolean;
}

export function createRouteProduct(deps: RouteDependencies): RouteProduct {
  const versions = versionsInTime(deps);
  const warming = () => (isWarmingIn(deps) ? '/warming' : '');
  return {
    stateKey: async () => `${await versions()}/${minuteOf(deps.clock) / 60}${warming()}`,
    answer: (request) => answer(deps, planOf(request, minuteOf(deps.clock))),
  };
}

/** A store that does not say what is published is not waited for: each time it is in a state of its own. */
function versionsInTime(deps: RouteDependencies): () => Promise<string> {
  const models = versionsOf(deps);
  const versions = async () => `${await models()}/${await ratesVersion(deps)}`;
  let unknown = 0;
  return async () => {
    const deadline = (deps.startDeadline ?? startDeadline)(deps.seconds / 4);
    try {
      return await Promise.race([versions(), deadline.passed.then(() => `unknown ${++unknown}`)]);
    } finally {
      deadline.cancel();
    }
  };
}

function isWarmingIn({ isWarming }: RouteDependencies): boolean {
  return isWarming?.() ?? false;
}

async function answer(deps: RouteDependencies, plan: RoutePlan): Promise<RouteAnswer> {
  const budget = startBudget(deps.seconds, deps.startDeadline);
  try {
    return answerFrom(plan, await readingOf(deps, plan, budget));
  } finally {
    budget.cancel();
  }
}

/** Everything that was waited for. */
interface Reading {
  readonly journey: Journey;
  /** Of the samples, m above mean sea level; NaN unknown. */
  readonly heights: Float64Array;
  /** Of the samples up to the horizon. */
  readonly track: LayeredTrack;
  readonly bins: RecordBins;
  readonly views: ViewsAlong;
  readonly calibration: Calibration | null;
  readonly learned: AppliedCorrections;
  readonly causes: readonly (Cause | null)[];
}

async function readingOf(deps: RouteDependencies, plan: RoutePlan, budget: Budget): Promise<Reading> {
  const journey = await journeyOf(plan, heightsBy(deps, budget.profile));
  const { samples, lastWithin } = journey;
  const heights = await heightsBy(deps, budget.heights)(samples.latitudes, samples.longitudes);
  const within = firstSamples(samples, lastWithin + 1);
  const bins = binsOf(within.times, plan.now);
  const spots = spotsOf(within, bins, heights.subarray(0, within.count));
  const warming = await warmingOf(deps, budget.weather);
  const looking = { deadline: budget.weather, wantsBeside: plan.quantities.has('phase') };
  const views = plan.quantities.has('totals') ? await viewsAlong(deps, plan.now, within, bins, looking) : [];
  const wide = widenedBy(views, spots);
  const { track, calibration, learned } = await trackOf(deps, plan, wide, budget.weather);
  const causes = causesOf(track, samples, warming, deps.region);
  return { journey, heights, track, bins, views, calibration, learned, causes };
}

/** The weather of all sources at the spots, corrected by the observations near them and by what was learned there. */
async function trackOf(
  { shelf, surface, learning }: RouteDependencies,
  { now, quantities }: RoutePlan,
  spots: TrackSpots,
  deadline: Deadline,
): Promise<Pick<Reading, 'track' | 'calibration' | 'learned'>> {
  const wants = wantsAlong(quantities);
  const isObserved = surface !== undefined && wants.some(({ id }) => isCorrected(id));
  const [read, incrementsOf, published] = await Promise.all([
    readTrack(shelf, now, spots, wants, needsEnsemble(quantities), deadline),
    isObserved ? surface.observe(spots, now, deadline) : null,
    learning === undefined ? null : inTime(learning.at(now), deadline, null),
  ]);
  const learned = learnedFor(published, read.sources);
  const observed =
    incrementsOf === null
      ? read
      : correctedTrack(
          read,
          Array.from(read.elevations, (elevation, i) => incrementsOf(i, elevation)),
        );
  const biases = learned === null ? [] : biasesAlong(observed, spots, learned);
  const calibration = learned?.calibration ?? null;
  const applied = {
    bias: biases.reduce((most, bias) => Math.max(most, bias?.largest ?? 0), 0),
    calibration: calibration !== null && isCalibrated(calibration, spots),
  };
  return { track: unbiasedTrack(observed, biases), calibration, learned: applied };
}

function isCalibrated(calibration: Calibration, { latitudes, longitudes }: TrackSpots): boolean {
  return latitudes.some((latitude, i) => calibration.at(latitude, longitudes[i]!) !== null);
}

function biasesAlong(
  { elevations }: LayeredTrack,
  { latitudes, longitudes }: TrackSpots,
  learned: Learned,
): (PlaceBias | null)[] {
  return Array.from(elevations, (elevation, i) => learned.bias(latitudes[i]!, longitudes[i]!, elevation));
}

function heightsBy({ elevationAt }: RouteDependencies, deadline: Deadline): HeightsAlong {
  return async (latitudes, longitudes) =>
    elevationAt?.along(latitudes, longitudes, deadline) ?? latitudes.map(() => Number.NaN);
}

/** Looked up only while something is being prepared; a store that does not answer is lacking for the while. */
async function warmingOf(deps: RouteDependencies, deadline: Deadline): Promise<Warming> {
  if (!isWarmingIn(deps)) return { isWarming: false, isLacking: false };
  const runs = Promise.all(WEATHER_SOURCES.map((dataset) => publishedRun(deps.shelf, dataset)));
  return { isWarming: true, isLacking: await Promise.race([runs.then(isAnyNull), deadline.passed.then(() => true)]) };
}

function isAnyNull(values: readonly unknown[]): boolean {
  return values.includes(null);
}

function answerFrom(plan: RoutePlan, reading: Reading): RouteAnswer {
  const { journey, heights, track, bins, views, calibration, causes } = reading;
  const { samples } = journey;
  const { quantities, variables, units } = plan;
  const within = firstSamples(samples, bins.starts.length);
  const { weather, notes } = weatherAlong({ track, samples: within, bins, quantities, calibration, views });
  const zones = zonesOf(samples, plan.zone);
  const setting = {
    reasons: causes.map(reasonOf),
    types: Array.from(samples.times, (time): RouteSample['type'] => (time <= plan.now ? 'analysis' : 'forecast')),
    zones: zones.zones,
    zoneNames: zones.zones.map(({ name }) => name),
    elevations: heights,
  };
  const rows = routeRows({ samples, setting, weather, variables, units });
  // What was read where no sample has weather is in no answer.
  const isAnswered = causes.includes(null);
  const updatedAt = isAnswered ? updatedAtOf(track, views) : null;
  return {
    route: headOf(plan, journey, rows.samples),
    units,
    ...rows,
    updated_at: updatedAt === null ? null : formatInstant(updatedAt),
    stale: isAnswered && isStaleAlong(track),
    warnings: warningsOf({ ...reading, plan, notes, temperatures: weather.temperature, zones, samples: rows.samples }),
  };
}

/** The whole way, also what lies beyond the horizon. Start and end are samples, and are told as those are. */
function headOf(
  plan: RoutePlan,
  { samples: { times }, isTruncated, lastWithin }: Journey,
  samples: readonly RouteSample[],
): RouteAnswer['route'] {
  const [first, last] = [samples[0]!, samples[samples.length - 1]!];
  return {
    departure_time: first.time,
    arrival_time: last.time,
    distance: last.distance,
    // Of the times as they are written, in whole seconds.
    duration_seconds: Math.floor(times[times.length - 1]!) - Math.floor(times[0]!),
    mode: plan.arrivals === null ? plan.mode : null,
    sample_interval: plan.interval,
    timezone: first.timezone!,
    coverage_end_time: isTruncated ? samples[lastWithin]!.time : null,
  };
}

/** The first `count` samples. They are sorted by time, so what lies beyond the horizon is a tail. */
function firstSamples(samples: SampleColumns, count: number): SampleColumns {
  if (count === samples.count) return samples;
  return {
    count,
    times: samples.times.subarray(0, count),
    latitudes: samples.latitudes.subarray(0, count),
    longitudes: samples.longitudes.subarray(0, count),
    distances: samples.distances.subarray(0, count),
    waypoints: samples.waypoints.subarray(0, count),
  };
}

/**
 * The samples as places to read the weather of, each over the whole hours that its record lies in.
 *
 * @param heights  of the ground, m above mean sea level; NaN unknown
 */
export function spotsOf(samples: SampleColumns, { starts, seconds }: RecordBins, heights: Float64Array): TrackSpots {
  const { count, latitudes, longitudes } = samples;
  return {
    count,
    latitudes,
    longitudes,
    heights,
    starts: starts.map((start) => Math.floor(start / HOUR) * HOUR),
    ends: starts.map((start, i) => Math.ceil((start + seconds[i]!) / HOUR) * HOUR),
  };
}
