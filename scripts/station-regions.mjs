/**
 * Writes src/model/station-regions-table.ts (after a build): region, climate, relief and distance to the ocean of the
 * verification stations. Run: node scripts/station-regions.mjs FOLDER land-10m.json
 *
 *   FOLDER         itur/data of the Python package itur 0.4.0 (MIT): digital maps of three Recommendations of the ITU-R
 *     1510/v1_*    P.1510-1: mean temperature of each month at 2 m, K, 0.75°, from ERA-Interim (ECMWF), 1979-2014
 *     837/v7_*     P.837-7: mean precipitation of each month, mm, 0.25°, from the GPCC Climatology 2015 (DWD), 1951-2000
 *     1511/v2_*    P.1511-2: height of the land, m, 1/12°
 *   land-10m.json  npm package world-atlas 2.0.2: land of Natural Earth 4.1, 1:10 million, public domain
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { VERIFICATION_PLACES } from '../dist/src/model/verification-stations-table.js';
import { regionOf } from '../dist/src/science/climatology/region-of.js';
import { EARTH_RADIUS_M, greatCircleDistance } from '../dist/src/science/great-circle.js';

const TARGET = 'src/model/station-regions-table.ts';
const RADIANS = Math.PI / 180;
/** K/m, of the International Standard Atmosphere. */
const LAPSE_RATE = 0.0065;
const RELIEF_RADIUS = 25_000;
const MONTH_DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const APRIL = 3;
const OCTOBER = 9;
/** Coasts are searched on lines with a point at least every so many degrees. */
const COAST_STEP = 0.02;

const TEMPERATURE_GRID = { rows: 241, columns: 481, top: -90, left: -180, down: 0.75, right: 0.75 };
const RAIN_GRID = { rows: 722, columns: 1442, top: -90.125, left: -180.125, down: 0.25, right: 0.25 };
const HEIGHT_GRID = { rows: 2164, columns: 4324, top: 90.125, left: -180.125, down: -1 / 12, right: 1 / 12 };

const [folder, landPath] = process.argv.slice(2);

/** A map of the package: one NumPy array in a ZIP archive, float64 in C order. */
function mapOf(name, grid) {
  const [file] = Object.values(unzipSync(readFileSync(`${folder}/${name}.npz`)));
  const start = 10 + file[8] + 256 * file[9];
  const header = new TextDecoder('latin1').decode(file.subarray(10, start));
  if (!header.includes(`'<f8', 'fortran_order': False, 'shape': (${grid.rows}, ${grid.columns})`))
    throw new Error(`${name} must have ${grid.rows} rows of ${grid.columns} float64; got ${header}`);
  return { ...grid, values: new Float64Array(file.slice(start).buffer) };
}

/** Weights of the four values around a place: [row, column, weight]. */
function corners({ top, left, down, right }, latitude, longitude) {
  const [y, x] = [(latitude - top) / down, (longitude - left) / right];
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const [v, u] = [y - row, x - column];
  return [
    [row, column, (1 - v) * (1 - u)],
    [row, column + 1, (1 - v) * u],
    [row + 1, column, v * (1 - u)],
    [row + 1, column + 1, v * u],
  ];
}

function valueAt(map, latitude, longitude) {
  let sum = 0;
  for (const [row, column, weight] of corners(map, latitude, longitude))
    sum += weight * map.values[row * map.columns + column];
  return sum;
}

const months = (name) => MONTH_DAYS.map((_, month) => `${name}${String(month + 1).padStart(2, '0')}`);
const temperatures = months('1510/v1_t_month').map((name) => mapOf(name, TEMPERATURE_GRID));
const rains = months('837/v7_mt_month').map((name) => mapOf(name, RAIN_GRID));
const heights = mapOf('1511/v2_topo', HEIGHT_GRID);

/** Mean height of the land that the temperature of a place on its grid stands for, m. */
function heightOfTemperatures(latitude, longitude) {
  const { top, left, down, right } = TEMPERATURE_GRID;
  let sum = 0;
  for (const [row, column, weight] of corners(TEMPERATURE_GRID, latitude, longitude)) {
    const [north, east] = [top + row * down, left + column * right];
    const cells = cellsWithin(
      (lat, lon) => Math.abs(lat - north) <= down / 2 && Math.abs(lon - east) <= right / 2,
      [north, east, 1],
    );
    sum += (weight * cells.reduce((total, height) => total + height, 0)) / cells.length;
  }
  return sum;
}

