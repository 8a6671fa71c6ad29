/**
 * The store of a service on the simulated world: the simulated upstream in this process, the real ingest of its feeds into
 * memory, and the shelf that forecasts are read from. It is made once for each set of options and shared by the
 * files of a run, whichever worker runs them; nothing of it stays open.
 */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulatedUpstream } from '../simulator/upstream.js';
import { createWorld, type World } from '../simulator/world.js';
import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { ingestLatest } from '../src/ingest/ingest-feed.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { DatasetId } from '../src/model/dataset.js';
import { HOUR } from '../src/model/time.js';
import { createCubeShelf } from '../src/store/cubes/cube-shelf.js';
import { createMemoryObjects, type MemoryObjects } from '../src/store/objects/memory-objects.fixture.js';
import { ingestDependencies } from './ingest-dependencies.js';
import { madeOncePerRun } from './run-directory.js';

export interface ServiceOptions {
  readonly seed: number;
  readonly gridStepDegrees: number;
  /** When the newest whole runs are asked for, epoch seconds. */
  readonly now: number;
  /** The feeds, and of each the leads, s. */
  readonly feeds: Readonly<Partial<Record<DatasetId, readonly number[]>>>;
}

export interface SimulatedService {
  readonly world: World;
  readonly objects: MemoryObjects;
  readonly shelf: CubeShelf;
  /** Reference times of the published runs. */
  readonly runs: ReadonlyMap<DatasetId, number>;
}

/** Leads in s; hours from, to and between. */
export function leads(...pieces: readonly (readonly [first: number, last: number, step: number])[]): number[] {
  return pieces.flatMap(([first, last, step]) =>
    Array.from({ length: Math.round((last - first) / step) + 1 }, (_, n) => (first + n * step) * HOUR),
  );
}

/**
 * All feeds on a summer afternoon over America, on grids of 5°. Long runs are thinned, each to steps that it has and that
 * its totals can be taken from; the National Blend ends at hour 120 and the ensemble at 30, to come again at 246.
 */
export const SUMMER: ServiceOptions = {
  seed: 7,
  gridStepDegrees: 5,
  now: Date.UTC(2026, 6, 20, 13, 5) / 1000,
  feeds: {
    gfs: leads([0, 24, 1], [27, 48, 3], [54, 384, 6]),
    'ecmwf-ifs': leads([0, 72, 3], [78, 360, 6]),
    hrrr: leads([0, 18, 1]),
    'hrrr-extended': leads([0, 48, 1]),
    'hrrr-subhourly': leads([0.25, 18, 0.25]),
    nbm: leads([1, 36, 1], [39, 72, 3], [78, 120, 6]),
    gefs: leads([3, 30, 3]),
    'gefs-extended': leads([246, 258, 6]),
    aqm: leads([1, 48, 1]),
    'gefs-aerosol': leads([0, 72, 3]),
  },
};

/** The other half of the year, with few sources and for few days. */
export const WINTER: ServiceOptions = {
  seed: 8,
  gridStepDegrees: 5,
  now: Date.UTC(2027, 0, 10, 13, 5) / 1000,
  feeds: {
    'ecmwf-ifs': leads([0, 72, 3], [78, 120, 6]),
    hrrr: leads([0, 18, 1]),
    nbm: leads([1, 36, 1]),
    'gefs-aerosol': leads([0, 48, 3]),
  },
};

const made = new Map<ServiceOptions, Promise<SimulatedService>>();

export function simulatedService(options: ServiceOptions): Promise<SimulatedService> {
  const service = made.get(options) ?? ingestAll(options);
  made.set(options, service);
  return service;
}

/** What the ingest of one feed has left. */
interface Ingested {
  readonly referenceTime: number;
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

async function ingestAll(options: ServiceOptions): Promise<SimulatedService> {
  const { seed, now, feeds } = options;
  const datasets = Object.keys(feeds) as DatasetId[];
  const whole = createHash('sha256').update(JSON.stringify(options)).digest('hex');
  const name = (dataset: string) => `${whole}-${dataset}`;
  const ingested = await madeOncePerRun(datasets.map(name), (of) =>
    ingestOne(options, datasets.find((dataset) => name(dataset) === of)!),
  );
  const objects = createMemoryObjects();
  for (const { contents } of ingested) for (const [key, bytes] of contents) objects.contents.set(key, bytes);
  const runs = new Map(datasets.map((dataset, n) => [dataset, ingested[n]!.referenceTime]));
  const shelf = createCubeShelf({ objects, clock: fixedClock(now), log: silentLog });
  return { world: createWorld(seed), objects, shelf, runs };
}

async function ingestOne({ seed, gridStepDegrees, now, feeds }: ServiceOptions, dataset: DatasetId): Promise<Ingested> {
  const clock = fixedClock(now);
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-served-'));
  const upstream = await startSimulatedUpstream({ port: 0, seed, gridStepDegrees, clock });
  const objects = createMemoryObjects();
  try {
    const own = { objects, directory, clock };
    const outcome = await ingestLatest(ingestDependencies(upstream.url, own, { leads: feeds[dataset]! }), dataset);
    if (outcome.kind !== 'published') throw new RangeError(`${dataset} ends as ${outcome.kind}`);
    return { referenceTime: outcome.referenceTime, contents: objects.contents };
  } finally {
    await upstream.close();
    rmSync(directory, { recursive: true });
  }
}
