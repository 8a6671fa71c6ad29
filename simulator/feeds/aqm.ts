/**
 * The simulated air quality model over the contiguous United States: hourly means of fine particles and of ozone, 72
 * hours in one file each, without an index, on NCEP's grid 227 made coarse.
 *
 *   /AQMv7/CS/YYYYMMDD/{06,12}/aqm.tHHz.{ave_1hr_pm25,ave_1hr_o3}_bc.YYYYMMDD.227.grib2
 *
 * The level is sigma 1, as in a real message of 2024. Ozone appears 4 h 40 min after the run's time, particles two
 * minutes later. A mean is that of three samples by the trapezoid rule. A second set without `_bc`, not corrected for
 * its bias, is not there.
 */

import { HOUR } from '../../src/model/time.js';
import { type AirGrid, createAirGrid } from '../air.js';
import { createBoundedCache } from '../bounded-cache.js';
import type { ForecastModel } from '../forecast-error.js';
import type { Producer } from '../grib2-encoder/message.js';
import { cellCentres, type LambertLattice } from '../lambert-lattice.js';
import { forecastOf } from '../models.js';
import { type Points, pointsAt } from '../points.js';
import { createWeatherGrid } from '../weather.js';
import type { World } from '../world.js';
import { assembleFile, type MessageRow } from './message-assembly.js';
import { parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH = /^\/AQMv7\/CS\/(\d{8})\/(06|12)\/aqm\.t(\d\d)z\.ave_1hr_(pm25|o3)_bc\.(\d{8})\.227\.grib2$/;
const HOURS = 72;
const LOWEST_LAYER = { level: '1 sigma level', levelCode: [104, 1] } as const;
const PRODUCER: Producer = { centre: 7, process: 211 };
const AVAILABLE = { o3: 4 * HOUR + 40 * 60, pm25: 4 * HOUR + 42 * 60 } as const;
type Species = keyof typeof AVAILABLE;
const RUNS = 2;

/** The real domain of 1473 × 1025 cells of 5079 m with cells of about 80 km per degree of `gridStepDegrees`. */
export function aqmLattice(gridStepDegrees: number): LambertLattice {
  const times = Math.max(1, Math.round(15.7 * gridStepDegrees));
  return {
    kind: 'lambert-lattice',
    columns: Math.floor(1472 / times) + 1,
    rows: Math.floor(1024 / times) + 1,
    firstLatitude: 12.19,
    firstLongitude: 226.541,
    parallel: 25,
    meridian: 265,
    spacing: 5079 * times,
    radius: 6_371_229,
    windsAlongGrid: true,
    alternatingRows: false,
  };
}

/** Hourly means, [hour − 1] of float32 [cell]: µg/m³ and ppb. */
type AqmRun = Readonly<Record<Species, readonly Float32Array[]>>;

export function createAqmFeed(world: World, gridStepDegrees: number): SimulatedFeed {
  const grid = aqmLattice(gridStepDegrees);
  const { latitudes, longitudes } = cellCentres(grid);
  const points = pointsAt(latitudes, longitudes, world.waves);
  const model = forecastOf('aqm', world);
  const runs = createBoundedCache<number, AqmRun>(RUNS, () => 1);
  return {
    find(path) {
      const match = PATH.exec(path);
      if (match === null) return null;
      const [, date, cycle, again, species, dateAgain] = match as readonly string[];
      const referenceTime = parseRun(date!, cycle!);
      if (referenceTime === null || again !== cycle || dateAgain !== date) return null;
      const head = { referenceTime, grid, producer: PRODUCER };
      return {
        key: `aqm ${referenceTime} ${species}`,
        availableAt: referenceTime + AVAILABLE[species as Species],
        isIndex: false,
        make() {
          const run = runs.get(referenceTime, () => createRun(world, model, points, referenceTime));
          return { grib: assembleFile(head, ROWS[species as Species], run).grib, index: null };
        },
      };
    },
  };
}

function createRun(world: World, model: ForecastModel, points: Points, referenceTime: number): AqmRun {
  const cells = points.latitudes.length;
  const weather = createWeatherGrid(cells);
  const airAt = (lead: number): AirGrid => {
    const air = createAirGrid(cells);
    const error = model.errorAt(referenceTime, lead);
    world.fillPoints(weather, points, referenceTime + lead, error);
    world.fillAir(air, weather, points, referenceTime + lead, error);
    return air;
  };
  const run = { pm25: [] as Float32Array[], o3: [] as Float32Array[] };
  let start = airAt(0);
  for (let hour = 1; hour <= HOURS; hour++) {
    const middle = airAt((hour - 0.5) * HOUR);
    const end = airAt(hour * HOUR);
    const mean = (field: 'pm2_5' | 'ozone') =>
      end[field].map((value, n) => (start[field][n]! + 2 * middle[field][n]! + value) / 4);
    run.pm25.push(mean('pm2_5'));
    run.o3.push(mean('ozone'));
    start = end;
  }
  return run;
}

function rowsOf(species: Species, name: string, code: readonly [number, number, number]): MessageRow<AqmRun>[] {
  return Array.from({ length: HOURS }, (_, n) => ({
    name,
    ...LOWEST_LAYER,
    code,
    decimals: 2,
    values: (run: AqmRun) => run[species][n]!,
    time: () => ({ start: n, end: n + 1, process: 'average' as const }),
  }));
}

const ROWS: Readonly<Record<Species, readonly MessageRow<AqmRun>[]>> = {
  pm25: rowsOf('pm25', 'PMTF', [0, 13, 193]),
  o3: rowsOf('o3', 'OZCON', [0, 14, 193]),
};
