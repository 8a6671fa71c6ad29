import { expect, test } from 'vitest';
import { memoryRadarShelf, radarFrame, uniformMotion } from '../../../test/memory-radar.js';
import { SPENT_MINUTES } from '../../science/radar/radar-weight.js';
import { viewRadar } from './radar-view.js';
import { rainAt } from './rain-along.js';

const NOW = Date.UTC(2026, 6, 1, 21) / 1000;
const SIZE = { rows: 1280, columns: 1280 };
const GRID = {
  kind: 'regular',
  ...{ ...SIZE, firstLatitude: 46, firstLongitude: -100, latitudeStep: -0.01, longitudeStep: 0.01 },
} as const;
const MIDDLE = { x: 640, y: 640 };
const frameOf = (rate: (row: number, column: number) => number) =>
  radarFrame({ dataset: 'mrms-rate', validTime: NOW - 120, grid: GRID, rate, motion: uniformMotion(1280, 1280, 1, 0) });
const minutesOf = (rate: (row: number, column: number) => number) => {
  const { rates, probabilities, weights } = rainAt(frameOf(rate), MIDDLE, NOW).minutes(0, SPENT_MINUTES);
  return { rates: [...rates], probabilities: [...probabilities], weights: [...weights] };
};

test('a dry neighbourhood that is settled by its tiles is as dry as one that is looked through', () => {
  // One wet pixel in each tile, too far from the way for any disk of the first hours.
  const scattered = (row: number, column: number) => (row % 128 === 0 && row < 384 && column % 128 === 0 ? 5 : 0);
  const settled = minutesOf(() => 0);
  expect(settled).toEqual(minutesOf(scattered));
  expect(settled.rates[100]).toBe(0);
  expect(settled.weights[178]).toBe(0);
});

test('a neighbourhood that was not observed is not dry', () => {
  const { rates, weights } = minutesOf((_, column) => (column < 540 ? Number.NaN : 0));
  // The air comes from the west by a pixel a minute, and the frame is two minutes old.
  expect(rates[90]).toBe(0);
  expect([rates[110], weights[110]]).toEqual([Number.NaN, 0]);
});

test('minutes that are asked for in parts are those that are asked for at once', () => {
  const waves = (row: number, column: number) => Math.max(0, 4 * Math.sin(row / 20) * Math.sin(column / 15));
  const parts = rainAt(frameOf(waves), MIDDLE, NOW);
  for (const first of [90, 0, 165]) parts.minutes(first, first + 15);
  const { rates, probabilities } = parts.minutes(0, SPENT_MINUTES);
  const once = minutesOf(waves);
  expect([...rates]).toEqual(once.rates);
  expect([...probabilities]).toEqual(once.probabilities);
});

test('a new frame of the same minute is looked at', async () => {
  const shelf = memoryRadarShelf([frameOf(() => 0)]);
  const place = { latitude: 39.6, longitude: -93.6 };
  const rateNow = async () => (await viewRadar(shelf, ['mrms'], NOW, place))!.rain(0, 1).rates[0];
  expect(await rateNow()).toBe(0);
  shelf.publish({ ...frameOf(() => 6), description: { ...frameOf(() => 6).description, validTime: NOW - 60 } });
  expect(await rateNow()).toBeCloseTo(6, 10);
});

test.each([
  ['half an hour old, the last minute with a weight is 149', 1800, 150],
  ['of this minute, it is 179', 0, 180],
])('a frame that is %s', async (_, age, count) => {
  const frame = { ...frameOf(() => 1), description: { ...frameOf(() => 1).description, validTime: NOW - age } };
  const view = await viewRadar(memoryRadarShelf([frame]), ['mrms'], NOW, { latitude: 39.6, longitude: -93.6 });
  expect(view!.count).toBe(count);
  const { weights } = view!.rain(0, view!.count);
  expect(weights[count - 1]).toBeCloseTo(1 / 120, 10);
});
