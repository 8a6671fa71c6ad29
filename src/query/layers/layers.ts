/**
 * All sources at one place as one: for every element the layers that answer it, best first, in the time that is asked for.
 *
 * Sources are opened by their tables, which is cheap, and then planned: the best one that covers the whole time at full
 * weight makes those below it superfluous, and they are never read. Where what was read has gaps, those below are read
 * after all. Late sources stand behind all that are in time (docs/methods/layers.md).
 */

import type { CubeShelf } from '../../model/cube.js';
import { DATASETS, type DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { HOUR, type TimeSpan } from '../../model/time.js';
import type { PlaceBias } from '../learned/learned.js';
import { ENSEMBLE, orderOf, WEATHER_SOURCES } from '../rules/layer-table.js';
import { inOrder } from '../rules/order.js';
import type { Increments } from '../surface/increments.js';
import type { Axis } from '../time/series.js';
import { hullOf, merged } from '../time/time-spans.js';
import type { Layer } from './layer.js';
import { createLayerPlan, type LayerPlan, type Want } from './layer-plan.js';
import { type Ensemble, type EnsemblePart, ensembleOf, membersIn } from './members.js';
import { mixInstants, mixMeans, mixTotals } from './mixing.js';
import { createNumberArena, type NumberArena } from './number-arena.js';
import { openSources, type Place, type Source } from './sources.js';

export interface LayeredPoint {
  /** Those that cover the place, whether or not they were read. */
  readonly sources: readonly Source[];
  /** Published, and cannot be read. */
  readonly defective: readonly DatasetId[];
  /** Height that the numbers speak of, m above mean sea level; NaN unknown. */
  readonly elevation: number;
  /** Height of the place minus height that a source speaks of, m, before it is limited; NaN unknown, 0 not moved. */
  rise(dataset: DatasetId): number;
  /** Share of land here, 0..1; NaN unknown. */
  readonly land: number;
  /** First and last time of the weather; empty where there is none. */
  readonly reach: TimeSpan;
  /** Corrections by observations that `instants` contains; null: none. */
  readonly increments: Increments | null;
  /** Learned bias that `instants` is without; null: none. */
  readonly bias: PlaceBias | null;
  /** The parts of the ensemble, in the order of time. */
  readonly ensemble: readonly EnsemblePart[];
  /** The parts as one; null where there is no ensemble, or it was not wanted. */
  readonly members: Ensemble | null;
  /** Gives the memory of all series back: a point is not read after it. Without it they are collected. */
  release(): void;
  /** Best first; none where no source has it. */
  layers(id: ElementId): readonly Layer[];
  /**
   * Whole hours in which an instant of the element may lie outside the range of the hour's two ends: where a source gives
   * it more often than by the hour, and where several are mixed. In order, apart.
   */
  unevenHours(id: ElementId): readonly TimeSpan[];
  /** A state on an axis; NaN where nothing is known. Returns `out`. */
  instants(id: ElementId, axis: Axis, out: Float64Array): Float64Array;
  /** Totals of the bins of an axis. */
  totals(id: ElementId, axis: Axis, out: Float64Array): Float64Array;
  /** Means over the bins of an axis. */
  means(id: ElementId, axis: Axis, out: Float64Array): Float64Array;
}

export type LayersRead =
  | { readonly kind: 'point'; readonly point: LayeredPoint }
  /** Weather was published, but none of it covers the place. */
  | { readonly kind: 'outside' }
  /** No weather was ever published. */
  | { readonly kind: 'nothing' }
  /** What is published of the weather is defective. */
  | { readonly kind: 'defective' };

/**
 * Reads what is wanted at a place.
 *
 * @param height  of the place, m above mean sea level; null: the ground of the models
 * @param ensemble  time over which the members of the ensemble are wanted; null: not at all
 */
export async function readLayers(
  shelf: CubeShelf,
  now: number,
  place: Place,
  height: number | null,
  wants: readonly Want[],
  ensemble: TimeSpan | null = null,
): Promise<LayersRead> {
  const open = await openSources(shelf, now, place, datasetsOf(wants, ensemble !== null));
  try {
    const arena = createNumberArena();
    const plan = createLayerPlan(open, height, wants, ensemble, arena);
    for (let unread = plan.unread(); unread.size > 0; unread = plan.unread()) await open.read(unread);
    const { sources, defective, outside } = open;
    if (sources.some(isWeather)) return { kind: 'point', point: pointOf(sources, defective, plan, ensemble, arena) };
    const has = (datasets: readonly DatasetId[]) => datasets.some((dataset) => isWeather({ dataset }));
    return { kind: has(defective) ? 'defective' : has(outside) ? 'outside' : 'nothing' };
  } finally {
    open.release();
  }
}

function isWeather({ dataset }: Pick<Source, 'dataset'>): boolean {
  return WEATHER_SOURCES.includes(dataset);
}

const datasetsByOrders = new Map<string, readonly DatasetId[]>();

/** In the order of the list of datasets; those of the weather always, because they say how high the ground is. */
export function datasetsOf(wants: readonly Pick<Want, 'id'>[], ensemble: boolean): readonly DatasetId[] {
  const orders = [WEATHER_SOURCES];
  for (const { id } of wants) if (!orders.includes(orderOf(id))) orders.push(orderOf(id));
  if (ensemble) orders.push(ENSEMBLE);
  const key = orders.join(';');
  const known = datasetsByOrders.get(key);
  if (known !== undefined) return known;
  const found = DATASETS.flatMap(({ id }) => (orders.some((order) => order.includes(id)) ? [id] : []));
  datasetsByOrders.set(key, found);
  return found;
}

function pointOf(
  sources: readonly Source[],
  defective: readonly DatasetId[],
  plan: LayerPlan,
  ensemble: TimeSpan | null,
  arena: NumberArena,
): LayeredPoint {
  const weather = inOrder(sources, WEATHER_SOURCES);
  const { elevation, rise } = plan.heights;
  const { layers } = plan;
  const parts = ensemble === null ? [] : membersIn(plan.ensemble(), ensemble, arena);
  return {
    sources,
    defective,
    elevation,
    rise,
    land: weather.find(({ ground }) => !Number.isNaN(ground.land))?.ground.land ?? Number.NaN,
    reach: hullOf(weather.map(({ description: { times } }) => ({ start: times[0]!, end: times[times.length - 1]! }))),
    increments: null,
    bias: null,
    ensemble: parts,
    members: ensembleOf(parts, arena),
    release: arena.release,
    layers,
    unevenHours: (id) => unevenHours(layers(id)),
    instants: (id, axis, out) => mixInstants(layers(id), axis, out),
    totals: (id, axis, out) => mixTotals(layers(id), axis, out),
    means: (id, axis, out) => mixMeans(layers(id), axis, out),
  };
}

function unevenHours(layers: readonly Layer[]): readonly TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const layer of layers)
    for (const { start, end } of layer.stretches) {
      if (isFine(layer) || (layers.length > 1 && layer.share < 1)) spans.push({ start, end });
      else if (layers.length > 1) spans.push({ start, end: start + layer.fadeIn }, { start: end - layer.fadeOut, end });
    }
  const whole = spans.map(({ start, end }) => ({
    start: Math.floor(start / HOUR) * HOUR,
    end: Math.ceil(end / HOUR) * HOUR,
  }));
  return merged(whole);
}

function isFine({ nodes }: Layer): boolean {
  return nodes.length > 1 && nodes[1]! - nodes[0]! < HOUR;
}
