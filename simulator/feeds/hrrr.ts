/**
 * The simulated HRRR: `wrfsfcfHH` of every hour's run (to hour 18, at 00, 06, 12 and 18 UTC to hour 48) and
 * `wrfsubhfHH`, on its Lambert grid made coarse.
 *
 *   /hrrr.YYYYMMDD/conus/hrrr.tHHz.wrf{sfc,subh}fFF.grib2[.idx]
 *
 * A run is integrated by quarter-hours, so four of them add up to the hour in the hourly file. Its files appear one by
 * one from 46 min on, the last of 18 hours after an hour.
 */

import { HOUR } from '../../src/model/time.js';
import { createBoundedCache } from '../bounded-cache.js';
import type { ForecastModel } from '../forecast-error.js';
import { indexText } from '../gfs-index.js';
import type { Producer } from '../grib2-encoder/message.js';
import { cellCentres, type LambertLattice, turnWindToLattice } from '../lambert-lattice.js';
import { createModelRun, type ModelRun } from '../model-run.js';
import { forecastOf } from '../models.js';
import { type Points, pointsAt } from '../points.js';
import type { World } from '../world.js';
import { HRRR_SUBHOURLY, HRRR_SURFACE, type HrrrStep } from './hrrr-messages-table.js';
import { assembleFile, indexedFile } from './message-assembly.js';
import { type FeedFile, parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH = /^\/hrrr\.(\d{8})\/conus\/hrrr\.t(\d{2})z\.wrf(sfc|subh)f(\d{2})\.grib2(\.idx)?$/;
const QUARTER = 900;
const FIRST_FILE = 46 * 60;
const SECONDS_PER_FILE = 45;
const PRODUCER: Producer = { centre: 7, process: 83 }; // NCEP, HRRR
const RUNS = 2;

/** The real domain of 1799 × 1059 cells of 3 km with cells of about 48 km per degree of `gridStepDegrees`. */
export function hrrrLattice(gridStepDegrees: number): LambertLattice {
  const times = Math.max(1, Math.round(16 * gridStepDegrees));
  return {
    kind: 'lambert-lattice',
    columns: Math.floor(1798 / times) + 1,
    rows: Math.floor(1058 / times) + 1,
    firstLatitude: 21.138123,
    firstLongitude: 237.280472,
    parallel: 38.5,
    meridian: 262.5,
    spacing: 3000 * times,
    radius: 6_371_229,
    windsAlongGrid: true,
    alternatingRows: false,
  };
}

export function createHrrrFeed(world: World, gridStepDegrees: number): SimulatedFeed {
  const grid = hrrrLattice(gridStepDegrees);
  const { latitudes, longitudes } = cellCentres(grid);
  const points = pointsAt(latitudes, longitudes, world.waves);
  const model = forecastOf('hrrr', world);
  const runs = createBoundedCache<number, ModelRun>(RUNS, () => 1);
  const runOf = (referenceTime: number) =>
    runs.get(referenceTime, () => createHrrrRun(world, model, grid, points, referenceTime));
  const make = (referenceTime: number, kind: string, hour: number): FeedFile => {
    const run = runOf(referenceTime);
    const head = { referenceTime, grid, producer: PRODUCER };
    if (kind === 'sfc')
      return indexedFile(referenceTime, assembleFile(head, HRRR_SURFACE, stepOf(run, points, hour * HOUR)));
    const leads = hour === 0 ? [0] : [3, 2, 1, 0].map((back) => hour * HOUR - back * QUARTER);
    const parts = leads.map((lead) => assembleFile(head, HRRR_SUBHOURLY, stepOf(run, points, lead)));
    let before = 0;
    const entries = parts.flatMap((part) => {
      const moved = part.entries.map((entry) => ({ ...entry, offset: entry.offset + before }));
      before += part.grib.length;
      return moved;
    });
    return { grib: Buffer.concat(parts.map(({ grib }) => grib)), index: indexText(referenceTime, entries) };
  };
  return {
    find(path) {
      const match = PATH.exec(path);
      if (match === null) return null;
      const [, date, cycle, kind, step, suffix] = match as unknown as [string, string, string, string, string, string?];
      const referenceTime = parseRun(date, cycle);
      const hour = Number(step);
      const last = kind === 'sfc' && Number(cycle) % 6 === 0 ? 48 : 18;
      if (referenceTime === null || hour > last) return null;
      return {
        key: `hrrr ${referenceTime} ${kind} ${hour}`,
        availableAt: referenceTime + FIRST_FILE + SECONDS_PER_FILE * hour,
        isIndex: suffix !== undefined,
        make: () => make(referenceTime, kind, hour),
      };
    },
  };
}

function createHrrrRun(
  world: World,
  model: ForecastModel,
  grid: LambertLattice,
  points: Points,
  referenceTime: number,
): ModelRun {
  return createModelRun({
    referenceTime,
    cells: points.latitudes.length,
    leads: Array.from({ length: 4 * 48 + 1 }, (_, n) => n * QUARTER),
    sampleSeconds: () => QUARTER,
    fill(out, lead) {
      world.fillPoints(out, points, referenceTime + lead, model.errorAt(referenceTime, lead));
      turnWindToLattice(grid, points.longitudes, out.windU, out.windV);
    },
  });
}

function stepOf(run: ModelRun, { elevation, landness }: Points, lead: number): HrrrStep {
  return {
    lead,
    weather: run.weatherAt(lead),
    elevation,
    landness,
    since: (start) => (start < lead ? run.over(start, lead) : null),
  };
}
