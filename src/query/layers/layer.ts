/**
 * One element of one source at a place, on its own nodes, moved to the height of the place, with its weight.
 *
 * The nodes that are unpacked reach beyond the requested time by the length of the fades, so that an end nearby is seen.
 */

import type { DatasetId } from '../../model/dataset.js';
import { type ElementId, elementOf } from '../../model/element.js';
import type { TimeSpan } from '../../model/time.js';
import { elevationShift } from '../../science/downscale.js';
import { movedPressure, shiftOf } from '../rules/heights.js';
import { type Fades, PARTNERS } from '../rules/layer-table.js';
import { fullSpans, type Ramps } from '../rules/weights.js';
import { knownNodes } from '../time/series.js';
import { type Cut, stretchesOfInstants, type TimeCuts } from '../time/time-cuts.js';
import { isOfIntervals } from './element-rows.js';
import type { NumberArena } from './number-arena.js';
import type { Found, PointSeries } from './point.js';

export interface Layer extends Ramps {
  readonly dataset: DatasetId;
  /** Epoch seconds: instants, or ends of intervals (the first of them without a value of its own). */
  readonly nodes: Float64Array;
  /** Canonical units, at the height of the place. Instants are all known; totals, means and windows may be NaN. */
  readonly values: Float64Array;
  /** The first of the spans in which nothing below the layer counts; empty where there is none. */
  readonly full: TimeSpan;
}

/** What a layer is made of, besides its element. */
export interface LayerSource {
  readonly dataset: DatasetId;
  readonly series: PointSeries;
  readonly cuts: TimeCuts;
  /** Height of the place minus the height that the numbers speak of, m. */
  readonly dz: number;
  readonly share: number;
  /** Where its values are put. */
  readonly arena: NumberArena;
}

/** All of a layer but its values: the same for all elements of a source that have no gaps in the time looked at. */
export interface Frame extends Ramps {
  readonly source: LayerSource;
  readonly cut: Cut;
  readonly nodes: Float64Array;
  readonly full: TimeSpan;
  /** The other half of what was unpacked last, for when its turn comes: `values` has one for each step of the cut. */
  partner: { readonly id: ElementId; readonly values: Float64Array; readonly found: Found } | null;
}

/** @param ofIntervals  true for what belongs to the time between two nodes: totals and means */
export function frameOf(source: LayerSource, span: TimeSpan, ofIntervals: boolean, fades: Fades): Frame {
  const cut = source.cuts.around(span, fades.start, fades.end);
  const nodes = ofIntervals ? cut.edges : cut.times;
  const whole = nodes.length > 1 ? [{ start: nodes[0]!, end: nodes[nodes.length - 1]! }] : [];
  const stretches = ofIntervals ? whole : cut.stretches;
  const ramps = { stretches, fadeIn: fades.start, fadeOut: fades.end, share: source.share };
  return { source, cut, nodes, ...ramps, full: firstFull(ramps), partner: null };
}

const NEVER: TimeSpan = { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY };

function firstFull(ramps: Ramps): TimeSpan {
  return fullSpans(ramps)[0] ?? NEVER;
}

/**
 * Null when the source lacks the element, or its partner. A layer without gaps has the `stretches` of its frame, one
 * without any known value has none.
 */
export function layerOf(id: ElementId, frame: Frame): Layer | null {
  const { cut, nodes, stretches } = frame;
  const all = frame.source.arena.take(nodes.length);
  // The edge at which the first interval begins has no value of its own.
  const ahead = nodes.length - cut.times.length;
  all.fill(Number.NaN, 0, ahead);
  const found = unpackInto(frame, id, ahead === 0 ? all : all.subarray(ahead));
  if (found === 'nothing') return null;
  if (found === 'all' || elementOf(id).kind === 'window') return layerOn(frame, nodes, all, stretches);
  if (isOfIntervals(id)) return layerOn(frame, nodes, all, stretchesOfIntervals(nodes, all));
  const known = knownNodes(nodes, all);
  return layerOn(frame, known.nodes, known.values, stretchesOfInstants(known.nodes));
}

function layerOn(frame: Frame, nodes: Float64Array, values: Float64Array, stretches: readonly TimeSpan[]): Layer {
  const { fadeIn, fadeOut, share } = frame;
  const full = stretches === frame.stretches ? frame.full : firstFull({ stretches, fadeIn, fadeOut, share });
  return { dataset: frame.source.dataset, nodes, values, stretches, fadeIn, fadeOut, share, full };
}

/** Nothing when the source lacks the element or its partner. */
function unpackInto(frame: Frame, id: ElementId, out: Float64Array): Found {
  const { cut, partner } = frame;
  const { series, dz, arena } = frame.source;
  if (partner?.id === id) {
    out.set(partner.values);
    return partner.found;
  }
  const found = series.unpack(id, cut.from, out, shiftOf(id, dz));
  if (found === 'nothing') return found;
  if (id === 'pressure_surface' && dz !== 0) {
    const temperatures = arena.take(out.length).fill(Number.NaN);
    series.unpack('temperature', cut.from, temperatures, elevationShift(dz).temperature);
    movePressure(out, temperatures, dz);
  }
  const other = PARTNERS[id];
  return other === undefined ? found : unpackPartner(frame, other, out, found);
}

/** Unpacks the other half beside `own`, whose values go where the other has none, and the other way round. */
function unpackPartner(frame: Frame, id: ElementId, own: Float64Array, ownFound: Found): Found {
  const { series, arena } = frame.source;
  const values = arena.take(own.length);
  const otherFound = series.unpack(id, frame.cut.from, values);
  const found = ownFound === 'all' ? otherFound : otherFound === 'nothing' ? 'nothing' : 'some';
  if (found === 'some')
    for (let i = 0; i < own.length; i++)
      if (Number.isNaN(own[i]!) || Number.isNaN(values[i]!)) own[i] = values[i] = Number.NaN;
  frame.partner = { id, values, found };
  return found;
}

function movePressure(values: Float64Array, temperatures: Float64Array, dz: number): void {
  for (let i = 0; i < values.length; i++) values[i] = movedPressure(values[i]!, temperatures[i]!, dz);
}

/** Intervals that are known, those that meet as one. */
export function stretchesOfIntervals(edges: Float64Array, values: Float64Array): TimeSpan[] {
  const stretches: TimeSpan[] = [];
  let begin = -1;
  for (let k = 1; k <= edges.length; k++) {
    const isKnown = k < edges.length && !Number.isNaN(values[k]!);
    if (isKnown && begin < 0) begin = k - 1;
    if (isKnown || begin < 0) continue;
    stretches.push({ start: edges[begin]!, end: edges[k - 1]! });
    begin = -1;
  }
  return stretches;
}
