/** Seeded fields that look like weather: octaves of smooth noise, each half as wide and 0.6 as strong as the one before. */

import { seededRandom } from './seeded-random.fixture.js';

export interface NoiseField {
  readonly columns: number;
  readonly rows: number;
  /** Cells of the first octave. */
  readonly width: number;
  readonly octaves: number;
  readonly seed: number;
}

/** About −1..1, [row][column]. */
export function noiseField({ columns, rows, width, octaves, seed }: NoiseField): Float32Array {
  const random = seededRandom(seed);
  const field = new Float32Array(columns * rows);
  for (let octave = 0, strength = 0.8; octave < octaves; octave++, strength *= 0.6)
    addOctave(field, columns, width / 2 ** octave, strength, random);
  return field;
}

/** Numbers at the corners of squares, between them interpolated smoothly. */
function addOctave(field: Float32Array, columns: number, width: number, strength: number, random: () => number): void {
  const rows = field.length / columns;
  const across = Math.ceil(columns / width) + 1;
  const corners = Float32Array.from({ length: across * (Math.ceil(rows / width) + 1) }, () => 2 * random() - 1);
  for (let row = 0, at = 0; row < rows; row++) {
    const upper = Math.floor(row / width) * across;
    const down = eased(row / width - Math.floor(row / width));
    for (let column = 0; column < columns; column++, at++) {
      const left = Math.floor(column / width);
      const along = eased(column / width - left);
      const top = corners[upper + left]! * (1 - along) + corners[upper + left + 1]! * along;
      const bottom = corners[upper + across + left]! * (1 - along) + corners[upper + across + left + 1]! * along;
      field[at]! += strength * (top + (bottom - top) * down);
    }
  }
}

function eased(share: number): number {
  return share * share * (3 - 2 * share);
}
