/**
 * Seams on the simulated world, on the real grids and axes of its models: where a source ends, in time or in space, what
 * is served steps no farther than the weather does, than the sources do, and than their difference allows over the fade.
 */

import { beforeAll, expect, test } from 'vitest';
import { US_STATIONS } from '../../simulator/stations.js';
import { groundAt } from '../../simulator/terrain.js';
import type { WeatherField } from '../../simulator/weather.js';
import { createWorld } from '../../simulator/world.js';
import type { OpenCube } from '../../src/model/cube.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { type ElementId, elementOf } from '../../src/model/element.js';
import { HOUR } from '../../src/model/time.js';
import { type LayeredPoint, readLayers } from '../../src/query/layers/layers.js';
import type { PlaceOnEarth } from '../grid-view.js';
import { createModelCubes, shelfOfCubes } from '../model-cubes.js';
import { runsBefore, type WeatherModel } from '../real-grids.js';

const QUARTER = HOUR / 4;
const world = createWorld(7);
const MIDNIGHT = Date.UTC(2026, 6, 20) / 1000;
const NOON = MIDNIGHT + 12 * HOUR;
const NOW = NOON + HOUR;

const FIELDS = { temperature: 'temperature', wind_u: 'windU', wind_v: 'windV', cloud_cover: 'cloudCover' } as const;
type Element = keyof typeof FIELDS & ElementId;
const ELEMENTS = Object.keys(FIELDS) as Element[];

const STATIONS: readonly PlaceOnEarth[] = US_STATIONS.filter((_, n) => n % 4 === 0);
/** Over the edges of HRRR and of the National Blend, 4 km a step; m over which they fade. */
const STRIDE = 0.036;
const EDGE = 150_000;
const WALKS: readonly { readonly name: string; readonly edge: WeatherModel; readonly path: readonly PlaceOnEarth[] }[] =
  [
    { name: 'southward out of HRRR into the Gulf', edge: 'hrrr', path: meridian(-97.5, 25.5, 21) },
    { name: 'northward out of HRRR over the prairies', edge: 'hrrr', path: meridian(-101, 50, 54.5) },
    { name: 'southward out of the National Blend', edge: 'nbm', path: meridian(-85, 24, 19.5) },
  ];

function meridian(longitude: number, from: number, to: number): PlaceOnEarth[] {
  const count = Math.round(Math.abs(to - from) / STRIDE) + 1;
  return Array.from({ length: count }, (_, n) => ({ latitude: from + Math.sign(to - from) * n * STRIDE, longitude }));
}

type Cubes = ReadonlyMap<DatasetId, OpenCube>;

async function pointAt(cubes: Cubes, place: PlaceOnEarth, models?: readonly DatasetId[]): Promise<LayeredPoint> {
  const shelf = shelfOfCubes(cubes, models, ['gfs']);
  const span = { start: NOW - HOUR, end: MIDNIGHT + 391 * HOUR };
  const height = groundAt(place.latitude, place.longitude).elevation;
  const wants = [...ELEMENTS, 'precipitation' as const].map((id) => ({ id, span }));
  const read = await readLayers(shelf, NOW, place, height, wants);
  if (read.kind !== 'point') throw new RangeError(read.kind);
  return read.point;
}

interface Seam {
  readonly name: string;
  /** After 12 UTC: where a source, or its step, ends. */
  readonly hour: number;
  /** Hours over which it fades. */
  readonly fade: number;
  /** What is in the store. */
  readonly models: readonly WeatherModel[];
}
const US = ['hrrr-subhourly', 'hrrr', 'hrrr-extended', 'nbm', 'ecmwf-ifs', 'gfs'] as const;
const SEAMS: readonly Seam[] = [
  // The hourly and the quarter-hourly one fade together, so both at once twice as fast as each.
  { name: 'the last hour of HRRR', hour: 18, fade: 1.5, models: US },
  { name: 'the last hourly step of the National Blend', hour: 30, fade: 6, models: ['nbm', 'ecmwf-ifs', 'gfs'] },
  { name: 'the last hour of the long HRRR', hour: 42, fade: 6, models: US },
  { name: 'hour 120, where GFS goes over to three hours', hour: 114, fade: 24, models: ['gfs'] },
  { name: 'hour 144, where ECMWF goes over to six hours', hour: 132, fade: 24, models: ['ecmwf-ifs', 'gfs'] },
  { name: 'hour 240', hour: 234, fade: 24, models: US },
  { name: 'the last step of the National Blend', hour: 258, fade: 24, models: US },
  { name: 'the last step of ECMWF', hour: 348, fade: 24, models: US },
];

/** Absolute steps of values along an axis. */
function stepsOf(values: ArrayLike<number>): number[] {
  return Array.from({ length: values.length - 1 }, (_, i) => Math.abs(values[i + 1]! - values[i]!));
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** Largest steps of what is served, of the truth and of any source; and how far sources are apart. */
interface Steps {
  readonly served: number;
  readonly truth: number;
  readonly sources: number;
  readonly apart: number;
}
const NO_STEPS: Steps = { served: 0, truth: 0, sources: 0, apart: 0 };
const found = new Map<string, Steps>();

function stepsAlong(served: Float64Array, truth: readonly number[], sources: readonly Float64Array[]): Steps {
  return {
    served: largest(stepsOf(served)),
    truth: largest(stepsOf(truth)),
    sources: largest(sources.flatMap((values) => stepsOf(values).filter((step) => !Number.isNaN(step)))),
    apart: largest(Array.from(served, (_, i) => rangeOf(sources.map((values) => values[i]!)))),
  };
}

function rangeOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
}

