/** The storm cells alone, drawn on a grid of radar: their rain at an instant, and what they will bring. */

import type { StormCell } from '../cell-disc.js';
import { DEGREE_METRES, metresPerDegreeEast, visitColumnsWithin } from '../discs.js';
import type { Axes } from '../places.js';
import type { World } from '../world.js';
import { reflectivityOf } from './hail.js';

/** dB by which the echo at −10 °C is above that of the rain on the ground. */
const ALOFT = 5;
/** mm/h below which no cell flashes. */
const WEAKEST = 0.3;
const QUARTER = 900; // s

/** Rain of the cells alone, mm/h, [row, column]. */
export function cellRain(world: World, axes: Axes, epochSeconds: number): Float32Array {
  const out = new Float32Array(axes.latitudes.length * axes.longitudes.length);
  for (const cell of world.stormCells(epochSeconds))
    drawCell(cell, axes, (n, rate) => {
      out[n]! += rate;
    });
  return out;
}

/**
 * The strongest rain that the cells will bring in the next half hour and in the next hour, mm/h, [row, column]: the storms
 * that live now move on as they do, those to come are known to nobody. Looked at every quarter of an hour, in which they
 * move a sixth of their size.
 */
export function strongestAhead(world: World, axes: Axes, epochSeconds: number): readonly [Float32Array, Float32Array] {
  const strongest = new Float32Array(axes.latitudes.length * axes.longitudes.length);
  const tracks = world.stormTracks(epochSeconds);
  const look = (quarter: number): void => {
    const at = epochSeconds + quarter * QUARTER;
    for (const track of tracks)
      if (at <= track.ends)
        drawCell(track.at(at), axes, (n, rate) => {
          if (rate > strongest[n]!) strongest[n] = rate;
        });
  };
  for (const quarter of [0, 1, 2]) look(quarter);
  const half = strongest.slice();
  for (const quarter of [3, 4]) look(quarter);
  return [half, strongest];
}

/** Chance of lightning, %, from a cell's rain: 1 ÷ (1 + e^(−(Z − 35)/4.55)) for an echo of Z dBZ at −10 °C. */
export function lightningChance(cellRate: number): number {
  return cellRate < WEAKEST ? 0 : 100 / (1 + Math.exp(-(reflectivityOf(cellRate) + ALOFT - 35) / 4.55));
}

function drawCell(cell: StormCell, axes: Axes, visit: (n: number, rate: number) => void): void {
  const { latitudes, longitudes } = axes;
  const [north, south] = [latitudes[0]!, latitudes.at(-1)!];
  const reach = cell.radius / DEGREE_METRES;
  if (cell.rate < 1e-3 || cell.latitude - reach > north || cell.latitude + reach < south) return;
  if (!isNear(cell, longitudes)) return;
  const step = latitudes.length > 1 ? latitudes[0]! - latitudes[1]! : 1;
  const first = Math.max(0, Math.ceil((north - cell.latitude - reach) / step));
  const last = Math.min(latitudes.length - 1, Math.floor((north - cell.latitude + reach) / step));
  for (let y = first; y <= last; y++)
    visitColumnsWithin(cell, cell.radius, latitudes[y]!, longitudes, (x, d2) => {
      visit(y * longitudes.length + x, cell.rate * (1 - d2 / (cell.radius * cell.radius)) ** 3);
    });
}

function isNear({ longitude, latitude, radius }: StormCell, longitudes: Float64Array): boolean {
  const reach = radius / metresPerDegreeEast(latitude);
  const span = longitudes.at(-1)! - longitudes[0]!;
  const east = (((longitude - longitudes[0]! + reach) % 360) + 360) % 360;
  return east <= span + 2 * reach;
}
