/**
 * Maps of the index of air quality, by the rules of the point forecast: hours are cut from the native steps as there
 * (`regularTotals`), and the index of an hour is that of the window that ends with it (`airQualityIndex`). So a cell has
 * the index that the forecast gives at its place from this dataset alone.
 *
 * A cell is a column through the band, 47 KB from one time to the next on the grid of AQM; 32 cells are taken at a time,
 * the cache line that each read brings.
 */

import { type ElementId, elementOf } from '../../model/element.js';
import { mapFieldOf } from '../../model/map-slice.js';
import { MISSING_PACKED, pack, unpack } from '../../model/packing.js';
import { HOUR } from '../../model/time.js';
import { airQualityIndex, POLLUTANTS, WINDOW_HOURS } from '../../science/air-quality-window.js';
import { regularTotals } from '../../science/interpolate.js';
import type { MapRange } from '../../store/cubes/map-layout.js';
import { type BandValues, cellsOf } from './map-band.js';

const TILE_CELLS = 32;
/** Steps on either side of those that are looked at: the slope of an hour's share is that of its neighbours. */
const MARGIN = 2;
const PACKING = mapFieldOf('air_quality_index');

/** Packed integers [time, cell]; a picture at T has the index of the hour that begins at T. */
export function airQualityRows(band: BandValues, span: MapRange): Int16Array {
  const cells = cellsOf(band);
  const out = new Int16Array(span.count * cells);
  const series = POLLUTANTS.map((id) => hoursOf(band, id, span));
  const newest = newestHours(band, span);
  for (let from = 0; from < cells; from += TILE_CELLS) {
    const width = Math.min(TILE_CELLS, cells - from);
    for (const hours of series) hours.gather(from, width);
    for (let i = 0; i < width; i++) {
      const [fine, coarse, ozone] = series.map((hours) => hours.of(i)) as [Float64Array, Float64Array, Float64Array];
      for (let t = 0; t < span.count; t++)
        out[t * cells + from + i] = pack(airQualityIndex(fine, coarse, ozone, newest[t]), PACKING);
    }
  }
  return out;
}

/** When the first of the hours begins that windows need, and how many there are. */
function axisOf({ times }: BandValues, { first, count }: MapRange): { start: number; hours: number } {
  const start = times[first]! - (WINDOW_HOURS - 1) * HOUR;
  return { start, hours: (times[first + count - 1]! - start) / HOUR + 1 };
}

/** Where the window of each time begins in hours that lie backwards. */
function newestHours(band: BandValues, span: MapRange): number[] {
  const { start, hours } = axisOf(band, span);
  const own = band.times.subarray(span.first, span.first + span.count);
  return Array.from(own, (time) => hours - 1 - (time - start) / HOUR);
}

interface PollutantHours {
  /** Takes the values of `width` cells, the first of which is `from`. */
  gather(from: number, width: number): void;
  /** Means of the hours of one of them, the newest first, NaN missing. Overwritten by the next. */
  of(cell: number): Float64Array;
}

function hoursOf(band: BandValues, id: ElementId, span: MapRange): PollutantHours {
  const { start, hours } = axisOf(band, span);
  const means = new Float64Array(hours).fill(Number.NaN);
  const element = band.elements.indexOf(id);
  if (element < 0) return { gather: () => undefined, of: () => means };
  const cells = cellsOf(band);
  const nodes = nodesOf(band, start, start + hours * HOUR);
  const seconds = nodes.times.map((time, k) => time - (nodes.times[k - 1] ?? Number.NaN));
  const packing = elementOf(id);
  const count = nodes.times.length;
  const ofHours = stepsOfHours(nodes.times, start, hours);
  const totals = new Float64Array(TILE_CELLS * count);
  const known = new Uint8Array(TILE_CELLS);

  function gather(from: number, width: number): void {
    known.fill(0);
    for (let k = 0; k < count; k++) {
      const at = (element * band.times.length + nodes.first + k) * cells + from;
      for (let i = 0; i < width; i++) {
        const n = band.values[at + i]!;
        if (n !== MISSING_PACKED) known[i] = 1;
        totals[i * count + k] = unpack(n, packing) * seconds[k]!;
      }
    }
  }

  function of(cell: number): Float64Array {
    if (known[cell] === 0) return means.fill(Number.NaN);
    const own = totals.subarray(cell * count, (cell + 1) * count);
    if (ofHours === null) regularTotals(nodes.times, own, start, HOUR, means);
    else for (let i = 0; i < hours; i++) means[i] = ofHours[i]! < 0 ? Number.NaN : own[ofHours[i]!]!;
    for (let i = 0; i < hours; i++) means[i] = means[i]! / HOUR;
    return means.reverse();
  }

  return { gather, of };
}

/**
 * Of steps that all are whole hours, which one each hour is: nothing is cut then, and that saves a third of the work. −1
 * outside; null where any step is longer.
 */
function stepsOfHours(times: Float64Array, start: number, hours: number): Int16Array | null {
  if (times.some((time, k) => k > 0 && time - times[k - 1]! !== HOUR)) return null;
  return Int16Array.from({ length: hours }, (_, i) => times.indexOf(start + (i + 1) * HOUR));
}

/** The times whose steps touch a span, and a few more on either side. */
function nodesOf({ times }: BandValues, start: number, end: number): { first: number; times: Float64Array } {
  const inside = times.findIndex((time) => time > start);
  const after = times.findIndex((time) => time >= end);
  const first = Math.max(0, inside - 1 - MARGIN);
  return { first, times: times.subarray(first, after < 0 ? times.length : after + 1 + MARGIN) };
}
