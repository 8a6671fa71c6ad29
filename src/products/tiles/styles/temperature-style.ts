/**
 * Temperature: bands of 2.5 °C where people live, of 5 °C in the cold and the heat beyond, 32 colours at most with the
 * transparent one, so that tiles stay small and isotherms can be seen.
 *
 * Each band has the colour that a gradient through the stops below has at its middle, mixed as light mixes: in linear
 * RGB, that is sRGB with its curve (IEC 61966-2-1) taken off.
 */

import { bandedStyle } from './bands.js';
import { type BandedStyle, type Rgba, rgba } from './style.js';

/** °C and colour. */
const STOPS: readonly (readonly [number, Rgba])[] = [
  [-40, rgba('7F00BF')],
  [-20, rgba('2A4BD7')],
  [-10, rgba('3FA0FF')],
  [0, rgba('BFEFFF')],
  [5, rgba('8FE3B0')],
  [15, rgba('F7F7A1')],
  [25, rgba('FDAE61')],
  [35, rgba('D7301F')],
  [45, rgba('7F0000')],
];

/** °C */
const EDGES = [
  Number.NEGATIVE_INFINITY,
  ...[-40, -35, -30, -25],
  ...Array.from({ length: 24 }, (_, i) => -20 + i * 2.5),
  ...[40, 45],
];

const KELVIN = 273.15;

/** Edges in K. */
export const TEMPERATURE_STYLE: BandedStyle = bandedStyle({
  unit: '°C',
  bands: EDGES.map((from, i) => ({ from, colour: colourAt(middle(from, EDGES[i + 1] ?? Number.POSITIVE_INFINITY)) })),
  toCanonical: (celsius) => celsius + KELVIN,
});

/** Of a band; where it has only one end, that end. */
function middle(from: number, to: number): number {
  if (!Number.isFinite(from)) return to;
  return Number.isFinite(to) ? (from + to) / 2 : from;
}

function colourAt(celsius: number): Rgba {
  const after = STOPS.findIndex(([stop]) => stop >= celsius);
  if (after === 0) return STOPS[0]![1];
  const [[low, lower], [high, upper]] = [STOPS[after - 1]!, STOPS[after]!];
  const share = (celsius - low) / (high - low);
  const channel = (i: 0 | 1 | 2): number =>
    fromLight(toLight(lower[i]) + share * (toLight(upper[i]) - toLight(lower[i])));
  return [channel(0), channel(1), channel(2), 255];
}

function toLight(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function fromLight(light: number): number {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(share * 255);
}
