/**
 * Which sources have to be read for an answer, and the layers that come of them.
 *
 * Elements that the same sources answer without gaps share everything but their values: what the sources before have
 * left open, the cuts of the time axes, where each layer counts fully. That is laid out once, as a chain of openings, and
 * an element only unpacks along it; one with a gap leaves the chain there. What nobody asks for is never unpacked.
 */

import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import type { TimeSpan } from '../../model/time.js';
import { elevationStep } from '../../science/downscale.js';
import { type Footing, groundBelow, heightOfPlace } from '../rules/heights.js';
import { ENSEMBLE, FADES, type Fades, fadesOf, orderOf, WEATHER_SOURCES } from '../rules/layer-table.js';
import { inOrder, partsOver, touches } from '../rules/order.js';
import { edgeShare, farthestOf, fullSpans } from '../rules/weights.js';
import { hullOf, subtract } from '../time/time-spans.js';
import { holdsElement, isOfIntervals } from './element-rows.js';
import { type Frame, frameOf, type Layer, type LayerSource, layerOf } from './layer.js';
import type { NumberArena } from './number-arena.js';
import type { Source, SourceShelf } from './sources.js';

/** An element and the time over which it is looked at. */
export interface Want {
  readonly id: ElementId;
  readonly span: TimeSpan;
}

export interface LayerPlan {
  /** What has yet to be read. Asked again after each reading, until there is nothing. */
  unread(): Set<DatasetId>;
  /** As of the last call of `unread`, as the rest. */
  readonly heights: Heights;
  /** Best first; none for what was not wanted. */
  layers(id: ElementId): readonly Layer[];
  /** The parts of the ensemble, in the order of time; none where it was not wanted. */
  ensemble(): readonly Source[];
}

export interface Heights {
  /** Of the place, m above mean sea level; NaN unknown. */
  readonly elevation: number;
  /** Height of the place above what the numbers of a source speak of, m. */
  rise(dataset: DatasetId): number;
}

export function createLayerPlan(
  open: SourceShelf,
  height: number | null,
  wants: readonly Want[],
  ensemble: TimeSpan | null,
  arena: NumberArena,
): LayerPlan {
  const layers = new Map<ElementId, readonly Layer[]>();
  let chains = createChains(open.sources, height, arena);

  function make(want: Want, missing: Set<DatasetId>): readonly Layer[] | null {
    const made = layersOf(want.id, chains.of(want), missing);
    if (made !== null) layers.set(want.id, made);
    return made;
  }

  return {
    unread() {
      const before = chains.heights;
      chains = createChains(open.sources, height, arena);
      // A source that gave way took its ground with it: what was moved by that is moved anew.
      if (!areSame(before, chains.heights)) layers.clear();
      const missing = new Set<DatasetId>();
      for (const want of wants) if (!layers.has(want.id) && !chains.isRead(want)) make(want, missing);
      if (ensemble !== null)
        for (const { dataset, series } of ensembleParts(open.sources, ensemble))
          if (series === null) missing.add(dataset);
      return missing;
    },
    get heights() {
      return chains.heights;
    },
    layers(id) {
      const made = layers.get(id);
      if (made !== undefined) return made;
      const want = wants.find((each) => each.id === id);
      return (want && make(want, new Set())) ?? NO_LAYERS;
    },
    ensemble: () => (ensemble === null ? [] : ensembleParts(open.sources, ensemble)),
  };
}

const NO_LAYERS: readonly Layer[] = [];

function ensembleParts(sources: readonly Source[], { start, end }: TimeSpan): Source[] {
  const ordered = ENSEMBLE.flatMap((dataset) => sources.filter((source) => source.dataset === dataset));
  return partsOver(ordered, start, end, []);
}

function heightsOf(sources: readonly Source[], height: number | null): Heights {
  const elevation = height ?? heightOfPlace(inOrder(sources, WEATHER_SOURCES).map(footingOf));
  return { elevation, rise: (dataset) => riseOf(sources, dataset, elevation) };
}

function areSame(a: Heights, b: Heights): boolean {
  return WEATHER_SOURCES.every((dataset) => Object.is(a.rise(dataset), b.rise(dataset)));
}

function footingOf({ dataset, edgeDistance, ground: { elevation } }: Source): Footing {
  return { dataset, edgeDistance, elevation };
}

