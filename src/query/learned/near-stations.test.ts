import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VERIFICATION_STATIONS } from '../../model/verification-stations.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { indexStations } from './near-stations.js';

const find = indexStations(VERIFICATION_STATIONS);

test('stations within a distance are those whose great circle is not longer', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(place, fc.double({ min: 1000, max: 3_000_000, noNaN: true }), ({ latitude, longitude }, within) => {
      const found = new Map(find(latitude, longitude, within).map(({ station, distance }) => [station.id, distance]));
      for (const station of VERIFICATION_STATIONS) {
        const distance = greatCircleDistance(latitude, longitude, station.latitude, station.longitude);
        // At the very limit either is right.
        if (Math.abs(distance - within) < 0.01) continue;
        if (found.has(station.id) !== distance <= within) throw new Error(`${station.id} at ${distance} m`);
        if (distance <= within) expect(found.get(station.id)!).toBeCloseTo(distance, 2);
      }
    }),
    { numRuns: 20 },
  );
});
