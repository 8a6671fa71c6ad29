/** The error for a place that no published model run covers. */

import { InvalidRequestError, ProductUnavailableError } from '../base/errors.js';
import { type Box, boxInWords, isInside } from '../model/box.js';

/** A first ingest publishes within minutes; a defect needs the next run or a person. */
const RETRY_SECONDS = 60;

/** The part of the world that is configured; null or absent: all of it. */
export type ServedRegion = Box | null | undefined;

interface Place {
  readonly latitude: number;
  /** −180..180 */
  readonly longitude: number;
}

/** True where the configuration excludes the place, so that no data for it will ever come. */
export function isExcluded(region: ServedRegion, { latitude, longitude }: Place): boolean {
  return region != null && !isInside(region, latitude, longitude);
}

/**
 * The request's fault (422) where the configured region excludes the place; else the product is unavailable (503),
 * because a model run that covers the place is missing.
 *
 * @param reason  why nothing covers the place, for the 503
 */
export function uncoveredError(
  product: string,
  reason: string,
  place: Place,
  region: ServedRegion,
): InvalidRequestError | ProductUnavailableError {
  if (region == null || !isExcluded(region, place)) return new ProductUnavailableError(product, reason, RETRY_SECONDS);
  const message =
    `location must lie in the region that this service covers, ${boxInWords(region)}; ` +
    `got latitude ${place.latitude}, longitude ${place.longitude}`;
  return new InvalidRequestError([{ pointer: '/location', code: 'outside_region', message }]);
}
