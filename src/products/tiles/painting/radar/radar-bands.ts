/** From echoes to indexes of the palette of radar. */

import { rateOfEcho } from '../../../../science/radar/echo.js';
import { DBZ_BAND, REFLECTIVITY_STYLE } from '../../styles/rain-styles.js';

const LAST_BAND = REFLECTIVITY_STYLE.edges.length;
/** Lower ends of the bands as rates, so that no logarithm is needed for a pixel. */
const RATE_EDGES = Float64Array.from(REFLECTIVITY_STYLE.edges, rateOfEcho);

/** mm/h of 0, 0.1 … 100 dBZ: between two of them a straight line is right to 0.004%, and no power is taken for a pixel. */
const RATES = Float64Array.from({ length: 1001 }, (_, tenths) => rateOfEcho(tenths / 10));

/** mm/h of dBZ from 0. */
export function rateOfPixel(dbz: number): number {
  const tenths = Math.min(999, dbz * 10);
  const below = tenths | 0;
  return RATES[below]! + (tenths - below) * (RATES[below + 1]! - RATES[below]!);
}

/** Of dBZ: bands are equally wide, so that theirs need not be looked for. 0: too weak to be shown, or unknown. */
export function bandOfEcho(dbz: number): number {
  return dbz >= DBZ_BAND.first ? Math.min(LAST_BAND, Math.floor((dbz - DBZ_BAND.first) / DBZ_BAND.width) + 1) : 0;
}

/** Of mm/h, the band of its echo. */
export function bandOfRate(rate: number): number {
  let band = 0;
  while (band < LAST_BAND && rate >= RATE_EDGES[band]!) band++;
  return band;
}

/** True when no echo is unknown. */
export function isEverywhere(echoes: Float32Array): boolean {
  for (let i = 0; i < echoes.length; i++) if (!(echoes[i]! >= 0)) return false;
  return true;
}

/**
 * @param echoes  dBZ, NaN unknown
 * @param pixels  written, one for each
 * @returns whether any of them is not 0
 */
export function paintEchoes(echoes: Float32Array, pixels: Uint8Array): boolean {
  let any = 0;
  for (let i = 0; i < echoes.length; i++) {
    const band = bandOfEcho(echoes[i]!);
    pixels[i] = band;
    any |= band;
  }
  return any !== 0;
}
