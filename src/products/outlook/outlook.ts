/**
 * `POST /v1/outlook`: the climate of the days 15 to 365 from today at a point.
 *
 * The response depends on the published series, the terrain and the local date alone, which `stateKey` names.
 */

import { InvalidRequestError, type RequestFault } from '../../base/errors.js';
import type { ForecastAnswer } from '../../model/answer.js';
import { OUTLOOK_DAYS } from '../../model/outlook.js';
import type { ProductStatus } from '../../model/product.js';
import { formatInstant, localDateNumber } from '../../model/time.js';
import { resolveUnits } from '../../model/units.js';
import { type PlaceClimate, readPlaceClimate } from '../../query/climatology/place-climate.js';
import type { StationClimatologies } from '../../query/climatology/station-climatologies.js';
import { locationOf } from '../answer-head.js';
import { createNotices } from '../notices.js';
import { requestedDates } from '../requested-dates.js';
import { type RequestedZone, zoneOfRequest } from '../requested-zone.js';
import {
  addArchiveNotices,
  DATE_STEP,
  isLate,
  openWholeArchive,
  type StationDependencies,
  stationStatus,
  stationVersions,
} from '../station-data.js';
import { addOutlookNotices } from './notices.js';
import { type OutlookDays, recordsOf } from './records.js';
import type { OutlookRequest } from './request.js';

const PRODUCT = 'outlook';

export interface OutlookProduct {
  /** Changes whenever the same request may have another response. */
  stateKey(): Promise<string>;
  /**
   * @throws InvalidRequestError  unknown zone, dates before day 15 or after day 365
   * @throws ProductUnavailableError  no series were published yet
   */
  answer(request: OutlookRequest): Promise<ForecastAnswer>;
  status(): Promise<ProductStatus>;
}

export interface OutlookDependencies extends StationDependencies {
  readonly climatologies: StationClimatologies;
}

export function createOutlookProduct(deps: OutlookDependencies): OutlookProduct {
  return {
    stateKey: async () => `${await stationVersions(deps)}/${Math.floor(deps.clock.now() / DATE_STEP)}`,
    answer: (request) => answer(deps, request),
    status: () => stationStatus(PRODUCT, deps),
  };
}

async function answer(deps: OutlookDependencies, request: OutlookRequest): Promise<ForecastAnswer> {
  const now = deps.clock.now();
  const requested = zoneOfRequest(request);
  const days = daysOf(request, requested, now);
  const archive = await openWholeArchive(PRODUCT, deps);
  const { latitude, longitude } = request.location;
  const elevation = (await deps.elevationAt?.(latitude, longitude)) ?? null;
  const place = { latitude, longitude, elevation };
  const climate: PlaceClimate = await readPlaceClimate({ ...deps, archive }, place);
  const table = recordsOf(request, days, climate);
  const notices = createNotices();
  addArchiveNotices(notices, archive, now);
  if (requested.fallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${requested.zone.name} follows from the longitude.`);
  addOutlookNotices(notices, request, { place, climate, table });
  return {
    location: locationOf(request.location, requested.zone, elevation ?? Number.NaN),
    units: days.units,
    daily: table,
    updated_at: formatInstant(archive.publishedAt),
    stale: isLate(archive, now),
    warnings: notices.list(),
  };
}

/** @throws InvalidRequestError  dates outside of the outlook, or reversed */
function daysOf(request: OutlookRequest, { zone }: RequestedZone, now: number): OutlookDays {
  const today = localDateNumber(now, zone);
  const faults: RequestFault[] = [];
  const [first, last] = requestedDates(
    request,
    {
      earliest: today + OUTLOOK_DAYS.first,
      latest: today + OUTLOOK_DAYS.last,
      meaning: `days ${OUTLOOK_DAYS.first} to ${OUTLOOK_DAYS.last} from today`,
    },
    faults,
  );
  if (faults.length > 0) throw new InvalidRequestError(faults);
  return { first, last, zone, units: resolveUnits(request.units ?? 'metric', request.unit_overrides ?? {}) };
}
