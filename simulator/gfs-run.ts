/**
 * Time integration of one simulated GFS run: what has accumulated by each step, on top of the weather at the step.
 *
 * The weather is sampled every half hour to hour 120 and every hour after (`SAMPLES`), and integrated by the trapezoid
 * rule. Statistics begin anew every six hours; precipitation is also summed from the start of the run. A step is
 * computed from the step before it and nothing else, always by the same additions, so the files of neighbouring steps
 * agree to the last bit whatever order they are asked for in.
 */

import { createBoundedCache } from './bounded-cache.js';
import type { ForecastModel } from './forecast-error.js';
import type { Places } from './places.js';
import { createWeatherGrid, WEATHER_FIELDS, type WeatherGrid } from './weather.js';
import type { World } from './world.js';

/** Hours of the steps of a run: hourly to 120, three-hourly to 384; 209 in all. */
export const GFS_STEPS: readonly number[] = [
  ...Array.from({ length: 121 }, (_, hour) => hour),
  ...Array.from({ length: 88 }, (_, n) => 123 + 3 * n),
];
const LAST_HOURLY = 120;
const BUCKET_HOURS = 6;

/** Statistics since the last whole six hours, each float32 [row, column]. */
export interface Bucket {
  /** Hour at which the statistics began. */
  readonly start: number;
  /** mm. */
  readonly precipitation: Float32Array;
  /** Time integrals, unit × hours: cloud and flags (0 or 1) as ratios. */
  readonly cloud: Float32Array;
  readonly rain: Float32Array;
  readonly freezingRain: Float32Array;
  readonly icePellets: Float32Array;
  readonly snow: Float32Array;
  /** K. */
  readonly highest: Float32Array;
  readonly lowest: Float32Array;
}

export interface GfsStep {
  readonly hour: number;
  /** Epoch seconds. */
  readonly validTime: number;
  readonly weather: WeatherGrid;
  /** Null for the analysis. */
  readonly bucket: Bucket | null;
  /** mm since the start of the run. */
  readonly total: Float32Array;
}

export interface GfsRun {
  readonly referenceTime: number;
  step(hour: number): GfsStep;
}

/** Step before a step of a run, hours. */
function previousStep(hour: number): number {
  return hour <= LAST_HOURLY ? hour - 1 : hour - 3;
}

/** Arrays of float32 that a step holds: its weather, its bucket and the total. */
const STEP_ARRAYS = WEATHER_FIELDS.length + 9;

/** @param keptBytes  of steps, at least two whatever their size; asking far back or ahead costs the steps between */
export function createGfsRun(
  world: World,
  model: ForecastModel,
  places: Places,
  referenceTime: number,
  keptBytes: number,
): GfsRun {
  const stepBytes = STEP_ARRAYS * 4 * places.elevation.length;
  const held = createBoundedCache<number, GfsStep>(keptBytes, () => stepBytes, 2);
  const weatherAt = (hour: number, isStep: boolean) => {
    const weather = createWeatherGrid(places.elevation.length);
    const error = model.errorAt(referenceTime, hour * 3600);
    world.fillWeather(weather, places, referenceTime + hour * 3600, error, isStep ? 'all' : 'statistics');
    return weather;
  };
  return {
    referenceTime,
    step(hour) {
      if (!GFS_STEPS.includes(hour)) throw new RangeError(`GFS has no step at hour ${hour}`);
      const missing: number[] = [];
      let from = hour;
      while (from > 0 && !held.has(from)) {
        missing.push(from);
        from = previousStep(from);
      }
      const analysis = () => ({
        hour: 0,
        validTime: referenceTime,
        weather: weatherAt(0, true),
        bucket: null,
        total: new Float32Array(places.elevation.length),
      });
      const first: GfsStep = held.get(from, analysis); // what is not from hour 0 is there
      return missing.reduceRight((before, next) => held.get(next, () => integrate(before, next, weatherAt)), first);
    },
  };
}

