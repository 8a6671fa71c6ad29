/** Weather regions: the rules on made climates, and the table of the stations against published normals. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../../test/shared-data.js';
import { REGIONS, type RegionId } from '../../model/region.js';
import { STATION_REGIONS } from '../../model/station-regions-table.js';
import { VERIFICATION_STATIONS } from '../../model/verification-stations.js';
import { regionNear } from './region-near.js';
import { type PlaceClimate, regionOf } from './region-of.js';

/** Mild, humid and far from any threshold: no rule but the last one holds. */
const MILD: PlaceClimate = {
  ...{ latitude: 40, elevation: 100, relief: 50, oceanDistance: 350_000 },
  ...{ meanTemperature: 285.15, coldestMonth: 274.15, warmestMonth: 297.15 },
  ...{ precipitation: 1100, summerShare: 0.5 },
};
const celsius = (value: number): number => value + 273.15;

test.each<[string, RegionId, Partial<PlaceClimate>]>([
  ['a mild humid place', 'humid_east', {}],
  ['a warmest month below 10 degC', 'arctic', { warmestMonth: celsius(9.9), elevation: 4000 }],
  ['the polar circle', 'arctic', { latitude: -66.5 }],
  ['1,500 m', 'mountain', { elevation: 1500, coldestMonth: celsius(18) }],
  ['a steep valley at 600 m', 'mountain', { elevation: 600, relief: 900 }],
  ['a steep valley at 599 m', 'humid_east', { elevation: 599, relief: 900 }],
  ['a dry steep valley', 'arid_interior', { elevation: 1300, relief: 1700, precipitation: 390 }],
  ['a coldest month of 18 degC, however dry', 'tropical', { coldestMonth: celsius(18), precipitation: 100 }],
  ['a dry interior', 'arid_interior', { precipitation: 455 }], // 1.2 × 10 (2 × 12 + 14) = 456 mm
  ['an interior at the threshold', 'humid_east', { precipitation: 457 }],
  ['a dry place with a cool summer', 'humid_east', { precipitation: 455, warmestMonth: celsius(19.9) }],
  ['a dry coast with dry summers', 'pacific_coast', { precipitation: 250, summerShare: 0.2, oceanDistance: 80_000 }],
  ['a dry place behind that coast', 'arid_interior', { precipitation: 250, summerShare: 0.2, oceanDistance: 81_000 }],
  ['a cool marine coast', 'pacific_coast', { oceanDistance: 200_000, warmestMonth: celsius(21.9) }],
  ['a coast with cold winters', 'northern_continental', { oceanDistance: 10_000, coldestMonth: celsius(-3) }],
  [
    'a warm plain with cold winters',
    'central_plains',
    { oceanDistance: 400_000, coldestMonth: -6 + 273.15, precipitation: 830 },
  ],
  ['a plain with very cold winters', 'northern_continental', { oceanDistance: 900_000, coldestMonth: celsius(-7) }],
  ['a warm humid coast', 'gulf_coast', { oceanDistance: 300_000, coldestMonth: celsius(8), precipitation: 1000 }],
  [
    'a warm coast with less rain',
    'humid_east',
    { oceanDistance: 300_000, coldestMonth: celsius(8), precipitation: 999 },
  ],
])('%s is in %s', (_, region, changes) => {
  expect(regionOf({ ...MILD, ...changes })).toBe(region);
});

test('any climate has one of the regions', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const climate = fc.record({
    ...{ latitude: number(-90, 90), elevation: number(-400, 5000), relief: number(0, 5000) },
    ...{ oceanDistance: number(0, 3e6), meanTemperature: number(213, 308), coldestMonth: number(200, 303) },
    ...{ warmestMonth: number(220, 315), precipitation: number(0, 12_000), summerShare: number(0, 1) },
  });
  const ids = new Set<string>(REGIONS.map(({ id }) => id));
  fc.assert(fc.property(climate, (place) => ids.has(regionOf(place))));
});

