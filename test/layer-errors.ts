/**
 * Errors of one served layer on the simulated world: what the reader gives of one dataset alone, beside what its model
 * says and what is true there, both seen through the grid of its files.
 */

import type { AirField } from '../simulator/air.js';
import { forecastOf } from '../simulator/models.js';
import type { WeatherField } from '../simulator/weather.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { DatasetId } from '../src/model/dataset.js';
import type { ElementId } from '../src/model/element.js';
import { HOUR } from '../src/model/time.js';
import { type LayeredPoint, readLayers } from '../src/query/layers/layers.js';
import { createGridView, latticeOf, type PlaceOnEarth } from './grid-view.js';
import { createModelView, type ModelView, NO_ERROR } from './model-view.js';
import type { SimulatedService } from './simulated-service.js';

const STATES = {
  temperature: 'temperature',
  dew_point: 'dewPoint',
  wind_u: 'windU',
  wind_v: 'windV',
} as const satisfies Partial<Record<ElementId, WeatherField>>;
const AIR = { pm2_5: 'pm2_5', pm10: 'pm10', ozone_ground: 'ozone' } as const satisfies Partial<
  Record<ElementId, AirField>
>;
export type LayerElement = keyof typeof STATES | keyof typeof AIR | 'precipitation';

export interface LayerCase {
  readonly dataset: DatasetId;
  readonly elements: readonly LayerElement[];
  readonly places: readonly PlaceOnEarth[];
  /** Native step of the leads that are looked at, s, and the first and last of them. */
  readonly step: number;
  readonly first: number;
  readonly last: number;
}

/** Of one element, one value for each place and lead. */
export interface LayerValues {
  readonly served: Float64Array;
  readonly model: Float64Array;
  readonly truth: Float64Array;
}

/** What a view says of an element at a lead: a state, or a total or mean of the step that ends there. */
function elementAt(view: ModelView, id: LayerElement, step: number, lead: number): Float64Array {
  if (id === 'precipitation') return view.amount(lead - step, lead);
  if (id in AIR) return view.air(AIR[id as keyof typeof AIR], lead - step, lead);
  return view.states(lead)(STATES[id as keyof typeof STATES]);
}

function leadsOf({ first, last, step }: LayerCase): number[] {
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, n) => first + n * step);
}

/** Runs that are compared are some days apart, before and after: other weather of the same season. */
const RUNS_APART = 3 * 24 * HOUR;
const SAMPLED_LEADS = 4;

/** [lead, place] flattened. */
function through(view: ModelView, layer: LayerCase, id: LayerElement, leads: readonly number[]): Float64Array {
  const values = leads.map((lead) => elementAt(view, id, layer.step, lead));
  return Float64Array.from(values.flatMap((ofLead) => [...ofLead]));
}

/** A shelf on which some of the datasets stand. */
export function shelfOfSome(shelf: CubeShelf, datasets: readonly DatasetId[]): CubeShelf {
  const open: CubeShelf['open'] = async (id) => (datasets.includes(id as DatasetId) ? shelf.open(id) : null);
  return { open, openPrevious: async () => null };
}

export async function valuesOfLayer(
  { world, shelf, runs }: SimulatedService,
  layer: LayerCase,
  gridStepDegrees: number,
): Promise<ReadonlyMap<LayerElement, LayerValues>> {
  const { dataset, elements, places, step } = layer;
  const run = runs.get(dataset)!;
  const grid = createGridView(latticeOf(dataset, gridStepDegrees), places, world);
  const model = forecastOf(dataset, world);
  const own = createModelView(world, dataset, grid, run, (lead) => model.errorAt(run, lead));
  const truth = createModelView(world, dataset, grid, run, NO_ERROR);
  const leads = leadsOf(layer);
  const span = { start: run, end: run + layer.last + 1 };
  const wants = elements.map((id) => ({ id, span }));
  const points: LayeredPoint[] = [];
  // Without any weather there is no point at all.
  const alone = elements.includes('temperature') ? [dataset] : [dataset, 'ecmwf-ifs' as const];
  for (const place of places) {
    const read = await readLayers(shelfOfSome(shelf, alone), run, place, null, wants);
    if (read.kind !== 'point') throw new RangeError(`${dataset}: ${read.kind}`);
    points.push(read.point);
  }
  return new Map(
    elements.map((id) => {
      const rows = points.map((point) => readOn(point, dataset, id, run + layer.first, step, leads.length));
      const served = Float64Array.from(leads.flatMap((_, k) => rows.map((row) => row[k]!)));
      return [id, { served, model: through(own, layer, id, leads), truth: through(truth, layer, id, leads) }];
    }),
  );
}

/** The layer of the dataset itself, at its own nodes. */
function readOn(
  point: LayeredPoint,
  dataset: DatasetId,
  id: LayerElement,
  start: number,
  step: number,
  count: number,
): Float64Array {
  const layers = point.layers(id);
  if (layers[0]?.dataset !== dataset) throw new RangeError(`${dataset} is not the first layer of ${id}`);
  const out = new Float64Array(count);
  if (id === 'precipitation') return point.totals(id, { start: start - step, step, count }, out);
  if (id in AIR) return point.means(id, { start: start - step, step, count }, out);
  return point.instants(id, { start, step, count }, out);
}

export interface ErrorFigures {
  readonly bias: number;
  readonly rms: number;
}

/** Of concentrations, which err by factors, the error of the logarithm. */
export function errorFigures(id: LayerElement, values: Float64Array, truth: Float64Array): ErrorFigures {
  const scaled = id in AIR ? Math.log : (value: number) => value;
  let [sum, squares] = [0, 0];
  for (let n = 0; n < values.length; n++) {
    const error = scaled(values[n]!) - scaled(truth[n]!);
    sum += error;
    squares += error ** 2;
  }
  return { bias: sum / values.length, rms: Math.sqrt(squares / values.length) };
}

/** Mean and standard deviation over runs of the figures of one run. */
export interface Sampling {
  readonly bias: { readonly mean: number; readonly spread: number };
  readonly logRms: { readonly mean: number; readonly spread: number };
}

/**
 * What other runs of the model, seen through the same grid, err by in each element: how far one run may be off for no
 * other reason.
 */
export function samplingOf(
  { world, runs }: SimulatedService,
  layer: LayerCase,
  gridStepDegrees: number,
  otherRuns: number,
): ReadonlyMap<LayerElement, Sampling> {
  const { dataset, elements, places } = layer;
  const grid = createGridView(latticeOf(dataset, gridStepDegrees), places, world);
  const model = forecastOf(dataset, world);
  const all = leadsOf(layer);
  const leads = all.filter((_, n) => n % Math.ceil(all.length / SAMPLED_LEADS) === 0);
  const views = Array.from({ length: otherRuns }, (_, n) => {
    const run = runs.get(dataset)! + (n + 1) * RUNS_APART * (n % 2 === 0 ? 1 : -1);
    const own = createModelView(world, dataset, grid, run, (lead) => model.errorAt(run, lead));
    return { own, truth: createModelView(world, dataset, grid, run, NO_ERROR) };
  });
  return new Map(
    elements.map((id) => {
      const figures = views.map(({ own, truth }) =>
        errorFigures(id, through(own, layer, id, leads), through(truth, layer, id, leads)),
      );
      const bias = spreadOf(figures.map((each) => each.bias));
      return [id, { bias, logRms: spreadOf(figures.map((each) => Math.log(each.rms))) }];
    }),
  );
}

function spreadOf(values: readonly number[]): { mean: number; spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / (values.length - 1)) };
}
