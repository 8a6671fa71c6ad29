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
import { fadesOf, GROUND_FROM, orderOf } from './layer-table.js';
import { mixInstants, mixMeans, mixTotals } from './mixing.js';
import { type Axis, HOUR } from './series.js';
import { holdsElement, openSources, type Place, type Source, type SourceShelf } from './sources.js';
import { hullOf, subtract } from './time-spans.js';

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
  /** Best first; none where no source has it. */
  layers(id: ElementId): readonly Layer[];
  /** The time over which a source gives the element more often than by the hour; empty where none does. */
  quarterHourly(id: ElementId): TimeSpan;
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
 */
export async function readLayers(
  shelf: CubeShelf,
  now: number,
  place: Place,
  height: number | null,
  wants: readonly Want[],
): Promise<LayersRead> {
  const open = await openSources(shelf, now, place, datasetsOf(wants));
  try {
    const plan = createPlan(open, height, wants);
    for (let unread = plan.unread(); unread.size > 0; unread = plan.unread()) await open.read(unread);
    if (open.sources.some(({ dataset }) => WEATHER_SOURCES.includes(dataset)))
      return { kind: 'point', point: pointOf(open, plan) };
    const has = (datasets: readonly DatasetId[]) => datasets.some((dataset) => WEATHER_SOURCES.includes(dataset));
    return { kind: has(open.defective) ? 'defective' : has(open.outside) ? 'outside' : 'nothing' };
  } finally {
    open.release();
  }
}

/** In the order of the list of datasets; those of the weather always, because they say how high the ground is. */
function datasetsOf(wants: readonly Want[]): DatasetId[] {
  const wanted = new Set(WEATHER_SOURCES);
  for (const { id } of wants) for (const dataset of orderOf(id)) wanted.add(dataset);
  return DATASETS.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
}

interface Plan {
  readonly elevation: number;
  rise(dataset: DatasetId): number;
  /** What has yet to be read. */
  unread(): Set<DatasetId>;
  layers(id: ElementId): readonly Layer[];
}

function createPlan(open: SourceShelf, height: number | null, wants: readonly Want[]): Plan {
  const layers = new Map<ElementId, readonly Layer[]>();
  const elevation = () => height ?? heightOfPlace(inOrder(open.sources, WEATHER_SOURCES));
  const rise = (dataset: DatasetId) => riseOf(open.sources, dataset, elevation());
  return {
    get elevation() {
      return elevation();
    },
    rise,
    unread() {
      const missing = new Set<DatasetId>();
      for (const want of wants) {
        if (layers.has(want.id)) continue;
        const found = layersOf(want, open.sources, rise, missing);
        if (found !== null) layers.set(want.id, found);
      }
      return missing;
    },
    layers: (id) => layers.get(id) ?? [],
  };
}

/** In time before late, best first. */
function inOrder(sources: readonly Source[], order: readonly DatasetId[]): Source[] {
  const found = order.flatMap((dataset) => sources.find((source) => source.dataset === dataset) ?? []);
  return [...found.filter(({ late }) => !late), ...found.filter(({ late }) => late)];
}

/** Null, and what is missing, while a source that is needed is not read. */
function layersOf(
  { id, span }: Want,
  sources: readonly Source[],
  rise: (dataset: DatasetId) => number,
  missing: Set<DatasetId>,
): Layer[] | null {
  const candidates = inOrder(sources, orderOf(id)).filter(
    (source) => holdsElement(source, id) && touches(source, span),
  );
  const layers: Layer[] = [];
  let complete = true;
  let open: readonly TimeSpan[] = [span];
  for (const [rank, source] of candidates.entries()) {
    if (open.length === 0) break;
    const fades = fadesOf(source.dataset, id);
    const share = edgeShare(source, candidates.slice(rank + 1), fades.edge);
    if (source.series === null) {
      missing.add(source.dataset);
      complete = false;
      const { start, end } = source.times.reach;
      const whole = { stretches: [{ start, end }], fadeIn: fades.start, fadeOut: fades.end, share };
      open = subtract(open, fullSpans(whole));
      continue;
    }
    const { dz } = elevationStep(rise(source.dataset), 0);
    const { dataset, series, times } = source;
    const layer = layerOf({ dataset, series, times, dz, share }, id, hullOf(open), fades);
    if (layer === null || layer.stretches.length === 0) continue;
    layers.push(layer);
    open = subtract(open, fullSpans(layer));
  }
  return complete ? layers : null;
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

function pointOf(open: SourceShelf, plan: Plan): LayeredPoint {
  const { sources, defective } = open;
  const weather = inOrder(sources, WEATHER_SOURCES);
  const { elevation, layers } = plan;
  return {
    sources,
    defective,
    elevation,
    rise: plan.rise,
    land: weather.find(({ ground }) => !Number.isNaN(ground.land))?.ground.land ?? Number.NaN,
    reach: hullOf(weather.map(({ description: { times } }) => ({ start: times[0]!, end: times[times.length - 1]! }))),
    layers,
    quarterHourly: (id) => hullOf(layers(id).flatMap((layer) => (isFine(layer) ? layer.stretches : []))),
    instants: (id, axis, out) => mixInstants(layers(id), axis, out),
    totals: (id, axis, out) => mixTotals(layers(id), axis, out),
    means: (id, axis, out) => mixMeans(layers(id), axis, out),
  };
}

function isFine({ nodes }: Layer): boolean {
  return nodes.length > 1 && nodes[1]! - nodes[0]! < HOUR;
}
