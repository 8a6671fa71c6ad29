/**
 * The simulated National Blend of Models over the contiguous United States, on its Lambert grid made coarse: a sphere of
 * 6,371,200 m, every second row stored from east to west.
 *
 *   /blend.YYYYMMDD/HH/core/blend.tHHz.core.fFFF.co.grib2[.idx]     hourly to 36, three-hourly to 189, six-hourly to 264
 *
 * Real runs are hourly; here those of 00, 06, 12 and 18 UTC exist. Probabilities are the shares of `MEMBERS` forecasts
 * that stand around the blend as the blend stands around the truth, so they are right about its own error. Files appear
 * from 55 min on.
 */

import { HOUR } from '../../src/model/time.js';
import { createBoundedCache } from '../bounded-cache.js';
import type { Producer } from '../grib2-encoder/message.js';
import { cellCentres, type LambertLattice } from '../lambert-lattice.js';
import { createModelRun, type ModelRun } from '../model-run.js';
import { forecastOf, memberOf } from '../models.js';
import { pointsAt } from '../points.js';
import type { World } from '../world.js';
import { assembleFile, indexedFile } from './message-assembly.js';
import { NBM_MESSAGES, type NbmStep } from './nbm-messages-table.js';
import { createRainRun, type RainRun } from './rain-run.js';
import { parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH = /^\/blend\.(\d{8})\/(00|06|12|18)\/core\/blend\.t(\d\d)z\.core\.f(\d{3})\.co\.grib2(\.idx)?$/;
const LAST_HOURLY = 36;
const HOURS: readonly number[] = [
  ...Array.from({ length: LAST_HOURLY + 1 }, (_, n) => n),
  ...Array.from({ length: 51 }, (_, n) => 39 + 3 * n),
  ...Array.from({ length: 13 }, (_, n) => 192 + 6 * n),
];
const LEADS = HOURS.map((hour) => hour * HOUR);
const MEMBERS = 20;
/** mm: a hundredth of an inch. */
const MEASURABLE = 0.254;
const FIRST_FILE = 55 * 60;
const SECONDS_PER_FILE = 15;
const PRODUCER: Producer = { centre: 7, process: 118 };
const RUNS = 2;

/** The real domain of 2345 × 1597 cells of 2539.703 m with cells of about 52 km per degree of `gridStepDegrees`. */
export function nbmLattice(gridStepDegrees: number): LambertLattice {
  const times = Math.max(1, Math.round(20.4 * gridStepDegrees));
  return {
    kind: 'lambert-lattice',
    columns: Math.floor(2344 / times) + 1,
    rows: Math.floor(1596 / times) + 1,
    firstLatitude: 19.229,
    firstLongitude: 233.723402,
    parallel: 25,
    meridian: 265,
    spacing: 2539.703 * times,
    radius: 6_371_200,
    windsAlongGrid: false,
    alternatingRows: true,
  };
}

interface NbmRun {
  readonly blend: ModelRun;
  readonly members: RainRun;
}

export function createNbmFeed(world: World, gridStepDegrees: number): SimulatedFeed {
  const grid = nbmLattice(gridStepDegrees);
  const { latitudes, longitudes } = cellCentres(grid);
  const points = pointsAt(latitudes, longitudes, world.waves);
  const cells = latitudes.length;
  const model = forecastOf('nbm', world);
  const around = Array.from({ length: MEMBERS }, (_, member) => memberOf('nbm', world, member));
  const runs = createBoundedCache<number, NbmRun>(RUNS, () => 1);
  const runOf = (referenceTime: number) =>
    runs.get(referenceTime, () => ({
      blend: createModelRun({
        referenceTime,
        cells,
        leads: LEADS,
        sampleSeconds: (lead) => (lead <= LAST_HOURLY * HOUR ? HOUR / 2 : HOUR),
        fill: (out, lead) => world.fillPoints(out, points, referenceTime + lead, model.errorAt(referenceTime, lead)),
      }),
      members: createRainRun({
        cells,
        members: MEMBERS,
        keptSteps: 13,
        leads: LEADS,
        sampleSeconds: (lead) => (lead <= LAST_HOURLY * HOUR ? HOUR / 2 : 1.5 * HOUR),
        fill: (out, member, lead) =>
          world.fillPrecipitation(out, points, referenceTime + lead, around[member]!.errorAt(referenceTime, lead)),
      }),
    }));
  const stepOf = (referenceTime: number, hour: number): NbmStep => {
    const { blend, members } = runOf(referenceTime);
    return {
      referenceTime,
      hour,
      weather: blend.weatherAt(hour * HOUR),
      over: (hours) => blend.over((hour - hours) * HOUR, hour * HOUR),
      chance: (hours) => chanceOf(members, cells, (hour - hours) * HOUR, hour * HOUR),
    };
  };
  return {
    find(path) {
      const match = PATH.exec(path);
      if (match === null) return null;
      const [, date, cycle, again, step, suffix] = match as readonly string[];
      const referenceTime = parseRun(date!, cycle!);
      const place = HOURS.indexOf(Number(step));
      if (referenceTime === null || again !== cycle || place < 1) return null;
      const head = { referenceTime, grid, producer: PRODUCER };
      return {
        key: `nbm ${referenceTime} ${step}`,
        availableAt: referenceTime + FIRST_FILE + SECONDS_PER_FILE * place,
        isIndex: suffix === '.idx',
        make: () => indexedFile(referenceTime, assembleFile(head, NBM_MESSAGES, stepOf(referenceTime, Number(step)))),
      };
    },
  };
}

/** Share of the members with more than a measurable amount, %. */
function chanceOf(members: RainRun, cells: number, start: number, end: number): Float32Array {
  const chance = new Float32Array(cells);
  for (let member = 0; member < MEMBERS; member++) {
    const amount = members.amount(member, start, end);
    for (let n = 0; n < cells; n++) if (amount[n]! > MEASURABLE) chance[n]! += 100 / MEMBERS;
  }
  return chance;
}