/** Height of the place above the ground that the values of a source refer to. */
function riseOf(sources: readonly Source[], dataset: DatasetId, elevation: number): number {
  const ground = (id: DatasetId) => sources.find((source) => source.dataset === id)?.ground.elevation ?? Number.NaN;
  return elevation - groundBelow(dataset, ground(dataset), ground);
}

/** A source in its place in an order. */
interface Rank {
  readonly source: Source;
  readonly share: number;
  /** Null until it is read. */
  readonly read: LayerSource | null;
}

/** The sources of an order that touch a span, best first. */
interface Chain {
  readonly ranks: readonly Rank[];
  /** The whole span. */
  readonly opening: Opening;
}

/** What is left open of a span, and where each source that may come next leads. */
interface Opening {
  readonly spans: readonly TimeSpan[];
  readonly hull: TimeSpan;
  readonly steps: Step[];
}

interface Step {
  readonly rank: Rank;
  readonly ofIntervals: boolean;
  /** Seconds: an element may have its own. */
  readonly fadeOut: number;
  /** Null for a source that is not read. */
  readonly frame: Frame | null;
  /** Spans that stay open after it, where it has no gaps. */
  readonly rest: Opening;
}

/** Elements share orders and spans, so each chain is made once. */
function createChains(sources: readonly Source[], height: number | null, arena: NumberArena) {
  const heights = heightsOf(sources, height);
  const known: { order: readonly DatasetId[]; span: TimeSpan; chain: Chain }[] = [];

  function chainOf(order: readonly DatasetId[], span: TimeSpan): Chain {
    const found = inOrder(sources, order).filter((source) => touches(source, span.start, span.end));
    const ranks = found.map((source, rank): Rank => {
      const { dataset, series, cuts, edgeDistance } = source;
      const share = edgeShare(edgeDistance, farthestOf(found.slice(rank + 1)), FADES[dataset].edge);
      const dz = elevationStep(heights.rise(dataset), 0).dz;
      return { source, share, read: series && { dataset, series, cuts, dz, share, arena } };
    });
    return { ranks, opening: openingOf([span]) };
  }

  function of({ id, span }: Want): Chain {
    const order = orderOf(id);
    for (const each of known) if (each.order === order && each.span === span) return each.chain;
    const chain = chainOf(order, span);
    known.push({ order, span, chain });
    return chain;
  }

  return {
    heights,
    of,
    /** True when all that may answer it is read: nothing can be missing. */
    isRead: (want: Want) =>
      of(want).ranks.every(({ source, read }) => read !== null || !holdsElement(source.description, want.id)),
  };
}

function openingOf(spans: readonly TimeSpan[]): Opening {
  return { spans, hull: hullOf(spans), steps: [] };
}

function stepOver(opening: Opening, rank: Rank, ofIntervals: boolean, fades: Fades): Step {
  for (const step of opening.steps)
    if (step.rank === rank && step.ofIntervals === ofIntervals && step.fadeOut === fades.end) return step;
  const { source, share, read } = rank;
  const frame = read && frameOf(read, opening.hull, ofIntervals, fades);
  const ramps = frame ?? { stretches: [source.cuts.reach], fadeIn: fades.start, fadeOut: fades.end, share };
  const step = {
    rank,
    ofIntervals,
    fadeOut: fades.end,
    frame,
    rest: openingOf(subtract(opening.spans, fullSpans(ramps))),
  };
  opening.steps.push(step);
  return step;
}

/** Null, and what is missing, while a source that is needed is not read. */
function layersOf(id: ElementId, { ranks, opening }: Chain, missing: Set<DatasetId>): readonly Layer[] | null {
  const ofIntervals = isOfIntervals(id);
  const layers: Layer[] = [];
  let isComplete = true;
  let open = opening;
  for (const rank of ranks) {
    if (open.spans.length === 0) break;
    const { source } = rank;
    if (!holdsElement(source.description, id)) continue;
    const { frame, rest } = stepOver(open, rank, ofIntervals, fadesOf(source.dataset, id));
    if (frame === null) {
      missing.add(source.dataset);
      isComplete = false;
      open = rest;
      continue;
    }
    const layer = layerOf(id, frame);
    if (layer === null || layer.stretches.length === 0) continue;
    layers.push(layer);
    const isWhole = layer.stretches === frame.stretches;
    open = isWhole ? rest : openingOf(subtract(open.spans, fullSpans(layer)));
  }
  return isComplete ? layers : null;
}
