/**
 * One METAR or SPECI as text and as the columns that the Aviation Weather Center makes of it, after WMO-No. 306 FM 15 and
 * the Federal Meteorological Handbook No. 1 (2019), chapters 12 and 13. Every column follows from the text, so that the two
 * agree: rounding comes first.
 */

import type { MetarStation } from './metar-stations.js';

/** Readings of a station's instruments at an instant, before rounding. */
export interface MetarReading {
  /** K. */
  readonly temperature: number;
  readonly dewPoint: number;
  /** m/s, and degrees from which the wind blows; NaN: not measured. */
  readonly windSpeed: number;
  readonly windFrom: number;
  readonly gust: number;
  /** m. */
  readonly visibility: number;
  /** hPa: altimeter setting, and pressure at sea level. */
  readonly altimeter: number;
  readonly seaLevelPressure: number;
  /** 0..1. */
  readonly cloudCover: number;
  /** Present weather, groups apart by blanks; empty for none. */
  readonly weather: string;
  /** mm since the last report of a full hour, and in six hours where these are due; null: not reported. */
  readonly amount: number | null;
  readonly sixHourAmount: number | null;
}

export interface MetarHeading {
  readonly station: MetarStation;
  /** Epoch seconds. */
  readonly time: number;
  readonly isSpecial: boolean;
  readonly isCorrected: boolean;
  /** Words between "RMK" and the pressure: AO1, AO2; and after all groups: PNO, $. */
  readonly remark: string;
  readonly ending: string;
}

/** Columns by the names of the cache, as text; what is not there is empty. Cloud layers apart, as the header repeats them. */
export interface MetarColumns {
  readonly values: Readonly<Record<string, string>>;
  /** Cover and base in ft, at most four. */
  readonly layers: readonly (readonly [cover: string, base: string])[];
}

const FREEZING = 273.15;
const KNOT = 1852 / 3600;
const MILE = 1609.344;
const INCH_OF_MERCURY = 33.8639; // hPa
const INCH = 25.4;

export function writeMetar(heading: MetarHeading, reading: MetarReading): MetarColumns {
  const { station, time, isSpecial, isCorrected } = heading;
  const parts = [
    headOf(heading),
    windOf(station, reading),
    station.isAmerican ? milesOf(reading) : metresOf(reading),
    cloudOf(station, reading),
    temperatureOf(station, reading),
    station.isAmerican ? inchesOf(reading) : hectopascalsOf(reading),
    station.isAmerican ? remarksOf(heading, reading) : { text: 'NOSIG', columns: { no_signal: 'TRUE' } },
  ];
  const columns = Object.assign({}, ...parts.map((part) => part.columns)) as Record<string, string>;
  const layers = !station.isAmerican && isCavok(reading) ? CAVOK : layersOf(reading);
  return {
    layers,
    values: {
      ...columns,
      raw_text: parts
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join(' '),
      station_id: station.id,
      observation_time: `${new Date(time * 1000).toISOString().slice(0, 19)}Z`,
      latitude: String(Number(station.latitude.toFixed(2))),
      longitude: String(Number(station.longitude.toFixed(2))),
      elevation_m: station.elevation.toFixed(1),
      corrected: isCorrected ? 'TRUE' : '',
      auto: station.isAutomatic ? 'TRUE' : '',
      wx_string: reading.weather,
      metar_type: isSpecial ? 'SPECI' : 'METAR',
      flight_category: categoryOf(Number(columns.visibility_statute_mi), layers),
    },
  };
}

/** A group of the text, and the columns that follow from it. */
interface Group {
  readonly text: string;
  readonly columns: Readonly<Record<string, string>>;
}

function headOf({ station, time, isCorrected }: MetarHeading): Group {
  const [day, hour, minute] = new Date(time * 1000).toISOString().match(/\d\d(?=T)|(?<=T)\d\d|(?<=:)\d\d(?=:)/g)!;
  const words = [station.id, `${day}${hour}${minute}Z`];
  if (isCorrected) words.push('COR');
  if (station.isAutomatic) words.push('AUTO');
  return { text: words.join(' '), columns: {} };
}

