/**
 * Section 4: what a field is, and when. Templates by what is told of it:
 *
 *   instant    4.0    4.1 with a member     4.48 with an aerosol
 *   process    4.8    4.11 with a member    4.9 with a probability
 */

import type { ParameterIdentity, StatisticalProcess } from '../../src/model/field.js';
import type { OctetWriter } from './bits.js';

/** Leads of a field in hours, or in minutes where `unit` says so: an instant, or a process from `start` to `end`. */
export type ForecastTime =
  | { readonly hour: number }
  | { readonly minute: number }
  | {
      readonly start: number;
      readonly end: number;
      readonly process: StatisticalProcess;
      readonly unit?: 'hour' | 'minute';
    };

/** What a field is beside its parameter. At most one of them. */
export interface ProductKind {
  /** `number` 0: the control. `members` is the size of the ensemble as the message states it. */
  readonly member?: { readonly number: number; readonly members: number };
  /** The values are chances, %, of more than `above` in the unit of the parameter, which has up to three decimals. */
  readonly probability?: { readonly above: number };
  /** Code table 4.233, and the upper bound of the size in units of 10^−7 m. */
  readonly aerosol?: { readonly type: number; readonly sizeBelow: number };
}

/** What one field says of itself. */
export interface FieldHead extends ProductKind {
  /** `levelValue` null writes a level without a value, as NCEP does: scale and value 0. */
  readonly parameter: ParameterIdentity;
  readonly time: ForecastTime;
  /** Type of a second level, which has no value; default: there is none. */
  readonly secondLevelType?: number;
}

const PROCESS_CODES: Record<StatisticalProcess, number> = { average: 0, accumulation: 1, maximum: 2, minimum: 3 };
const MINUTE = 0; // code table 4.4
const HOUR = 1;
/** Of code tables 4.6: unperturbed low-resolution control (as NCEP has it), positively perturbed. */
const CONTROL = 1;
const PERTURBED = 3;
const ABOVE_UPPER = 1; // code table 4.9
const SMALLER_THAN_FIRST = 0; // code table 4.91

/** Octets of date and time: year (2), month, day, hour, minute, second. */
export function writeDate(section: OctetWriter, epochSeconds: number): OctetWriter {
  const date = new Date(epochSeconds * 1000);
  section.unsigned(date.getUTCFullYear(), 2);
  for (const part of [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours()]) section.unsigned(part, 1);
  return section.unsigned(date.getUTCMinutes(), 1).unsigned(date.getUTCSeconds(), 1);
}

/** Template and its length in octets. */
function templateOf({ time, member, probability, aerosol }: FieldHead): [number, number] {
  const processed = 'process' in time;
  if (member) return processed ? [11, 61] : [1, 37];
  if (probability && processed) return [9, 71];
  if (aerosol && !processed) return [48, 58];
  if (probability || aerosol) throw new RangeError('a probability needs an interval, an aerosol an instant');
  return processed ? [8, 58] : [0, 34];
}

/** @param process  generating process identifier of the centre: the model */
export function writeProduct(message: OctetWriter, referenceTime: number, process: number, head: FieldHead): void {
  const { parameter, time, aerosol, member, probability } = head;
  const [template, length] = templateOf(head);
  message.unsigned(length, 4).unsigned(4, 1).unsigned(0, 2).unsigned(template, 2);
  message.unsigned(parameter.category, 1).unsigned(parameter.number, 1);
  if (aerosol) writeAerosol(message, aerosol);
  message
    .unsigned(member ? 4 : probability ? 5 : 2, 1)
    .unsigned(0, 1)
    .unsigned(process, 1);
  message.unsigned(0, 2).unsigned(0, 1);
  const [unit, lead] = leadOf(time);
  message.unsigned(unit, 1).unsigned(lead, 4);
  const [scale, value] = scaled(parameter.levelValue ?? 0);
  message.unsigned(parameter.levelType, 1).unsigned(scale, 1).unsigned(value, 4);
  const second = head.secondLevelType;
  if (second === undefined) message.unsigned(255, 1).unsigned(0, 1).unsigned(0, 4);
  else message.unsigned(second, 1).unsigned(255, 1).unsigned(0xffffffff, 4);
  if (member) message.unsigned(member.number === 0 ? CONTROL : PERTURBED, 1);
  if (member) message.unsigned(member.number, 1).unsigned(member.members, 1);
  if (probability) writeProbability(message, probability.above);
  if ('process' in time) writeInterval(message, referenceTime, unit, time);
}

function leadOf(time: ForecastTime): [unit: number, lead: number] {
  if ('minute' in time) return [MINUTE, time.minute];
  if ('hour' in time) return [HOUR, time.hour];
  return [time.unit === 'minute' ? MINUTE : HOUR, time.start];
}

/** Octets 12 to 35 of template 4.48: aerosol, its sizes, no wavelengths. */
function writeAerosol(message: OctetWriter, { type, sizeBelow }: NonNullable<ProductKind['aerosol']>): void {
  message.unsigned(type, 2).unsigned(SMALLER_THAN_FIRST, 1).unsigned(7, 1).unsigned(sizeBelow, 4);
  message.unsigned(255, 1).unsigned(0xffffffff, 4);
  for (let octets = 0; octets < 11; octets++) message.unsigned(255, 1);
}

/** Octets 35 to 47 of template 4.9: probability 255 of 255, as NBM numbers its own, above the upper limit. */
function writeProbability(message: OctetWriter, above: number): void {
  const [scale, value] = scaled(above);
  message.unsigned(255, 1).unsigned(255, 1).unsigned(ABOVE_UPPER, 1);
  message.unsigned(0, 1).unsigned(0, 4).unsigned(scale, 1).unsigned(value, 4);
}

function writeInterval(
  message: OctetWriter,
  referenceTime: number,
  unit: number,
  { start, end, process }: { start: number; end: number; process: StatisticalProcess },
): void {
  const seconds = unit === MINUTE ? 60 : 3600;
  writeDate(message, referenceTime + seconds * end)
    .unsigned(1, 1)
    .unsigned(0, 4);
  message
    .unsigned(PROCESS_CODES[process], 1)
    .unsigned(2, 1)
    .unsigned(unit, 1)
    .unsigned(end - start, 4);
  message.unsigned(255, 1).unsigned(0, 4);
}

/** A decimal as scale factor and integer: 0.1 is 1 with scale factor 1. */
function scaled(value: number): [scale: number, integer: number] {
  for (let scale = 0; scale <= 4; scale++) {
    const integer = value * 10 ** scale;
    if (Math.abs(integer - Math.round(integer)) < 1e-9) return [scale, Math.round(integer)];
  }
  throw new RangeError(`${value} has more than four decimals`);
}
