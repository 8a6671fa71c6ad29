import { expect, test } from 'vitest';
import type { PlantedStorm } from '../../simulator/storms.js';
import { createWorld, type World } from '../../simulator/world.js';

const NOON = Date.UTC(2026, 6, 1, 12) / 1000;
const RADIUS = 6_371_229;
const DEGREE = Math.PI / 180;

/** Great-circle distance, m (haversine), and initial bearing, degrees. */
function course(from: { latitude: number; longitude: number }, to: { latitude: number; longitude: number }) {
  const [a, b] = [from.latitude * DEGREE, to.latitude * DEGREE];
  const dl = (to.longitude - from.longitude) * DEGREE;
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(dl / 2) ** 2;
  const bearing = Math.atan2(
    Math.sin(dl) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(dl),
  );
  return { distance: 2 * RADIUS * Math.asin(Math.sqrt(h)), bearing: (bearing / DEGREE + 360) % 360 };
}

/** Where it rains most within 1.5° of a place, weighted by rate above 60% of the peak, so finer than the 0.1° scan. */
function wettestSpot(world: World, near: { latitude: number; longitude: number }, at: number) {
  const spots: { latitude: number; longitude: number; rate: number }[] = [];
  for (let y = -15; y <= 15; y++)
    for (let x = -15; x <= 15; x++) {
      const [latitude, longitude] = [near.latitude + y / 10, near.longitude + x / 10];
      spots.push({ latitude, longitude, rate: world.truth(latitude, longitude, at).precipitationRate });
    }
  const floor = 0.6 * Math.max(...spots.map(({ rate }) => rate));
  let [sum, latitude, longitude] = [0, 0, 0];
  for (const spot of spots) {
    const weight = Math.max(0, spot.rate - floor);
    sum += weight;
    latitude += weight * spot.latitude;
    longitude += weight * spot.longitude;
  }
  return { latitude: latitude / sum, longitude: longitude / sum };
}

const storm: PlantedStorm = {
  latitude: 45,
  longitude: 5,
  at: NOON,
  lifeSeconds: 8 * 3600,
  speed: 40 / 3.6,
  bearing: 60,
  radius: 60_000,
  rate: 80,
};

test('a planted storm moves at 40 km/h towards 60 degrees', () => {
  const world = createWorld(5, { storms: [storm] });
  const before = wettestSpot(world, { latitude: 45 - 0.09, longitude: 5 - 0.22 }, NOON - 1800);
  const after = wettestSpot(world, { latitude: 45 + 0.27, longitude: 5 + 0.66 }, NOON + 2 * 3600);
  const { distance, bearing } = course(before, after);
  expect(Math.abs(distance / 2.5 / 1000 - 40)).toBeLessThan(2);
  expect(Math.abs(bearing - 60)).toBeLessThan(4);
});

test('it arrives at the minute that its speed says', () => {
  const world = createWorld(5, { storms: [storm] });
  const quiet = createWorld(5);
  // 80 km downstream the edge (60 km from the centre) arrives after 30 min, the centre after 120 min.
  const place = {
    latitude: 45 + (80 * Math.cos(60 * DEGREE)) / 111.198,
    longitude: 5 + (80 * Math.sin(60 * DEGREE)) / (111.198 * Math.cos(45 * DEGREE)),
  };
  const extra = (minutes: number) => {
    const at = NOON + minutes * 60;
    const rate = (seen: World) => seen.truth(place.latitude, place.longitude, at).precipitationRate;
    return rate(world) - rate(quiet);
  };
  expect(extra(28)).toBe(0);
  expect(extra(33)).toBeGreaterThan(0);
  expect(extra(120)).toBeGreaterThan(79.5);
  expect(extra(205)).toBeGreaterThan(0);
  expect(extra(212)).toBe(0);
});

test('every cell of the weather keeps the steering wind of its birthplace', () => {
  const world = createWorld(5);
  const [now, later] = [world.stormCells(NOON), world.stormCells(NOON + 1200)];
  expect(now.length).toBeGreaterThan(200);
  let followed = 0;
  for (const cell of now) {
    const same = later.find(({ u, v, radius }) => u === cell.u && v === cell.v && radius === cell.radius);
    if (same === undefined) continue; // died meanwhile
    followed++;
    const { distance } = course(cell, same);
    expect(Math.abs(distance / 1200 - Math.hypot(cell.u, cell.v))).toBeLessThan(
      0.02 * Math.hypot(cell.u, cell.v) + 0.01,
    );
    // Birth was at most four hours of drift away, where the steering wind is little different.
    const steering = world.steeringWind(cell.latitude, cell.longitude, NOON);
    expect(Math.hypot(steering.u - cell.u, steering.v - cell.v)).toBeLessThan(2);
  }
  expect(followed).toBeGreaterThan(0.8 * now.length);
});

test('a cell of the weather is seen moving in the rain', () => {
  const world = createWorld(5);
  const cells = world.stormCells(NOON).filter(({ latitude }) => Math.abs(latitude) > 30);
  const strongest = cells.reduce((a, b) => (b.rate > a.rate ? b : a));
  const start = wettestSpot(world, strongest, NOON);
  const { u, v } = world.steeringWind(strongest.latitude, strongest.longitude, NOON);
  const moved = {
    latitude: strongest.latitude + (v * 2400) / 111_198,
    longitude: strongest.longitude + (u * 2400) / (111_198 * Math.cos(strongest.latitude * DEGREE)),
  };
  const end = wettestSpot(world, moved, NOON + 2400);
  expect(Math.abs(course(start, end).distance / 2400 - Math.hypot(u, v))).toBeLessThan(2.5);
});