function windOf({ isWindMetric }: MetarStation, { windSpeed, windFrom, gust }: MetarReading): Group {
  const unit = isWindMetric ? 1 : KNOT;
  const knots = (value: number) => String(Math.round((value * unit) / KNOT));
  const [speed, peak] = [Math.round(windSpeed / unit), Math.round(gust / unit)];
  const suffix = isWindMetric ? 'MPS' : 'KT';
  if (Number.isNaN(speed)) return { text: `/////${suffix}`, columns: {} };
  if (speed === 0) return { text: `00000${suffix}`, columns: { wind_dir_degrees: '0', wind_speed_kt: '0' } };
  const direction = ((Math.round(windFrom / 10) + 35) % 36) + 1;
  const isGusty = (peak - speed) * unit >= 10 * KNOT;
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    text: `${two(direction)}0${two(speed)}${isGusty ? `G${two(peak)}` : ''}${suffix}`,
    columns: {
      wind_dir_degrees: String(10 * direction),
      wind_speed_kt: knots(speed),
      wind_gust_kt: isGusty ? knots(peak) : '',
    },
  };
}

const MILES: readonly (readonly [miles: number, text: string])[] = [
  [0.25, '1/4SM'],
  [0.5, '1/2SM'],
  [0.75, '3/4SM'],
  [1, '1SM'],
  [1.25, '1 1/4SM'],
  [1.5, '1 1/2SM'],
  [1.75, '1 3/4SM'],
  [2, '2SM'],
  [2.5, '2 1/2SM'],
  ...[3, 4, 5, 6, 7, 8, 9, 10].map((miles) => [miles, `${miles}SM`] as const),
];

function milesOf({ visibility, weather }: MetarReading): Group {
  const [miles, text] = MILES.findLast(([least]) => visibility >= least * MILE) ?? MILES[0]!;
  const columns = { visibility_statute_mi: Number.isInteger(miles) ? miles.toFixed(1) : String(miles) };
  return { text: weather === '' ? text : `${text} ${weather}`, columns };
}

function metresOf(reading: MetarReading): Group {
  const { visibility, weather } = reading;
  if (isCavok(reading)) return { text: 'CAVOK', columns: { visibility_statute_mi: '6.21' } };
  const step = visibility < 800 ? 50 : visibility < 5000 ? 100 : 1000;
  const metres = visibility >= 10_000 ? 9999 : Math.floor(visibility / step) * step;
  const text = String(metres).padStart(4, '0');
  const miles = (metres / MILE).toFixed(2);
  return { text: weather === '' ? text : `${text} ${weather}`, columns: { visibility_statute_mi: miles } };
}

const CAVOK: MetarColumns['layers'] = [['CAVOK', '']];

/** Ceiling and visibility OK: 10 km or more, no cloud below 5,000 ft, no weather. */
function isCavok(reading: MetarReading): boolean {
  const layers = layersOf(reading);
  const isHigh = layers.every(([cover, base]) => cover === 'CLR' || Number(base) >= 5000);
  return reading.visibility >= 10_000 && reading.weather === '' && isHigh;
}

/** Height of the lowest cloud, ft: 400 for each K between temperature and dew point (Espy). */
function baseOf({ temperature, dewPoint }: MetarReading): number {
  const feet = 400 * (temperature - dewPoint);
  const step = feet < 5000 ? 100 : 500;
  return Math.max(200, Math.round(feet / step) * step);
}

function layersOf(reading: MetarReading): (readonly [cover: string, base: string])[] {
  const { cloudCover } = reading;
  if (reading.visibility < 400) return [['OVX', '0']];
  const base = baseOf(reading);
  const low = String(base);
  const high = String(base < 5000 ? base + 1500 : base + 5000);
  if (cloudCover < 0.0625) return [['CLR', '']];
  if (cloudCover < 0.3) return [['FEW', low]];
  if (cloudCover < 0.56) return [['SCT', low]];
  const [below, above] = cloudCover < 0.94 ? ['FEW', 'BKN'] : ['SCT', 'OVC'];
  return [
    [below, low],
    [above, high],
  ];
}

function cloudOf({ isAmerican }: MetarStation, reading: MetarReading): Group {
  const layers = layersOf(reading);
  if (layers[0]![0] === 'OVX') return { text: 'VV001', columns: { vert_vis_ft: '100' } };
  if (!isAmerican && isCavok(reading)) return { text: '', columns: {} };
  if (layers[0]![0] === 'CLR') return { text: isAmerican ? 'CLR' : 'NSC', columns: {} };
  const groups = layers.map(([cover, base]) => `${cover}${String(Number(base) / 100).padStart(3, '0')}`);
  return { text: groups.join(' '), columns: {} };
}

