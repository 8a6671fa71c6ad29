/**
 * How a temperature bias that is known by lead runs over the hours of a forecast.
 *
 *   before the hour     fades to 0 over 6 h: the past is analysed
 *   lead 0 to 12 h      bias of the hours, linear between their leads
 *   lead 12 to 20 h     one goes over into the other
 *   lead 20 h and more  bias of the daily minimum at 06:00 and of the maximum at 15:00 local solar time, linear between them
 *                       and between leads; from lead 14 d it fades to 0 over a day
 *
 * It has no steps in time, not at midnight either. Extremes move by their bias as far as they come at their usual hours.
 */

import { ACCURACY_LEADS } from '../../model/accuracy.js';
import { DAY, HOUR } from '../../model/time.js';

/** Biases by lead, K; 0 where none was learned. */
export interface BiasByLead {
  readonly temperature: Float64Array;
  readonly temperature_max: Float64Array;
  readonly temperature_min: Float64Array;
}

const leadsOf = (interval: string) => ACCURACY_LEADS.find((row) => row.interval === interval)!.leads;
const HOURS = leadsOf('1h');
const DAYS = leadsOf('1d');
const LONGEST = DAYS.at(-1)!;

export function noBias(): BiasByLead {
  return {
    temperature: new Float64Array(HOURS.length),
    temperature_max: new Float64Array(DAYS.length),
    temperature_min: new Float64Array(DAYS.length),
  };
}

const PAST = 6 * HOUR;
const HOURS_UNTIL = 12 * HOUR;
const DAYS_FROM = 20 * HOUR;
/** Usual times of the extremes, as shares of the solar day. Leads of days count from the first. */
const LOWEST_AT = 6 / 24;
const HIGHEST_AT = 15 / 24;

/**
 * Bias of the forecast for a time, K, to be subtracted.
 *
 * @param now  time of the forecast, epoch seconds
 * @param longitude  degrees east: noon is when the sun is highest
 */
export function biasAt(biases: BiasByLead, time: number, now: number, longitude: number): number {
  const lead = time - now;
  if (lead <= -PAST) return 0;
  if (lead < 0) return biases.temperature[0]! * (1 + lead / PAST);
  if (lead <= HOURS_UNTIL) return ofHours(biases, lead / HOUR);
  const ofDay = ofDays(biases, time, now, longitude);
  if (lead >= DAYS_FROM) return ofDay;
  const share = (lead - HOURS_UNTIL) / (DAYS_FROM - HOURS_UNTIL);
  return (1 - share) * ofHours(biases, lead / HOUR) + share * ofDay;
}

function ofHours({ temperature }: BiasByLead, lead: number): number {
  return between(HOURS, temperature, lead);
}

/** Linear between the minimum and the maximum before and after the time. */
function ofDays(biases: BiasByLead, time: number, now: number, longitude: number): number {
  const solar = time / DAY + longitude / 360;
  const day = Math.floor(solar);
  const clock = solar - day;
  // From now to 06:00 of the day: the lead of both of its extremes.
  const lead = (time - now) / DAY - clock + LOWEST_AT;
  const lowest = (date: number) => ofLead(biases.temperature_min, lead + date);
  const highest = (date: number) => ofLead(biases.temperature_max, lead + date);
  const night = 1 - HIGHEST_AT + LOWEST_AT;
  if (clock < LOWEST_AT) return mixed(highest(-1), lowest(0), (clock + 1 - HIGHEST_AT) / night);
  if (clock < HIGHEST_AT) return mixed(lowest(0), highest(0), (clock - LOWEST_AT) / (HIGHEST_AT - LOWEST_AT));
  return mixed(highest(0), lowest(1), (clock - HIGHEST_AT) / night);
}

/** @param lead  days */
function ofLead(biases: Float64Array, lead: number): number {
  const fade = Math.max(0, Math.min(1, LONGEST + 1 - lead));
  return fade * between(DAYS, biases, lead);
}

function mixed(a: number, b: number, share: number): number {
  return a + share * (b - a);
}

/** Linear between leads; before the first and after the last theirs. */
function between(leads: readonly number[], values: Float64Array, lead: number): number {
  const last = leads.length - 1;
  if (lead <= leads[0]!) return values[0]!;
  if (lead >= leads[last]!) return values[last]!;
  let next = 1;
  while (leads[next]! < lead) next += 1;
  return mixed(values[next - 1]!, values[next]!, (lead - leads[next - 1]!) / (leads[next]! - leads[next - 1]!));
}
