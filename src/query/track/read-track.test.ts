import { expect, test } from 'vitest';
import { deadlineByHand } from '../../../test/deadline-by-hand.js';
import { createMemoryCube, HOUR, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import { readTrack } from './read-track.js';

const spotsAt = (...places: readonly (readonly [latitude: number, longitude: number, start: number])[]) => ({
  count: places.length,
  latitudes: Float64Array.from(places, ([latitude]) => latitude),
  longitudes: Float64Array.from(places, ([, longitude]) => longitude),
  heights: new Float64Array(places.length).fill(Number.NaN),
  starts: Float64Array.from(places, ([, , start]) => start),
  ends: Float64Array.from(places, ([, , start]) => start + HOUR),
});

test('one source at two spots', async () => {
  const cube = createMemoryCube({
    times: timesFrom(0, 30),
    fields: { temperature: (t, latitude) => 280 + t / HOUR + latitude / 10 },
  });
  const spots = spotsAt([10, 0, 4 * HOUR], [-15, 33, 7 * HOUR]);
  const track = await readTrack(shelfOf(cube), HOUR, spots, [{ id: 'temperature' }], false, deadlineByHand());
  const times = Float64Array.of(4.5 * HOUR, 8 * HOUR);
  expect(track.states).toEqual(['known', 'known']);
  const values = track.instants('temperature', times, new Float64Array(2));
  expect(values[0]).toBeCloseTo(285.5, 1);
  expect(values[1]).toBeCloseTo(286.5, 1);
  expect(cube.readers()).toBe(0);
});
