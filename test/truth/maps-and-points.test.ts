/**
 * A map has at a node of its grid what the point forecast answers there from this dataset alone: simulated runs are
 * ingested whole, and every picture is compared with the layers of the forecast.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSimulatedUpstream } from '../../simulator/upstream.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { type Place, placeOf } from '../../src/grid/grid.js';
import { ingestLatest } from '../../src/ingest/ingest-feed.js';
import type { CubeDescription } from '../../src/model/cube.js';
import type { DatasetId } from '../../src/model/dataset.js';
import type { ElementId } from '../../src/model/element.js';
import { MAP_FIELDS_OF, MAP_SPAN, type MapFieldId, type MapSlice, type MapTimes } from '../../src/model/map-slice.js';
import { unpack } from '../../src/model/packing.js';
import { HOUR } from '../../src/model/time.js';
import { type LayeredPoint, readLayers } from '../../src/query/layers/layers.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { createMapReader } from '../../src/store/cubes/map-reader.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { ingestDependencies } from '../ingest-dependencies.js';
import { shelfOfSome } from '../layer-errors.js';
import { MAP_ANSWERS } from '../map-answers.js';

/** The simulated runs: coarse for the globe, whose past is 48 hours of steps, finer where there is smoke to be met. */
const SEED = 11;
const DEGREES: Partial<Record<DatasetId, number>> = { gfs: 30 };
const FINER_DEGREES = 6;
const RUN = Date.UTC(2026, 10, 20, 6) / 1000;
const clock = fixedClock(RUN + 8 * HOUR);
const root = mkdtempSync(join(tmpdir(), 'weatherglass-maps-'));
const objects = createMemoryObjects();
afterAll(() => rmSync(root, { recursive: true }));

async function ingest(dataset: DatasetId, leads: readonly number[]): Promise<void> {
  const gridStepDegrees = DEGREES[dataset] ?? FINER_DEGREES;
  const upstream = await startSimulatedUpstream({ port: 0, seed: SEED, gridStepDegrees, clock });
  try {
    const own = { objects, directory: join(root, dataset), clock };
    await ingestLatest(ingestDependencies(upstream.url, own, { leads }), dataset, RUN);
  } finally {
    await upstream.close();
  }
}

const SPREAD = 24;
const MOST = 24;
const WINDOW = 12 * HOUR;
const WANTED: readonly ElementId[] = ['temperature', 'precipitation', 'smoke_pm2_5', 'pm2_5', 'pm10', 'ozone_ground'];
const leadsEvery = (step: number, first: number, last: number): number[] =>
  Array.from({ length: (last - first) / step + 1 }, (_, i) => (first + i * step) * HOUR);

/** Without any weather there is no point at all: GFS is ingested first. */
const shelfOf = (dataset: DatasetId): readonly DatasetId[] =>
  dataset === 'gfs' || dataset === 'hrrr' ? [dataset] : [dataset, 'gfs'];

async function readAt(dataset: DatasetId, description: CubeDescription, place: Place): Promise<LayeredPoint> {
  const { times, elements } = description;
  const span = { start: times[0]! - WINDOW, end: times.at(-1)! };
  const wants = WANTED.filter((id) => elements.includes(id)).map((id) => ({ id, span }));
  const shelf = createCubeShelf({ objects, clock, log: silentLog });
  const read = await readLayers(shelfOfSome(shelf, shelfOf(dataset)), clock.now(), place, null, wants);
  if (read.kind !== 'point') throw new RangeError(`${dataset}: ${read.kind}`);
  return read.point;
}

/** Some nodes spread over the grid, and those that have the most in a picture: smoke and rain are rare. */
function nodesOf({ grid, values }: MapSlice): { y: number; x: number }[] {
  const spread = Array.from({ length: SPREAD }, (_, i) => Math.floor(((i + 0.5) * values.length) / SPREAD));
  const most = [...values.keys()].sort((a, b) => values[b]! - values[a]!).slice(0, MOST);
  return [...new Set([...spread, ...most])].map((at) => ({ y: Math.floor(at / grid.columns), x: at % grid.columns }));
}

/** Pairs of what a map and the forecast say at the nodes, at every time of the field. */
async function compare(dataset: DatasetId, description: CubeDescription, { field, times }: MapTimes) {
  const reader = createMapReader({ objects });
  const sourceOf = (time: number) => ({ kind: 'slice', dataset, version: description.version, field, time }) as const;
  const nodes = nodesOf(await reader.slice(sourceOf(times[1]!)));
  const points = await Promise.all(
    nodes.map(({ y, x }) => readAt(dataset, description, placeOf(description.grid, y, x))),
  );
  const pairs: { map: number; forecast: number }[] = [];
  for (const time of times) {
    const { values, packing, grid } = await reader.slice(sourceOf(time));
    const next = description.times[description.times.indexOf(time) + 1] ?? time;
    for (const [i, { y, x }] of nodes.entries()) {
      const map = unpack(values[y * grid.columns + x]!, packing);
      pairs.push({ map, forecast: MAP_ANSWERS[field](points[i]!, time, next - time) });
    }
  }
  return pairs;
}

test.each<[DatasetId, readonly number[], number]>([
  ['gfs', leadsEvery(1, 0, 3), 3 + 4],
  ['hrrr', leadsEvery(1, 0, 3), 4],
  ['aqm', leadsEvery(1, 1, 3), 3 + 4],
  ['gefs-aerosol', leadsEvery(3, 0, 6), 1 + 3],
])(
  '%s: maps are of the times around the run, and say at every node what the forecast says',
  async (id, leads, count) => {
    await ingest(id, leads);
    const cube = (await createCubeShelf({ objects, clock, log: silentLog }).open(id))!;
    const { description } = cube;
    const { maps = [], times, referenceTime } = description;
    expect(maps.map(({ field }) => field)).toEqual(MAP_FIELDS_OF[id]);
    for (const map of maps) {
      const near = times.filter(
        (time) => time >= referenceTime - MAP_SPAN.before && time <= referenceTime + MAP_SPAN.after,
      );
      expect(near).toHaveLength(count);
      expect(map.times).toEqual(map.field === 'temperature' ? near : near.slice(0, -1));
      const pairs = await compare(id, description, map);
      const step = STEPS[map.field];
      for (const { map: shown, forecast } of pairs) {
        if (Number.isNaN(forecast)) expect(shown).toBeNaN();
        else expect(Math.abs(shown - forecast)).toBeLessThanOrEqual(step);
      }
      expect(pairs.filter(({ map: shown }) => shown > 0).length).toBeGreaterThan(KNOWN);
    }
    cube.release();
  },
);

/** How far apart the two may be: half a packing step is 0.005 and more, so the same integers are meant. */
const STEPS: Record<MapFieldId, number> = {
  temperature: 1e-4,
  precipitation_rate: 1e-4,
  smoke_pm2_5: 1e-4,
  air_quality_index: 1e-9,
};
/** Pairs that must be over nothing, so that something was compared. */
const KNOWN = 10;
