/**
 * The domain of MRMS, 20 to 55° N and 130 to 60° W, on pixels of any size that divides it: the outer edges stay where they
 * are, so that the first centre of 0.01° is 54.995 N, 230.005 E as in the real files.
 */

import type { Box } from '../../src/model/box.js';
import type { RegularGrid } from '../../src/model/field.js';

const NORTH = 55;
const WEST = 230; // degrees east, as the files count
const HEIGHT = 35;
const WIDTH = 70;
/** The real 7000 × 3500 pixels; a test that wants more has mistaken the unit. */
const FINEST = 0.01;

/** @throws RangeError  a step that does not divide the domain, a window without a pixel in it */
export function mrmsGrid(step: number, window: Box | null): RegularGrid {
  const [rows, columns] = [Math.round(HEIGHT / step), Math.round(WIDTH / step)];
  if (!(step >= FINEST) || Math.abs(rows * step - HEIGHT) > 1e-6 || Math.abs(columns * step - WIDTH) > 1e-6)
    throw new RangeError(`a radar step of ${step} degrees does not divide 35, or is below ${FINEST}`);
  const { south, north, west, east } = window ?? { south: NORTH - HEIGHT, north: NORTH, west: -130, east: -60 };
  const first = { row: Math.round((NORTH - north) / step), column: Math.round((west + 360 - WEST) / step) };
  const last = { row: Math.round((NORTH - south) / step), column: Math.round((east + 360 - WEST) / step) };
  const top = Math.max(0, first.row);
  const left = Math.max(0, first.column);
  const [height, width] = [Math.min(rows, last.row) - top, Math.min(columns, last.column) - left];
  if (height < 1 || width < 1) throw new RangeError(`no pixel of MRMS in ${west}..${east} E, ${south}..${north} N`);
  return {
    kind: 'regular',
    columns: width,
    rows: height,
    firstLatitude: NORTH - (top + 0.5) * step,
    firstLongitude: WEST + (left + 0.5) * step,
    latitudeStep: -step,
    longitudeStep: step,
  };
}
