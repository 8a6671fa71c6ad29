/**
 * Which fields of a step become which layers, decided by what the messages say of themselves: parameter, level,
 * process, reference and valid time. The index of the file is not asked again; it may have been another file's.
 */

import { isTagged, UpstreamError } from '../base/errors.js';
import { type GribField, readKnownFields } from '../decode/grib2/field.js';
import type { Grid } from '../model/field.js';
import {
  type FieldRequest,
  GFS_ELEMENTS,
  GFS_STATICS,
  isPossible,
  isRequired,
  type Selector,
} from '../sources/gfs/selector-table.js';

/** One request and the field that answers it. */
export interface Selected<Id extends string> {
  readonly request: FieldRequest<Id>;
  readonly way: Selector;
  readonly field: GribField;
}

export interface StepSelection {
  readonly grid: Grid;
  readonly elements: readonly Selected<(typeof GFS_ELEMENTS)[number]['id']>[];
  readonly statics: readonly Selected<(typeof GFS_STATICS)[number]['id']>[];
  /** What no field answers although a step like this can have it. */
  readonly absent: readonly string[];
}

export interface StepTimes {
  readonly referenceTime: number;
  readonly validTime: number;
}

const PLAIN_TEMPLATES = new Set([0, 8]); // instant, and processed over an interval; no members, no probabilities

export interface SelectionRules {
  readonly times: StepTimes;
  /** Where the fields came from, for the error. */
  readonly origin: string;
  /** Whether elements can be required; a file given by hand may hold any part of a step. */
  readonly strict: boolean;
  readonly statics: boolean;
}

/**
 * Fields of other times, of members and of layers are passed over.
 *
 * @throws UpstreamError "framing"  when a required element is not there, or the fields stand on different grids
 */
export function selectFields(fields: readonly GribField[], rules: SelectionRules): StepSelection {
  const { times, origin, strict } = rules;
  const eligible = fields.filter((field) => isEligible(field, times));
  const elements = makeable(GFS_ELEMENTS.flatMap((request) => answer(eligible, request)));
  const statics = rules.statics ? GFS_STATICS.flatMap((request) => answer(eligible, request)) : [];
  const found = new Set<string>([...elements, ...statics].map(({ request }) => request.id));
  const wanted: FieldRequest<string>[] = [...GFS_ELEMENTS, ...(rules.statics ? GFS_STATICS : [])];
  const stepHours = (times.validTime - times.referenceTime) / 3600;
  const missing = wanted.filter((request) => !found.has(request.id) && isPossible(request, stepHours));
  const fatal = missing.find((request) => isRequired(request, stepHours));
  if (strict && fatal !== undefined)
    throw new UpstreamError('framing', origin, `step ${stepHours} h lacks ${fatal.id}`);
  const grid = commonGrid([...elements, ...statics], origin);
  return { grid, elements, statics, absent: missing.map(({ id }) => id) };
}

/** The dew point is made from humidity only where there is a temperature to make it with. */
function makeable<Id extends string>(elements: readonly Selected<Id>[]): Selected<Id>[] {
  const warm = elements.some(({ request }) => request.id === 'temperature');
  return elements.filter(({ way }) => warm || way.from === undefined);
}

const ALL_WAYS = [...GFS_ELEMENTS, ...GFS_STATICS].flatMap(({ ways }) => ways);

/** True when the message may answer something. A damaged one may: whoever decodes it then says what is wrong. */
export function isWantedMessage(message: Uint8Array): boolean {
  try {
    return readKnownFields(message).some((field) => ALL_WAYS.some((way) => isServed(field, way)));
  } catch (error) {
    if (isTagged(error, 'grib-unsupported')) return false;
    if (isTagged(error, 'grib-malformed')) return true;
    throw error;
  }
}

/** True when a field of these times answers any element. */
export function holdsElements(fields: readonly GribField[], times: StepTimes): boolean {
  const eligible = fields.filter((field) => isEligible(field, times));
  return GFS_ELEMENTS.some((request) => answer(eligible, request).length > 0);
}

function isEligible({ time, productTemplate, ensemble, secondLevel }: GribField, wanted: StepTimes): boolean {
  const plain = PLAIN_TEMPLATES.has(productTemplate) && ensemble === undefined && secondLevel === null;
  return plain && time.referenceTime === wanted.referenceTime && time.validTime === wanted.validTime;
}

function answer<Id extends string>(fields: readonly GribField[], request: FieldRequest<Id>): Selected<Id>[] {
  for (const way of request.ways) {
    const candidates = fields.filter((field) => isServed(field, way));
    if (candidates.length > 0) return [{ request, way, field: shortestInterval(candidates) }];
  }
  return [];
}

function isServed({ parameter, time }: GribField, { parameter: wanted, process }: Selector): boolean {
  return (
    parameter.discipline === wanted.discipline &&
    parameter.category === wanted.category &&
    parameter.number === wanted.number &&
    parameter.levelType === wanted.levelType &&
    (wanted.levelValue === null || parameter.levelValue === wanted.levelValue) &&
    (time.interval?.process ?? 'instant') === process
  );
}

/** The bucket, where the total of the whole run stands beside it; the first of equal ones. */
function shortestInterval(candidates: readonly GribField[]): GribField {
  const start = ({ time }: GribField): number => time.interval?.start ?? 0;
  return candidates.reduce((best, field) => (start(field) > start(best) ? field : best));
}

function commonGrid(selected: readonly Selected<string>[], origin: string): Grid {
  const grids = new Map(selected.map(({ field }) => [JSON.stringify(field.grid), field.grid]));
  const [grid] = grids.values();
  if (grid === undefined || grid === null || grids.size > 1)
    throw new UpstreamError('framing', origin, `its fields stand on ${grids.size} grids of which one must be readable`);
  return grid;
}