function add(key: string, more: Steps): void {
  const known = found.get(key) ?? NO_STEPS;
  const most = (part: keyof Steps) => Math.max(known[part], more[part]);
  found.set(key, { served: most('served'), truth: most('truth'), sources: most('sources'), apart: most('apart') });
}

let cubes: Cubes;
beforeAll(async () => {
  cubes = createModelCubes({
    world,
    places: STATIONS,
    runs: runsBefore(MIDNIGHT),
    span: { start: MIDNIGHT, end: MIDNIGHT + 391 * HOUR },
  });
  for (const place of STATIONS) {
    const alone = new Map<DatasetId, LayeredPoint>();
    for (const model of US) alone.set(model, await pointAt(cubes, place, [model]));
    for (const seam of SEAMS)
      addSeam(
        seam,
        place,
        await pointAt(cubes, place, seam.models),
        seam.models.map((model) => alone.get(model)!),
      );
  }
  for (const walk of WALKS) await addWalk(walk);
});

function addSeam(
  { name, hour, fade }: Seam,
  { latitude, longitude }: PlaceOnEarth,
  served: LayeredPoint,
  alone: readonly LayeredPoint[],
): void {
  const axis = { start: NOON + (hour - fade - 1) * HOUR, step: QUARTER, count: (fade + 4) * 4 };
  // Of the whole day around it: a front may pass in the model's hour or in the truth's.
  const truth = Array.from({ length: 97 }, (_, i) =>
    world.truth(latitude, longitude, NOON + (hour - 12) * HOUR + i * QUARTER),
  );
  for (const id of ELEMENTS) {
    const read = (point: LayeredPoint) => point.instants(id, axis, new Float64Array(axis.count));
    const field: WeatherField = FIELDS[id];
    add(
      `${name} ${id}`,
      stepsAlong(
        read(served),
        truth.map((state) => state[field]),
        alone.map(read),
      ),
    );
  }
}

/** Of one hour, in which HRRR is fully there. */
async function addWalk({ name, path }: (typeof WALKS)[number]): Promise<void> {
  const at = NOON + 5 * HOUR;
  const span = { start: at - 6 * HOUR, end: at + 6 * HOUR };
  const along = createModelCubes({ world, places: path, runs: runsBefore(MIDNIGHT), span });
  const values = async (models?: readonly DatasetId[]) => {
    const points = await Promise.all(path.map((place) => pointAt(along, place, models)));
    return (id: Element) =>
      Float64Array.from(
        points,
        (point) => point.instants(id, { start: at, step: HOUR, count: 1 }, new Float64Array(1))[0]!,
      );
  };
  const served = await values();
  const alone = await Promise.all(US.map((model) => values([model])));
  const truth = path.map(({ latitude, longitude }) => world.truth(latitude, longitude, at));
  for (const id of ELEMENTS) {
    const field: WeatherField = FIELDS[id];
    add(
      `${name} ${id}`,
      stepsAlong(
        served!(id),
        truth.map((state) => state[field]),
        alone.map((read) => read(id)),
      ),
    );
  }
}

for (const { name, fade } of SEAMS)
  test.each(ELEMENTS)(`${name}: %s takes no step above those of the sources and of the fade`, (id) => {
    const { served, sources, apart } = found.get(`${name} ${id}`)!;
    expect(served).toBeLessThanOrEqual(sources + (apart * QUARTER) / (fade * HOUR));
  });

// Wind has no gusts of its own in the simulated world: the fade of two winds is steeper than either, and is held above.
test.each(SEAMS)('$name: the weather itself takes larger steps', ({ name }) => {
  for (const id of ['temperature', 'cloud_cover'] as const) {
    const { served, truth } = found.get(`${name} ${id}`)!;
    expect(served, id).toBeLessThanOrEqual(truth);
  }
});

for (const { name, edge } of WALKS)
  test.each(ELEMENTS)(`${name}: %s takes no step above those of the sources and of the fade`, (id) => {
    const { served, sources, apart } = found.get(`${name} ${id}`)!;
    // HRRR's three datasets end together: 1 − (1 − s)³ of the weight is theirs, three times as steep at the very edge.
    const steepness = edge === 'hrrr' ? 3 : 1;
    expect(served).toBeLessThanOrEqual(sources + (apart * steepness * STRIDE * 111_200) / EDGE);
  });

test.each(WALKS)('$name: hardly more than the weather itself', ({ name }) => {
  for (const id of ['temperature', 'cloud_cover'] as const) {
    const { served, truth } = found.get(`${name} ${id}`)!;
    expect(served, id).toBeLessThanOrEqual(1.5 * truth + elementOf(id).step);
  }
});

test('to its last hour, day 16 is what GFS says, and beyond it nothing', async () => {
  const end = MIDNIGHT + 390 * HOUR;
  const axis = { start: end - 24 * HOUR, step: HOUR, count: 26 };
  const read = (point: LayeredPoint) => [...point.instants('temperature', axis, new Float64Array(axis.count))];
  for (const place of STATIONS) {
    const served = read(await pointAt(cubes, place));
    const gfs = read(await pointAt(cubes, place, ['gfs']));
    for (let i = 0; i < 25; i++) expect(served[i]).toBeCloseTo(gfs[i]!, 9);
    expect([served[25], gfs[25]]).toEqual([Number.NaN, Number.NaN]);
  }
});
