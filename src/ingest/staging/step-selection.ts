/**
 * Which fields of a step become which layers, decided by what the messages say of themselves: parameter, level,
 * process, reference and valid time. The index of the file is not asked again; it may have been another file's.
 */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { type FieldReading, type GribField, readEachField } from '../../decode/grib2/field.js';
import type { ElementId, StaticFieldId } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import type { ModelFeed } from '../../sources/model-feed.js';
import { type FieldRequest, isPossible, isRequired, type MessageKey, type Selector } from '../../sources/selector.js';
import { isServedBy } from './field-match.js';

/** One request and the field that answers it. */
export interface Selected<Id extends string> {
  readonly request: FieldRequest<Id>;
  readonly way: Selector;
  readonly field: GribField;
  /**
   * What the element is made of besides: the temperature for humidity, the direction of a wind, the other terms of a
   * sum, in the order of `way.making`; for a wind along the grid its other component. Else none.
   */
  readonly others: readonly GribField[];
}

export interface StepSelection {
  readonly grid: Grid;
  /** In the order of the feed's table. */
  readonly elements: readonly Selected<ElementId>[];
  readonly statics: readonly Selected<StaticFieldId>[];
  /** What no field answers although a step like this can have it. */
  readonly absent: readonly string[];
}

export interface StepTimes {
  readonly referenceTime: number;
  readonly validTime: number;
}

export interface SelectionRules {
  readonly times: StepTimes;
  /** Where the fields came from, for the error. */
  readonly origin: string;
  /** Whether elements can be required; a file given by hand may hold any part of a step. */
  readonly strict: boolean;
  readonly statics: boolean;
  /** Reasons why fields beside these are not read, for the error. */
  readonly damaged?: readonly string[];
}

/**
 * Fields of other times are passed over; a file may hold the 72 hours of a run.
 *
 * @throws UpstreamError "framing"  when a required element is not there, too few are, or they stand on different grids
 */
export function selectFields(feed: ModelFeed, fields: readonly GribField[], rules: SelectionRules): StepSelection {
  const { times, origin, strict, damaged = [] } = rules;
  const lead = leadOf(times);
  const atTime = fields.filter((field) => isAt(field, times));
  const elements = selectElements(feed, atTime, times);
  const statics = rules.statics ? feed.statics.flatMap((request) => answer(atTime, request, null)) : [];
  const found = new Set<string>([...elements, ...statics].map(({ request }) => request.id));
  const wanted: FieldRequest<string>[] = [...feed.elements, ...(rules.statics ? feed.statics : [])];
  const missing = wanted.filter((request) => !found.has(request.id) && isPossible(request, lead, times.referenceTime));
  const fatal = missing.find((request) => isRequired(request, lead, times.referenceTime));
  if (strict && fatal !== undefined)
    throw new UpstreamError('framing', origin, [`step ${lead / 3600} h lacks ${fatal.id}`, ...damaged].join('; '));
  const least = feed.leastElements ?? 0;
  if (strict && elements.length < least)
    throw new UpstreamError(
      'framing',
      origin,
      `step ${lead / 3600} h has ${elements.length} elements of ${feed.id}, at least ${least} are needed`,
    );
  const grid = commonGrid([...elements, ...statics], origin);
  return { grid, elements, statics, absent: missing.map(({ id }) => id) };
}

/** True when the message may answer something. A damaged one may: whoever decodes it then says what is wrong. */
export function isWantedMessage(feed: ModelFeed, message: Uint8Array): boolean {
  const keys = keysOf(feed);
  try {
    const readings = readEachField(message);
    const isAnswer = ({ field, refusal }: FieldReading): boolean =>
      field === null ? isTagged(refusal, 'malformed') : keys.some((key) => isServedBy(field, key));
    return readings.some(isAnswer);
  } catch (error) {
    if (isTagged(error, 'grib-unsupported')) return false;
    if (isTagged(error, 'malformed')) return true;
    throw error;
  }
}

