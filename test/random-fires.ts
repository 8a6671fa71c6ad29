/** Fires and plumes of random figures, equal for equal seeds. */

import { uniformAt } from '../simulator/random.js';
import type { FireTable, SmokePlume } from '../src/model/fire.js';

export const NOON = Date.UTC(2026, 10, 20, 12) / 1000;

export function randomFires(count: number, seed: number): FireTable {
  const draw = (which: number, least: number, most: number) => (_: unknown, n: number) =>
    least + (most - least) * uniformAt(seed, which, n, 0);
  const length = { length: count };
  return {
    latitudes: Float64Array.from(length, draw(1, -60, 70)),
    longitudes: Float64Array.from(length, draw(2, -180, 180)),
    times: Float64Array.from(length, (_, n) => NOON - 60 * Math.floor(1440 * uniformAt(seed, 3, n, 0))),
    radiativePowers: Float32Array.from(length, (_, n) => (n % 7 === 0 ? Number.NaN : 300 * uniformAt(seed, 4, n, 0))),
    confidences: Uint8Array.from(length, (_, n) => n % 3),
  };
}

/** Triangles, every third with a hole, every fourth plume with two areas, some of untold times. */
export function randomPlumes(count: number, seed: number): SmokePlume[] {
  return Array.from({ length: count }, (_, n) => {
    const draw = (which: number) => uniformAt(seed, 10 + which, n, 0);
    const triangle = (size: number) => {
      const [x, y] = [-120 + 60 * draw(0), 20 + 40 * draw(1)];
      return Float64Array.of(x, y, x + size, y + 2 * size, x + 2 * size, y, x, y);
    };
    const polygon = n % 3 === 0 ? [triangle(3), triangle(1)] : [triangle(2)];
    return {
      density: (['light', 'medium', 'heavy'] as const)[n % 3]!,
      satellite: n % 5 === 0 ? '' : 'GOES-WEST',
      start: n % 4 === 0 ? null : NOON - 7200,
      end: n % 6 === 0 ? null : NOON - 60 * n,
      polygons: n % 4 === 0 ? [polygon, [triangle(1)]] : [polygon],
    };
  });
}
