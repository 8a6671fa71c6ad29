import { expect, test } from 'vitest';
import { groundAt } from './terrain.js';

const PLACES: [string, number, number, boolean, number, number][] = [
  ['Tibet', 33, 88, true, 3500, 6000],
  ['the Bolivian Altiplano', -18, -67, true, 1500, 5000],
  ['central Greenland', 72, -40, true, 1800, 4000],
  ['the South Pole plateau', -85, 60, true, 2000, 4500],
  ['Kansas', 38.5, -98, true, 100, 1200],
  ['the Sahara', 22, 5, true, 200, 1500],
  ['the middle of the Pacific', 0, -150, false, 0, 0],
  ['the middle of the Pacific, another turn', 0, 210, false, 0, 0],
  ['the North Pole', 90, 0, false, 0, 0],
  ['the Southern Ocean', -58, 10, false, 0, 0],
];
for (const [name, latitude, longitude, land, low, high] of PLACES)
  test(`${name} is where it is on Earth`, () => {
    const ground = groundAt(latitude, longitude);
    expect(ground.landness > 0.5).toBe(land);
    expect(ground.elevation).toBeGreaterThanOrEqual(low);
    expect(ground.elevation).toBeLessThanOrEqual(high);
  });

test('29% of the globe is land, 800 m high on the mean, as ETOPO1 has it', () => {
  let [area, land, height] = [0, 0, 0];
  for (let latitude = -89; latitude < 90; latitude += 2)
    for (let longitude = 0; longitude < 360; longitude += 2) {
      const weight = Math.cos((latitude * Math.PI) / 180);
      const ground = groundAt(latitude, longitude);
      area += weight;
      if (ground.landness > 0.5) land += weight;
      if (ground.landness > 0.5) height += weight * ground.elevation;
    }
  expect(land / area).toBeGreaterThan(0.27);
  expect(land / area).toBeLessThan(0.32);
  expect(height / land).toBeGreaterThan(600);
  expect(height / land).toBeLessThan(950);
});

test('the date line is no border', () => {
  for (let latitude = -80; latitude <= 80; latitude += 5) {
    const west = groundAt(latitude, 179.999);
    const east = groundAt(latitude, -179.999);
    expect(Math.abs(west.elevation - east.elevation)).toBeLessThan(2);
    expect(groundAt(latitude, 181).landness).toBeCloseTo(groundAt(latitude, -179).landness, 12);
  }
});
