/**
 * Motion and trajectories on a grid of 7000 × 3500 pixels of 1 km, as large as MRMS: three frames ten minutes apart made
 * coarser and the motion seen in them, ways of single points through it, and the whole field carried forward to six leads.
 *
 * The rain is seeded and moves as a whole, so that the motion that is found can be checked. Reference: the goal itself.
 */

import { performance } from 'node:perf_hooks';
import type { MotionField } from '../src/model/radar.js';
import { advectLeads } from '../src/science/radar/advection.js';
import { estimateMotion } from '../src/science/radar/motion/estimate-motion.js';
import { coarsen, type RateGrid } from '../src/science/radar/rate-grid.js';
import { backwardTrajectory } from '../src/science/radar/trajectory.js';
import { seededRandom } from './seeded-random.fixture.js';

const ROWS = 3500;
const COLUMNS = 7000;
const FACTOR = 4;
const SHOWERS = 6000;
const TRAJECTORIES = 20_000;
const ROUNDS = 3;
/** Pixels per minute. */
const [DOWN, RIGHT] = [-0.3, 0.7];

/** Showers of 8 to 40 km, seeded, as they are `minutes` on; a tenth of the grid is wet, a third never observed. */
function frameAt(minutes: number): RateGrid {
  const random = seededRandom(20261120);
  const values = new Float32Array(ROWS * COLUMNS);
  for (let shower = 0; shower < SHOWERS; shower++) {
    const row = ROWS * random() + DOWN * minutes;
    const column = COLUMNS * random() + RIGHT * minutes;
    const [height, width, peak] = [4 + 16 * random(), 4 + 16 * random(), 30 * random() ** 3];
    for (let y = Math.max(0, Math.ceil(row - 2 * height)); y < Math.min(ROWS, row + 2 * height); y++)
      for (let x = Math.max(0, Math.ceil(column - 2 * width)); x < Math.min(COLUMNS, column + 2 * width); x++)
        values[y * COLUMNS + x]! += peak * Math.exp(-(((y - row) / height) ** 2) - ((x - column) / width) ** 2);
  }
  for (let k = 0; k < values.length; k++) {
    const column = k % COLUMNS;
    values[k] = column < COLUMNS / 6 || column > (5 * COLUMNS) / 6 ? Number.NaN : Math.round(10 * values[k]!) / 10;
  }
  return { rows: ROWS, columns: COLUMNS, values };
}

/** ms of the fastest round. */
function best(run: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    run();
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

function report(what: string, milliseconds: number, note: string): void {
  console.log(`${what.padEnd(34)} ${milliseconds.toFixed(0).padStart(6)} ms   ${note}`);
}

const newest = frameAt(20);
let coarse: RateGrid[] = [frameAt(0), frameAt(10), newest].map((frame) => coarsen(frame, FACTOR));
report(
  'one frame made 4 times coarser',
  best(() => coarsen(newest, FACTOR)),
  `${ROWS} × ${COLUMNS}`,
);

let motion: MotionField | null = null;
let vectors = 0;
const before = process.memoryUsage().rss;
const took = best(() => {
  const options = { factor: FACTOR, nativeRows: ROWS, nativeColumns: COLUMNS };
  ({ field: motion, vectors } = estimateMotion(coarse, [0, 600, 1200], options));
});
const grown = (process.memoryUsage().rss - before) / 2 ** 20;
report('motion of three frames', took, `goal 2,000; ${vectors} vectors; ${grown.toFixed(0)} MiB more`);
coarse = [];
const field = motion as MotionField | null;
if (!field) throw new RangeError('no motion was found');
const squares = Array.from(field.u, (u, k) => (u - RIGHT) ** 2 + (field.v[k]! - DOWN) ** 2);
const error = Math.sqrt(squares.reduce((a, b) => a + b) / squares.length) / Math.hypot(DOWN, RIGHT);
console.log(
  `${'error of the motion'.padEnd(34)} ${(100 * error).toFixed(2).padStart(6)} %    of the true speed, root mean square`,
);

const random = seededRandom(7);
const [rows, columns] = [new Float64Array(121), new Float64Array(121)];
const ways = best(() => {
  for (let k = 0; k < TRAJECTORIES; k++)
    backwardTrajectory(field, ROWS * random(), COLUMNS * random(), 120, rows, columns);
});
report(`${TRAJECTORIES} ways of 120 minutes`, ways, `${((1000 * TRAJECTORIES) / ways).toFixed(0)} a second`);

const leads = [10, 20, 30, 40, 50, 60];
let made = 0;
const carried = best(() => advectLeads(newest, field, leads, () => made++));
report(`whole field at ${made / ROUNDS} leads`, carried, `${(carried / leads.length).toFixed(0)} ms a lead`);
