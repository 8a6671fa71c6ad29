/**
 * All sources at one place as one: for every element the layers that answer it, best first, in the time that is asked for.
 *
 * Sources are opened by their tables, which is cheap, and then planned: the best one that covers the whole time at full
 * weight makes those below it superfluous, and they are never read. Where what was read has holes, those below are read
 * after all. Late sources stand behind all that are in time (docs/methods/layers.md).
 */

import type { CubeShelf } from '../model/cube.js';
import { DATASETS, type DatasetId } from '../model/dataset.js';
import type { ElementId } from '../model/element.js';
import type { TimeSpan } from '../model/time.js';
import { elevationStep } from '../science/downscale.js';
import { edgeShare, heightOfPlace } from './edge-shares.js';
import { fullSpans, type Layer, layerOf } from './layer.js';
import { ENSEMBLE, FADES, fadesOf, GROUND_FROM, orderOf } from './layer-table.js';
import { type Ensemble, type EnsemblePart, ensembleOf, membersIn } from './members.js';
import { mixInstants, mixMeans, mixTotals } from './mixing.js';
import { createNumberArena, type NumberArena } from './number-arena.js';
import { type Axis, HOUR } from './series.js';
import { holdsElement, openSources, type Place, type Source, type SourceShelf } from './sources.js';
import { hullOf, merged, subtract } from './time-spans.js';

/** An element and the time over which it is looked at. */
export interface Want {
  readonly id: ElementId;
  readonly span: TimeSpan;
}

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
  /** The place lies outside the region that is held. */
  | { readonly kind: 'outside' }
  /** No weather was ever published. */
  | { readonly kind: 'nothing' }
  /** What is published of the weather is defective. */
  | { readonly kind: 'defective' };

