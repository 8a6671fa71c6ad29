/**
 * Records of the simulated GHCN-Daily: the true days of each station's place, as its instruments and its network report
 * them, with the gaps, traces, flags, late values and errors of the real ones. Each record keeps the true value beside the
 * reported one and names the error that was put in.
 */

import { normalAt, uniformAt } from '../random.js';
import type { World } from '../world.js';
import { type GhcnNetwork, type GhcnStation, HISTORY_BEGINS } from './ghcn-stations.js';
import { type TrueDays, trueDays } from './true-days.js';

export type GhcnElement = 'TMAX' | 'TMIN' | 'TAVG' | 'PRCP' | 'SNOW' | 'WESF' | 'MDPR' | 'DAPR';

/**
 * Errors that are put into values.
 *
 *   absurd        replaced by one that cannot be; the quality flag says so
 *   preliminary   wrong in files of the first weeks, corrected later
 *   presumed      reported as 0 without a look; up to 1 mm may have fallen
 */
export type GhcnFlaw = 'absurd' | 'preliminary' | 'presumed';

export interface GhcnRecord {
  /** Date, days since 1970-01-01. */
  readonly day: number;
  readonly element: GhcnElement;
  /** Tenths of °C, tenths of mm; SNOW in mm; DAPR in days. */
  readonly value: number;
  readonly measurementFlag: string;
  readonly qualityFlag: string;
  readonly sourceFlag: string;
  readonly observationTime: string;
  /** In the units of `value`, unrounded, without the bias of the site. */
  readonly truth: number;
  readonly flaw: GhcnFlaw | null;
}

/** Largest number of days after which a value no longer changes. */
export const CORRECTED_WITHIN = 45;
/** Shares of values. */
const ABSURD = 1 / 400;
const PRELIMINARY = 1 / 12;
const FREEZING = 273.15;
/** Least amounts that are measured, tenths of mm and mm: half of 0.01 inch, and of 0.1 inch of snow. */
const INCH_TRACE = 1.27;
const SNOW_TRACE = 1.27;
const DAY_AFTER_LATE = 5;

const ELEMENTS: Readonly<Record<GhcnNetwork, readonly GhcnElement[]>> = {
  airport: ['TMAX', 'TMIN', 'PRCP', 'SNOW', 'WESF'],
  cooperative: ['TMAX', 'TMIN', 'PRCP', 'SNOW'],
  evening: ['TMAX', 'TMIN', 'PRCP', 'SNOW'],
  'rain-gauge': ['PRCP', 'SNOW'],
  synoptic: ['TMAX', 'TMIN', 'TAVG', 'PRCP'],
  national: ['TMAX', 'TMIN', 'PRCP', 'SNOW'],
  upland: ['TMAX', 'TMIN', 'PRCP'],
};

/** Elements of the rows that a station ever has. */
export function elementsOf({ network, country }: GhcnStation): readonly GhcnElement[] {
  const elements = ELEMENTS[network].filter((element) => element !== 'SNOW' || country === 'US' || country === 'CA');
  return network === 'rain-gauge' ? [...elements, 'MDPR', 'DAPR'] : elements;
}

/**
 * All records of dates from `first` to `last` that are in the files of a day, in the order of their dates.
 *
 * @param issued  day of the files, days since 1970-01-01: later values are not there yet, young ones not corrected
 */
export function ghcnRecords(
  world: World,
  station: GhcnStation,
  [first, last]: readonly [number, number],
  issued: number,
): GhcnRecord[] {
  const begin = Math.max(first, station.firstDay, HISTORY_BEGINS);
  const end = Math.min(last, station.lastDay ?? last, issued - station.lag);
  const records: GhcnRecord[] = [];
  if (end < begin) return records;
  // Two days more in front, for totals of several days.
  const days = trueDays(world, station, station.bounds, begin - 2, end - begin + 3);
  const elements = elementsOf(station);
  for (let day = begin; day <= end; day++) {
    if (isMissing(station, day) || isLate(station, day, issued)) continue;
    for (const element of elements) {
      const record = recordOf(station, days, day, element, issued);
      if (record !== null) records.push(record);
    }
  }
  return records;
}

