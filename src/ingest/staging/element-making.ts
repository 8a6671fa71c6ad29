/**
 * The values of each selected element: those of its message, or what `Making` makes of several.
 *
 *   wind from speed V and the direction D that it blows from     u = −V sin D     v = −V cos D
 *
 * A field of HRRR has 1.9 million values, so whatever can be is made in place, and no more than two fields are held at
 * once: both components of a wind are turned together, and what several elements are made of by its codes is decoded once.
 */

import type { GribField } from '../../decode/grib2/field.js';
import { turnWindToEarth } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import { dewPoint } from '../../science/thermo.js';
import { isTurned, type Selected } from './step-selection.js';

export interface MadeElement {
  /** Position among the selected elements. */
  readonly layer: number;
  /** Float32 [row, column] of the uncut grid, NaN missing. */
  readonly values: Float32Array;
  /** What is left to multiply with. */
  readonly factor: number;
}

/**
 * Every element once, not always in order: the components of a wind come one after the other.
 *
 * @throws MalformedError, GribUnsupportedError  as `GribField.decode`
 */
export function* makeElements(elements: readonly Selected<string>[], grid: Grid): Generator<MadeElement> {
  const pair = findWindPair(elements);
  const codes = keepLastDecoded();
  for (const [layer, selected] of elements.entries()) {
    if (selected.way.making?.by !== 'codes') codes.forget();
    if (pair === null || !pair.includes(layer)) yield { layer, ...makeElement(selected, codes) };
    else if (layer === Math.min(...pair)) yield* makeWinds(elements, pair, grid);
  }
}

type Values = Pick<MadeElement, 'values' | 'factor'>;

function makeElement({ way, field, others }: Selected<string>, codes: LastDecoded): Values {
  const { making, factor } = way;
  if (making === undefined) return { values: decode(field), factor };
  switch (making.by) {
    case 'humidity':
      return { values: dewPoints(decode(field), factor, decode(others[0]!)), factor: 1 };
    case 'sum':
      return { values: others.reduce((sum, other) => addTo(sum, decode(other)), decode(field)), factor };
    case 'codes':
      return { values: codes.decode(field).map((value) => flagOf(value, making.codes)), factor };
    default: {
      const [u, v] = componentsOf(decode(field), decode(others[0]!));
      return { values: making.by === 'wind-u' ? u : v, factor };
    }
  }
}

function decode(field: GribField): Float32Array {
  return field.decode().values;
}

/** Positions of u and v where they are made together: along the grid, or of one message of speed and one of direction. */
function findWindPair(elements: readonly Selected<string>[]): [u: number, v: number] | null {
  const u = elements.findIndex(({ request }) => request.id === 'wind_u');
  const v = elements.findIndex(({ request }) => request.id === 'wind_v');
  if (u < 0 || v < 0) return null;
  const [first, second] = [elements[u]!, elements[v]!];
  const ofOneWind =
    first.way.making?.by === 'wind-u' &&
    second.way.making?.by === 'wind-v' &&
    first.field === second.field &&
    first.others[0] === second.others[0];
  return ofOneWind || (isTurned(first) && isTurned(second)) ? [u, v] : null;
}

function* makeWinds(
  elements: readonly Selected<string>[],
  [u, v]: readonly [number, number],
  grid: Grid,
): Generator<MadeElement> {
  const [first, second] = [elements[u]!, elements[v]!];
  const pair = isTurned(first)
    ? turned(grid, decode(first.field), decode(second.field))
    : componentsOf(decode(first.field), decode(first.others[0]!));
  yield { layer: u, values: pair[0], factor: first.way.factor };
  yield { layer: v, values: pair[1], factor: second.way.factor };
}

function turned(grid: Grid, u: Float32Array, v: Float32Array): [Float32Array, Float32Array] {
  turnWindToEarth(grid, u, v);
  return [u, v];
}

const RADIANS = Math.PI / 180;
/** Of a degree. Rounding to it moves a wind of 100 m/s by 9 mm/s, half of what the packing of winds does. */
const PARTS = 100;
/** sin from 0° to 450°, so that cos D is found 90° on. The functions themselves took seven times as long. */
const SINES = Float64Array.from({ length: 450 * PARTS + 1 }, (_, i) => Math.sin((i / PARTS) * RADIANS));

/** In place of speed and direction. Without a direction nothing is known, but that a calm is a calm. */
function componentsOf(speed: Float32Array, direction: Float32Array): [u: Float32Array, v: Float32Array] {
  for (let i = 0; i < speed.length; i++) {
    const D = direction[i]!;
    const isDirection = D >= 0 && D <= 360;
    const V = isDirection || speed[i] === 0 ? speed[i]! : Number.NaN;
    const at = isDirection ? (D * PARTS + 0.5) | 0 : 0;
    speed[i] = -V * SINES[at]!;
    direction[i] = -V * SINES[at + 90 * PARTS]!;
  }
  return [speed, direction];
}

/** In place of the humidity, which × `factor` is a ratio; K. */
function dewPoints(humidity: Float32Array, factor: number, kelvin: Float32Array): Float32Array {
  for (let i = 0; i < humidity.length; i++) humidity[i] = dewPoint(kelvin[i]!, humidity[i]! * factor);
  return humidity;
}

function addTo(sum: Float32Array, term: Float32Array): Float32Array {
  for (let i = 0; i < sum.length; i++) sum[i]! += term[i]!;
  return sum;
}

function flagOf(code: number, codes: readonly number[]): number {
  return Number.isNaN(code) ? code : codes.includes(Math.round(code)) ? 1 : 0;
}

type LastDecoded = ReturnType<typeof keepLastDecoded>;

/** Four flags in a row are made of one field of precipitation types. */
function keepLastDecoded() {
  let last: { readonly field: GribField; readonly values: Float32Array } | null = null;
  return {
    decode(field: GribField): Float32Array {
      if (last?.field !== field) last = { field, values: decode(field) };
      return last.values;
    },
    forget(): void {
      last = null;
    },
  };
}
