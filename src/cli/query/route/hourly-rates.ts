/**
 * Amounts of an answer as rates, for its table: those of the samples are of a quarter hour here and of an hour there
 * (`binsOf`), and under one heading 0.5 mm must not be a shower in one row and a drizzle in the next.
 *
 *   rate = amount × 1 h / length of the record        the mean of the record, mm/h
 */

import type { RouteAnswer, RoutePeak, RouteSample, RouteWindow } from '../../../model/route.js';
import { HOUR } from '../../../model/time.js';
import { binsOf } from '../../../products/route/bins.js';

const AMOUNTS = ['precipitation', 'rain_total', 'snow_total'] as const;
type Amount = (typeof AMOUNTS)[number];

export function isAmount(id: string): id is Amount {
  return (AMOUNTS as readonly string[]).includes(id);
}

/**
 * The answer with rates in place of amounts, in its samples, its extremes and the peaks of its windows.
 *
 * @param now  of the answer, epoch seconds
 */
export function withRates(answer: RouteAnswer, now: number): RouteAnswer {
  const times = Float64Array.from(answer.samples, ({ time }) => Date.parse(time) / 1000);
  const { seconds } = binsOf(times, now);
  const samples = answer.samples.map((sample, i) => ({ ...sample, ...ratesOf(sample, HOUR / seconds[i]!) }));
  const { extremes, windows } = answer.summary;
  const highest = AMOUNTS.flatMap((id) => {
    const peak = extremes[`${id}_max`] === undefined ? null : highestOf(id, samples);
    return peak === null ? [] : [[`${id}_max`, peak] as const];
  });
  const summary = {
    extremes: { ...extremes, ...Object.fromEntries(highest) },
    windows: windows.map((window) => withPeakRate(window, samples)),
  };
  return { ...answer, samples, summary };
}

function ratesOf(sample: RouteSample, factor: number): Partial<Record<Amount, number>> {
  const amounts = AMOUNTS.map((id) => [id, sample[id]] as const);
  return Object.fromEntries(
    amounts.flatMap(([id, amount]) => (typeof amount === 'number' ? [[id, amount * factor]] : [])),
  );
}

/** The first of the greatest: of amounts of unlike length another sample may have been that. */
function highestOf(id: Amount, samples: readonly RouteSample[]): RoutePeak | null {
  let best: RoutePeak | null = null;
  for (const { index, latitude, longitude, time, [id]: value } of samples)
    if (typeof value === 'number' && (best === null || value > best.value))
      best = { index, latitude, longitude, time, value };
  return best;
}

/** The peak of a window of precipitation is an amount where no chance was asked for. */
function withPeakRate(window: RouteWindow, samples: readonly RouteSample[]): RouteWindow {
  const isOfAmount = window.type === 'precipitation' && typeof window.peak?.value === 'number';
  if (!isOfAmount || 'precipitation_probability' in samples[window.peak!.index]!) return window;
  const peak = highestOf('precipitation', samples.slice(window.start_index, window.end_index + 1));
  return peak === null ? window : { ...window, peak };
}
