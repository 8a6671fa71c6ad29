/**
 * Messages of the simulated NBM. Most names stand there twice, once as `ens std dev`, so a reader that matches names
 * alone takes a spread for a temperature.
 *
 *   APCP        1 h to hour 36; 6 h where the window ends at 00, 06, 12, 18 UTC; the same as chances of more than
 *               0.254 mm (template 4.9, %), those also of 12 h
 *   TMAX, TMIN  12 h; the highest ends at 00 UTC, the lowest at 12 UTC
 *   wind        speed, and the direction that it blows from
 *   VIS         to hour 78
 *   TCDC        `surface` in the index, NCEP's own level type 195 in the message
 */

import type { StatisticalProcess } from '../../src/model/field.js';
import type { ForecastTime } from '../grib2-encoder/product-section.js';
import type { IntervalStatistics } from '../model-run.js';
import type { WeatherField, WeatherGrid } from '../weather.js';
import { SURFACE, TEN_METRES, TWO_METRES } from './levels-table.js';
import type { MessageRow } from './message-assembly.js';

export interface NbmStep {
  /** Epoch seconds. */
  readonly referenceTime: number;
  readonly hour: number;
  readonly weather: WeatherGrid;
  /** The last hours. */
  over(hours: number): IntervalStatistics;
  /** Chance of a measurable amount in the last hours, %. */
  chance(hours: number): Float32Array;
}

type Step = NbmStep;
type Row = MessageRow<Step>;

const DEGREES = 180 / Math.PI;
const LAST_HOURLY = 36;
const LAST_VISIBILITY = 78;
const NCEP_CLOUD = { level: 'surface', levelCode: [195, null] } as const;

const now = ({ hour }: Step): ForecastTime => ({ hour });

function direct(field: WeatherField): (step: Step) => Float32Array {
  return ({ weather }) => weather[field];
}

/** The last hours, at the steps of which `when` says so. */
function window(hours: number, process: StatisticalProcess, when: (step: Step) => boolean) {
  return (step: Step): ForecastTime | null =>
    step.hour >= hours && when(step) ? { start: step.hour - hours, end: step.hour, process } : null;
}

const isHourly = ({ hour }: Step): boolean => hour <= LAST_HOURLY;
const endsSix = ({ hour }: Step): boolean => hour % 6 === 0;
const endsTwelve = ({ hour }: Step): boolean => hour % 12 === 0;
const endsAt = (clock: number) => (step: Step) => (step.referenceTime / 3600 + step.hour) % 24 === clock;

/** Spread of the blended models: grows with lead, no weather in it. */
function spread(atOneDay: number): (step: Step) => Float32Array {
  return ({ weather, hour }) =>
    new Float32Array(weather.temperature.length).fill(atOneDay * Math.sqrt((hour + 1) / 24));
}

function speed({ weather }: Step): Float32Array {
  return weather.windU.map((u, n) => Math.hypot(u, weather.windV[n]!));
}

function blowsFrom({ weather }: Step): Float32Array {
  return weather.windU.map((u, n) => (Math.atan2(-u, -weather.windV[n]!) * DEGREES + 360) % 360);
}

const APCP = { name: 'APCP', ...SURFACE, code: [0, 1, 8] } as const;

function amountRow(hours: number, when: (step: Step) => boolean): Row {
  return {
    ...APCP,
    decimals: 2,
    values: (step) => step.over(hours).precipitation,
    time: window(hours, 'accumulation', when),
  };
}

function chanceRow(hours: number, when: (step: Step) => boolean): Row {
  return {
    ...APCP,
    decimals: 0,
    extra: 'prob >0.254:prob fcst 255/255',
    probability: { above: 0.254 },
    values: (step) => step.chance(hours),
    time: window(hours, 'accumulation', when),
  };
}

/** A field and its spread. */
function pair(row: Omit<Row, 'time'>, spreadAtOneDay: number): Row[] {
  return [
    { ...row, time: now },
    { ...row, values: spread(spreadAtOneDay), extra: 'ens std dev', time: now },
  ];
}

export const NBM_MESSAGES: readonly Row[] = [
  amountRow(1, isHourly),
  amountRow(6, endsSix),
  chanceRow(1, isHourly),
  chanceRow(6, endsSix),
  chanceRow(12, endsTwelve),
  ...pair({ name: 'DPT', ...TWO_METRES, code: [0, 0, 6], decimals: 2, values: direct('dewPoint') }, 1.2),
  ...pair({ name: 'GUST', ...TEN_METRES, code: [0, 2, 22], decimals: 2, values: direct('gust') }, 1.5),
  ...pair(
    {
      name: 'TCDC',
      ...NCEP_CLOUD,
      code: [0, 6, 1],
      decimals: 0,
      values: ({ weather }) => weather.cloudCover.map((share) => 100 * share),
    },
    20,
  ),
  {
    name: 'TMAX',
    ...TWO_METRES,
    code: [0, 0, 4],
    decimals: 2,
    values: (step) => step.over(12).highest,
    time: window(12, 'maximum', endsAt(0)),
  },
  {
    name: 'TMIN',
    ...TWO_METRES,
    code: [0, 0, 5],
    decimals: 2,
    values: (step) => step.over(12).lowest,
    time: window(12, 'minimum', endsAt(12)),
  },
  ...pair({ name: 'TMP', ...TWO_METRES, code: [0, 0, 0], decimals: 2, values: direct('temperature') }, 1),
  {
    name: 'VIS',
    ...SURFACE,
    code: [0, 19, 0],
    decimals: -1,
    values: direct('visibility'),
    time: ({ hour }) => (hour <= LAST_VISIBILITY ? { hour } : null),
  },
  { name: 'WDIR', ...TEN_METRES, code: [0, 2, 0], decimals: 1, values: blowsFrom, time: now },
  ...pair({ name: 'WIND', ...TEN_METRES, code: [0, 2, 1], decimals: 2, values: speed }, 0.8),
];
