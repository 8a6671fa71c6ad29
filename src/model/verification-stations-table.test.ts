import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { VERIFICATION_PLACES } from './verification-stations-table.js';

test('stations have an ICAO id each, and lie on the globe', () => {
  const ids = VERIFICATION_PLACES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, latitude, longitude, elevation } of VERIFICATION_PLACES) {
    expect(id).toMatch(/^[A-Z]{4}$/);
    expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, id).toBe(true);
    expect(elevation > -100 && elevation < 4500, id).toBe(true); // La Paz is the highest
  }
});

testWithSharedData('stations lie where OpenFlights has their airports', () => {
  const rows = readFileSync(sharedData('flights', 'openflights_airports.dat'), 'utf8').split('\n');
  const airports = new Map<string, readonly [latitude: number, longitude: number]>();
  for (const row of rows) {
    const [, id, latitude, longitude] = /"([A-Z]{4})",(-?[\d.]+),(-?[\d.]+),-?\d+,/.exec(row) ?? [];
    if (id !== undefined) airports.set(id, [Number(latitude), Number(longitude)]);
  }
  let held = 0;
  for (const { id, latitude, longitude } of VERIFICATION_PLACES) {
    const airport = airports.get(id);
    if (airport === undefined) continue;
    // Instruments stand up to 2 km from the middle of a large airport.
    expect(Math.abs(latitude - airport[0]), id).toBeLessThan(0.025);
    expect(Math.abs(longitude - airport[1]), id).toBeLessThan(0.033);
    held += 1;
  }
  expect(held).toBeGreaterThan(VERIFICATION_PLACES.length - 10);
});
