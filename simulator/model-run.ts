/**
 * Time integration of one run of any simulated model but GFS (which has `gfs-run.ts`): totals and extremes of each
 * step, sampled several times a step and integrated by the trapezoid rule.
 *
 * The statistics of a step depend on the step alone, so any file can be made first; what runs from the start of the
 * run or over several steps is added up from them, always in the same order, so files agree to the last bit.
 */

import { createBoundedCache } from './bounded-cache.js';
import { createWeatherGrid, WEATHER_FIELDS, type WeatherGrid } from './weather.js';

/** Over an interval, each float32 [cell]. */
export interface IntervalStatistics {
  /** mm. */
  readonly precipitation: Float32Array;
  /** K. */
  readonly highest: Float32Array;
  readonly lowest: Float32Array;
  /** Strongest gust, m/s. */
  readonly gust: Float32Array;
}

export interface ModelRun {
  readonly referenceTime: number;
  /** At a lead, s. Do not write to it. */
  weatherAt(lead: number): WeatherGrid;
  /** From one lead of the run to another. @throws RangeError when they are no leads of the run, in this order */
  over(start: number, end: number): IntervalStatistics;
}

export interface ModelRunOptions {
  readonly referenceTime: number;
  readonly cells: number;
  /** Leads of the steps, s, ascending from 0. */
  readonly leads: readonly number[];
  /** Time between samples in the step that ends at a lead, s; divides it. */
  sampleSeconds(lead: number): number;
  fill(out: WeatherGrid, lead: number): void;
}

/** Bytes of weather and of statistics that one run keeps. */
const WEATHER_BYTES = 6e6;
const STATISTICS_BYTES = 6e6;
const STATISTICS = 4;

export function createModelRun({ referenceTime, cells, leads, sampleSeconds, fill }: ModelRunOptions): ModelRun {
  const weather = createBoundedCache<number, WeatherGrid>(WEATHER_BYTES, () => 4 * WEATHER_FIELDS.length * cells, 3);
  const statistics = createBoundedCache<number, IntervalStatistics>(STATISTICS_BYTES, () => 4 * STATISTICS * cells, 4);
  const totals = createBoundedCache<number, IntervalStatistics>(STATISTICS_BYTES, () => 4 * STATISTICS * cells, 2);
  const weatherAt = (lead: number) =>
    weather.get(lead, () => {
      const grid = createWeatherGrid(cells);
      fill(grid, lead);
      return grid;
    });
  const stepOf = (place: number) =>
    statistics.get(place, () => integrate(leads[place - 1]!, leads[place]!, sampleSeconds(leads[place]!), weatherAt));
  const between = (first: number, last: number): IntervalStatistics => {
    if (first + 1 === last) return stepOf(last);
    // What runs from the start is asked for at every step: it grows from the one before.
    if (first === 0) return totals.get(last, () => joined(between(0, last - 1), stepOf(last)));
    return joined(between(first, last - 1), stepOf(last));
  };
  return {
    referenceTime,
    weatherAt,
    over(start, end) {
      const [first, last] = [leads.indexOf(start), leads.indexOf(end)];
      if (first < 0 || last <= first) throw new RangeError(`the run has no interval from ${start} s to ${end} s`);
      return between(first, last);
    },
  };
}

function integrate(
  start: number,
  end: number,
  sampleSeconds: number,
  weatherAt: (lead: number) => WeatherGrid,
): IntervalStatistics {
  let earlier = weatherAt(start);
  const precipitation = new Float32Array(earlier.temperature.length);
  const [highest, lowest] = [earlier.temperature.slice(), earlier.temperature.slice()];
  const gust = earlier.gust.slice();
  const half = sampleSeconds / 7200; // mm/h × s
  for (let lead = start + sampleSeconds; lead <= end; lead += sampleSeconds) {
    const later = weatherAt(lead);
    for (let n = 0; n < precipitation.length; n++) {
      precipitation[n]! += half * (earlier.precipitationRate[n]! + later.precipitationRate[n]!);
      highest[n] = Math.max(highest[n]!, later.temperature[n]!);
      lowest[n] = Math.min(lowest[n]!, later.temperature[n]!);
      gust[n] = Math.max(gust[n]!, later.gust[n]!);
    }
    earlier = later;
  }
  return { precipitation, highest, lowest, gust };
}

function joined(a: IntervalStatistics, b: IntervalStatistics): IntervalStatistics {
  return {
    precipitation: a.precipitation.map((value, n) => value + b.precipitation[n]!),
    highest: a.highest.map((value, n) => Math.max(value, b.highest[n]!)),
    lowest: a.lowest.map((value, n) => Math.min(value, b.lowest[n]!)),
    gust: a.gust.map((value, n) => Math.max(value, b.gust[n]!)),
  };
}
