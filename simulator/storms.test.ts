import { expect, test } from 'vitest';
import { SHIELD } from './cell-disc.js';
import { DEGREE_METRES, metresPerDegreeEast } from './discs.js';
import { createWorld } from './world.js';

const SUMMER = Date.UTC(1987, 6, 4) / 1000;
const WEEK = 7 * 86_400;
const PLACES = [
  { latitude: 40.71, longitude: -74.01 },
  { latitude: 1.35, longitude: 103.82 },
  { latitude: -18.14, longitude: 178.44 }, // beside the date line
  { latitude: 68, longitude: -179.9 },
];

test.each(PLACES)('storms that are felt at %o are among those that pass it, at the time that is said', (place) => {
  const world = createWorld(9);
  const passing = world.stormsPassing(place, SUMMER, SUMMER + WEEK);
  let felt = 0;
  for (let at = SUMMER; at <= SUMMER + WEEK; at += 1800) {
    const over = world.stormCells(at, place).filter((cell) => {
      const apart = ((((place.longitude - cell.longitude) % 360) + 540) % 360) - 180;
      const east = apart * metresPerDegreeEast(cell.latitude);
      return Math.hypot(east, (place.latitude - cell.latitude) * DEGREE_METRES) < SHIELD * cell.radius;
    });
    const there = passing
      .filter(({ arrives, leaves }) => at >= arrives && at <= leaves)
      .map(({ track }) => track.at(at));
    for (const cell of over) expect(there).toContainEqual(cell);
    felt += over.length;
  }
  if (place.latitude < 60) expect(felt).toBeGreaterThan(10);
});

test('a planted storm passes while it lives', () => {
  const figures = { speed: 10, bearing: 90, radius: 30_000, rate: 20, lifeSeconds: 7200 };
  const planted = { latitude: 70, longitude: 20, at: SUMMER, ...figures };
  const world = createWorld(9, { storms: [planted] });
  const passing = world.stormsPassing(planted, SUMMER, SUMMER + 60).filter(({ track }) => track.name === 'planted-0');
  expect(passing.map(({ arrives, leaves }) => [arrives, leaves])).toEqual([[SUMMER - 3600, SUMMER + 3600]]);
  expect(world.stormsPassing(planted, SUMMER + 3601, SUMMER + 9000).map(({ track }) => track.name)).not.toContain(
    'planted-0',
  );
});