/** Whole months and single days without a report; Central Park has none. */
function isMissing({ network, draw, state }: GhcnStation, day: number): boolean {
  if (network === 'airport') return state !== 'NY' && uniformAt(draw, 910, day, 0) < 0.003;
  return uniformAt(draw, 911, Math.floor(day / 30.4), 0) < 0.01 || uniformAt(draw, 910, day, 0) < 0.03;
}

/** One day in thirty comes five days after its neighbours. */
function isLate({ draw, lag }: GhcnStation, day: number, issued: number): boolean {
  return issued - lag - day < DAY_AFTER_LATE && uniformAt(draw, 912, day, 0) < 1 / 30;
}

function recordOf(
  station: GhcnStation,
  days: TrueDays,
  day: number,
  element: GhcnElement,
  issued: number,
): GhcnRecord | null {
  const reading = readingOf(station, days, day, element);
  if (reading === null) return null;
  const { network, draw } = station;
  const which = ELEMENT_DRAWS[element];
  const record: GhcnRecord = {
    day,
    element,
    value: reading.value,
    measurementFlag: reading.measurementFlag,
    qualityFlag: '',
    sourceFlag: sourceOf(station, day, issued),
    // A count of days has no hour.
    observationTime: element === 'DAPR' ? '' : station.observationTime,
    truth: reading.truth,
    flaw: reading.flaw,
  };
  const isCounted = element === 'MDPR' || element === 'DAPR' || element === 'WESF';
  if (isCounted) return record;
  const age = issued - day;
  if (uniformAt(draw, 920 + which, day, 0) < PRELIMINARY && age < correctedAfter(station, day)) {
    const value = preliminaryOf(record, normalAt(draw, 930 + which, day, 0));
    return value === record.value ? record : { ...record, value, measurementFlag: '', flaw: 'preliminary' };
  }
  const isSound = network === 'airport' && station.state === 'NY';
  if (!isSound && uniformAt(draw, 940 + which, day, 0) < ABSURD) return absurdOf(record, day);
  return record;
}

const ELEMENT_DRAWS: Readonly<Record<GhcnElement, number>> = {
  TMAX: 0,
  TMIN: 1,
  TAVG: 2,
  PRCP: 3,
  SNOW: 4,
  WESF: 5,
  MDPR: 6,
  DAPR: 7,
};

/** Age of a date's values in days at which the wrong ones among them are corrected. */
export function correctedAfter({ draw }: GhcnStation, day: number): number {
  return 8 + Math.floor((CORRECTED_WITHIN - 7) * uniformAt(draw, 950, day, 0));
}

type Reading = Pick<GhcnRecord, 'value' | 'measurementFlag' | 'truth' | 'flaw'>;

function readingOf(station: GhcnStation, days: TrueDays, day: number, element: GhcnElement): Reading | null {
  const n = day - days.firstDay;
  const inches = station.country === 'US';
  switch (element) {
    case 'TMAX':
      return degrees(days.maximum[n]!, station, '');
    case 'TMIN':
      return degrees(days.minimum[n]!, station, '');
    case 'TAVG':
      return degrees(days.mean[n]!, station, 'H');
    case 'PRCP':
      return precipitation(station, days, day);
    case 'SNOW':
      return measured(days.snowfall[n]!, inches ? SNOW_TRACE : 5, inches ? 2.54 : 10);
    case 'WESF':
      // Weighed only where snow was measured.
      return days.snowfall[n]! < SNOW_TRACE ? null : measured(10 * days.snowWater[n]!, INCH_TRACE, 2.54);
    default:
      return isTotalled(station, day) === 'ends' ? severalDays(days, day, element) : null;
  }
}

/** Whole °F in the United States, tenths of °C elsewhere. */
function degrees(kelvin: number, { country, bias }: GhcnStation, measurementFlag: string): Reading {
  const celsius = kelvin - FREEZING + bias;
  const read =
    country === 'US' ? Math.round((50 / 9) * (Math.round(1.8 * celsius + 32) - 32)) : Math.round(10 * celsius);
  return { value: read, measurementFlag, truth: 10 * (kelvin - FREEZING), flaw: null };
}

