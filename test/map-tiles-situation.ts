/**
 * A service of map tiles on fakes, which a test can change as time goes on: what is published, what can be read, what the
 * time is. Tiles are the text of their order, so that equal tiles have equal bytes; how many were drawn is counted.
 */

import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { ObjectMissingError } from '../src/base/errors.js';
import { type Log, silentLog } from '../src/base/log.js';
import { countPeriods } from '../src/base/shared-value.js';
import { createRateLimiter } from '../src/http/access/rate-limit.js';
import { startTestServer } from '../src/http/server.fixture.js';
import { TILE_LIMITS } from '../src/model/access.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { DatasetId } from '../src/model/dataset.js';
import { MAP_FIELDS_OF } from '../src/model/map-slice.js';
import type { ProductState } from '../src/model/product.js';
import type { RadarDatasetId } from '../src/model/radar.js';
import type { AlertShape, TileDrawing, TileOrder } from '../src/model/tile.js';
import { HOUR } from '../src/model/time.js';
import type { ScanAnswer, TimedVersion } from '../src/model/timed-version.js';
import type { KeptFrame } from '../src/products/tiles/frames/radar-frames.js';
import type { TileStore } from '../src/products/tiles/tile-cache.js';
import { createTilesProduct, type TilesProduct } from '../src/products/tiles/tiles.js';
import { createMemoryCube, timesFrom } from './memory-cube.js';

/** 2026-11-20T10:37:12Z */
export const NOW = 1795171032;
const HOUR_NOW = NOW - (NOW % HOUR);

/** A run of a model. */
export interface SituationRun {
  readonly version: string;
  readonly referenceTime: number;
  /** Hours that it keeps maps of, from the hour of its reference time. */
  readonly hours: number;
}

export interface TilesSituation {
  now: number;
  /** Newest first. */
  runs: Partial<Record<DatasetId, readonly SituationRun[]>>;
  radar: Partial<Record<RadarDatasetId, readonly KeptFrame[]>>;
  scans: Record<string, TimedVersion>;
  /** What asking for a sweep does; null: nothing is fetched. */
  refresh: ((site: string) => Promise<ScanAnswer>) | null;
  fires: TimedVersion | null;
  plumes: TimedVersion | null;
  alerts: { version: string; ids: readonly string[]; state: ProductState };
  /** Draws an order; replace it to fail, or to wait. */
  draw: (order: TileOrder) => Promise<Uint8Array>;
  readonly drawn: TileOrder[];
  readonly product: TilesProduct;
  readonly app: FastifyInstance;
  /** As the business plan, unless headers say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export interface SituationOptions {
  readonly store?: TileStore;
  readonly cacheBytes?: number;
  readonly simulated?: boolean;
  readonly log?: Log;
}

export function run(version: string, referenceTime: number, hours = 48): SituationRun {
  return { version, referenceTime, hours };
}

export function observed(version: string, validTime: number): TimedVersion {
  return { version, validTime, createdAt: validTime + 60, simulated: false };
}

/** Every layer has something to show. */
export async function tilesSituation(options: SituationOptions = {}): Promise<TilesSituation> {
  const clock = { now: () => situation.now };
  const drawing: TileDrawing = {
    async draw(order) {
      situation.drawn.push(order);
      return situation.draw(order);
    },
    showAlerts: () => undefined,
    close: async () => undefined,
  };
  const situation = {
    ...everythingPublished(),
    product: createTilesProduct({
      shelf: shelfOf(() => situation.runs),
      radar: { kept: async (dataset) => situation.radar[dataset] ?? [] },
      networks: ['mrms', 'dwd-rv', 'rrqpe'],
      scans: { newest: async (site) => situation.scans[site] ?? null, previous: async () => null },
      requests: { refresh: async (site) => (await situation.refresh?.(site)) ?? 'silent' },
      fires: { newest: async (dataset) => situation[dataset], previous: async () => null },
      readSource: () => Promise.reject(new ObjectMissingError('as the test has it')),
      alerts: {
        drawn: async () => ({ ...situation.alerts, shapeOf: emptyShape }),
        status: async () => ({
          ...{ product: 'alerts', state: situation.alerts.state, detail: 'as the test has it' },
          ...{ updatedAt: null, referenceTime: null },
        }),
      },
      ...{ drawing, clock, machineClock: clock, period: countPeriods(2, clock), log: options.log ?? silentLog },
      cacheBytes: options.cacheBytes ?? 2 ** 20,
      store: options.store ?? null,
      simulated: options.simulated ?? false,
    }),
  } as Omit<TilesSituation, 'app' | 'get'>;
  const { app } = await startTestServer({
    clock,
    products: { tiles: situation.product },
    tileLimiter: createRateLimiter({ clock, limits: TILE_LIMITS }),
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: path, headers: { authorization: 'Bearer business', ...headers } });
  return Object.assign(situation, { app, get });
}

function everythingPublished() {
  const frames = (step: number) => timesFrom(NOW - 2 * HOUR - 312, 60, step).filter((time) => time <= NOW - 60);
  return {
    now: NOW,
    runs: {
      gfs: [run('gfs-2', HOUR_NOW - 4 * HOUR), run('gfs-1', HOUR_NOW - 10 * HOUR)],
      hrrr: [run('hrrr-2', HOUR_NOW - HOUR, 18), run('hrrr-1', HOUR_NOW - 2 * HOUR, 18)],
      aqm: [run('aqm-2', HOUR_NOW - 4 * HOUR)],
      'gefs-aerosol': [run('aerosol-2', HOUR_NOW - 4 * HOUR)],
    },
    radar: {
      'mrms-rate': frames(120).map((validTime) => ({ version: `m${validTime}`, validTime })),
      'dwd-rate': frames(300).map((validTime) => ({ version: `d${validTime}`, validTime })),
    },
    scans: { KTLX: observed('scan-1', NOW - 100) },
    refresh: null,
    fires: observed('fires-1', NOW - HOUR),
    plumes: observed('plumes-1', NOW - 3 * HOUR),
    alerts: { version: 'set-1', ids: [], state: 'ready' as ProductState },
    draw: async (order: TileOrder) => Buffer.from(JSON.stringify(order)),
    drawn: [] as TileOrder[],
  };
}

const emptyShape = (id: string): AlertShape => ({ id, severity: 'minor', polygons: [], circles: [] });

/** Of the runs that are published the newest, and the one before. */
function shelfOf(runs: () => TilesSituation['runs']): CubeShelf {
  const open = async (dataset: string, age: number) => {
    const found = runs()[dataset as DatasetId]?.[age];
    if (found === undefined) return null;
    const { version, referenceTime, hours } = found;
    const times = timesFrom(referenceTime, hours);
    const cube = createMemoryCube({ ...{ dataset: dataset as DatasetId, version, referenceTime, times }, fields: {} });
    const maps = (MAP_FIELDS_OF[dataset as DatasetId] ?? []).map((field) => ({
      field,
      times: Float64Array.from(times),
    }));
    return { ...cube.opened(), description: { ...cube.description, maps } };
  };
  return { open: (dataset) => open(dataset, 0), openPrevious: (dataset) => open(dataset, 1) };
}
