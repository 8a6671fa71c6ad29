import { expect, test } from 'vitest';
import type { RouteAnswer, RouteSample } from '../../../model/route.js';
import { withRates } from './hourly-rates.js';
import { ROUTE_ANSWER } from './route-answer.fixture.js';

const NOW = Date.UTC(2026, 10, 20, 21, 40) / 1000;

/** Amounts at 22:30 and 23:00 of now, and at 22:15 two days later: a quarter hour, a quarter hour, an hour. */
function answerOf(amounts: readonly (number | null)[], more: Partial<RouteAnswer['summary']> = {}): RouteAnswer {
  const times = ['2026-11-20T22:30:00Z', '2026-11-20T23:00:00Z', '2026-11-22T22:15:00Z'];
  const samples = times.map((time, index): RouteSample => {
    const { latitude, longitude, ...rest } = ROUTE_ANSWER.samples[0]!;
    const row = { ...rest, index, latitude: latitude + index, longitude, time, precipitation: amounts[index]! };
    return Object.fromEntries(
      Object.entries(row).filter(([name]) => name !== 'precipitation_probability'),
    ) as unknown as RouteSample;
  });
  return { ...ROUTE_ANSWER, samples, summary: { extremes: {}, windows: [], ...more } };
}
const ratesOf = (answer: RouteAnswer) => withRates(answer, NOW).samples.map(({ precipitation }) => precipitation);

/** interface: from 15-minute data within 48 h of now, hourly beyond and before */
test('amounts of quarter hours become four times as much in an hour, those of hours stay', () => {
  expect(ratesOf(answerOf([0.5, 0.25, 1.2]))).toEqual([2, 1, 1.2]);
  expect(withRates(answerOf([0.5, 0.25, 1.2]), NOW + 86_400).samples.map(({ precipitation }) => precipitation)).toEqual(
    [0.5, 0.25, 4.8],
  );
});

test('unknown amounts stay unknown, and what is no amount stays as it is', () => {
  expect(ratesOf(answerOf([null, 0.25, null]))).toEqual([null, 1, null]);
  const { samples } = withRates(answerOf([1, 1, 1]), NOW);
  expect(samples[0]).toMatchObject({ temperature: 1.25, wind_gust: 12.4, condition: 'partly' });
  expect(samples[0]).not.toHaveProperty('snow_total');
});

test('the greatest rate may be another sample than the greatest amount', () => {
  const peak = { index: 2, latitude: 48, longitude: 14, time: '2026-11-22T22:15:00Z', value: 1.2 };
  const span = { start_index: 0, end_index: 2, start_time: '2026-11-20T22:30:00Z', end_time: peak.time };
  const rain = { type: 'precipitation', ...span, peak } as const;
  const { summary } = withRates(
    answerOf([0.25, 0.5, 1.2], { extremes: { precipitation_max: peak }, windows: [rain] }),
    NOW,
  );
  const highest = { index: 1, latitude: 47, longitude: 14, time: '2026-11-20T23:00:00Z', value: 2 };
  expect(summary.extremes).toEqual({ precipitation_max: highest });
  expect(summary.windows).toEqual([{ ...rain, peak: highest }]);
});

test('the peak of a window that is a chance or a condition stays', () => {
  const { windows } = ROUTE_ANSWER.summary;
  expect(withRates(ROUTE_ANSWER, NOW).summary.windows).toEqual(windows);
});
