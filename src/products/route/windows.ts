/**
 * Stretches of a route in which the weather matters: unbroken runs of samples that meet one test.
 *
 *   precipitation  a wet condition code, or a probability of at least 50%
 *   freezing       temperature at or below 0 °C
 *   high_wind      gust of at least 60 km/h; sustained wind of at least 40 km/h where gusts were not requested
 *
 * Tests are made on canonical values, before conversion and rounding, and only on requested variables: without
 * condition and probability there is no precipitation window. What is unknown meets no test, so an unavailable sample
 * ends a window, and so does a null: a gust that was requested and is null is no high wind however strong the sustained
 * wind. Of condition and probability one is enough: the other may be null.
 *
 * Which variable the peak shows follows from the request alone, so that a number is never now a chance and now an
 * amount: where all its values in the window are null there is no peak.
 */

import { type ConditionCode, WET_CODES_BY_SEVERITY, WET_CONDITIONS } from '../../model/condition.js';
import { WINDOW_TYPES, type WindowType } from '../../model/route.js';
import { highest, type NumberVariable, numbersOf, type SummaryInput } from './summary.js';

/**
 * Packed integers, weights of neighbours and heights leave noise in the last bits of a double: 27315 steps of 0.01 K
 * are 273.15000000000003 K, which is freezing all the same. Stored steps are millions of times larger.
 */
const NOISE = 1e-9;

const LIKELY = 0.5;
const FREEZING_K = 273.15;
const HIGH_GUST = 60 / 3.6;
const HIGH_WIND = 40 / 3.6;

export interface Window {
  readonly type: WindowType;
  /** First and last sample, both inclusive. */
  readonly start: number;
  readonly end: number;
  readonly peak: Peak | null;
}

export interface Peak {
  readonly variable: NumberVariable | 'condition';
  /** The first sample that has the value. */
  readonly index: number;
  /** Canonical unit. */
  readonly value: number | ConditionCode;
}

interface Rule {
  isMet(index: number): boolean;
  /** What the peak shows; undefined is nothing. */
  readonly shown: Peak['variable'];
  /** The peak is where this is highest; NaN unknown. */
  rankOf(index: number): number;
}

/** Null where the request lacks what the test needs. */
type RuleMaker = (input: SummaryInput) => Rule | null;

const RULES: Readonly<Record<WindowType, RuleMaker>> = {
  precipitation: precipitationRule,
  freezing: ({ weather: { temperature }, variables }) =>
    variables.has('temperature')
      ? { isMet: (i) => temperature[i]! <= FREEZING_K + NOISE, shown: 'temperature', rankOf: (i) => -temperature[i]! }
      : null,
  high_wind: ({ weather: { windGust, windSpeed }, variables }) => {
    if (variables.has('wind_gust')) return windRule('wind_gust', windGust, HIGH_GUST);
    return variables.has('wind_speed') ? windRule('wind_speed', windSpeed, HIGH_WIND) : null;
  },
};

function windRule(shown: 'wind_gust' | 'wind_speed', wind: Float64Array, threshold: number): Rule {
  return { isMet: (i) => wind[i]! >= threshold - NOISE, shown, rankOf: (i) => wind[i]! };
}

function precipitationRule({ weather, variables }: SummaryInput): Rule | null {
  const byCondition = variables.has('condition');
  const byChance = variables.has('precipitation_probability');
  if (!byCondition && !byChance) return null;
  const { condition, probability } = weather;
  const isMet = (i: number) =>
    (byCondition && condition[i] !== null && WET_CONDITIONS.has(condition[i]!)) ||
    (byChance && probability[i]! >= LIKELY - NOISE);
  for (const shown of ['precipitation_probability', 'precipitation'] as const)
    if (variables.has(shown)) {
      const values = numbersOf(shown, weather);
      return { isMet, shown, rankOf: (i) => values[i]! };
    }
  return { isMet, shown: 'condition', rankOf: (i) => severityOf(condition[i]!) };
}

/** NaN for what is not wet. */
function severityOf(code: ConditionCode | null): number {
  const rank = (WET_CODES_BY_SEVERITY as readonly (ConditionCode | null)[]).indexOf(code);
  return rank < 0 ? Number.NaN : -rank;
}

/** By their first sample; those that begin together in the order of `WINDOW_TYPES`. */
export function windowsOf(input: SummaryInput): Window[] {
  const windows: Window[] = [];
  for (const type of WINDOW_TYPES) {
    const rule = RULES[type](input);
    if (rule !== null)
      for (const run of runsOf(input, rule)) windows.push({ type, ...run, peak: peakOf(run, rule, input) });
  }
  return windows.sort((a, b) => a.start - b.start); // stable
}

interface Run {
  readonly start: number;
  readonly end: number;
}

function runsOf({ count, isOk }: SummaryInput, rule: Rule): Run[] {
  const runs: Run[] = [];
  let start = -1;
  for (let i = 0; i <= count; i++) {
    const isMet = i < count && isOk(i) && rule.isMet(i);
    if (isMet && start < 0) start = i;
    if (isMet || start < 0) continue;
    runs.push({ start, end: i - 1 });
    start = -1;
  }
  return runs;
}

function peakOf({ start, end }: Run, { shown, rankOf }: Rule, { weather }: SummaryInput): Peak | null {
  const index = highest(start, end, rankOf);
  if (index < 0) return null;
  const value = shown === 'condition' ? weather.condition[index]! : numbersOf(shown, weather)[index]!;
  return { variable: shown, index, value };
}
