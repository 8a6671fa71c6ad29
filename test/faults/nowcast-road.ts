/**
 * The whole road of the nowcast on planted rain: simulated MRMS → poll → store → shelf → product → HTTP, at a clock that is
 * set by hand. Two servers stand on the same frames, one over models that say it is dry and one over models that say it
 * rains, so that what is the radar's and what is the models' can be told apart.
 */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultControl } from '../../simulator/faults.js';
import type { PlantedStorm } from '../../simulator/storms.js';
import { startSimulatedUpstream } from '../../simulator/upstream.js';
import { createWorld } from '../../simulator/world.js';
import { silentLog } from '../../src/base/log.js';
import { postNowcast, startTestServer } from '../../src/http/server.fixture.js';
import { pollRadar } from '../../src/ingest/radar/poll-radar.js';
import type { PolledNetwork, RadarOutcome } from '../../src/ingest/radar/radar-outcome.js';
import type { NowcastSource, NowcastStatus } from '../../src/model/nowcast.js';
import { HOUR, MINUTE } from '../../src/model/time.js';
import type { Warning } from '../../src/model/warning.js';
import { createNowcastProduct, type NowcastProduct } from '../../src/products/nowcast/nowcast.js';
import { WET_RATE } from '../../src/science/condition.js';
import { feedOf } from '../../src/sources/feeds.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { createRadarShelf } from '../../src/store/radar/radar-shelf.js';
import { createMemoryCube, shelfOf, timesFrom } from '../memory-cube.js';
import { modelRain } from '../nowcast-situation.js';

export const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
export const RATE_PATH = 'PrecipRate_00.00';
/** Of all storms. */
export const SPEED_KMH = 54;
/** Its own weather leaves Oklahoma dry that day. */
const SEED = 7;
const FEED = feedOf('radar', 'mrms');
/** The rate alone: of what comes beside it other tests know. */
const RATE: PolledNetwork = { ...FEED, products: FEED.products.slice(0, 1) };

const storm = (latitude: number, longitude: number, radius: number, rate: number): PlantedStorm => ({
  ...{ latitude, longitude, radius, rate },
  at: NOON + HOUR,
  lifeSeconds: 12 * HOUR,
  speed: SPEED_KMH / 3.6,
  bearing: 90,
});
const STORMS = [
  storm(35.5, -98.1, 25_000, 25),
  storm(34.5, -98, 70_000, 12),
  storm(36.3, -99.3, 18_000, 30),
  storm(36.2, -97.4, 22_000, 18),
  storm(35.6, -99.4, 20_000, 15),
];
const WORLD = createWorld(SEED, { storms: STORMS });

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
/** Rain begins at 13:20. */
export const ARRIVES: Place = { latitude: 35.5, longitude: -97.65 };
/** In the middle of the largest storm, until 14:10. */
export const RAINS: Place = { latitude: 34.5, longitude: -98 };
export const DRY: Place = { latitude: 37, longitude: -97 };
/** In sight of no radar. */
export const UNSEEN: Place = { latitude: -30, longitude: 80 };

/** What was asked of the world already: by place, and by epoch seconds. */
const rains = new Map<Place, Map<number, boolean>>();

/** True when it rains in the minute that begins at `at`, epoch seconds. */
export function isWet(place: Place, at: number): boolean {
  const known = rains.get(place) ?? new Map<number, boolean>();
  rains.set(place, known);
  const { latitude, longitude } = place;
  const wet = known.get(at) ?? WORLD.truth(latitude, longitude, at + MINUTE / 2).precipitationRate >= WET_RATE;
  known.set(at, wet);
  return wet;
}

/** The first minute from `at` on in which it rains; null in the next three hours none. */
export function arrivalAt(place: Place, at: number): number | null {
  for (let minute = 0; minute < 180; minute++) if (isWet(place, at + minute * MINUTE)) return minute;
  return null;
}

/** mm/h that the models say, everywhere and always; null: there are none. */
export const MODEL_RATES = { dry: 0, wet: 3, none: null } as const;
export type Model = keyof typeof MODEL_RATES;

export interface Answer {
  readonly status: NowcastStatus;
  readonly start: string;
  readonly updated_at: string | null;
  readonly stale: boolean;
  readonly radar_pending: boolean;
  readonly onset_uncertainty_minutes: number | null;
  readonly warnings: readonly Warning[];
  readonly minutes: readonly {
    readonly precipitation_rate: number | null;
    readonly precipitation_probability: number | null;
    readonly confidence: number | null;
    readonly source: NowcastSource | null;
  }[];
}

export interface Told {
  readonly answer: Answer;
  readonly retryAfter: string | undefined;
}

export interface Road {
  readonly faults: FaultControl;
  /** Epoch seconds. */
  now(): number;
  setMinute(afterNoon: number): void;
  /** What the newest published frame shows, minutes after noon. */
  frameMinute(): number;
  poll(): Promise<RadarOutcome>;
  ask(model: Model, place: Place): Promise<Told>;
  /** The row of `/readyz`. */
  ready(): Promise<{ readonly state: string; readonly detail: string }>;
}

