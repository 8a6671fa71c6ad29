/**
 * `POST /v1/accuracy`: how good the issued forecasts of the last 7 to 365 dates were, at the stations around a place, of a
 * region, or of the network.
 *
 * The response depends on the published record of sums and the UTC date alone, which `stateKey` names.
 */

import type { Clock } from '../../base/clock.js';
import { isUnreadable, ProductUnavailableError } from '../../base/errors.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import type { AccuracyAnswer } from '../../model/accuracy-answer.js';
import type { AccuracyRecord, OpenAccuracy } from '../../model/accuracy-record.js';
import type { ProductStatus } from '../../model/product.js';
import { formatDate, formatInstant } from '../../model/time.js';
import { type AccuracySums, cachedAccuracySums } from '../../query/accuracy/accuracy-sums.js';
import { LOCAL_REACHES, type PooledSums, pooledSums, type VerifiedPlace } from '../../query/accuracy/pooled-sums.js';
import { createNotices } from '../notices.js';
import { addAccuracyNotices, isLate, lateMessage } from './notices.js';
import { type AccuracyPlan, dateOf, planOf } from './plan.js';
import { leadRecords, presentationOf, stationRecord, verifiedAreas } from './records.js';
import type { AccuracyRequest } from './request.js';

const PRODUCT = 'accuracy';
const NOTHING = 'no forecasts have been verified yet';
/** A record is made once a night. */
const RETRY_SECONDS = 3600;

export interface AccuracyProduct {
  /** Changes whenever the same request may have another response. */
  stateKey(): Promise<string>;
  /** @throws ProductUnavailableError  nothing was verified yet */
  answer(request: AccuracyRequest): Promise<AccuracyAnswer>;
  status(): Promise<ProductStatus>;
}

export interface AccuracyDependencies {
  readonly accuracy: OpenAccuracy;
  readonly clock: Clock;
  /** Stations that a record can have. */
  readonly verified: readonly VerifiedPlace[];
}

interface Opened extends AccuracyDependencies {
  readonly sums: AccuracySums;
}

export function createAccuracyProduct(given: AccuracyDependencies): AccuracyProduct {
  const deps = { ...given, sums: cachedAccuracySums() };
  return {
    stateKey: async () => `${(await deps.accuracy())?.version ?? 'none'}/${dateOf(deps.clock.now())}`,
    answer: (request) => answer(deps, request),
    status: () => statusOf(deps),
  };
}

async function answer({ accuracy, clock, verified, sums }: Opened, request: AccuracyRequest): Promise<AccuracyAnswer> {
  const record = await accuracy();
  if (record === null) throw new ProductUnavailableError(PRODUCT, NOTHING, RETRY_SECONDS);
  const today = dateOf(clock.now());
  const plan = planOf(request, record, today);
  const { scope, include = [], compare_to = [] } = request;
  const hasBins = scope.type !== 'local';
  const withBins = hasBins && include.includes('reliability');
  const { sections: wanted, days, blockDays } = plan;
  const pool = await pooledSums({ record, sums, places: verified }, { scope, wanted, days, blockDays, withBins });
  const presentation = presentationOf(
    plan,
    {
      persistence: compare_to.includes('persistence'),
      climatology: compare_to.includes('climatology'),
      uncorrected: compare_to.includes('uncorrected'),
      reliability: include.includes('reliability') ? (hasBins ? true : null) : false,
    },
    pool.isAvailable,
  );
  const notices = createNotices();
  addAccuracyNotices(notices, { scope, record, plan, pool, today });
  if (presentation.shown.reliability === null && asksForProbability(plan))
    notices.add('variable_unavailable', 'Reliability is known for regions and the network only; here it is null.', {
      variables: ['reliability'],
    });
  const isConfident = include.includes('confidence');
  return {
    scope,
    evaluation_period: periodOf(plan),
    coverage: coverageOf(request, plan, pool),
    units: plan.units,
    ...Object.fromEntries(
      wanted.map((section) => [section.section, leadRecords(section, pool, presentation, isConfident)]),
    ),
    ...(include.includes('stations') && {
      stations: pool.stations.map((station) => stationRecord(station, plan, presentation)),
    }),
    updated_at: formatInstant(record.createdAt),
    stale: isLate(record, today),
    warnings: notices.list(),
  };
}

function asksForProbability({ sections }: AccuracyPlan): boolean {
  return sections.some(({ variables }) => variables.includes('precipitation_probability'));
}

function periodOf({ days: [first, last], through }: AccuracyPlan): AccuracyAnswer['evaluation_period'] {
  return {
    start: formatDate(first),
    end: formatDate(last),
    days: last - first + 1,
    data_through: through === null ? null : formatDate(through),
  };
}

/** Origin of the observations of an interval. */
const OBSERVED_BY: Readonly<Record<AccuracyInterval, string>> = {
  '1d': 'days of climate stations, or of METAR reports where there is none',
  '1h': 'hourly METAR reports',
  '1m': 'radar at the stations for minutes',
};

function coverageOf(
  { scope }: AccuracyRequest,
  { sections }: AccuracyPlan,
  { stations, radius, isAvailable }: PooledSums,
): AccuracyAnswer['coverage'] {
  const count = `${stations.length === 0 ? 'No' : stations.length} ${stations.length === 1 ? 'station' : 'stations'}`;
  const within = `within ${radius ?? LOCAL_REACHES.at(-1)} km`;
  const where = { local: within, region: 'of the region', network: 'of the network' }[scope.type];
  const observed = sections.map(({ interval }) => OBSERVED_BY[interval]).join('; ');
  return {
    available: isAvailable,
    ...(radius !== null && { radius_km: radius }),
    basis: `${count} ${where}${stations.length === 0 ? ' with verified forecasts' : `: ${observed}`}.`,
    verified_areas: verifiedAreas(stations),
  };
}

async function statusOf({ accuracy, clock }: Opened): Promise<ProductStatus> {
  const common = { product: PRODUCT, referenceTime: null, isMain: false };
  const record = await recordOrReason(accuracy);
  if (typeof record === 'string') return { ...common, state: 'unavailable', updatedAt: null, detail: record };
  const late = isLate(record, dateOf(clock.now()));
  return {
    ...common,
    state: late ? 'stale' : 'ready',
    updatedAt: record.createdAt,
    detail: late ? lateMessage(record) : `forecasts verified to ${formatDate(record.lastDay)}`,
  };
}

/** The record, or why there is none. */
async function recordOrReason(accuracy: OpenAccuracy): Promise<AccuracyRecord | string> {
  try {
    return (await accuracy()) ?? NOTHING;
  } catch (error) {
    if (isUnreadable(error)) return error.message;
    throw error;
  }
}
