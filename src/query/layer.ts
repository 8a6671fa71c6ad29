/**
 * One element of one source at a place, on its own nodes, and how much it counts at which time.
 *
 *   weight(t) = share × min(1, (t − begin) / fade-in, (end − t) / fade-out)        within a stretch of known values
 *
 * A stretch ends where the source ends or where it has a hole of more than six hours, so a hole is faded into and out of
 * as an end is. `share` is the fade at the edge of its grid. The nodes that are unpacked reach beyond what is looked at
 * by the length of the fades, so that an end that is near is seen.
 *
 * Values speak of the height of the place: temperatures and dew points are moved by constant lapses, which commutes with
 * interpolation, and the pressure of the ground by the standard atmosphere's, with the temperature of its own node.
 */

import type { DatasetId } from '../model/dataset.js';
import { type ElementId, elementOf } from '../model/element.js';
import type { TimeSpan } from '../model/time.js';
import { elevationShift } from '../science/downscale.js';
import { stationPressure } from '../science/thermo.js';
import { type Fades, PARTNERS } from './layer-table.js';
import type { PointSeries } from './point.js';
import { hasMissing, LONGEST_BRIDGE } from './series.js';
import type { Cut, TimeCuts } from './time-cuts.js';

/** Where and how much a source counts. */
export interface Ramps {
  /** Where values are known without a hole, in order. */
  readonly stretches: readonly TimeSpan[];
  /** Seconds. */
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** 0..1 */
  readonly share: number;
}

export interface Layer extends Ramps {
  readonly dataset: DatasetId;
  /** Epoch seconds: instants, or ends of intervals (the first of them without a value of its own). */
  readonly nodes: Float64Array;
  /** Canonical units, at the height of the place. Instants are all known; totals, means and windows may be NaN. */
  readonly values: Float64Array;
}

/** What a layer is made of, besides its element. */
export interface LayerSource {
  readonly dataset: DatasetId;
  readonly series: PointSeries;
  readonly times: TimeCuts;
  /** Height of the place minus the height that the numbers speak of, m. */
  readonly dz: number;
  readonly share: number;
}

/** Null when the source lacks the element, or its partner. A layer without any known value has no stretches. */
export function layerOf(source: LayerSource, id: ElementId, span: TimeSpan, fades: Fades): Layer | null {
  const cut = source.times.around(span, fades.start, fades.end);
  const values = valuesOf(source, id, cut);
  if (values === null) return null;
  const { kind } = elementOf(id);
  const { nodes, values: kept } =
    kind === 'instant'
      ? known(cut.times, values)
      : kind === 'window'
        ? { nodes: cut.times, values }
        : onEdges(cut, values);
  return {
    dataset: source.dataset,
    nodes,
    values: kept,
    stretches: kind === 'interval' || kind === 'mean' ? stretchesOfIntervals(nodes, kept) : stretchesOfInstants(nodes),
    fadeIn: fades.start,
    fadeOut: fades.end,
    share: source.share,
  };
}

/** 0..share; 0 where nothing is known. */
export function weightAt({ stretches, fadeIn, fadeOut, share }: Ramps, time: number): number {
  for (let i = 0; i < stretches.length; i++) {
    const { start: begin, end } = stretches[i]!;
    if (time < begin) return 0;
    if (time > end) continue;
    const rising = time - begin < fadeIn ? (time - begin) / fadeIn : 1;
    const falling = end - time < fadeOut ? (end - time) / fadeOut : 1;
    return share * (rising < falling ? rising : falling);
  }
  return 0;
}

/** The parts of the stretches in which nothing below the layer counts. */
export function fullSpans({ stretches, fadeIn, fadeOut, share }: Ramps): TimeSpan[] {
  if (share < 1) return [];
  return stretches
    .map(({ start, end }) => ({ start: start + fadeIn, end: end - fadeOut }))
    .filter(({ start, end }) => start < end);
}

function valuesOf({ series, dz }: LayerSource, id: ElementId, cut: Cut): Float64Array | null {
  const values = series.element(id, cut.from, cut.to, shiftOf(id, dz));
  if (values === null) return null;
  if (id === 'pressure_surface' && dz !== 0) movePressure(values, series.element('temperature', cut.from, cut.to), dz);
  const partner = PARTNERS[id];
  if (partner === undefined) return values;
  const others = series.element(partner, cut.from, cut.to);
  if (others === null) return null;
  if (hasMissing(others)) for (const [i, other] of others.entries()) if (Number.isNaN(other)) values[i] = Number.NaN;
  return values;
}

function shiftOf(id: ElementId, dz: number): number {
  if (dz === 0) return 0;
  if (id === 'dew_point') return elevationShift(dz).dewPoint;
  if (id === 'temperature' || id === 'temperature_max' || id === 'temperature_min')
    return elevationShift(dz).temperature;
  return 0;
}

/** Of the standard atmosphere, where the model gives no temperature. */
const STANDARD_TEMPERATURE = 288.15;

function movePressure(values: Float64Array, temperatures: Float64Array | null, dz: number): void {
  const shift = elevationShift(dz).temperature;
  for (let i = 0; i < values.length; i++) {
    const temperature = (temperatures?.[i] ?? Number.NaN) + shift;
    values[i] = stationPressure(values[i]!, dz, Number.isNaN(temperature) ? STANDARD_TEMPERATURE : temperature);
  }
}

interface Nodes {
  readonly nodes: Float64Array;
  readonly values: Float64Array;
}

/** A node without a value is no node: a step that lacks the element and a step that is not there are the same hole. */
function known(times: Float64Array, values: Float64Array): Nodes {
  if (!hasMissing(values)) return { nodes: times, values };
  const isKnown = (_: number, k: number) => !Number.isNaN(values[k]!);
  return { nodes: times.filter(isKnown), values: values.filter(isKnown) };
}

/** The value of an interval at its end; the edge at which the first begins has none. */
function onEdges({ times, edges }: Cut, values: Float64Array): Nodes {
  if (edges.length === times.length) return { nodes: edges, values };
  const shifted = new Float64Array(edges.length);
  shifted[0] = Number.NaN;
  shifted.set(values, 1);
  return { nodes: edges, values: shifted };
}

function stretchesOfInstants(nodes: Float64Array): TimeSpan[] {
  const stretches: TimeSpan[] = [];
  let first = 0;
  for (let k = 1; k <= nodes.length; k++) {
    if (k < nodes.length && nodes[k]! - nodes[k - 1]! <= LONGEST_BRIDGE) continue;
    stretches.push({ start: nodes[first]!, end: nodes[k - 1]! });
    first = k;
  }
  return nodes.length === 0 ? [] : stretches;
}

function stretchesOfIntervals(edges: Float64Array, values: Float64Array): TimeSpan[] {
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
