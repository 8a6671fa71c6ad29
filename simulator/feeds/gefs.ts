/**
 * The simulated GEFS: precipitation of 31 members, one file each (38 other messages of the real files are not there).
 *
 *   /gefs.YYYYMMDD/HH/atmos/pgrb2sp25/ge{c00,p01…p30}.tHHz.pgrb2s.0p25.fFFF[.idx]   three-hourly, 3 to 240
 *   /gefs.YYYYMMDD/HH/atmos/pgrb2ap5/ge….pgrb2a.0p50.fFFF[.idx]                      the same, then six-hourly to 384
 *
 * Totals are of buckets of six hours. Both resolutions stand on one grid here, twice as coarse as that of GFS. Only the
 * rate of precipitation is computed, every hour (every two hours after day 10), for 31 worlds of their own errors.
 * Files appear from 4 h 40 min on, all members of a lead together, f240 an hour later and f384 after 6 h.
 */

import { HOUR } from '../../src/model/time.js';
import { createBoundedCache } from '../bounded-cache.js';
import { indexText } from '../gfs-index.js';
import type { Producer } from '../grib2-encoder/message.js';
import { memberOf } from '../models.js';
import { coarserGrid, placesOfGrid } from '../places.js';
import type { World } from '../world.js';
import { SURFACE } from './levels-table.js';
import { assembleFile, type MessageRow } from './message-assembly.js';
import { createRainRun, type RainRun } from './rain-run.js';
import { parseRun, type SimulatedFeed } from './simulated-feed.js';

const PATH =
  /^\/gefs\.(\d{8})\/(00|06|12|18)\/atmos\/(pgrb2sp25|pgrb2ap5)\/ge(c00|p\d\d)\.t(\d\d)z\.(pgrb2s\.0p25|pgrb2a\.0p50)\.f(\d{3})(\.idx)?$/;
const MEMBERS = 31;
const THREE_HOURLY: readonly number[] = Array.from({ length: 81 }, (_, n) => 3 * n);
const ALL: readonly number[] = [...THREE_HOURLY, ...Array.from({ length: 24 }, (_, n) => 246 + 6 * n)];
const LAST_THREE_HOURLY = 240;
const BUCKET = 6;
const FIRST_FILE = 4 * HOUR + 40 * 60;
const SECONDS_PER_LEAD = 45;
const PRODUCER: Producer = { centre: 7, process: 107 };
const RUNS = 2;

export function createGefsFeed(world: World, gridStepDegrees: number): SimulatedFeed {
  const grid = coarserGrid(gridStepDegrees);
  const places = placesOfGrid(grid);
  const cells = places.elevation.length;
  const models = Array.from({ length: MEMBERS }, (_, member) => memberOf('gefs', world, member));
  const runs = createBoundedCache<number, RainRun>(RUNS, () => 1);
  const runOf = (referenceTime: number) =>
    runs.get(referenceTime, () =>
      createRainRun({
        cells,
        members: MEMBERS,
        keptSteps: 3,
        leads: ALL.map((hour) => hour * HOUR),
        sampleSeconds: (lead) => (lead <= LAST_THREE_HOURLY * HOUR ? HOUR : 2 * HOUR),
        fill: (out, member, lead) =>
          world.fillPrecipitation(out, places, referenceTime + lead, models[member]!.errorAt(referenceTime, lead)),
      }),
    );
  const make = (referenceTime: number, member: number, hour: number) => {
    const start = BUCKET * Math.floor((hour - 1) / BUCKET);
    const values = () => runOf(referenceTime).amount(member, start * HOUR, hour * HOUR);
    const head = { referenceTime, grid, producer: PRODUCER };
    const { grib, entries } = assembleFile(head, [rowOf(member)], { start, hour, values });
    return { grib, index: indexText(referenceTime, entries) };
  };
  return {
    find(path) {
      const match = PATH.exec(path);
      if (match === null) return null;
      const [, date, cycle, folder, name, again, product, step, suffix] = match as readonly string[];
      const referenceTime = parseRun(date!, cycle!);
      const member = name === 'c00' ? 0 : Number(name!.slice(1));
      const fine = folder === 'pgrb2sp25';
      const hours = fine ? THREE_HOURLY : ALL;
      const place = hours.indexOf(Number(step));
      if (referenceTime === null || again !== cycle || place < 1 || member >= MEMBERS || name === 'p00') return null;
      if (fine !== (product === 'pgrb2s.0p25')) return null;
      return {
        key: `gefs ${referenceTime} ${folder} ${member} ${step}`,
        availableAt: referenceTime + FIRST_FILE + SECONDS_PER_LEAD * place,
        isIndex: suffix === '.idx',
        make: () => make(referenceTime, member, Number(step)),
      };
    },
  };
}

interface GefsStep {
  /** Hours. */
  readonly start: number;
  readonly hour: number;
  /** mm from start to hour. */
  values(): Float32Array;
}

function rowOf(member: number): MessageRow<GefsStep> {
  return {
    name: 'APCP',
    ...SURFACE,
    code: [0, 1, 8],
    decimals: 2,
    member: { number: member, members: MEMBERS - 1 },
    extra: member === 0 ? 'ENS=low-res ctl' : `ENS=+${member}`,
    time: ({ start, hour }) => ({ start, end: hour, process: 'accumulation' }),
    values: (step) => step.values(),
  };
}
