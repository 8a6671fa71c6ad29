/**
 * Messages of the simulated ICON-EU, one a file. Numbers and levels are those of DWD's definitions in ecCodes (`edzw`):
 * pressure at sea level as 0-3-1, totals as 0-1-52 from the start of the run, cloud in per cent, the height of the ground
 * as 0-3-6 with mean sea level as its second level, CAPE of the mixed layer on level type 192. The first step has totals of
 * no time and a code of weather, as the real one.
 */

import type { ForecastTime } from '../grib2-encoder/product-section.js';
import type { IntervalStatistics } from '../model-run.js';
import type { WeatherField, WeatherGrid } from '../weather.js';
import type { MessageRow } from './message-assembly.js';

export interface IconStep {
  readonly hour: number;
  /** Since the step before. */
  readonly hours: number;
  readonly weather: WeatherGrid;
  readonly elevation: Float32Array;
  readonly landness: Float32Array;
  /** Since the step before, and since step 0; null at step 0. */
  last(): IntervalStatistics | null;
  total(): IntervalStatistics | null;
}

/** Less than this is no weather to `ww`, mm/h; and from these on it is moderate, heavy. */
const DRY = 0.02;
const MODERATE = 2.5;
const HEAVY = 10;

const GROUND = { level: '', levelCode: [1, null] } as const;
const SEA_LEVEL = { level: '', levelCode: [101, null] } as const;
const TWO_METRES = { level: '', levelCode: [103, 2] } as const;
const TEN_METRES = { level: '', levelCode: [103, 10] } as const;
const MIXED_LAYER = { level: '', levelCode: [192, null] } as const;
const ABOVE_SEA_LEVEL = { ...GROUND, secondLevelType: 101 } as const;

type Step = IconStep;
type Row = Omit<MessageRow<Step>, 'packing'>;
const now = ({ hour }: Step): ForecastTime => ({ hour });
const atStart = ({ hour }: Step): ForecastTime | null => (hour === 0 ? { hour } : null);
const fromStart = ({ hour }: Step): ForecastTime => ({ start: 0, end: hour, process: 'accumulation' });
const sinceStep = ({ hour, hours }: Step): ForecastTime => ({ start: hour - hours, end: hour, process: 'maximum' });

function direct(field: WeatherField): (step: Step) => Float32Array {
  return ({ weather }) => weather[field];
}

function nothing({ elevation }: Step): Float32Array {
  return new Float32Array(elevation.length);
}

/** WMO 4677 as ICON gives it: it knows no ice pellets, what is frozen is snow. */
function presentWeather({ weather }: Step): Float32Array {
  const { precipitationRate, cloudCover, snowShare, icePelletsShare, freezingRainShare } = weather;
  return precipitationRate.map((rate, n) => {
    if (rate < DRY) return cloudCover[n]! > 0.5 ? 3 : 0;
    if (freezingRainShare[n]! > 1 / 3) return rate < MODERATE ? 66 : 67;
    const strength = rate < MODERATE ? 1 : rate < HEAVY ? 3 : 5;
    return (snowShare[n]! + icePelletsShare[n]! > 1 / 2 ? 70 : 60) + strength;
  });
}

const ROWS: readonly Row[] = [
  { name: 't_2m', ...TWO_METRES, code: [0, 0, 0], decimals: 2, values: direct('temperature'), time: now },
  { name: 'td_2m', ...TWO_METRES, code: [0, 0, 6], decimals: 2, values: direct('dewPoint'), time: now },
  { name: 'pmsl', ...SEA_LEVEL, code: [0, 3, 1], decimals: 1, values: direct('pressureMsl'), time: now },
  { name: 'ps', ...GROUND, code: [0, 3, 0], decimals: 1, values: direct('pressureSurface'), time: now },
  { name: 'u_10m', ...TEN_METRES, code: [0, 2, 2], decimals: 2, values: direct('windU'), time: now },
  { name: 'v_10m', ...TEN_METRES, code: [0, 2, 3], decimals: 2, values: direct('windV'), time: now },
  {
    name: 'vmax_10m',
    ...TEN_METRES,
    code: [0, 2, 22],
    decimals: 2,
    values: (step) => step.last()?.gust ?? nothing(step),
    time: sinceStep,
  },
  {
    name: 'tot_prec',
    ...GROUND,
    code: [0, 1, 52],
    decimals: 3,
    values: (step) => step.total()?.precipitation ?? nothing(step),
    time: fromStart,
  },
  {
    name: 'clct',
    ...GROUND,
    code: [0, 6, 1],
    decimals: 1,
    values: ({ weather }) => weather.cloudCover.map((share) => 100 * share),
    time: now,
  },
  { name: 'ww', ...GROUND, code: [0, 19, 25], decimals: 0, values: presentWeather, time: now },
  { name: 'cape_ml', ...MIXED_LAYER, code: [0, 7, 6], decimals: 0, values: direct('cape'), time: now },
  {
    name: 'hsurf',
    ...ABOVE_SEA_LEVEL,
    code: [0, 3, 6],
    decimals: 1,
    values: ({ elevation }) => elevation,
    time: atStart,
  },
  { name: 'fr_land', ...GROUND, code: [2, 0, 0], decimals: 3, values: ({ landness }) => landness, time: atStart },
];

/** By the name of their folder. */
export const ICON_MESSAGES: ReadonlyMap<string, MessageRow<Step>> = new Map(
  ROWS.map((row) => [row.name, { ...row, packing: 'ccsds' }]),
);
