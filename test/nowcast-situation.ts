/** Nowcasts of a product over frames and cubes in memory: what the tests of `products/nowcast` ask. */

import type { Clock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import type { Box } from '../src/model/box.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { NowcastAnswer } from '../src/model/nowcast.js';
import type { RadarFrame, RadarNetworkId } from '../src/model/radar.js';
import { createNowcastProduct, type NowcastDependencies } from '../src/products/nowcast/nowcast.js';
import { NOW, RUN, START } from './forecast-situation.js';
import { createMemoryCube, type MemoryCubeOptions, shelfOf, timesFrom } from './memory-cube.js';
import {
  type MemoryRadarShelf,
  memoryRadarShelf,
  type RadarFrameOptions,
  radarFrame,
  SMALL_RADAR_GRID,
  uniformMotion,
} from './memory-radar.js';
import { PLAIN_FIELDS } from './route-situation.js';

/** The minute that has begun at `NOW`. */
export const MINUTE_OF_NOW = Math.floor(NOW / 60) * 60;
/** In the middle of the small radar's grid: row and column 100. */
export const SEEN = { latitude: 39, longitude: -89 };
/** Watched by no network. */
export const UNSEEN = { latitude: -30, longitude: 80 };

/** Of the model's amounts, mm in each hour. */
export const modelRain = (amount: number) => ({ ...PLAIN_FIELDS, precipitation: () => amount, cape: () => 0 });

/** A frame of MRMS a minute old whose pattern goes east by one pixel a minute, about 52 km/h. */
export function frameOf(changes: Partial<RadarFrameOptions> = {}): RadarFrame {
  const { rows, columns } = changes.grid ?? SMALL_RADAR_GRID;
  return radarFrame({
    dataset: 'mrms-rate',
    validTime: MINUTE_OF_NOW - 60,
    createdAt: MINUTE_OF_NOW - 30,
    motion: uniformMotion(rows, columns, 1, 0),
    ...changes,
  });
}

export interface NowcastSituation extends Partial<MemoryCubeOptions> {
  readonly clock?: Clock;
  readonly frames?: readonly RadarFrame[];
  readonly radar?: MemoryRadarShelf;
  readonly networks?: readonly RadarNetworkId[];
  /** Null: no model run was ever published. */
  readonly shelf?: CubeShelf | null;
  readonly elevationAt?: NowcastDependencies['elevationAt'];
  readonly isWarming?: () => boolean;
  readonly region?: Box;
}

const NO_MODELS: CubeShelf = { open: async () => null, openPrevious: async () => null };

/** By default over GFS alone, dry, and MRMS without a frame. */
export function nowcastProductOf(situation: NowcastSituation = {}) {
  const { clock, frames = [], radar, networks = ['mrms'], shelf, elevationAt, isWarming, region, ...cube } = situation;
  const options = { times: timesFrom(START, 48 + 385), referenceTime: RUN, fields: modelRain(0), ...cube };
  return createNowcastProduct({
    shelf: shelf === null ? NO_MODELS : (shelf ?? shelfOf(createMemoryCube(options))),
    radar: radar ?? memoryRadarShelf(frames),
    networks,
    clock: clock ?? { now: () => NOW },
    log: silentLog,
    ...(elevationAt && { elevationAt }),
    ...(isWarming && { isWarming }),
    ...(region && { region }),
  });
}

export const warningCodesOf = ({ warnings }: NowcastAnswer) => warnings.map(({ code }) => code);
