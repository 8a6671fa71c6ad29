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
/** From the maximum to the next minimum, days. */
const NIGHT = 1 - HIGHEST_AT + LOWEST_AT;

/** Biases at every whole hour up to `DAYS_FROM`, and at every whole day until they have faded: what lies between is linear. */
interface Course {
  readonly hours: Float64Array;
  readonly highest: Float64Array;
  readonly lowest: Float64Array;
}

function courseOf({ temperature, temperature_max, temperature_min }: BiasByLead): Course {
  const faded = (values: Float64Array) =>
    Float64Array.from({ length: LONGEST + 1 }, (_, lead) => between(DAYS, values, lead));
  const hours = Float64Array.from({ length: DAYS_FROM / HOUR + 1 }, (_, lead) => between(HOURS, temperature, lead));
  return { hours, highest: faded(temperature_max), lowest: faded(temperature_min) };
}

/**
 * Bias of the forecast over time, K, to be subtracted.
 *
 * @param now  time of the forecast, epoch seconds
 * @param longitude  degrees east: noon is when the sun is highest
 */
export function biasCourse(biases: BiasByLead, now: number, longitude: number): (time: number) => number {
  const course = courseOf(biases);
  return (time) => {
    const lead = time - now;
    if (lead < 0) return lead <= -PAST ? 0 : course.hours[0]! * (1 + lead / PAST);
    if (lead <= HOURS_UNTIL) return along(course.hours, lead / HOUR);
    const ofDay = ofDays(course, time / DAY + longitude / 360, lead / DAY);
    if (lead >= DAYS_FROM) return ofDay;
    const share = (lead - HOURS_UNTIL) / (DAYS_FROM - HOURS_UNTIL);
    return (1 - share) * along(course.hours, lead / HOUR) + share * ofDay;
  };
}

/**
 * Linear between the minimum and the maximum before and after the time.
 *
 * @param solar  local solar time, days
 * @param ahead  days from the time of the forecast
 */
function ofDays({ highest, lowest }: Course, solar: number, ahead: number): number {
  const clock = solar - Math.floor(solar);
  // From the time of the forecast to 06:00 of the day: the lead of both of its extremes.
  const lead = ahead - clock + LOWEST_AT;
  if (clock < LOWEST_AT)
    return mixed(ofLead(highest, lead - 1), ofLead(lowest, lead), (clock + 1 - HIGHEST_AT) / NIGHT);
  if (clock < HIGHEST_AT)
    return mixed(ofLead(lowest, lead), ofLead(highest, lead), (clock - LOWEST_AT) / (HIGHEST_AT - LOWEST_AT));
  return mixed(ofLead(highest, lead), ofLead(lowest, lead + 1), (clock - HIGHEST_AT) / NIGHT);
}

/** @param lead  days */
function ofLead(days: Float64Array, lead: number): number {
  if (lead < LONGEST) return lead > 0 ? along(days, lead) : days[0]!;
  return lead < LONGEST + 1 ? (LONGEST + 1 - lead) * days[LONGEST]! : 0;
}

/** @param place  within the array */
function along(values: Float64Array, place: number): number {
  const before = Math.floor(place);
  const share = place - before;
  return share === 0 ? values[before]! : mixed(values[before]!, values[before + 1]!, share);
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