function integrate(before: GfsStep, hour: number, weatherAt: (hour: number, isStep: boolean) => WeatherGrid): GfsStep {
  const sampleHours = hour <= LAST_HOURLY ? 0.5 : 1;
  const start = BUCKET_HOURS * Math.floor(before.hour / BUCKET_HOURS);
  const fresh = before.hour === start;
  const bucket = fresh ? emptyBucket(start, before.weather) : copyBucket(before.bucket!);
  const total = before.total.slice();
  const points = total.length;
  const step = new Float32Array(points);
  let earlier = before.weather;
  for (let at = before.hour + sampleHours; at <= hour; at += sampleHours) {
    const later = weatherAt(at, at === hour);
    addSample(bucket, step, earlier, later, sampleHours / 2);
    earlier = later;
  }
  for (let n = 0; n < points; n++) {
    bucket.precipitation[n]! += step[n]!;
    total[n]! += step[n]!;
  }
  const validTime = before.validTime + (hour - before.hour) * 3600;
  return { hour, validTime, weather: earlier, bucket, total };
}

function emptyBucket(start: number, weather: WeatherGrid): Bucket {
  const zeros = () => new Float32Array(weather.temperature.length);
  return {
    start,
    precipitation: zeros(),
    cloud: zeros(),
    rain: zeros(),
    freezingRain: zeros(),
    icePellets: zeros(),
    snow: zeros(),
    highest: weather.temperature.slice(),
    lowest: weather.temperature.slice(),
  };
}

function copyBucket(bucket: Bucket): Bucket {
  const { precipitation, cloud, rain, freezingRain, icePellets, snow, highest, lowest } = bucket;
  return {
    start: bucket.start,
    precipitation: precipitation.slice(),
    cloud: cloud.slice(),
    rain: rain.slice(),
    freezingRain: freezingRain.slice(),
    icePellets: icePellets.slice(),
    snow: snow.slice(),
    highest: highest.slice(),
    lowest: lowest.slice(),
  };
}

/** Adds one trapezoid of `2 × half` hours between two samples. */
function addSample(bucket: Bucket, step: Float32Array, a: WeatherGrid, b: WeatherGrid, half: number): void {
  for (let n = 0; n < step.length; n++) {
    step[n]! += half * (a.precipitationRate[n]! + b.precipitationRate[n]!);
    bucket.cloud[n]! += half * (a.cloudCover[n]! + b.cloudCover[n]!);
    const temperature = b.temperature[n]!;
    if (temperature > bucket.highest[n]!) bucket.highest[n] = temperature;
    if (temperature < bucket.lowest[n]!) bucket.lowest[n] = temperature;
  }
  addFlag(bucket.rain, a.rainShare, a.precipitationRate, half);
  addFlag(bucket.rain, b.rainShare, b.precipitationRate, half);
  addFlag(bucket.snow, a.snowShare, a.precipitationRate, half);
  addFlag(bucket.snow, b.snowShare, b.precipitationRate, half);
  addFlag(bucket.freezingRain, a.freezingRainShare, a.precipitationRate, half);
  addFlag(bucket.freezingRain, b.freezingRainShare, b.precipitationRate, half);
  addFlag(bucket.icePellets, a.icePelletsShare, a.precipitationRate, half);
  addFlag(bucket.icePellets, b.icePelletsShare, b.precipitationRate, half);
}

/** A kind of precipitation is flagged where at least a third of what falls is of that kind. */
const FLAG_SHARE = 1 / 3;
/** Less than this is not precipitation to a categorical flag, mm/h. */
const FLAG_RATE = 0.02;

/** Categorical flag of one kind of precipitation, 0 or 1, from its share and the rate (mm/h). */
export function flagOf(share: number, rate: number): number {
  return share >= FLAG_SHARE && rate >= FLAG_RATE ? 1 : 0;
}

function addFlag(into: Float32Array, share: Float32Array, rate: Float32Array, half: number): void {
  for (let n = 0; n < into.length; n++) into[n]! += half * flagOf(share[n]!, rate[n]!);
}