/** The sources that decide whether there is a forecast, and how far it reaches. */
export const WEATHER_SOURCES: readonly DatasetId[] = orderOf('temperature');

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
  const open = await openSources(shelf, now, place, datasetsOf(wants, ensemble));
  try {
    const plan = createPlan(open, height, wants, ensemble);
    for (let unread = plan.unread(); unread.size > 0; unread = plan.unread()) await open.read(unread);
    const { sources, defective, outside } = open;
    if (sources.some(isWeather)) return { kind: 'point', point: pointOf(sources, defective, plan) };
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
function datasetsOf(wants: readonly Want[], ensemble: TimeSpan | null): readonly DatasetId[] {
  const orders = [WEATHER_SOURCES];
  for (const { id } of wants) if (!orders.includes(orderOf(id))) orders.push(orderOf(id));
  if (ensemble !== null) orders.push(ENSEMBLE);
  const key = orders.join(';');
  const known = datasetsByOrders.get(key);
  if (known !== undefined) return known;
  const found = DATASETS.flatMap(({ id }) => (orders.some((order) => order.includes(id)) ? [id] : []));
  datasetsByOrders.set(key, found);
  return found;
}

interface Plan {
  /** What has yet to be read. */
  unread(): Set<DatasetId>;
  /** As of the last call of `unread`. */
  readonly heights: Heights;
  layers(id: ElementId): readonly Layer[];
  readonly ensemble: TimeSpan | null;
  readonly arena: NumberArena;
}

interface Heights {
  readonly elevation: number;
  rise(dataset: DatasetId): number;
}

const NO_LAYERS: readonly Layer[] = [];

function createPlan(open: SourceShelf, height: number | null, wants: readonly Want[], ensemble: TimeSpan | null): Plan {
  const layers = new Map<ElementId, readonly Layer[]>();
  const arena = createNumberArena();
  let heights = heightsOf(open.sources, height);
  return {
    ensemble,
    arena,
    get heights() {
      return heights;
    },
    unread() {
      const { sources } = open;
      heights = heightsOf(sources, height);
      const ranks = createRanks(sources, heights);
      const missing = new Set<DatasetId>();
      for (const want of wants) {
        if (layers.has(want.id)) continue;
        const found = layersOf(want, ranks(orderOf(want.id), want.span), arena, missing);
        if (found !== null) layers.set(want.id, found);
      }
      if (ensemble !== null)
        for (const { dataset, series } of ensembleParts(sources, ensemble)) if (series === null) missing.add(dataset);
      return missing;
    },
    layers: (id) => layers.get(id) ?? NO_LAYERS,
  };
}

function heightsOf(sources: readonly Source[], height: number | null): Heights {
  const elevation = height ?? heightOfPlace(inOrder(sources, WEATHER_SOURCES));
  return { elevation, rise: (dataset) => riseOf(sources, dataset, elevation) };
}

/** The parts of the ensemble that reach over any of `span` that the parts before them do not. */
function ensembleParts(sources: readonly Source[], { start, end }: TimeSpan): Source[] {
  const parts: Source[] = [];
  let from = start;
  for (const dataset of ENSEMBLE) {
    const source = sources.find((each) => each.dataset === dataset);
    if (source === undefined || !touches(source, { start: from, end })) continue;
    parts.push(source);
    from = Math.max(from, source.times.reach.end);
  }
  return parts;
}

/** In time before late, best first. */
function inOrder(sources: readonly Source[], order: readonly DatasetId[]): Source[] {
  const found: Source[] = [];
  for (const late of [false, true])
    for (const dataset of order)
      for (const source of sources) if (source.dataset === dataset && source.late === late) found.push(source);
  return found;
}

/** A source in its place in an order. */
interface Rank {
  readonly source: Source;
  readonly share: number;
  readonly dz: number;
}

/** The sources of an order that touch a span, best first; elements share orders and spans, so each is made once. */
function createRanks(sources: readonly Source[], { rise }: Heights) {
  const known: { order: readonly DatasetId[]; span: TimeSpan; ranks: readonly Rank[] }[] = [];
  return (order: readonly DatasetId[], span: TimeSpan): readonly Rank[] => {
    const made = known.find((each) => each.order === order && each.span === span);
    if (made !== undefined) return made.ranks;
    const found = inOrder(sources, order).filter((source) => touches(source, span));
    const ranks = found.map((source, rank) => ({
      source,
      share: edgeShare(source, found.slice(rank + 1), FADES[source.dataset].edge),
      dz: elevationStep(rise(source.dataset), 0).dz,
    }));
    known.push({ order, span, ranks });
    return ranks;
  };
}

/** Null, and what is missing, while a source that is needed is not read. */
function layersOf(
  { id, span }: Want,
  ranks: readonly Rank[],
  arena: NumberArena,
  missing: Set<DatasetId>,
): readonly Layer[] | null {
  const layers: Layer[] = [];
  let isComplete = true;
  let open: readonly TimeSpan[] = [span];
  for (const { source, share, dz } of ranks) {
    if (open.length === 0) break;
    if (!holdsElement(source, id)) continue;
    const { dataset, series, times } = source;
    const fades = fadesOf(dataset, id);
    if (series === null) {
      missing.add(dataset);
      isComplete = false;
      open = subtract(open, fullSpans({ stretches: [times.reach], fadeIn: fades.start, fadeOut: fades.end, share }));
      continue;
    }
    const layer = layerOf({ dataset, series, times, dz, share, arena }, id, hullOf(open), fades);
    if (layer === null || layer.stretches.length === 0) continue;
    layers.push(layer);
    if (source === ranks[ranks.length - 1]!.source) break;
    open = subtract(open, fullSpans(layer));
  }
  return isComplete ? layers : null;
}

function touches({ times: { reach } }: Source, span: TimeSpan): boolean {
  return reach.start < span.end && reach.end >= span.start;
}

/** Height of the place above what the numbers of a source speak of. */
function riseOf(sources: readonly Source[], dataset: DatasetId, elevation: number): number {
  const ground = (id: DatasetId) => sources.find((source) => source.dataset === id)?.ground.elevation ?? Number.NaN;
  const own = ground(dataset);
  const stand = GROUND_FROM[dataset];
  return elevation - (Number.isNaN(own) && stand !== undefined ? ground(stand) : own);
}

function pointOf(sources: readonly Source[], defective: readonly DatasetId[], plan: Plan): LayeredPoint {
  const weather = inOrder(sources, WEATHER_SOURCES);
  const { elevation, rise } = plan.heights;
  const { layers, ensemble, arena } = plan;
  const parts = ensemble === null ? [] : membersIn(ensembleParts(sources, ensemble), ensemble, arena);
  return {
    sources,
    defective,
    elevation,
    rise,
    land: weather.find(({ ground }) => !Number.isNaN(ground.land))?.ground.land ?? Number.NaN,
    reach: hullOf(weather.map(({ description: { times } }) => ({ start: times[0]!, end: times[times.length - 1]! }))),
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
