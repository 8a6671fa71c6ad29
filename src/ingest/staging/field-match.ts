/**
 * Whether a field is what a key names, by what the message says of itself and by nothing else.
 *
 * A key that does not ask for a member, a probability or an aerosol wants none: the mean of an ensemble, its spread, its
 * percentiles and the chance of a threshold have the same parameter and level as the forecast.
 */

import type { GribField } from '../../decode/grib2/field.js';
import type { MessageKey } from '../../sources/selector.js';

/** Code table 4.3: chances and errors, which some templates carry as if they were the parameter. */
const NOT_THE_PARAMETER: ReadonlySet<number> = new Set([5, 6, 7]);
/** Code table 4.5, nominal top of the atmosphere: "surface to top" is how ECMWF writes the whole atmosphere. */
const TOP_OF_ATMOSPHERE = 8;
/** Mean sea level: DWD names what the height of the ground is measured from. */
const SEA_LEVEL = 101;
/** Code table 4.9: above the upper limit, above the lower limit. */
const ABOVE_UPPER = 1;
const ABOVE_LOWER = 3;
/** Code table 4.6: control forecast at high and at low resolution. */
const LAST_CONTROL = 1;

/** True when the field is what `key` names, whatever its time. */
export function isServedBy(field: GribField, key: MessageKey): boolean {
  return (
    isParameter(field, key) &&
    isProcess(field, key) &&
    isProbability(field, key.probabilityAbove) &&
    isAerosol(field, key.aerosol) &&
    memberOf(field) === key.member &&
    field.derived === null &&
    field.percentile === null
  );
}

function isParameter({ parameter, secondLevel }: GribField, { parameter: wanted }: MessageKey): boolean {
  const isLayer = secondLevel !== null && secondLevel.type !== TOP_OF_ATMOSPHERE && secondLevel.type !== SEA_LEVEL;
  return (
    !isLayer &&
    parameter.discipline === wanted.discipline &&
    parameter.category === wanted.category &&
    parameter.number === wanted.number &&
    parameter.levelType === wanted.levelType &&
    (wanted.levelValue === null || parameter.levelValue === wanted.levelValue)
  );
}

/** The highest of hourly means is no maximum of the parameter, so there must be no second range of time. */
function isProcess({ time: { interval }, timeRanges }: GribField, { process, intervalSeconds }: MessageKey): boolean {
  if ((interval?.process ?? 'instant') !== process || timeRanges.length > 1) return false;
  return intervalSeconds === undefined || (interval !== undefined && interval.end - interval.start === intervalSeconds);
}

function isProbability({ probability, processType }: GribField, above: number | undefined): boolean {
  if (above === undefined) return probability === null && !NOT_THE_PARAMETER.has(processType);
  if (probability === null) return false;
  const { type, lower, upper } = probability;
  return (type === ABOVE_UPPER && isNear(upper, above)) || (type === ABOVE_LOWER && isNear(lower, above));
}

/** A range of sizes that does not begin at nothing (dust of 2 to 10 µm) is not all below its upper bound. */
function isAerosol({ aerosol }: GribField, wanted: MessageKey['aerosol']): boolean {
  if (wanted === undefined || aerosol === null) return wanted === undefined && aerosol === null;
  const fromNothing = aerosol.sizeFrom === null || aerosol.sizeFrom === 0;
  return aerosol.type === wanted.type && fromNothing && isNear(aerosol.sizeBelow, wanted.sizeBelow);
}

/** Number of the member, 0 the control; undefined for what is of no ensemble. */
function memberOf({ ensemble }: GribField): number | undefined {
  return ensemble && (ensemble.type <= LAST_CONTROL ? 0 : ensemble.member);
}

/** Limits are decimal numbers in the message and in the table: 254 × 10⁻³ against 0.254. */
function isNear(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));
}