/** Steps of an instrument; what is below half of one, and not nothing, is a trace. */
function measured(truth: number, trace: number, step: number): Reading {
  if (truth > 0.001 && truth < trace) return { value: 0, measurementFlag: 'T', truth, flaw: null };
  return { value: Math.round(step * Math.round(truth / step)), measurementFlag: '', truth, flaw: null };
}

function precipitation(station: GhcnStation, days: TrueDays, day: number): Reading | null {
  if (isTotalled(station, day) !== 'no') return null;
  const truth = 10 * days.precipitation[day - days.firstDay]!;
  if (isPresuming(station, day) && truth < 10)
    return { value: 0, measurementFlag: 'P', truth, flaw: truth >= INCH_TRACE ? 'presumed' : null };
  if (station.country === 'US') return measured(truth, INCH_TRACE, 2.54);
  const isSummed = station.network === 'synoptic' && Math.round(truth) > 0;
  return { value: Math.round(truth), measurementFlag: isSummed ? 'D' : '', truth, flaw: null };
}

/** Evening observers who in one month of three leave out the days on which they think that nothing fell. */
function isPresuming({ network, draw }: GhcnStation, day: number): boolean {
  return network === 'evening' && uniformAt(draw, 913, Math.floor(day / 30.4), 0) < 1 / 3;
}

/** Rain gauges that nobody reads on two days of every seventh week-end or so: the third day has the total. */
function isTotalled({ network, draw }: GhcnStation, day: number): 'no' | 'runs' | 'ends' {
  if (network !== 'rain-gauge') return 'no';
  // Day 2 after 1970-01-01, a Thursday, is a Saturday.
  const [week, weekday] = [Math.floor((day - 2) / 7), (day - 2) % 7];
  if (weekday > 2 || uniformAt(draw, 914, week, 0) > 1 / 7) return 'no';
  return weekday === 2 ? 'ends' : 'runs';
}

function severalDays(days: TrueDays, day: number, element: GhcnElement): Reading {
  if (element === 'DAPR') return { value: 3, measurementFlag: '', truth: 3, flaw: null };
  let sum = 0;
  for (let n = day - 2; n <= day; n++) sum += 10 * days.precipitation[n - days.firstDay]!;
  return measured(sum, INCH_TRACE, 2.54);
}

/** A value that is off by 1 to 4 K, or half of the amount. */
function preliminaryOf({ element, value }: GhcnRecord, normal: number): number {
  if (element === 'PRCP' || element === 'SNOW') return Math.round(value / 2);
  return value + Math.round(10 * (Math.sign(normal) + normal));
}

/** A value as keying errors and broken instruments leave it, with the flag of the check that found it. */
function absurdOf(record: GhcnRecord, day: number): GhcnRecord {
  const { element, value } = record;
  const isTemperature = element === 'TMAX' || element === 'TMIN' || element === 'TAVG';
  const [wrong, qualityFlag] = isTemperature
    ? (
        [
          [value + 300, 'S'],
          [-value - 250, 'I'],
          [999, 'X'],
          [value - 280, 'O'],
        ] as const
      )[day % 4]!
    : (
        [
          [10 * value + 4000, 'O'],
          [9999, 'X'],
          [value + 2540, 'K'],
        ] as const
      )[day % 3]!;
  return { ...record, value: wrong, qualityFlag, measurementFlag: '', flaw: 'absurd' };
}

const SOURCES_ABROAD: Readonly<Record<string, string>> = { CA: 'C', MX: 'm', CH: 's', RS: 'r', AS: 'a' };
/** First day of 1996 and of 2011, in days since 1970-01-01: sources of the United States change. */
const [SINCE_1996, SINCE_2011] = [Date.UTC(1996, 0, 1) / 86_400_000, Date.UTC(2011, 0, 1) / 86_400_000];

function sourceOf({ network, country }: GhcnStation, day: number, issued: number): string {
  if (network === 'airport') {
    if (issued - day < CORRECTED_WITHIN) return 'D';
    return day < SINCE_1996 ? 'X' : 'W';
  }
  if (network === 'rain-gauge') return 'N';
  if (network === 'synoptic') return day < SINCE_2011 ? 'G' : 'S';
  if (country === 'US') return day < SINCE_2011 ? '0' : '7';
  return SOURCES_ABROAD[country] ?? (network === 'national' ? 'E' : 'I');
}
