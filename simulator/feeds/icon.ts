/**
 * The simulated ICON-EU: a regular grid over Europe, south to north, packed by template 5.42 and each message in a file of
 * its own by bzip2.
 *
 *   /icon-eu/grib/HH/{name}/icon-eu_europe_regular-lat-lon_single-level_YYYYMMDDHH_FFF_{NAME}.grib2.bz2
 *   /icon-eu/grib/HH/{name}/icon-eu_europe_regular-lat-lon_time-invariant_YYYYMMDDHH_{NAME}.grib2.bz2
 *   00, 06, 12 and 18 UTC: hourly to 78 h, then every 3 h to 120; 03, 09, 15 and 21 UTC: hourly to 30 h
 *
 * The files of a step appear together, 2 h 15 min after the run's time and then one step a minute.
 */

import type { RegularGrid } from '../../src/model/field.js';
import { HOUR } from '../../src/model/time.js';
import { writeBzip2 } from '../bzip2-writer.js';
import type { Producer } from '../grib2-encoder/message.js';
import { placesOfGrid } from '../places.js';
import type { World } from '../world.js';
import { gridRuns } from './grid-runs.js';
import { ICON_MESSAGES, type IconStep } from './icon-messages-table.js';
import { assembleFile } from './message-assembly.js';
import { parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH =
  /^\/icon-eu\/grib\/(\d\d)\/(\w+)\/icon-eu_europe_regular-lat-lon_(?:single-level_(\d{8})(\d\d)_(\d{3})|time-invariant_(\d{8})(\d\d))_(\w+)\.grib2\.bz2$/;
const INVARIANT: ReadonlySet<string> = new Set(['hsurf', 'fr_land']);
const LONG_RUN: readonly number[] = [
  ...Array.from({ length: 79 }, (_, hour) => hour),
  ...Array.from({ length: 14 }, (_, n) => 81 + 3 * n),
];
const SHORT_RUN = LONG_RUN.slice(0, 31);
const FIRST_STEP = 2.25 * HOUR;
const SECONDS_PER_STEP = 60;
const PRODUCER: Producer = { centre: 78, process: 2 }; // Offenbach

/** The real domain of 1377 × 657 cells of 0.0625° with cells of 0.6° per degree of `gridStepDegrees`. */
export function iconGrid(gridStepDegrees: number): RegularGrid {
  const times = Math.max(1, Math.round(9.6 * gridStepDegrees));
  return {
    kind: 'regular',
    columns: Math.floor(1376 / times) + 1,
    rows: Math.floor(656 / times) + 1,
    firstLatitude: 29.5,
    firstLongitude: 336.5,
    latitudeStep: 0.0625 * times,
    longitudeStep: 0.0625 * times,
  };
}

/** What a path names: a variable at a step, or at none. */
interface IconFile {
  readonly name: string;
  readonly referenceTime: number;
  readonly hour: number;
}

function fileOf(path: string): IconFile | null {
  const match = PATH.exec(path);
  if (match === null) return null;
  const [, cycle, name, date = match[6], again = match[7], step, , , token] = match as readonly (string | undefined)[];
  const referenceTime = parseRun(date!, again!);
  const hours = Number(cycle) % 6 === 0 ? LONG_RUN : SHORT_RUN;
  const hour = Number(step ?? 0);
  const isOne = cycle === again && Number(cycle) % 3 === 0 && token === name!.toUpperCase() && hours.includes(hour);
  const isKind = ICON_MESSAGES.has(name!) && INVARIANT.has(name!) === (step === undefined);
  return referenceTime !== null && isOne && isKind ? { name: name!, referenceTime, hour } : null;
}

export function createIconFeed(world: World, gridStepDegrees: number): SimulatedFeed {
  const grid = iconGrid(gridStepDegrees);
  const places = placesOfGrid(grid);
  const runOf = gridRuns(world, 'icon-eu', places, LONG_RUN, () => HOUR);
  const stepOf = ({ referenceTime, hour }: IconFile): IconStep => {
    const run = runOf(referenceTime);
    const before = LONG_RUN[LONG_RUN.indexOf(hour) - 1] ?? 0;
    const { elevation, landness } = places;
    const since = (start: number) => (hour === 0 ? null : run.over(start * HOUR, hour * HOUR));
    const weather = run.weatherAt(hour * HOUR);
    return {
      hour,
      hours: hour - before,
      weather,
      elevation,
      landness,
      last: () => since(before),
      total: () => since(0),
    };
  };
  return {
    find(path) {
      const file = fileOf(path);
      if (file === null) return null;
      const { name, referenceTime, hour } = file;
      return {
        key: `icon ${referenceTime} ${hour} ${name}`,
        availableAt: referenceTime + FIRST_STEP + SECONDS_PER_STEP * LONG_RUN.indexOf(hour),
        isIndex: false,
        contentType: 'application/x-bzip2',
        make() {
          const head = { referenceTime, grid, producer: PRODUCER };
          return { grib: writeBzip2(assembleFile(head, [ICON_MESSAGES.get(name)!], stepOf(file)).grib), index: null };
        },
      };
    },
  };
}
