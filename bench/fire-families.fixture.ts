/** Tiles of fires and smoke for `bench/tiles.ts`: 300,000 fires of a bad day, most of them beside each other. */

import { GFS } from '../src/grid/grids.fixture.js';
import type { FireTable, SmokePlume } from '../src/model/fire.js';
import type { TileSource } from '../src/model/tile.js';
import { seededRandom } from './seeded-random.fixture.js';
import { NO_READERS, ordersIn, STATES, sliceOf, TIME, type TileFamily, WORLD } from './tile-families.fixture.js';

const CLUSTERS = 3000;
const IN_EACH = 100;
/** A day of much smoke. */
const PLUMES = 150;
/** Degrees from the middle of a cluster. */
const SPREAD = 0.3;

function manyFires(): FireTable {
  const random = seededRandom(9);
  const count = CLUSTERS * IN_EACH;
  const [latitudes, longitudes] = [new Float64Array(count), new Float64Array(count)];
  let [latitude, longitude] = [0, 0];
  for (let n = 0; n < count; n++) {
    if (n % IN_EACH === 0) [latitude, longitude] = [-40 + 100 * random(), -180 + 360 * random()];
    latitudes[n] = latitude + SPREAD * (random() - random());
    longitudes[n] = Math.max(-180, Math.min(180, longitude + SPREAD * (random() - random())));
  }
  return {
    latitudes,
    longitudes,
    times: new Float64Array(count).fill(TIME),
    radiativePowers: Float32Array.from({ length: count }, () => 100 * random() ** 3),
    confidences: new Uint8Array(count).fill(1),
  };
}

/** Rounded outlines of 200 corners over the States. */
function manyPlumes(): SmokePlume[] {
  const random = seededRandom(10);
  return Array.from({ length: PLUMES }, (_, n) => {
    const [latitude, longitude, size] = [28 + 20 * random(), -120 + 45 * random(), 0.5 + 4 * random()];
    const ring = Float64Array.from({ length: 402 }, (_, i) => {
      const bearing = (2 * Math.PI * ((i >> 1) % 200)) / 200;
      return i % 2 === 0 ? longitude + 1.5 * size * Math.sin(bearing) : latitude + size * Math.cos(bearing);
    });
    const density = (['light', 'light', 'medium', 'heavy'] as const)[n % 4]!;
    return { density, satellite: 'GOES-EAST', start: null, end: null, polygons: [[ring]] };
  });
}

const FIRES: TileSource = { kind: 'fires', version: 'a' };
const PLUME_SOURCE: TileSource = { kind: 'plumes', version: 'a' };
const SMOKE: TileSource = { kind: 'slice', dataset: 'gefs-aerosol', version: 'a', field: 'smoke_pm2_5', time: TIME };

function globalFamily(zooms: readonly number[]): TileFamily {
  const fires = manyFires();
  return {
    name: `fire-global, zoom ${zooms.join(', ')}`,
    readers: { ...NO_READERS, fires: () => Promise.resolve(fires) },
    orders: ordersIn('fire-global', [FIRES], WORLD, zooms),
  };
}

function smokeFamily(): TileFamily {
  const [fires, plumes, slice] = [manyFires(), manyPlumes(), sliceOf('smoke_pm2_5', GFS)];
  return {
    name: 'fire-smoke',
    readers: {
      ...NO_READERS,
      fires: () => Promise.resolve(fires),
      plumes: () => Promise.resolve(plumes),
      slice: () => Promise.resolve(slice),
    },
    orders: ordersIn('fire-smoke', [SMOKE, PLUME_SOURCE, FIRES], STATES, [4, 6, 8, 10]),
  };
}

export const FIRE_FAMILIES: readonly (() => TileFamily)[] = [
  () => globalFamily([0, 2]),
  () => globalFamily([4, 6]),
  () => globalFamily([8]),
  smokeFamily,
];
