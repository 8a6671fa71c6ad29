/**
 * Cubes of the simulated models' own forecasts on the real grids (3 km, 2.5 km, 0.25°), made at the cells around a few
 * places and nowhere else: so the interpolation of a coarse test grid stays out of what is measured, and many runs cost
 * little. What an ingest makes of the same forecasts is held against them elsewhere.
 */

import { forecastOf } from '../simulator/models.js';
import { createWeatherGrid, type WeatherField } from '../simulator/weather.js';
import type { World } from '../simulator/world.js';
import type { CubeDescription, CubeShelf, OpenCube } from '../src/model/cube.js';
import { DATASETS, type DatasetId } from '../src/model/dataset.js';
import { type ElementId, elementOf } from '../src/model/element.js';
import { pack } from '../src/model/packing.js';
import { HOUR } from '../src/model/time.js';
import { type AnyLattice, createGridView, type GridView, type PlaceOnEarth } from './grid-view.js';
import { realGrid, realLattice, timesOfRun, type WeatherModel } from './real-grids.js';

/** Those whose files say how high their ground is. */
const WITH_GROUND: readonly WeatherModel[] = ['hrrr', 'hrrr-extended', 'gfs'];

const STATES: Readonly<Partial<Record<ElementId, WeatherField>>> = {
  temperature: 'temperature',
  dew_point: 'dewPoint',
  wind_u: 'windU',
  wind_v: 'windV',
  wind_gust: 'gust',
  cloud_cover: 'cloudCover',
};
const ELEMENTS = [...(Object.keys(STATES) as ElementId[]), 'precipitation' as const];
/** Between samples of a rate, s; at most a twelfth of the step. */
const SAMPLE = HOUR / 4;
const COARSE_SAMPLE = HOUR;

export interface ModelCubesOptions {
  readonly world: World;
  readonly places: readonly PlaceOnEarth[];
  /** Reference time of each model that there is, epoch seconds. */
  readonly runs: Readonly<Partial<Record<WeatherModel, number>>>;
  /** Valid times outside of it are left out, epoch seconds. */
  readonly span: { readonly start: number; readonly end: number };
}

export function createModelCubes({ world, places, runs, span }: ModelCubesOptions): ReadonlyMap<DatasetId, OpenCube> {
  const cubes = new Map<DatasetId, OpenCube>();
  for (const [model, referenceTime] of Object.entries(runs) as [WeatherModel, number][]) {
    const times = timesOfRun(model, referenceTime).filter((time) => time >= span.start && time <= span.end);
    const leads = times.map((time) => time - referenceTime);
    cubes.set(model, createModelCube(world, places, model, referenceTime, leads));
  }
  return cubes;
}

function createModelCube(
  world: World,
  places: readonly PlaceOnEarth[],
  dataset: WeatherModel,
  referenceTime: number,
  leads: readonly number[],
): OpenCube {
  const lattice = realLattice(dataset);
  const view = createGridView(lattice, places, world);
  const series = seriesOf(world, view, dataset, referenceTime, leads);
  const placeOfCell = new Map(view.cells.map(({ y, x }, n) => [`${y} ${x}`, n]));
  const description: CubeDescription = {
    dataset,
    version: 'v1',
    source: dataset,
    referenceTime,
    createdAt: referenceTime + 5 * HOUR,
    simulated: true,
    windowSeconds: 6 * HOUR,
    elements: ELEMENTS,
    times: Float64Array.from(leads, (lead) => referenceTime + lead),
    grid: realGrid(dataset),
    packings: ELEMENTS.map((id) => elementOf(id)),
  };
  const ground = WITH_GROUND.includes(dataset) ? groundOf(view, lattice) : null;
  return {
    description,
    readCells: async (cells) =>
      cells.map(({ y, x }) => {
        const n = placeOfCell.get(`${y} ${x}`);
        if (n === undefined) throw new RangeError(`${dataset}: cell ${y}, ${x} is beside none of the places`);
        return series[n]!;
      }),
    staticField: async (id) => (id === 'elevation' ? ground : null),
    release: () => undefined,
  };
}

/** Packed, [point] of [element, time]. */
function seriesOf(
  world: World,
  { points }: GridView,
  dataset: WeatherModel,
  referenceTime: number,
  leads: readonly number[],
): Int16Array[] {
  const model = forecastOf(dataset, world);
  const count = points.latitudes.length;
  const series = Array.from({ length: count }, () => new Int16Array(ELEMENTS.length * leads.length));
  const put = (id: ElementId, k: number, values: ArrayLike<number>): void => {
    const row = ELEMENTS.indexOf(id);
    for (let n = 0; n < count; n++) series[n]![row * leads.length + k] = pack(values[n]!, elementOf(id));
  };
  const weather = createWeatherGrid(count);
  const rateAt = (lead: number): Float32Array => {
    const rate = new Float32Array(count);
    world.fillPrecipitation(rate, points, referenceTime + lead, model.errorAt(referenceTime, lead));
    return rate;
  };
  for (const [k, lead] of leads.entries()) {
    world.fillPoints(weather, points, referenceTime + lead, model.errorAt(referenceTime, lead));
    for (const [id, field] of Object.entries(STATES) as [ElementId, WeatherField][]) put(id, k, weather[field]);
    const start = leads[k - 1] ?? (leads.length > 1 ? Math.max(0, 2 * lead - leads[1]!) : lead);
    put('precipitation', k, amountBetween(rateAt, count, start, lead));
  }
  return series;
}

function amountBetween(
  rateAt: (lead: number) => Float32Array,
  count: number,
  start: number,
  end: number,
): Float64Array {
  const total = new Float64Array(count).fill(start < end ? 0 : Number.NaN);
  const step = end - start > HOUR ? COARSE_SAMPLE : SAMPLE;
  let earlier = rateAt(start);
  for (let at = start + step; at <= end; at += step) {
    const later = rateAt(at);
    for (let n = 0; n < count; n++) total[n]! += ((earlier[n]! + later[n]!) * step) / 7200;
    earlier = later;
  }
  return total;
}

/** Known at the cells of the view, NaN elsewhere. */
function groundOf({ points, cells }: GridView, { rows, columns }: AnyLattice): Float32Array {
  const ground = new Float32Array(rows * columns).fill(Number.NaN);
  for (const [n, { y, x }] of cells.entries()) ground[y * columns + x] = points.elevation[n]!;
  return ground;
}

/** A shelf with some of the cubes; of those in `grounds` nothing but the height of their ground. */
export function shelfOfCubes(
  cubes: ReadonlyMap<DatasetId, OpenCube>,
  datasets: readonly DatasetId[] = DATASETS.map(({ id }) => id),
  grounds: readonly DatasetId[] = [],
): CubeShelf {
  return {
    async open(dataset) {
      const id = dataset as DatasetId;
      const cube = cubes.get(id);
      if (cube === undefined) return null;
      if (datasets.includes(id)) return cube;
      return grounds.includes(id) ? { ...cube, description: { ...cube.description, elements: [] } } : null;
    },
    openPrevious: async () => null,
  };
}