/** True when fields of these times make any element. */
export function holdsElements(feed: ModelFeed, fields: readonly GribField[], times: StepTimes): boolean {
  const atTime = fields.filter((field) => isAt(field, times));
  return selectElements(feed, atTime, times).length > 0;
}

/** Every message that the feed's table names, also those that an element is made of besides its own. */
function keysOf({ elements, statics }: ModelFeed): MessageKey[] {
  const ways = [...elements, ...statics].flatMap((request) => request.ways);
  return ways.flatMap((way) => [way, ...otherKeys(way)]);
}

function otherKeys({ making }: Selector): readonly MessageKey[] {
  if (making?.by === 'sum') return making.with;
  return making?.by === 'wind-u' || making?.by === 'wind-v' ? [making.direction] : [];
}

function isAt({ time }: GribField, { referenceTime, validTime }: StepTimes): boolean {
  return time.referenceTime === referenceTime && time.validTime === validTime;
}

function leadOf({ referenceTime, validTime }: StepTimes): number {
  return validTime - referenceTime;
}

function selectElements(feed: ModelFeed, fields: readonly GribField[], times: StepTimes): Selected<ElementId>[] {
  const isAsked = (request: FieldRequest<string>) => isPossible(request, leadOf(times), times.referenceTime);
  const requests = feed.elements.filter(isAsked);
  const plain = requests.filter(({ id }) => id === 'temperature').flatMap((request) => answer(fields, request, null));
  const temperature = plain[0]?.field ?? null;
  return withWindPartners(requests.flatMap((request) => answer(fields, request, temperature)));
}

function answer<Id extends string>(
  fields: readonly GribField[],
  request: FieldRequest<Id>,
  temperature: GribField | null,
): Selected<Id>[] {
  for (const way of request.ways) {
    const field = findField(fields, way);
    const others = way.making?.by === 'humidity' ? [temperature] : otherKeys(way).map((key) => findField(fields, key));
    if (field !== null && others.every((other) => other !== null)) return [{ request, way, field, others }];
  }
  return [];
}

/** Of several the one of the shortest interval: the bucket, where the total of the run stands beside it. */
function findField(fields: readonly GribField[], key: MessageKey): GribField | null {
  const candidates = fields.filter((field) => isServedBy(field, key));
  const start = ({ time }: GribField): number => time.interval?.start ?? 0;
  return candidates.reduce<GribField | null>(
    (best, field) => (best === null || start(field) > start(best) ? field : best),
    null,
  );
}

/** One component of a wind along the grid says nothing of the wind: without the other it is left out. */
function withWindPartners(elements: readonly Selected<ElementId>[]): Selected<ElementId>[] {
  const partners: Partial<Record<ElementId, ElementId>> = { wind_u: 'wind_v', wind_v: 'wind_u' };
  return elements.flatMap((selected) => {
    const partner = partners[selected.request.id];
    if (partner === undefined || !isTurned(selected)) return [selected];
    const other = elements.find((candidate) => candidate.request.id === partner && isTurned(candidate));
    return other === undefined ? [] : [{ ...selected, others: [other.field] }];
  });
}

/** Rows of these grids run along parallels: a wind along the grid is one towards east and north. */
const NORTH_UP: ReadonlySet<Grid['kind']> = new Set(['regular', 'gaussian', 'mercator']);

/** True for a component that must be turned with its other one before it is one towards east or north. */
export function isTurned({ way, field: { grid, windsAlongGrid } }: Selected<string>): boolean {
  return way.making === undefined && windsAlongGrid && grid !== null && !NORTH_UP.has(grid.kind);
}

function commonGrid(selected: readonly Selected<string>[], origin: string): Grid {
  const all = selected.flatMap(({ field, others }) => [field, ...others]);
  const grids = new Map(all.map((field) => [JSON.stringify(field.grid), field.grid]));
  const [grid] = grids.values();
  if (grid === undefined || grid === null || grids.size > 1)
    throw new UpstreamError('framing', origin, `its fields stand on ${grids.size} grids of which one must be readable`);
  return grid;
}
