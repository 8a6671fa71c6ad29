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
    const error = meanError(normals(column), chance);
    console.log(column, error);
    expect(error).toBeLessThan(1);
  }
});

testWithSharedData('records', () => {
  const fitted = fitClimatology(centralPark())!;
  const t = performance.now();
  for (let i = 0; i < 5; i++) fitClimatology(centralPark());
  console.log('fit ms', (performance.now() - t) / 5);
  console.log([...fitted.subarray(0, 64)].map((x) => +x.toFixed(3)).join(' '));
  for (const d of ['2000-01-01', '2000-02-09', '2000-07-09', '2000-07-15', '2000-12-25']) {
    const s = dayOf(d) - dayOf('2000-01-01');
    console.log(
      d,
      climatologyAt(fitted, s, 2005),
      percentileOffsetsAt(fitted, 'temperature_max', s),
      recordAt(fitted, 'high', s),
      recordAt(fitted, 'low', s),
    );
  }
});
