/**
 * Messages of the simulated ECMWF open data: the surface fields, and two that must be passed by. Numbers and units are
 * those of ECMWF's own messages: `tp` in metres of water (0-1-193), `tcc` from 0 to 1 (0-6-192), `msl` as 0-3-0, extremes
 * as 2 m temperature with a process. `tp` runs from step 0 and never begins anew; `10fg`, `mx2t3` and `mn2t3` are of the
 * time since the step before (after step 144 that is six hours, and the extremes are called `mx2t6` and `mn2t6`). Step 0
 * has the ground and none of those.
 */

import type { StatisticalProcess } from '../../src/model/field.js';
import type { ForecastTime } from '../grib2-encoder/product-section.js';
import type { IntervalStatistics } from '../model-run.js';
import type { WeatherField, WeatherGrid } from '../weather.js';
import type { MessageRow } from './message-assembly.js';

export interface EcmwfStep {
  readonly hour: number;
  /** Since the step before. */
  readonly hours: number;
  readonly weather: WeatherGrid;
  readonly elevation: Float32Array;
  readonly landness: Float32Array;
  /** Since the step before, and since step 0; null at step 0. */
  readonly last: IntervalStatistics | null;
  readonly total: IntervalStatistics | null;
}

const GRAVITY = 9.80665; // m/s²
const MILLIMETRES = 1000;
/** Less than this is no precipitation to `ptype`, mm/h. */
const DRY = 0.02;

const GROUND = { level: 'sfc', levelCode: [1, null] } as const;
const SEA_LEVEL = { level: 'sfc', levelCode: [101, null] } as const;
const TWO_METRES = { level: 'sfc', levelCode: [103, 2] } as const;
const TEN_METRES = { level: 'sfc', levelCode: [103, 10] } as const;
const HPA_850 = { level: 'pl 850', levelCode: [100, 85_000] } as const;
const PACKED = { packing: 'ccsds' } as const;

type Step = EcmwfStep;
const now = ({ hour }: Step): ForecastTime => ({ hour });
const atStart = ({ hour }: Step): ForecastTime | null => (hour === 0 ? { hour } : null);
const fromStart = ({ hour }: Step): ForecastTime | null =>
  hour === 0 ? null : { start: 0, end: hour, process: 'accumulation' };
const sinceStep =
  (process: StatisticalProcess, over?: number) =>
  ({ hour, hours }: Step): ForecastTime | null =>
    hour === 0 || (over !== undefined && hours !== over) ? null : { start: hour - hours, end: hour, process };

function direct(field: WeatherField): (step: Step) => Float32Array {
  return ({ weather }) => weather[field];
}

function last(part: keyof IntervalStatistics): (step: Step) => Float32Array {
  return (step) => {
    if (step.last === null) throw new RangeError('step 0 has no statistics');
    return step.last[part];
  };
}

/** m since step 0. */
function totalMetres({ total }: Step): Float32Array {
  if (total === null) throw new RangeError('step 0 has no total');
  return total.precipitation.map((amount) => amount / MILLIMETRES);
}

/** Code table 4.201: what most of it is; 7 where rain and snow come together. */
function precipitationType({ weather }: Step): Float32Array {
  const { precipitationRate, snowShare, rainShare, icePelletsShare, freezingRainShare } = weather;
  return precipitationRate.map((rate, n) => {
    if (rate < DRY) return 0;
    if (freezingRainShare[n]! > 1 / 3) return 3;
    if (icePelletsShare[n]! > 1 / 3) return 8;
    if (snowShare[n]! > 1 / 3) return rainShare[n]! > 1 / 3 ? 7 : 5;
    return 1;
  });
}

function extreme(name: string, part: 'highest' | 'lowest', hours: number): MessageRow<Step> {
  const time = sinceStep(part === 'highest' ? 'maximum' : 'minimum', hours);
  return { name, ...TWO_METRES, ...PACKED, code: [0, 0, 0], decimals: 2, values: last(part), time };
}

export const ECMWF_MESSAGES: readonly MessageRow<Step>[] = [
  { name: '10u', ...TEN_METRES, ...PACKED, code: [0, 2, 2], decimals: 2, values: direct('windU'), time: now },
  { name: '10v', ...TEN_METRES, ...PACKED, code: [0, 2, 3], decimals: 2, values: direct('windV'), time: now },
  { name: '2t', ...TWO_METRES, ...PACKED, code: [0, 0, 0], decimals: 2, values: direct('temperature'), time: now },
  { name: '2d', ...TWO_METRES, ...PACKED, code: [0, 0, 6], decimals: 2, values: direct('dewPoint'), time: now },
  { name: 't', ...HPA_850, ...PACKED, code: [0, 0, 0], decimals: 2, values: direct('temperature850hpa'), time: now },
  { name: 'msl', ...SEA_LEVEL, ...PACKED, code: [0, 3, 0], decimals: 1, values: direct('pressureMsl'), time: now },
  { name: 'sp', ...GROUND, ...PACKED, code: [0, 3, 0], decimals: 1, values: direct('pressureSurface'), time: now },
  {
    name: '10fg',
    ...TEN_METRES,
    ...PACKED,
    code: [0, 2, 22],
    decimals: 2,
    values: last('gust'),
    time: sinceStep('maximum'),
  },
  { name: 'tp', ...GROUND, ...PACKED, code: [0, 1, 193], decimals: 5, values: totalMetres, time: fromStart },
  { name: 'tcc', ...GROUND, ...PACKED, code: [0, 6, 192], decimals: 3, values: direct('cloudCover'), time: now },
  { name: 'ptype', ...GROUND, ...PACKED, code: [0, 1, 19], decimals: 0, values: precipitationType, time: now },
  extreme('mx2t3', 'highest', 3),
  extreme('mn2t3', 'lowest', 3),
  extreme('mx2t6', 'highest', 6),
  extreme('mn2t6', 'lowest', 6),
  {
    name: 'z',
    ...GROUND,
    ...PACKED,
    code: [0, 3, 4],
    decimals: 0,
    values: ({ elevation }) => elevation.map((metres) => metres * GRAVITY),
    time: atStart,
  },
  {
    name: 'lsm',
    ...GROUND,
    ...PACKED,
    code: [2, 0, 0],
    decimals: 0,
    values: ({ landness }) => landness.map((land) => (land > 0.5 ? 1 : 0)),
    time: atStart,
  },
];
