/**
 * Values of each GFS message from a step of a run, in the unit of the message: kg m⁻² s⁻¹ for rates, kg m⁻² (= mm) for
 * amounts, % for cloud and humidity; the rest is canonical already. One table row per field.
 */

import type { GfsFieldId } from './gfs-messages-table.js';
import { flagOf, type GfsStep } from './gfs-run.js';
import { steeringWindAt } from './moment.js';
import type { Places } from './places.js';
import type { WeatherGrid } from './weather.js';

const SECONDS = 3600;
const FREEZING = 273.15;
/** Height of a lifted parcel's cloud base per kelvin of dew point depression, m/K (Espy's rule). */
const CLOUD_BASE = 125;
/** R ÷ g of dry air, m/K: thickness of a layer is this × temperature × ln(p₁/p₂). */
const HYPSOMETRIC = 29.27;

/** Share of the wind at 700 hPa that showers move with, as nowcasts assume it (ingest/radar/model-motion.ts): the simulated ones do. */
const SHOWER_SHARE = 0.8;

/** Fields that are the same at every step. */
export const STATIC_FIELDS: ReadonlySet<GfsFieldId> = new Set<GfsFieldId>(['elevation', 'land', 'wiltingPoint']);

type FieldSource = (step: GfsStep, places: Places) => Float32Array;

function direct(field: keyof WeatherGrid): FieldSource {
  return ({ weather }) => weather[field];
}

function pointwise(value: (weather: WeatherGrid, n: number) => number): FieldSource {
  return ({ weather }) => {
    const values = new Float32Array(weather.temperature.length);
    for (let n = 0; n < values.length; n++) values[n] = value(weather, n);
    return values;
  };
}

function flag(share: keyof WeatherGrid): FieldSource {
  return ({ weather }) => weather[share].map((value, n) => flagOf(value, weather.precipitationRate[n]!));
}

/** A time integral in unit × hours to its mean × `factor`. */
function mean(integral: (step: GfsStep) => Float32Array, factor: number): FieldSource {
  return (step) => {
    const scale = factor / (step.hour - bucketOf(step).start);
    return integral(step).map((value) => value * scale);
  };
}

function bucketOf(step: GfsStep): NonNullable<GfsStep['bucket']> {
  if (step.bucket === null) throw new RangeError('the analysis has no statistics');
  return step.bucket;
}

/** Relative humidity over water, %, by the Magnus formula of Alduchov and Eskridge (1996). */
function humidityPercent({ temperature, dewPoint }: WeatherGrid, n: number): number {
  const t = temperature[n]! - FREEZING;
  const d = dewPoint[n]! - FREEZING;
  return Math.min(100, 100 * Math.exp((17.625 * d) / (243.04 + d) - (17.625 * t) / (243.04 + t)));
}

function height500({ temperature850hpa, pressureMsl }: WeatherGrid, n: number): number {
  return HYPSOMETRIC * (temperature850hpa[n]! - 7) * Math.log(pressureMsl[n]! / 50_000);
}

function ceiling({ cloudCover, temperature, dewPoint }: WeatherGrid, n: number): number {
  return cloudCover[n]! < 0.5 ? Number.NaN : 50 + CLOUD_BASE * (temperature[n]! - dewPoint[n]!);
}

/** Without the error of the forecast, which the wind that showers move with has none of. */
function wind700(component: 'u' | 'v'): FieldSource {
  return ({ validTime }, { latitudes, longitudes }) => {
    const values = new Float32Array(latitudes.length * longitudes.length);
    for (let row = 0, n = 0; row < latitudes.length; row++)
      for (let column = 0; column < longitudes.length; column++, n++)
        values[n] = steeringWindAt(latitudes[row]!, longitudes[column]!, validTime)[component] / SHOWER_SHARE;
    return values;
  };
}

const SOURCES: Readonly<Record<GfsFieldId, FieldSource>> = {
  pressureMsl: direct('pressureMsl'),
  visibility: direct('visibility'),
  gust: direct('gust'),
  height500: pointwise(height500),
  temperature500: pointwise((weather, n) => weather.temperature850hpa[n]! - 23),
  temperature850hpa: direct('temperature850hpa'),
  pressureSurface: direct('pressureSurface'),
  elevation: (_, places) => places.elevation,
  skinTemperature: pointwise((weather, n) => weather.temperature[n]! + 0.5),
  temperature: direct('temperature'),
  dewPoint: direct('dewPoint'),
  relativeHumidity: pointwise(humidityPercent),
  highest: (step) => bucketOf(step).highest,
  lowest: (step) => bucketOf(step).lowest,
  windU: direct('windU'),
  windV: direct('windV'),
  windU700hpa: wind700('u'),
  windV700hpa: wind700('v'),
  rate: pointwise((weather, n) => weather.precipitationRate[n]! / SECONDS),
  averageRate: mean((step) => bucketOf(step).precipitation, 1 / SECONDS),
  bucketAmount: (step) => bucketOf(step).precipitation,
  runAmount: (step) => step.total,
  snowFlag: flag('snowShare'),
  icePelletsFlag: flag('icePelletsShare'),
  freezingRainFlag: flag('freezingRainShare'),
  rainFlag: flag('rainShare'),
  averageSnow: mean((step) => bucketOf(step).snow, 1),
  averageIcePellets: mean((step) => bucketOf(step).icePellets, 1),
  averageFreezingRain: mean((step) => bucketOf(step).freezingRain, 1),
  averageRain: mean((step) => bucketOf(step).rain, 1),
  wiltingPoint: (_, places) => places.landness.map((land) => (land > 0.5 ? 0.05 + 0.1 * (land - 0.5) : Number.NaN)),
  cape: direct('cape'),
  ozone: direct('ozone'),
  cloud: pointwise((weather, n) => 100 * weather.cloudCover[n]!),
  averageCloud: mean((step) => bucketOf(step).cloud, 100),
  ceiling: pointwise(ceiling),
  land: (_, places) => places.landness.map((land) => (land > 0.5 ? 1 : 0)),
};

/** Values of a field, float32 [row, column], NaN missing. May be a view of the step: do not write to it. */
export function fieldValues(id: GfsFieldId, step: GfsStep, places: Places): Float32Array {
  return SOURCES[id](step, places);
}
