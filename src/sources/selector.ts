/**
 * How a feed's table says which messages make which element: as the index names them, and as the message itself
 * identifies them.
 *
 * Two keys for one thing, because the index only chooses what to download (matched on every part of its line) and only
 * the message is believed. `ways` are in order of preference: the first that the file holds is taken.
 *
 * Units: value × factor is in the unit of the element (`model/element.ts`). `plausible` are bounds in that unit that no
 * weather reaches: a field outside them is damaged bytes that happen to decode. `clamp` then takes off the packing's
 * own overshoot (cloud of −0.5 % and 100.5 % occurs).
 */

import type { ParameterIdentity, StatisticalProcess } from '../model/field.js';

/** One message of a step, by both its names. */
export interface MessageKey {
  /**
   * Short name and level in the index: wgrib2's words, or ECMWF's `param` and `levtype`. `extra` are the parts that
   * stand behind the time ("prob >0.254", "ENS=+1"): each must be found in one of them, and without `extra` there must
   * be none, or a mean would be taken for its own spread.
   */
  readonly index: { readonly name: string; readonly level: string; readonly extra?: readonly string[] };
  readonly parameter: ParameterIdentity;
  readonly process: StatisticalProcess | 'instant';
  /** The interval must have this length, s; default any, and of several the shortest is taken. */
  readonly intervalSeconds?: number;
  /** The message is the chance of a value above this, in the unit of the parameter (template 4.5 or 4.9). */
  readonly probabilityAbove?: number;
  /** Aerosol of code table 4.233 and the upper bound of its size, m (template 4.48). */
  readonly aerosol?: { readonly type: number; readonly sizeBelow: number | null };
  /** Number of the ensemble member, 0 the control (templates 4.1 and 4.11). */
  readonly member?: number;
}

/** How the element is made where the message is not already it. */
export type Making =
  /** The message is relative humidity; the dew point follows with the temperature of the same step. */
  | { readonly by: 'humidity' }
  /** The message is wind speed; u or v follow with the direction that it blows from, in degrees. */
  | { readonly by: 'wind-u' | 'wind-v'; readonly direction: MessageKey }
  /** The message and these are added. */
  | { readonly by: 'sum'; readonly with: readonly MessageKey[] }
  /** 1 where the message has one of these codes, else 0. */
  | { readonly by: 'codes'; readonly codes: readonly number[] };

export interface Selector extends MessageKey {
  /** Unit of the message to unit of the element. */
  readonly factor: number;
  readonly making?: Making;
}

export interface FieldRequest<Id extends string> {
  readonly id: Id;
  readonly ways: readonly Selector[];
  readonly plausible: readonly [number, number];
  readonly clamp?: readonly [number, number];
  /** A step without it is no step: the download is repeated and the run fails. Others are left missing, with a warning. */
  readonly required: boolean;
  /**
   * Leads, s, at which the feed has the field and it is of use, of a run of this time; default all. Instants are possible at
   * lead 0, others not.
   */
  readonly at?: (leadSeconds: number, referenceTime: number) => boolean;
  /**
   * A total that covers several native steps and has no shorter one inside it (NBM's six hours on three-hour steps) is
   * spread evenly over them. Default: it is taken apart with the totals before it, and missing where there is none.
   */
  readonly spread?: boolean;
}

/** A level by both its names; `value` null: whatever it is, or the type has none. */
export type Level = readonly [indexText: string, type: number, value: number | null];

/** A way in one line. `code`: discipline, category, number. */
export function way(
  name: string,
  code: readonly [discipline: number, category: number, number: number],
  [level, levelType, levelValue]: Level,
  process: Selector['process'] = 'instant',
  factor = 1,
): Selector {
  const [discipline, category, number] = code;
  const parameter = { discipline, category, number, levelType, levelValue };
  return { index: { name, level }, parameter, process, factor };
}

/** Whether a step can have the field. Lead 0 is the analysis: no totals, averages or extremes lie behind it. */
export function isPossible({ ways, at }: FieldRequest<string>, leadSeconds: number, referenceTime: number): boolean {
  if (at !== undefined && !at(leadSeconds, referenceTime)) return false;
  return leadSeconds > 0 || ways.some(({ process }) => process === 'instant');
}

export function isRequired(request: FieldRequest<string>, leadSeconds: number, referenceTime: number): boolean {
  return request.required && isPossible(request, leadSeconds, referenceTime);
}