function reliefAround(latitude, longitude) {
  const near = (lat, lon) => greatCircleDistance(latitude, longitude, lat, lon) <= RELIEF_RADIUS;
  const span = RELIEF_RADIUS / EARTH_RADIUS_M / RADIANS / Math.cos(latitude * RADIANS);
  const cells = cellsWithin(near, [latitude, longitude, span]);
  return Math.max(...cells) - Math.min(...cells);
}

/** Heights on the map for which `isMeant` holds, at most `span` degrees away. */
function cellsWithin(isMeant, [latitude, longitude, span]) {
  const { top, left, down, right, columns, values } = heights;
  const found = [];
  for (let row = Math.ceil((latitude + span - top) / down); top + row * down >= latitude - span; row++)
    for (let column = Math.ceil((longitude - span - left) / right); left + column * right <= longitude + span; column++)
      if (isMeant(top + row * down, left + column * right)) found.push(values[row * columns + column]);
  return found;
}

/** Points of the coasts, [latitude, longitude]. Seas inside a continent, as the Caspian, are no ocean. */
const coast = coastPoints(JSON.parse(readFileSync(landPath, 'utf8')));

function coastPoints({ arcs, transform, objects }) {
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [y * transform.scale[1] + transform.translate[1], x * transform.scale[0] + transform.translate[0]];
    });
  });
  const shapes = objects.land.geometries.flatMap(({ type, arcs: own }) => (type === 'Polygon' ? [own] : own));
  const outer = shapes.flatMap(([ring]) => ring.map((arc) => lines[arc < 0 ? ~arc : arc]));
  return outer.flatMap((line) => line.slice(1).flatMap((end, n) => pointsBetween(line[n], end)));
}

function pointsBetween([fromLat, fromLon], [toLat, toLon]) {
  // the frame of the map, along the date line and around the South Pole, is no coast
  if ((Math.abs(fromLon) > 179.999 && Math.abs(toLon) > 179.999) || Math.min(fromLat, toLat) < -89) return [];
  const steps = Math.ceil(Math.max(Math.abs(toLat - fromLat), Math.abs(toLon - fromLon)) / COAST_STEP);
  return Array.from({ length: steps }, (_, n) => [
    fromLat + ((toLat - fromLat) * n) / steps,
    fromLon + ((toLon - fromLon) * n) / steps,
  ]);
}

function oceanDistance(latitude, longitude) {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [lat, lon] of coast) {
    if (Math.abs(lat - latitude) * RADIANS * EARTH_RADIUS_M > nearest) continue;
    nearest = Math.min(nearest, greatCircleDistance(latitude, longitude, lat, lon));
  }
  return nearest;
}

function climateOf({ latitude, longitude, elevation }) {
  const cooler = LAPSE_RATE * (elevation - heightOfTemperatures(latitude, longitude));
  const means = temperatures.map((map) => valueAt(map, latitude, longitude) - cooler);
  const amounts = rains.map((map) => valueAt(map, latitude, longitude));
  const total = (values) => values.reduce((sum, value) => sum + value, 0);
  const precipitation = total(amounts);
  const north = total(amounts.slice(APRIL, OCTOBER)) / precipitation;
  const days = total(MONTH_DAYS);
  return {
    meanTemperature: total(means.map((mean, n) => (mean * MONTH_DAYS[n]) / days)),
    coldestMonth: Math.min(...means),
    warmestMonth: Math.max(...means),
    precipitation,
    summerShare: latitude < 0 ? 1 - north : north,
    relief: reliefAround(latitude, longitude),
    oceanDistance: oceanDistance(latitude, longitude),
  };
}

/** Rounded to what is printed, so that the region follows from the printed numbers: tenths of °C, as K. */
function rounded(climate) {
  const tenth = (kelvin) => Number((Number((kelvin - 273.15).toFixed(1)) + 273.15).toFixed(2));
  return {
    meanTemperature: tenth(climate.meanTemperature),
    coldestMonth: tenth(climate.coldestMonth),
    warmestMonth: tenth(climate.warmestMonth),
    precipitation: Math.round(climate.precipitation),
    summerShare: Number(climate.summerShare.toFixed(2)),
    relief: Math.round(climate.relief),
    oceanDistance: 1000 * Math.round(climate.oceanDistance / 1000),
  };
}

const rows = VERIFICATION_PLACES.map((station) => {
  const { id, latitude, elevation } = station;
  const climate = rounded(climateOf(station));
  const region = regionOf({ latitude, elevation, ...climate });
  return `  ${id}: ['${region}', ${Object.values(climate).join(', ')}],`;
});
const text = readFileSync(TARGET, 'utf8');
const head = text.slice(0, text.indexOf('= {') + 3);
writeFileSync(TARGET, `${head}\n${rows.join('\n')}\n};\n`);
