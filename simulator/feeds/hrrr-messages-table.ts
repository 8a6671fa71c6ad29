/**
 * Messages of the simulated HRRR, in the order of the real files: the fields that a weather service selects and some
 * that it must pass by (a real `wrfsfc` has 170). Both kinds of file are made from the same steps.
 *
 *   wrfsfcfHH   hourly; APCP twice, from the start of the run and over the last hour; no PRMSL but MSLMA; the analysis
 *               has accumulations over `0-0 day`, all zero
 *   wrfsubhfHH  four times a file, in minutes; no TCDC, no RH, no pressure at sea level; winds as instants and as means
 *
 * The flags have WMO's numbers, as in real messages of 2023.
 */

import type { StatisticalProcess } from '../../src/model/field.js';
import { HOUR } from '../../src/model/time.js';
import { flagOf } from '../gfs-run.js';
import type { ForecastTime } from '../grib2-encoder/product-section.js';
import type { IntervalStatistics } from '../model-run.js';
import type { WeatherField, WeatherGrid } from '../weather.js';
import {
  ATMOSPHERE,
  BOUNDARY_LAYER,
  EIGHT_METRES,
  EIGHTY_METRES,
  MB_500,
  MB_850,
  SEA_LEVEL,
  SURFACE,
  TEN_METRES,
  TWO_METRES,
} from './levels-table.js';
import type { MessageRow } from './message-assembly.js';

export interface HrrrStep {
  /** Seconds. */
  readonly lead: number;
  /** Winds along the grid. */
  readonly weather: WeatherGrid;
  readonly elevation: Float32Array;
  readonly landness: Float32Array;
  /** What happened since a lead, s; null when that is now. */
  since(start: number): IntervalStatistics | null;
}

type Source = (step: HrrrStep) => Float32Array;

function direct(field: WeatherField): Source {
  return ({ weather }) => weather[field];
}

function scaled(field: WeatherField, factor: number, offset = 0): Source {
  return ({ weather }) => weather[field].map((value) => value * factor + offset);
}

function flag(share: WeatherField): Source {
  return ({ weather }) => weather[share].map((value, n) => flagOf(value, weather.precipitationRate[n]!));
}

/** 0 °C of wet air and below: what falls is frozen. */
function frozenPercent({ weather }: HrrrStep): Float32Array {
  return weather.snowShare.map((share, n) => 100 * Math.min(1, share + weather.icePelletsShare[n]!));
}

function reflectivity({ weather }: HrrrStep): Float32Array {
  // Marshall and Palmer (1948): Z = 200 R^1.6, nothing below −10 dBZ.
  return weather.precipitationRate.map((rate) => Math.max(-10, 10 * Math.log10(200 * Math.max(rate, 1e-3) ** 1.6)));
}

function humidityPercent({ weather }: HrrrStep): Float32Array {
  const vapour = (kelvin: number) => Math.exp((17.625 * (kelvin - 273.15)) / (kelvin - 30.11));
  return weather.temperature.map((t, n) => Math.min(100, (100 * vapour(weather.dewPoint[n]!)) / vapour(t)));
}

/** Amount, mm, since a lead. */
function amount(start: (lead: number) => number): Source {
  return (step) => step.since(start(step.lead))?.precipitation ?? new Float32Array(step.elevation.length);
}

function strongestWind(step: HrrrStep): Float32Array {
  const gust = step.since(Math.max(0, step.lead - HOUR))?.gust ?? step.weather.gust;
  return gust.map((speed) => speed / 1.4);
}

const QUARTER = 900;
const now = ({ lead }: HrrrStep): ForecastTime => ({ hour: lead / HOUR });
const nowMinutes = ({ lead }: HrrrStep): ForecastTime => (lead === 0 ? { hour: 0 } : { minute: lead / 60 });
const fromStart = (process: StatisticalProcess) => (step: HrrrStep) => ({ start: 0, end: step.lead / HOUR, process });
const lastHour = (process: StatisticalProcess) => (step: HrrrStep) => ({
  start: Math.max(0, step.lead / HOUR - 1),
  end: step.lead / HOUR,
  process,
});
/** Of the wind stand means over five minutes beside the instant, under the same name. */
const lastFiveMinutes = ({ lead }: HrrrStep): ForecastTime | null =>
  lead < QUARTER ? null : { start: lead / 60 - 5, end: lead / 60, process: 'average', unit: 'minute' };
const lastQuarter =
  (process: StatisticalProcess) =>
  ({ lead }: HrrrStep): ForecastTime | null =>
    lead < QUARTER ? null : { start: lead / 60 - 15, end: lead / 60, process, unit: 'minute' };

type Row = Omit<MessageRow<HrrrStep>, 'time'>;