/** Whole degrees, "M" for below zero; the T-group of the United States has tenths. */
function temperatureOf({ isAmerican }: MetarStation, { temperature, dewPoint }: MetarReading): Group {
  const whole = (kelvin: number) => {
    const tenths = Math.round(10 * (kelvin - FREEZING));
    const degrees = Math.round(Math.abs(tenths) / 10 - (tenths < 0 ? 0.01 : 0));
    return `${tenths < 0 ? 'M' : ''}${String(degrees).padStart(2, '0')}`;
  };
  const [air, dew] = [whole(temperature), whole(dewPoint)];
  const value = (kelvin: number, text: string) =>
    isAmerican ? tenthsOf(kelvin).toFixed(1) : (Number(text.replace('M', '-')) + 0).toFixed(1);
  return { text: `${air}/${dew}`, columns: { temp_c: value(temperature, air), dewpoint_c: value(dewPoint, dew) } };
}

function tenthsOf(kelvin: number): number {
  return Math.round(10 * (kelvin - FREEZING)) / 10 + 0;
}

function inchesOf({ altimeter }: MetarReading): Group {
  const hundredths = Math.floor((100 * altimeter) / INCH_OF_MERCURY);
  return { text: `A${hundredths}`, columns: { altim_in_hg: (hundredths / 100).toFixed(2) } };
}

function hectopascalsOf({ altimeter }: MetarReading): Group {
  const whole = Math.floor(altimeter);
  return {
    text: `Q${String(whole).padStart(4, '0')}`,
    columns: { altim_in_hg: (whole / INCH_OF_MERCURY).toFixed(6) },
  };
}

function remarksOf({ remark, ending }: MetarHeading, reading: MetarReading): Group {
  const { temperature, dewPoint, seaLevelPressure, amount, sixHourAmount } = reading;
  const words = ['RMK', remark];
  const columns: Record<string, string> = { auto_station: 'TRUE', temp_c: tenthsOf(temperature).toFixed(1) };
  const tenths = Math.round(10 * seaLevelPressure);
  words.push(`SLP${String(tenths % 1000).padStart(3, '0')}`);
  columns.sea_level_pressure_mb = (tenths / 10).toFixed(1);
  if (amount !== null && amount > 0) {
    words.push(`P${inchesText(amount)}`);
    columns.precip_in = inchesValue(amount);
  }
  if (sixHourAmount !== null && sixHourAmount > 0) {
    words.push(`6${inchesText(sixHourAmount)}`);
    columns.pcp6hr_in = inchesValue(sixHourAmount);
  }
  words.push(`T${tenthsText(temperature)}${tenthsText(dewPoint)}`);
  if (ending !== '') words.push(ending);
  if (ending.endsWith('$')) columns.maintenance_indicator_on = 'TRUE';
  return { text: words.join(' '), columns };
}

/** Hundredths of an inch; what is less than half of one, and not nothing, is a trace: 0000, in the columns 0.005. */
function inchesText(mm: number): string {
  return String(Math.round((100 * mm) / INCH)).padStart(4, '0');
}

function inchesValue(mm: number): string {
  const hundredths = Math.round((100 * mm) / INCH);
  return hundredths === 0 ? '0.005' : String(hundredths / 100);
}

function tenthsText(kelvin: number): string {
  const tenths = Math.round(10 * (kelvin - FREEZING));
  return `${tenths < 0 ? 1 : 0}${String(Math.abs(tenths)).padStart(3, '0')}`;
}

/** Limits of the National Weather Service for ceiling, ft, and visibility, statute miles. */
function categoryOf(miles: number, layers: MetarColumns['layers']): string {
  const ceilings = layers.filter(([cover]) => /BKN|OVC|OVX/.test(cover)).map(([, base]) => Number(base));
  const ceiling = Math.min(Infinity, ...ceilings);
  if (ceiling < 500 || miles < 1) return 'LIFR';
  if (ceiling < 1000 || miles < 3) return 'IFR';
  return ceiling <= 3000 || miles <= 5 ? 'MVFR' : 'VFR';
}
