import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOON, randomReports, reportOf } from '../../../test/random-reports.js';
import { tableOfReports } from '../../model/report-table.js';
import { HOUR } from '../../model/time.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { indexReports } from './near-reports.js';

const SINCE = NOON - 2 * HOUR;

test('stations around any place are those that a search of all of them finds', () => {
  const table = randomReports(300, 3);
  const index = indexReports(table);
  const place = [
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
  ] as const;
  fc.assert(
    fc.property(...place, fc.double({ min: 0, max: 3e6, noNaN: true }), (latitude, longitude, within) => {
      const all = table.stations
        .map((station) => ({
          id: station.id,
          distance: greatCircleDistance(latitude, longitude, station.latitude, station.longitude),
        }))
        .filter(({ distance }) => distance <= within)
        .sort((a, b) => a.distance - b.distance);
      const found = index.near(latitude, longitude, { within, most: 1000, since: SINCE });
      expect(found.map(({ distance }) => distance)).toEqual(all.map(({ distance }) => distance));
      expect(new Set(found.map(({ station }) => station.id))).toEqual(new Set(all.map(({ id }) => id)));
    }),
  );
});

const AIRPORTS = tableOfReports([
  reportOf('EDDM', NOON - 600, { station: { id: 'EDDM', latitude: 48.35, longitude: 11.79, elevation: 453 } }),
  reportOf('EDDM', NOON - 2400, { station: { id: 'EDDM', latitude: 48.35, longitude: 11.79, elevation: 453 } }),
  reportOf('EDMO', NOON - 5000, { station: { id: 'EDMO', latitude: 48.08, longitude: 11.28, elevation: 593 } }),
  reportOf('NFFN', NOON - 600, { station: { id: 'NFFN', latitude: -17.75, longitude: 177.45, elevation: 18 } }),
]);

test('around Munich: the nearest first, its reports the newest first', () => {
  const found = indexReports(AIRPORTS).near(48.14, 11.58, { within: 50_000, most: 8, since: SINCE });
  expect(found.map(({ station }) => station.id)).toEqual(['EDMO', 'EDDM']);
  expect(found[1]!.distance).toBeCloseTo(28_000, -3); // 28 km by the map
  expect(found[1]!.reports.map(({ time }) => NOON - time)).toEqual([600, 2400]);
});

test('reports that are too old are left out, and stations without others', () => {
  const index = indexReports(AIRPORTS);
  const found = index.near(48.14, 11.58, { within: 50_000, most: 8, since: NOON - 1200 });
  expect(found.map(({ station, reports }) => [station.id, reports.length])).toEqual([['EDDM', 1]]);
  expect(index.near(48.14, 11.58, { within: 50_000, most: 1, since: SINCE })).toHaveLength(1);
});

test('a station beyond the date line is near', () => {
  const found = indexReports(AIRPORTS).near(-17.8, -179.9, { within: 300_000, most: 8, since: SINCE });
  expect(found.map(({ station }) => station.id)).toEqual(['NFFN']);
});
