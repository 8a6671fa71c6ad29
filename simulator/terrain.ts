/**
 * Smooth ground: the 3° table of `terrain-table.ts` drawn with a uniform cubic B-spline (continuous to the second
 * derivative), which approximates instead of interpolating: coasts and ranges come out rounded, never overshooting.
 *
 *   landness   smoothed land fraction, 0..1; a point is land above 0.5
 *   elevation  smoothed height of the land boxes × a ramp that is 0 at the coast, plus hills of ±18%; 0 m on water
 */

import { TERRAIN_BOX_DEGREES, TERRAIN_ROWS } from './terrain-table.js';

const ROWS = TERRAIN_ROWS.length;
const COLUMNS = TERRAIN_ROWS[0]!.length;
const HEIGHT_STEP = 20; // m per n²
const HILLS = 0.18;

export interface Ground {
  /** Smoothed land fraction 0..1: what the weather feels. */
  readonly landness: number;
  /** m above mean sea level, never negative. */
  readonly elevation: number;
}

const land = new Float64Array(ROWS * COLUMNS);
const height = new Float64Array(ROWS * COLUMNS);
for (const [y, row] of TERRAIN_ROWS.entries())
  for (const [x, code] of [...row].entries()) {
    if (code === '.') continue;
    land[y * COLUMNS + x] = 1;
    height[y * COLUMNS + x] = HEIGHT_STEP * Number.parseInt(code, 36) ** 2;
  }

/** Weight of the four boxes around a fraction t of the way from the second to the third. */
function splineWeight(t: number, which: number): number {
  const s = 1 - t;
  if (which === 0) return (s * s * s) / 6;
  if (which === 1) return (4 - 6 * t * t + 3 * t * t * t) / 6;
  if (which === 2) return (4 - 6 * s * s + 3 * s * s * s) / 6;
  return (t * t * t) / 6;
}

/** Ground at a place, degrees; longitudes of any turn. */
export function groundAt(latitude: number, longitude: number): Ground {
  const y = (90 - latitude) / TERRAIN_BOX_DEGREES - 0.5;
  const x = (longitude + 180) / TERRAIN_BOX_DEGREES - 0.5;
  const y0 = Math.floor(y);
  const x0 = Math.floor(x);
  let landness = 0;
  let raised = 0;
  for (let i = 0; i < 4; i++) {
    const row = Math.min(ROWS - 1, Math.max(0, y0 + i - 1));
    const wy = splineWeight(y - y0, i);
    for (let j = 0; j < 4; j++) {
      const column = (((x0 + j - 1) % COLUMNS) + COLUMNS) % COLUMNS;
      const weight = wy * splineWeight(x - x0, j);
      landness += weight * land[row * COLUMNS + column]!;
      raised += weight * height[row * COLUMNS + column]!;
    }
  }
  return { landness, elevation: landness > 0.5 ? raised * coastRamp(landness) * hills(latitude, longitude) : 0 };
}

function coastRamp(landness: number): number {
  return Math.min(1, (landness - 0.5) / 0.25);
}

/** Ridges and valleys some 300 km apart; vanish at the poles, where all longitudes are one place. */
function hills(latitude: number, longitude: number): number {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  const ridge = Math.sin(61 * lambda + 23 * phi) * Math.sin(71 * phi - 17 * lambda);
  return 1 + HILLS * ridge * Math.min(1, 2 * Math.cos(phi));
}
