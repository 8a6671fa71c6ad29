/**
 * The simulated open data of ECMWF's IFS: the whole world, north to south, first column at 180°, packed by template
 * 5.42, with an index of JSON lines.
 *
 *   /YYYYMMDD/HHz/ifs/0p25/oper/YYYYMMDDHH0000-{step}h-oper-fc.{grib2,index}
 *   00 and 12 UTC to step 360 (six-hourly after 144), 06 and 18 UTC to 144
 *
 * Its first file appears 7 h after the run's time, the others 25 s apart.
 */

import type { RegularGrid } from '../../src/model/field.js';
import { HOUR } from '../../src/model/time.js';
import { type IndexEntry, runText } from '../gfs-index.js';
import type { Producer } from '../grib2-encoder/message.js';
import { globalGrid, placesOfGrid } from '../places.js';
import type { World } from '../world.js';
import { ECMWF_MESSAGES, type EcmwfStep } from './ecmwf-messages-table.js';
import { gridRuns } from './grid-runs.js';
import { assembleFile } from './message-assembly.js';
import { parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH = /^\/(\d{8})\/(00|06|12|18)z\/ifs\/0p25\/oper\/(\d{10})0000-(\d{1,3})h-oper-fc\.(grib2|index)$/;
const SHORT_RUN: readonly number[] = Array.from({ length: 49 }, (_, n) => 3 * n);
const LONG_RUN: readonly number[] = [...SHORT_RUN, ...Array.from({ length: 36 }, (_, n) => 150 + 6 * n)];
const FIRST_FILE = 7 * HOUR;
const SECONDS_PER_FILE = 25;
const PRODUCER: Producer = { centre: 98, process: 158 };

export function ecmwfGrid(gridStepDegrees: number): RegularGrid {
  return { ...globalGrid(gridStepDegrees), firstLongitude: 180 };
}

export function createEcmwfFeed(world: World, gridStepDegrees: number): SimulatedFeed {
  const grid = ecmwfGrid(gridStepDegrees);
  const places = placesOfGrid(grid);
  const runOf = gridRuns(world, 'ecmwf-ifs', places, LONG_RUN, (lead) => (lead <= 144 * HOUR ? HOUR : 2 * HOUR));
  const stepOf = (referenceTime: number, hour: number): EcmwfStep => {
    const run = runOf(referenceTime);
    const before = LONG_RUN[LONG_RUN.indexOf(hour) - 1] ?? 0;
    const { elevation, landness } = places;
    const weather = run.weatherAt(hour * HOUR);
    if (hour === 0) return { hour, hours: 0, weather, elevation, landness, last: null, total: null };
    const last = run.over(before * HOUR, hour * HOUR);
    return { hour, hours: hour - before, weather, elevation, landness, last, total: run.over(0, hour * HOUR) };
  };
  return {
    find(path) {
      const match = PATH.exec(path);
      if (match === null) return null;
      const [, date, cycle, again, step, suffix] = match as unknown as [string, string, string, string, string, string];
      const referenceTime = parseRun(date, cycle);
      const hours = Number(cycle) % 12 === 0 ? LONG_RUN : SHORT_RUN;
      if (referenceTime === null || again !== date + cycle || !hours.includes(Number(step))) return null;
      return {
        key: `ecmwf ${referenceTime} ${step}`,
        availableAt: referenceTime + FIRST_FILE + SECONDS_PER_FILE * hours.indexOf(Number(step)),
        isIndex: suffix === 'index',
        make() {
          const head = { referenceTime, grid, producer: PRODUCER };
          const { grib, entries } = assembleFile(head, ECMWF_MESSAGES, stepOf(referenceTime, Number(step)));
          return { grib, index: jsonLines(referenceTime, step, entries, grib.length) };
        },
      };
    },
  };
}

/** One object per line, spaced as Python prints them; `level` of an entry is "sfc" or "pl 850". */
function jsonLines(referenceTime: number, step: string, entries: readonly IndexEntry[], length: number): string {
  const run = runText(referenceTime);
  return entries
    .map(({ offset, name, level }, n) => {
      const [type, value] = level.split(' ');
      const fields: [string, string | number][] = [
        ['domain', 'g'],
        ['date', run.slice(0, 8)],
        ['time', `${run.slice(8)}00`],
        ['expver', '0001'],
        ['class', 'od'],
        ['type', 'fc'],
        ['stream', 'oper'],
        ['step', step],
        ...(value === undefined ? [] : [['levelist', value] as [string, string]]),
        ['levtype', type!],
        ['param', name],
        ['_offset', offset],
        ['_length', (entries[n + 1]?.offset ?? length) - offset],
      ];
      return `{${fields.map(([key, field]) => `"${key}": ${JSON.stringify(field)}`).join(', ')}}\n`;
    })
    .join('');
}
