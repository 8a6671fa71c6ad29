import { expect, test } from 'vitest';
import { createHrrrFeed, hrrrLattice } from '../../simulator/feeds/hrrr.js';
import type { FeedFile } from '../../simulator/feeds/simulated-feed.js';
import { cellCentres, planeOf, turnWindToLattice } from '../../simulator/lambert-lattice.js';
import { forecastOf } from '../../simulator/models.js';
import { createWorld } from '../../simulator/world.js';
import { HOUR } from '../../src/model/time.js';
import { readWithEcCodes } from './eccodes-values.js';

const RUN = Date.UTC(2026, 10, 20, 6) / 1000;
const STEP_DEGREES = 5;
const world = createWorld(5);
const feed = createHrrrFeed(world, STEP_DEGREES);
const lattice = hrrrLattice(STEP_DEGREES);
const centres = cellCentres(lattice);

function fileAt(path: string): FeedFile {
  const found = feed.find(path);
  if (found === null) throw new RangeError(`no file ${path}`);
  return found.make();
}

const surface = (hour: number) =>
  fileAt(`/hrrr.20261120/conus/hrrr.t06z.wrfsfcf${String(hour).padStart(2, '0')}.grib2`);
const quarters = (hour: number) =>
  fileAt(`/hrrr.20261120/conus/hrrr.t06z.wrfsubhf${String(hour).padStart(2, '0')}.grib2`);

function linesOf({ index }: FeedFile): { offset: number; selector: string }[] {
  return index!
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, offset, , ...rest] = line.split(':');
      return { offset: Number(offset), selector: rest.join(':') };
    });
}

/** Bytes of the message that the index names. */
function messageOf(file: FeedFile, selector: string): Uint8Array {
  const lines = linesOf(file);
  const at = lines.findIndex((line) => line.selector === selector);
  if (at < 0) throw new RangeError(`no ${selector} in ${lines.map((line) => line.selector).join(' ')}`);
  return file.grib.subarray(lines[at]!.offset, lines[at + 1]?.offset);
}

// Corners of the real grid, computed from the octets of a real file and checked against a published cell.
test.each([
  [0, 0, 21.138123, -122.719528],
  [1798, 0, 21.140547, -72.289718],
  [0, 1058, 47.83862, -134.09548],
  [1798, 1058, 47.842195, -60.917193],
  [899, 1058, 52.615653, -97.507453],
  [944, 633, 41.29135, -95.8923],
])('at full resolution the cell (%d, %d) is where HRRR has it', (x, y, latitude, longitude) => {
  const real = hrrrLattice(1 / 16);
  expect([real.columns, real.rows, real.spacing]).toEqual([1799, 1059, 3000]);
  const first = planeOf(real, real.firstLatitude, real.firstLongitude);
  const place = planeOf(real, latitude, longitude);
  expect((place.x - first.x) / 3000).toBeCloseTo(x, 2);
  expect((place.y - first.y) / 3000).toBeCloseTo(y, 2);
});

test('a wind from the west turns by the angle of the meridian: 0.9997 degrees at 95.8941 W', () => {
  const [u, v] = [Float32Array.of(10), Float32Array.of(0)];
  turnWindToLattice(lattice, Float64Array.of(-95.8941), u, v);
  expect((Math.atan2(v[0]!, u[0]!) * 180) / Math.PI).toBeCloseTo(0.9997, 4);
});

test('ecCodes reads places and values as the forecast has them', (context) => {
  const model = forecastOf('hrrr', world);
  const read = readWithEcCodes(messageOf(surface(3), 'TMP:2 m above ground:3 hour fcst:'));
  if (read === null) return context.skip('grib_get_data (ecCodes) is not on the PATH');
  expect(read).toHaveLength(lattice.columns * lattice.rows);
  for (const [cell, { latitude, longitude, value }] of read.entries()) {
    expect(Math.abs(latitude - centres.latitudes[cell]!)).toBeLessThan(2e-3);
    expect(Math.abs(((longitude - centres.longitudes[cell]! + 540) % 360) - 180)).toBeLessThan(2e-3);
    const forecast = model.forecast(RUN, centres.latitudes[cell]!, centres.longitudes[cell]!, RUN + 3 * HOUR);
    expect(Math.abs(value - forecast.temperature)).toBeLessThan(6e-4);
  }
});