test.each<[RegionId, string]>([
  ['arid_interior', 'KPHX KLAS KSLC'],
  ['pacific_coast', 'KSEA KSFO KLAX EGLL'],
  ['northern_continental', 'KMSP KORD UUEE PANC'],
  ['central_plains', 'KOKC KMCI'],
  ['humid_east', 'KJFK KATL'],
  ['gulf_coast', 'KMSY KIAH'],
  ['tropical', 'KMIA PHNL WSSS'],
  ['mountain', 'KDEN'],
  ['arctic', 'ENTC'],
])('%s has the places that it is named for', (region, ids) => {
  const stations = VERIFICATION_STATIONS.filter(({ id }) => ids.includes(id));
  expect(stations.length).toBeGreaterThan(0);
  expect(stations.filter((station) => station.region !== region)).toEqual([]);
});

test('the region of every station follows from the climate that is printed beside it', () => {
  expect(Object.keys(STATION_REGIONS)).toEqual(VERIFICATION_STATIONS.map(({ id }) => id));
  const others = VERIFICATION_STATIONS.filter(({ id, latitude, elevation, region }) => {
    const [, meanTemperature, coldestMonth, warmestMonth, precipitation, ...rest] = STATION_REGIONS[id]!;
    const [summerShare, relief, oceanDistance] = rest;
    const temperatures = { meanTemperature, coldestMonth, warmestMonth };
    return (
      regionOf({ latitude, elevation, relief, oceanDistance, ...temperatures, precipitation, summerShare }) !== region
    );
  });
  expect(others).toEqual([]);
});

/** Normals of NOAA, 1991-2020, by month: mean temperature, K; precipitation, mm. */
function publishedNormals(text: string): { readonly temperatures: number[]; readonly amounts: number[] } {
  const [head, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.slice(1, -1).split(/"?,"/));
  const [date, mean, toDate] = ['DATE', 'DLY-TAVG-NORMAL', 'MTD-PRCP-NORMAL'].map((name) => head!.indexOf(name));
  const months = Array.from({ length: 12 }, (_, month) => {
    return lines.filter((cells) => Number(cells[date!]!.slice(0, 2)) === month + 1);
  });
  const kelvin = (cells: string[]) => ((Number(cells[mean!]) - 32) * 5) / 9 + 273.15;
  return {
    temperatures: months.map((days) => days.reduce((sum, cells) => sum + kelvin(cells), 0) / days.length),
    amounts: months.map((days) => Math.max(...days.map((cells) => Number(cells[toDate!]))) * 25.4),
  };
}

testWithSharedData('the climate of New York in the table is near its published normals', () => {
  const file = readFileSync(sharedData('normals', 'USW00094728_normals_dly_1991-2020.csv.gz'));
  const { temperatures, amounts } = publishedNormals(gunzipSync(file).toString('latin1'));
  const [, , coldest, warmest, precipitation, summerShare] = STATION_REGIONS.KJFK!;
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  expect(total).toBeCloseTo(1257.8, 0); // 49.52 in (NOAA, Central Park)
  expect(Math.abs(coldest - Math.min(...temperatures))).toBeLessThan(1.5);
  expect(Math.abs(warmest - Math.max(...temperatures))).toBeLessThan(1.5);
  expect(Math.abs(precipitation / total - 1)).toBeLessThan(0.15);
  expect(summerShare).toBeCloseTo(amounts.slice(3, 9).reduce((sum, amount) => sum + amount, 0) / total, 1);
});

test.each([
  ['Boulder, Colorado', 40.015, -105.27, 'mountain'],
  ['Brooklyn', 40.65, -73.95, 'humid_east'],
  ['the Pacific far from any station', 0, -140, null],
])('%s has the region of the nearest station, or none', (_, latitude, longitude, region) => {
  expect(regionNear(latitude, longitude)).toBe(region);
});

test('a place beyond the date line has the region of a station on this side', () => {
  const nadi = VERIFICATION_STATIONS.find(({ id }) => id === 'NFFN')!; // 177.4 degrees east
  expect(regionNear(nadi.latitude, -180)).toBe('tropical');
  expect(regionNear(nadi.latitude, -179)).toBeNull();
});
