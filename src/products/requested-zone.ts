/** The time zone that a request about one place is answered in. */

import { InvalidRequestError } from '../base/errors.js';
import { type Zone, zoneOf } from '../model/time.js';
import { zoneOfPlace } from '../query/place/time-zone.js';

export interface RequestedZone {
  readonly zone: Zone;
  /** True when the zone is the nautical one, for want of a drawn one. */
  readonly fallback: boolean;
}

/** @throws InvalidRequestError for a zone that does not exist */
export function zoneOfRequest({
  location,
  timezone = 'auto',
}: {
  readonly location: { readonly latitude: number; readonly longitude: number };
  readonly timezone?: string;
}): RequestedZone {
  if (timezone === 'auto') return zoneOfPlace(location.latitude, location.longitude);
  const zone = zoneOf(timezone);
  if (zone !== null) return { zone, fallback: false };
  const message = `timezone must be "auto" or an IANA zone; got "${timezone}"`;
  throw new InvalidRequestError([{ pointer: '/timezone', code: 'unknown_timezone', message }]);
}
