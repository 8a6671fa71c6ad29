/** What a sweep must be to be published. */

import { lettersOf, type RadarSite } from '../../model/radar-sites-table.js';
import type { RadialProduct } from '../../model/radial-product.js';
import { formatInstant } from '../../model/time.js';

/** A sweep may be dated ahead so far, s: clocks differ. */
const AHEAD_SECONDS = 240;
/** Names have the time at which the volume scan began, which takes up to 10 minutes. */
const NAME_SECONDS = 900;
/** Radars are moved by some kilometres at most without a new name; degrees. */
const NEAR_DEGREES = 0.2;
/** Base reflectivity in super resolution, and what it was before. */
const LISTED_CODES: readonly number[] = [153, 94];

export interface ScanExpectation {
  readonly site: RadarSite;
  /** Epoch seconds. */
  readonly now: number;
  /** As the name of the file in the bucket has it; null: a file given by hand, which may be any product of reflectivity. */
  readonly namedTime: number | null;
}

export function isAheadOf(time: number, now: number): boolean {
  return time > now + AHEAD_SECONDS;
}

/** The rule that a sweep breaks; null: it can be published. */
export function scanFault(product: RadialProduct, { site, now, namedTime }: ScanExpectation): string | null {
  const { code, name, quantity, validTime } = product;
  if (product.site !== null && product.site !== lettersOf(site.icao))
    return `it is of the radar ${product.site}, not of ${lettersOf(site.icao)}`;
  if (!isNear(product, site))
    return `its antenna is at ${product.latitude}, ${product.longitude}, that of ${site.icao} at ${site.latitude}, ${site.longitude}`;
  if (quantity !== 'reflectivity' || (namedTime !== null && !LISTED_CODES.includes(code)))
    return `product ${code} is ${name}, not base reflectivity`;
  if (isAheadOf(validTime, now)) return `it is from the future: ${formatInstant(validTime)}`;
  if (namedTime !== null && Math.abs(validTime - namedTime) > NAME_SECONDS)
    return `its name says ${formatInstant(namedTime)}, its contents ${formatInstant(validTime)}`;
  return isMeasured(product) ? null : 'not one gate of it was measured: all range is folded';
}

/** True where an antenna can be that of the site. */
export function isNear(antenna: Pick<RadialProduct, 'latitude' | 'longitude'>, site: RadarSite): boolean {
  const east = Math.abs(antenna.longitude - site.longitude);
  return (
    Math.abs(antenna.latitude - site.latitude) <= NEAR_DEGREES &&
    Math.min(east, 360 - east) * Math.cos((site.latitude * Math.PI) / 180) <= NEAR_DEGREES
  );
}

/** No echo anywhere is a measurement; ambiguous range everywhere is none. */
function isMeasured({ levels, rangeFolded }: RadialProduct): boolean {
  return rangeFolded === null || levels.some((level) => level !== rangeFolded);
}
