/**
 * Grids: the weights of one place on HRRR's Lambert grid against a regular global one, and the winds of one message
 * turned to earth against a turn of all of them by one angle. Places are seeded; each figure is the best of five rounds,
 * since the machine may have others on it.
 */

import { performance } from 'node:perf_hooks';
import { bilinearWeights, turnWindToEarth } from '../src/grid/grid.js';
import { GFS, GRIDS, HRRR } from '../src/grid/grids.fixture.js';
import type { Grid } from '../src/model/field.js';
import { seededRandom } from './seeded-random.fixture.js';

const PLACES = 200_000;
const ROUNDS = 5;

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

function nanosecondsPerPlace(grid: Grid): number {
  const random = seededRandom(20261120);
  const places = Array.from({ length: PLACES }, () => [26 + 20 * random(), -115 + 35 * random()] as const);
  let cells = 0;
  const took = best(() => {
    for (const [latitude, longitude] of places) cells += bilinearWeights(grid, latitude, longitude).length;
  });
  if (cells === 0) throw new RangeError('no place lies on the grid');
  return (took * 1e6) / PLACES;
}

const ELLIPSOID: Grid = { ...HRRR, earth: { semiMajor: 6_378_137, semiMinor: 6_356_752.314 } };
const plain = nanosecondsPerPlace(GFS);
console.log(`weights    ${plain.toFixed(0).padStart(5)} ns a place   regular`);
for (const [name, grid] of [
  ['Lambert', HRRR],
  ['Lambert, WGS84', ELLIPSOID],
] as const) {
  const took = nanosecondsPerPlace(grid);
  console.log(`weights    ${took.toFixed(0).padStart(5)} ns a place   ${name}, ${(took / plain).toFixed(1)} × regular`);
}

/** Every wind by the same angle: what memory and arithmetic cost without a grid. */
function turnByOneAngle(u: Float32Array, v: Float32Array): void {
  const [sine, cosine] = [Math.sin(0.1), Math.cos(0.1)];
  for (let at = 0; at < u.length; at++) {
    const [along, up] = [u[at]!, v[at]!];
    u[at] = along * cosine + up * sine;
    v[at] = up * cosine - along * sine;
  }
}

const rotated = { ...GRIDS['rotated, over Europe']!, columns: 1799, rows: 1059, latitudeStep: 0.03 } as Grid;
const points = HRRR.rows * HRRR.columns;
const [u, v] = [new Float32Array(points).fill(3), new Float32Array(points).fill(-4)];
const reference = best(() => turnByOneAngle(u, v));
console.log(`wind       ${reference.toFixed(0).padStart(5)} ms for ${points} points   by one angle`);
for (const [name, grid] of [
  ['Lambert', HRRR],
  ['rotated', rotated],
] as const) {
  const took = best(() => turnWindToEarth(grid, u, v));
  const ratio = (took / reference).toFixed(1);
  console.log(`wind       ${took.toFixed(0).padStart(5)} ms for ${points} points   ${name}, ${ratio} × one angle`);
}
