/** Climatology of Central Park from its days, against the daily normals 1991-2020 that NOAA publishes for it. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { StationElement, StationSeries } from '../../src/model/station-series.js';
import { climatologyAt, percentileOffsetsAt, recordAt } from '../../src/science/climatology/climatology-at.js';
import { fitClimatology, fitWetDays } from '../../src/science/climatology/fit-climatology.js';
import { harmonicSum, logistic } from '../../src/science/climatology/harmonics.js';
import { LEAP_DAY_SLOT, slotsOf } from '../../src/science/stations/day-slots.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { dayOf, readDly } from '../station-files.js';

const CENTRAL_PARK = { name: 'NEW YORK CNTRL PK TWR', latitude: 40.7789, longitude: -73.9692, elevation: 39.6 };
let read: StationSeries | undefined;

function centralPark(): StationSeries {
  read ??= readDly(sharedData('ghcn', 'USW00094728.dly.gz'), CENTRAL_PARK);
  return read;
}

/** A column of the published normals by slot; NaN on 29 February, which they repeat. */
function normals(column: string): Float64Array {
  const text = gunzipSync(readFileSync(sharedData('normals', 'USW00094728_normals_dly_1991-2020.csv.gz'))).toString();
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const at = head!.indexOf(`"${column}"`);
  const values = new Float64Array(366).fill(Number.NaN);
  for (const row of rows) {
    const slot = dayOf(`2000-${row[1]!.slice(1, -1)}`) - dayOf('2000-01-01');
    if (slot !== LEAP_DAY_SLOT) values[slot] = Number(row[at]!.slice(1, -1));
  }
  return values;
}

const celsius = (fahrenheit: number) => (fahrenheit - 32) / 1.8 + 273.15;

function meanError(published: Float64Array, ours: (slot: number) => number): number {
  const errors = Array.from(published, (value, slot) => Math.abs(ours(slot) - value)).filter((e) => !Number.isNaN(e));
  expect(errors).toHaveLength(365);
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

testWithSharedData('mean maxima and minima of Central Park lie within 0.30 and 0.45 K of the published normals', () => {
  const fitted = fitClimatology(centralPark())!;
  const year = 2005;
  const maxima = normals('DLY-TMAX-NORMAL').map(celsius);
  const minima = normals('DLY-TMIN-NORMAL').map(celsius);
  expect(meanError(maxima, (slot) => climatologyAt(fitted, slot, year).temperatureMax)).toBeLessThan(0.3);
  expect(meanError(minima, (slot) => climatologyAt(fitted, slot, year).temperatureMin)).toBeLessThan(0.45);
});

/** Published thresholds are 0.10 and 0.50 in, which are 2.54 and 12.7 mm. */
testWithSharedData('chances of 0.10 and of 0.50 inches lie within 1.0 points of the published ones', () => {
  const { values, firstDay } = centralPark();
  const [from, to] = [dayOf('1991-01-01') - firstDay, dayOf('2020-01-01') - firstDay];
  const precipitation = values.get('precipitation' as StationElement)!.subarray(from, to);
  const slots = slotsOf(dayOf('1991-01-01'), to - from);
  for (const [column, least] of [
    ['DLY-PRCP-PCTALL-GE010HI', 25],
    ['DLY-PRCP-PCTALL-GE050HI', 127],
  ] as const) {
    const fitted = fitWetDays(precipitation, slots, least);
    const chance = (slot: number) => 100 * logistic(harmonicSum(fitted, 0, fitted.length, slot));
    expect(meanError(normals(column), chance), column).toBeLessThan(1);
  }
});

testWithSharedData(
  'percentiles of the maximum lie 1.28 published standard deviations from the mean, within 12%',
  () => {
    const fitted = fitClimatology(centralPark())!;
    const deviation = normals('DLY-TMAX-STDDEV').map((fahrenheit) => fahrenheit / 1.8);
    for (let slot = 0; slot < 366; slot += 15) {
      const { p10, p90 } = percentileOffsetsAt(fitted, 'temperature_max', slot);
      expect((p90 - p10) / (2 * 1.2816 * deviation[slot]!), String(slot)).toBeGreaterThan(0.88);
      expect((p90 - p10) / (2 * 1.2816 * deviation[slot]!), String(slot)).toBeLessThan(1.12);
    }
  },
);

/** National Weather Service, New York: daily records of Central Park, °F. */
testWithSharedData('records of dates are those that the weather service publishes, with their years', () => {
  const fitted = fitClimatology(centralPark())!;
  const record = (kind: 'high' | 'low', date: string) => {
    const found = recordAt(fitted, kind, dayOf(`2000-${date}`) - dayOf('2000-01-01'))!;
    return [Math.round((found.value - 273.15) * 1.8 + 32), found.year];
  };
  expect(record('high', '07-09')).toEqual([106, 1936]);
  expect(record('low', '02-09')).toEqual([-15, 1934]);
  expect(record('high', '01-01')).toEqual([62, 1966]);
  expect(record('high', '12-24')).toEqual([72, 2015]);
  expect(record('high', '02-21')).toEqual([78, 2018]);
});

/** Mean yearly total of the days with at least 1.0 mm in 1991-2020, mm. */
function observedTotal({ values, firstDay }: StationSeries): number {
  const precipitation = values.get('precipitation')!;
  const [from, to] = [dayOf('1991-01-01') - firstDay, Math.min(precipitation.length, dayOf('2021-01-01') - firstDay)];
  const known = precipitation.subarray(from, to).filter((packed) => packed >= 0);
  const total = known.reduce((sum, packed) => sum + (packed >= 10 ? packed / 10 : 0), 0);
  return (365.2425 * total) / known.length;
}

/** Chance times mean amount, summed over the year, mm. */
function expectedTotal(series: StationSeries): number {
  const fitted = fitClimatology(series)!;
  const days = Array.from({ length: 366 }, (_, slot) => climatologyAt(fitted, slot, 2005));
  return days.reduce((sum, { probability, wetDayAmount }) => sum + probability * wetDayAmount, 0);
}

testWithSharedData('the expected totals of a year add up to the observed one', () => {
  expect(expectedTotal(centralPark()) / observedTotal(centralPark())).toBeCloseTo(1, 1);
});

/** Sharjah has 1,912 reports of precipitation in 1991-2017: too few in each year to tell dry days from gaps. */
testWithSharedData('a station whose reports of precipitation have too many gaps tells its temperatures alone', () => {
  const place = { name: 'SHARJAH INTER. AIRP', latitude: 25.333, longitude: 55.517, elevation: 34 };
  const fitted = fitClimatology(readDly(sharedData('ghcn', 'AE000041196.dly.gz'), place))!;
  const july = climatologyAt(fitted, 196, 2005);
  expect(july.temperatureMax).toBeGreaterThan(313);
  expect(july.temperatureMax).toBeLessThan(317);
  expect(july.probability).toBeNaN();
});