test('winds are along the grid', (context) => {
  const [u, v] = ['UGRD', 'VGRD'].map((name) =>
    readWithEcCodes(messageOf(surface(3), `${name}:10 m above ground:3 hour fcst:`)),
  );
  if (!u || !v) return context.skip('grib_get_data (ecCodes) is not on the PATH');
  const model = forecastOf('hrrr', world);
  for (let cell = 0; cell < u.length; cell += 7) {
    const [latitude, longitude] = [centres.latitudes[cell]!, centres.longitudes[cell]!];
    const forecast = model.forecast(RUN, latitude, longitude, RUN + 3 * HOUR);
    const angle = (Math.sin((38.5 * Math.PI) / 180) * (longitude + 97.5) * Math.PI) / 180;
    const east = u[cell]!.value * Math.cos(angle) + v[cell]!.value * Math.sin(angle);
    const north = v[cell]!.value * Math.cos(angle) - u[cell]!.value * Math.sin(angle);
    expect(Math.hypot(east - forecast.windU, north - forecast.windV)).toBeLessThan(0.01);
  }
});

test.each([
  [0, ['0-0 day acc fcst']],
  [1, ['0-1 hour acc fcst', '0-1 hour acc fcst']],
  [7, ['0-7 hour acc fcst', '6-7 hour acc fcst']],
  [24, ['0-1 day acc fcst', '23-24 hour acc fcst']],
])('APCP of f%i is there as in the real index: %j', (hour, times) => {
  const found = linesOf(surface(hour)).filter(({ selector }) => selector.startsWith('APCP:surface:'));
  expect(found.map(({ selector }) => selector)).toEqual(times.map((time) => `APCP:surface:${time}:`));
});

test('a sub-hourly file holds its four quarters, in minutes', () => {
  const times = linesOf(quarters(2)).filter(({ selector }) => selector.startsWith('TMP:2 m'));
  expect(times.map(({ selector }) => selector)).toEqual(
    [75, 90, 105, 120].map((minute) => `TMP:2 m above ground:${minute} min fcst:`),
  );
});

test('four quarters add up to the hour of the hourly file', (context) => {
  const hour = readWithEcCodes(messageOf(surface(5), 'APCP:surface:4-5 hour acc fcst:'));
  if (hour === null) return context.skip('grib_get_data (ecCodes) is not on the PATH');
  const sum = new Float64Array(hour.length);
  for (const minute of [240, 255, 270, 285]) {
    const part = readWithEcCodes(messageOf(quarters(5), `APCP:surface:${minute}-${minute + 15} min acc fcst:`))!;
    for (const [n, { value }] of part.entries()) sum[n]! += value;
  }
  for (const [n, { value }] of hour.entries()) expect(Math.abs(sum[n]! - value)).toBeLessThan(0.026);
  expect(Math.max(...sum)).toBeGreaterThan(0.1);
});

test.each([
  ['/hrrr.20261120/conus/hrrr.t05z.wrfsfcf18.grib2', true],
  ['/hrrr.20261120/conus/hrrr.t05z.wrfsfcf19.grib2.idx', false],
  ['/hrrr.20261120/conus/hrrr.t06z.wrfsfcf48.grib2', true],
  ['/hrrr.20261120/conus/hrrr.t06z.wrfsubhf19.grib2', false],
  ['/hrrr.20261131/conus/hrrr.t06z.wrfsfcf01.grib2', false],
])('%s is a file of HRRR: %s', (path, there) => {
  expect(feed.find(path) !== null).toBe(there);
});