/** What a poll left behind. */
interface Published {
  readonly directory: string;
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Valid time, epoch seconds. */
  readonly frame: number;
}

export interface Roads {
  /** A road at noon with an empty store. */
  empty(): Promise<Road>;
  /** A road at noon on which a first poll has published. */
  running(): Promise<Road>;
  close(): Promise<void>;
}

/** Roads one after the other, between one upstream and one HTTP server: what is held back of the one before ends with it. */
export async function startRoads(): Promise<Roads> {
  let now = NOON;
  const clock = { now: () => now };
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-nowcast-'));
  const upstream = await startSimulatedUpstream({
    ...{ port: 0, clock, seed: SEED, gridStepDegrees: 30, storms: STORMS, radarStepDegrees: 0.02 },
    radarWindow: { south: 33.8, north: 37.2, west: -100.2, east: -96.2 },
  });
  const server = await startSwitchedServer(clock);
  const source = { baseUrl: upstream.url, simulated: true };
  const ports = { clock, log: silentLog, progress: () => undefined, random: () => 0.5, sleep: async () => undefined };
  let count = 0;
  let first: Published | null = null;

  async function begin(before?: Published) {
    upstream.faults.clear();
    now = NOON;
    const directory = join(root, String(count++));
    if (before !== undefined) cpSync(before.directory, directory, { recursive: true });
    let frame = before?.frame ?? Number.NaN;
    const objects = createMemoryObjects();
    for (const [key, bytes] of before?.contents ?? []) objects.contents.set(key, bytes);
    server.serve(objects);
    const road: Road = {
      faults: upstream.faults,
      now: () => now,
      setMinute: (afterNoon) => {
        now = NOON + afterNoon * MINUTE;
      },
      frameMinute: () => (frame - NOON) / MINUTE,
      async poll() {
        const outcome = await pollRadar({ objects, directory, source, region: null, ...ports }, RATE);
        frame = outcome.published?.validTime ?? frame;
        return outcome;
      },
      ask: server.ask,
      ready: server.ready,
    };
    return { road, published: (): Published => ({ directory, contents: objects.contents, frame }) };
  }

  async function firstPoll(): Promise<Published> {
    const { road, published } = await begin();
    showOnly(road.faults, -24, -14, -4);
    await road.poll();
    return published();
  }

  return {
    empty: async () => (await begin()).road,
    async running() {
      first ??= await firstPoll();
      return (await begin(first)).road;
    },
    async close() {
      await Promise.all([upstream.close(), server.close()]);
      rmSync(root, { recursive: true });
    },
  };
}

/** Of all frames leaves those of these minutes after noon, even ones, so that no more is fetched than a test is about. */
export function showOnly(faults: FaultControl, ...minutes: readonly number[]): void {
  const shown = [...minutes].sort((a, b) => a - b);
  const edges = [-120, ...shown, 240];
  for (const [n, edge] of edges.slice(0, -1).entries()) {
    const [from, to] = [NOON + edge * MINUTE + (n === 0 ? 0 : MINUTE), NOON + edges[n + 1]! * MINUTE - 1];
    faults.add({ kind: 'late', path: RATE_PATH, from, to, seconds: null });
  }
}

/** One server for all roads: what its schemas cost is paid once. Answers that it keeps are those of a road and a model. */
async function startSwitchedServer(clock: { now(): number }) {
  let products: Readonly<Record<Model, NowcastProduct>>;
  let model: Model = 'dry';
  let roads = 0;
  const { app } = await startTestServer({
    clock,
    products: {
      nowcast: {
        stateKey: async () => `${roads}/${model}/${await products[model].stateKey()}`,
        answer: (request) => products[model].answer(request),
      },
    },
    readiness: async () => [await products.dry.status()],
  });
  return {
    serve(objects: ObjectStore) {
      const radar = createRadarShelf({ objects, clock, log: silentLog });
      const productOf = (of: Model) =>
        createNowcastProduct({ shelf: modelShelf(of), radar, networks: ['mrms'], clock, log: silentLog });
      products = { dry: productOf('dry'), wet: productOf('wet'), none: productOf('none') };
      roads++;
    },
    async ask(over: Model, location: Place): Promise<Told> {
      model = over;
      const { statusCode, headers, body } = await postNowcast(app, { location, variables: VARIABLES });
      if (statusCode !== 200) throw new RangeError(`${statusCode}: ${body}`);
      const retryAfter = headers['retry-after'];
      return { answer: JSON.parse(body), retryAfter: retryAfter === undefined ? undefined : String(retryAfter) };
    },
    ready: async () => (await app.inject({ method: 'GET', url: '/readyz' })).json().products[0],
    close: () => app.close(),
  };
}

function modelShelf(model: Model) {
  const rate = MODEL_RATES[model];
  if (rate === null) return shelfOf();
  const referenceTime = NOON - 6 * HOUR;
  return shelfOf(createMemoryCube({ times: timesFrom(referenceTime, 20), referenceTime, fields: modelRain(rate) }));
}

const VARIABLES = ['precipitation_rate', 'precipitation_probability', 'confidence', 'source'];