const REFC: Row = { name: 'REFC', ...ATMOSPHERE, code: [0, 16, 196], decimals: 1, values: reflectivity };
const VIS: Row = { name: 'VIS', ...SURFACE, code: [0, 19, 0], decimals: -1, values: direct('visibility') };
const GUST: Row = { name: 'GUST', ...SURFACE, code: [0, 2, 22], decimals: 2, values: direct('gust') };
const PRES: Row = { name: 'PRES', ...SURFACE, code: [0, 3, 0], decimals: 0, values: direct('pressureSurface') };
const TMP: Row = { name: 'TMP', ...TWO_METRES, code: [0, 0, 0], decimals: 3, values: direct('temperature') };
const DPT: Row = { name: 'DPT', ...TWO_METRES, code: [0, 0, 6], decimals: 3, values: direct('dewPoint') };
const UGRD: Row = { name: 'UGRD', ...TEN_METRES, code: [0, 2, 2], decimals: 2, values: direct('windU') };
const VGRD: Row = { name: 'VGRD', ...TEN_METRES, code: [0, 2, 3], decimals: 2, values: direct('windV') };
const UGRD_80: Row = { name: 'UGRD', ...EIGHTY_METRES, code: [0, 2, 2], decimals: 2, values: scaled('windU', 1.3) };
const VGRD_80: Row = { name: 'VGRD', ...EIGHTY_METRES, code: [0, 2, 3], decimals: 2, values: scaled('windV', 1.3) };
const PRATE: Row = {
  name: 'PRATE',
  ...SURFACE,
  code: [0, 1, 7],
  decimals: 6,
  values: scaled('precipitationRate', 1 / HOUR),
};
const APCP = { name: 'APCP', ...SURFACE, code: [0, 1, 8], decimals: 2 } as const;
const CPOFP: Row = { name: 'CPOFP', ...SURFACE, code: [0, 1, 39], decimals: 0, values: frozenPercent };
const FLAGS: readonly Row[] = [
  { name: 'CSNOW', ...SURFACE, code: [0, 1, 36], decimals: 0, values: flag('snowShare') },
  { name: 'CICEP', ...SURFACE, code: [0, 1, 35], decimals: 0, values: flag('icePelletsShare') },
  { name: 'CFRZR', ...SURFACE, code: [0, 1, 34], decimals: 0, values: flag('freezingRainShare') },
  { name: 'CRAIN', ...SURFACE, code: [0, 1, 33], decimals: 0, values: flag('rainShare') },
];
const HGT: Row = { name: 'HGT', ...SURFACE, code: [0, 3, 5], decimals: 2, values: ({ elevation }) => elevation };
/** kg m⁻³. */
const MASSDEN: Row = {
  name: 'MASSDEN',
  ...EIGHT_METRES,
  code: [0, 20, 0],
  decimals: 11,
  values: scaled('smoke', 1e-9),
};

export const HRRR_SURFACE: readonly MessageRow<HrrrStep>[] = [
  ...[REFC, VIS, GUST].map((row) => ({ ...row, time: now })),
  { name: 'TMP', ...MB_500, code: [0, 0, 0], decimals: 2, values: scaled('temperature850hpa', 1, -23), time: now },
  { name: 'TMP', ...MB_850, code: [0, 0, 0], decimals: 2, values: direct('temperature850hpa'), time: now },
  ...[UGRD_80, VGRD_80].map((row) => ({ ...row, time: now })),
  { name: 'MSLMA', ...SEA_LEVEL, code: [0, 3, 198], decimals: 0, values: direct('pressureMsl'), time: now },
  { ...PRES, time: now },
  { ...HGT, time: now },
  { name: 'TMP', ...SURFACE, code: [0, 0, 0], decimals: 2, values: scaled('temperature', 1, 0.5), time: now },
  ...[TMP, DPT].map((row) => ({ ...row, time: now })),
  { name: 'RH', ...TWO_METRES, code: [0, 1, 1], decimals: 1, values: humidityPercent, time: now },
  ...[MASSDEN, UGRD, VGRD].map((row) => ({ ...row, time: now })),
  { name: 'WIND', ...TEN_METRES, code: [0, 2, 1], decimals: 2, values: strongestWind, time: lastHour('maximum') },
  ...[CPOFP, PRATE].map((row) => ({ ...row, time: now })),
  { ...APCP, values: amount(() => 0), time: fromStart('accumulation') },
  {
    ...APCP,
    values: amount((lead) => lead - HOUR),
    time: (step) => (step.lead > 0 ? lastHour('accumulation')(step) : null),
  },
  ...FLAGS.map((row) => ({ ...row, time: now })),
  { name: 'CAPE', ...SURFACE, code: [0, 7, 6], decimals: 0, values: direct('cape'), time: now },
  { name: 'TCDC', ...BOUNDARY_LAYER, code: [0, 6, 1], decimals: 0, values: scaled('cloudCover', 60), time: now },
  { name: 'TCDC', ...ATMOSPHERE, code: [0, 6, 1], decimals: 0, values: scaled('cloudCover', 100), time: now },
  {
    name: 'LAND',
    ...SURFACE,
    code: [2, 0, 0],
    decimals: 0,
    values: ({ landness }) => landness.map((land) => (land > 0.5 ? 1 : 0)),
    time: now,
  },
];

export const HRRR_SUBHOURLY: readonly MessageRow<HrrrStep>[] = [
  ...[REFC, VIS, GUST, UGRD_80, VGRD_80, PRES, HGT, TMP, DPT, UGRD, VGRD, PRATE].map((row) => ({
    ...row,
    time: nowMinutes,
  })),
  ...[UGRD, VGRD].map((row) => ({ ...row, time: lastFiveMinutes })),
  { ...APCP, values: amount((lead) => lead - QUARTER), time: lastQuarter('accumulation') },
  ...[CPOFP, ...FLAGS].map((row) => ({ ...row, time: nowMinutes })),
];
