/** The storm cells alone, drawn on a grid of radar: their rain at an instant, and the lightning that they will bring. */

import { DEGREE_METRES, metresPerDegreeEast, visitColumnsWithin } from '../discs.js';
import type { Places } from '../places.js';
import type { StormCell } from '../storms.js';
import type { World } from '../world.js';
import { reflectivityOf } from './hail.js';

/** dB by which the echo at −10 °C is above that of the rain on the ground. */
const ALOFT = 5;
/** mm/h below which no cell flashes. */
const WEAKEST = 0.3;
const STEP = 600; // s

/** Rain of the cells alone, mm/h, [row, column]. */
export function cellRain(world: World, places: Places, epochSeconds: number): Float32Array {
  const out = new Float32Array(places.latitudes.length * places.longitudes.length);
  for (const cell of world.stormCells(epochSeconds))
    drawCell(cell, places, (n, rate) => {
      out[n]! += rate;
    });
  return out;
}

/**
 * Chance of lightning in the next `seconds`, %, [row, column]: the storms that live now move on as they do, those to come
 * are known to nobody. Of the moments every ten minutes the most likely one counts, with 1 ÷ (1 + e^(−(Z − 35)/4.55)) for
 * an echo of Z dBZ at −10 °C.
 */
export function lightningAhead(world: World, places: Places, epochSeconds: number, seconds: number): Float32Array {
  const strongest = new Float32Array(places.latitudes.length * places.longitudes.length);
  for (const track of world.stormTracks(epochSeconds)) {
    const last = Math.min(epochSeconds + seconds, track.ends);
    for (let at = epochSeconds; at <= last; at += STEP)
      drawCell(track.at(at), places, (n, rate) => {
        if (rate > strongest[n]!) strongest[n] = rate;
      });
  }
  return strongest.map((rate) =>
    rate < WEAKEST ? 0 : 100 / (1 + Math.exp(-(reflectivityOf(rate) + ALOFT - 35) / 4.55)),
  );
}

function drawCell(cell: StormCell, places: Places, visit: (n: number, rate: number) => void): void {
  const { latitudes, longitudes } = places;
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
