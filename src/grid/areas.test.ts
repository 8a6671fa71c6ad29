/** Areas of alerts: the boundary cases one by one, and what must hold of every ring however it is written. */

import { expect, test } from 'vitest';
import type { AlertPolygon } from '../model/alert.js';
import { createArea } from './areas.js';

type Corner = readonly [longitude: number, latitude: number];

const ring = (...corners: readonly Corner[]) => Float64Array.from(corners.flat());
const box = (west: number, south: number, east: number, north: number) =>
  ring([west, south], [east, south], [east, north], [west, north], [west, south]);
const polygon = (...rings: AlertPolygon): AlertPolygon => rings;

const SQUARE = polygon(box(0, 0, 10, 10));
const DATE_LINE = polygon(ring([170, 0], [-170, 0], [-170, 10], [170, 10], [170, 0]));
const HOLED = polygon(box(0, 0, 10, 10), box(4, 4, 6, 6));
const NOTCHED = polygon(ring([0, 0], [10, 0], [10, 10], [5, 5], [0, 10], [0, 0]));
const COMB = polygon(ring([0, 0], [8, 0], [8, 4], [6, 4], [6, 2], [4, 2], [4, 4], [2, 4], [2, 2], [0, 2], [0, 0]));
const ARCTIC = polygon(ring([-180, 70], [-90, 65], [0, 75], [90, 65], [180, 70]));
const ANTARCTIC = polygon(ring([-180, -70], [-90, -65], [0, -75], [90, -65], [180, -70], [180, -90], [-180, -90]));
const BELT = polygon(
  ring([-120, 60], [0, 60], [120, 60], [-120, 60]),
  ring([-120, 80], [0, 80], [120, 80], [-120, 80]),
);
const NOTCHED_CAP = polygon(ring([-170, 60], [-60, 60], [60, 60], [170, 60], [170, 90], [-170, 90], [-170, 60]));

test.each([
  // methods 10.1, rows 86 and 87
  ['a square: its middle', SQUARE, 5, 5, true],
  ['a square: the east edge', SQUARE, 5, 10, true],
  ['a square: just outside', SQUARE, 5, 10.0001, false],
  ['across the date line: east of it', DATE_LINE, 5, -179, true],
  ['across the date line: west of it', DATE_LINE, 5, 179, true],
  ['across the date line: on it, as 180', DATE_LINE, 5, 180, true],
  ['across the date line: on it, as -180', DATE_LINE, 5, -180, true],
  ['across the date line: the rest of the world', DATE_LINE, 5, 0, false],
  ['across the date line: its corner', DATE_LINE, 10, -170, true],
  ['across the date line: beyond its corner', DATE_LINE, 10, -169.9999, false],
  // edges and corners
  ['each corner: south-west', SQUARE, 0, 0, true],
  ['each corner: south-east', SQUARE, 0, 10, true],
  ['each corner: north-east', SQUARE, 10, 10, true],
  ['each corner: north-west', SQUARE, 10, 0, true],
  ['a level edge', SQUARE, 10, 3, true],
  ['in line with a level edge', SQUARE, 10, 11, false],
  ['in line with an upright edge', SQUARE, 11, 10, false],
  ['half a tolerance beyond an edge', SQUARE, 10 + 5e-10, 3, true],
  ['half a tolerance west of an upright edge', SQUARE, 5, -5e-10, true],
  ['ten tolerances beyond an edge', SQUARE, 10 + 1e-8, 3, false],
  ['ten tolerances beyond an upright edge', SQUARE, 5, 10 + 1e-8, false],
  ['under an inner corner, on its meridian', NOTCHED, 4, 5, true],
  ['the inner corner', NOTCHED, 5, 5, true],
  ['above the inner corner', NOTCHED, 6, 5, false],
  ['on a slope', NOTCHED, 7, 7, true],
  ['beside a slope', NOTCHED, 7.001, 7, false],
  ['in a tooth', COMB, 3, 3, true],
  ['between teeth', COMB, 3, 5, false],
  ['under a tooth, on the meridian of its side', COMB, 1, 4, true],
  ['over a level edge between upright ones', COMB, 2, 5, true],
  // holes
  ['a hole', HOLED, 5, 5, false],
  ['the edge of a hole', HOLED, 4, 5, true],
  ['beside a hole', HOLED, 5, 3.9, true],
  ['a hole that is the whole ring: its inside', polygon(box(0, 0, 10, 10), box(0, 0, 10, 10)), 5, 5, false],
  ['a hole that is the whole ring: its edge', polygon(box(0, 0, 10, 10), box(0, 0, 10, 10)), 0, 5, true],
  // ways of writing longitudes
  ['0..360, of a place in -180..180', polygon(box(190, 0, 200, 10)), 5, -165, true],
  ['0..360, edge', polygon(box(190, 0, 200, 10)), 5, -160, true],
  ['0..360 across Greenwich', polygon(ring([350, 0], [10, 0], [10, 10], [350, 10])), 5, 0, true],
  ['0..360 across Greenwich, outside', polygon(ring([350, 0], [10, 0], [10, 10], [350, 10])), 5, 180, false],
  [
    'both names of the date line in turn',
    polygon(ring([170, 0], [180, 0], [-180, 0], [-170, 0], [-170, 9], [170, 9])),
    5,
    180,
    true,
  ],
  ['an edge on the date line, asked from the other side', polygon(box(170, 0, 180, 10)), 5, -180, true],
  ['half a tolerance past an edge on the date line', polygon(box(170, 0, 180, 10)), 5, -180 + 5e-10, true],
  ['half a tolerance west of an edge on the date line', polygon(box(-180, 0, -170, 10)), 5, 180 - 5e-10, true],
  ['past an edge on the date line', polygon(box(170, 0, 180, 10)), 5, -179.9999, false],
  ['not closed', polygon(ring([0, 0], [10, 0], [10, 10], [0, 10])), 5, 1, true],
  [
    'corners given twice',
    polygon(ring([0, 0], [0, 0], [10, 0], [10, 0], [10, 10], [0, 10], [0, 10], [0, 0])),
    5,
    0,
    true,
  ],
  ['exactly half of the globe wide', polygon(box(-90, -10, 90, 10)), 0, 0, true],
  ['exactly half of the globe wide, beyond', polygon(box(-90, -10, 90, 10)), 0, 91, false],
  // poles
  ['the Arctic: the pole', ARCTIC, 90, 12, true],
  ['the Arctic: inside', ARCTIC, 80, 180, true],
  ['the Arctic: on the meridian of its first corner', ARCTIC, 71, -180, true],
  ['the Arctic: edge', ARCTIC, 70, 180, true],
  ['the Arctic: south of an edge', ARCTIC, 69.99, 180, false],
  ['the Arctic: north of a bay', ARCTIC, 75.001, 0, true],
  ['the Arctic: in a bay', ARCTIC, 74.999, 0, false],
  ['the Arctic: the other pole', ARCTIC, -90, 0, false],
  ['the Antarctic, drawn by way of the pole', ANTARCTIC, -80, 33, true],
  ['the Antarctic: on the line drawn to the pole', ANTARCTIC, -80, 180, true],
  ['the Antarctic: the pole', ANTARCTIC, -90, 77, true],
  ['the Antarctic: outside', ANTARCTIC, -60, 33, false],
  ['the Antarctic: the other pole', ANTARCTIC, 90, 33, false],
  ['a belt round the pole: inside', BELT, 70, 179.99, true],
  ['a belt round the pole: its hole', BELT, 85, -50, false],
  ['a belt round the pole: the pole', BELT, 90, -50, false],
  ['a belt round the pole: south of it', BELT, 59.9, -50, false],
  ['a cap with a notch that reaches the pole', NOTCHED_CAP, 75, 0, true],
  ['in the notch', NOTCHED_CAP, 75, 180, false],
  ['a wedge that ends at the pole', polygon(ring([0, 60], [90, 60], [90, 90], [0, 90])), 90, -100, true],
  ['a wedge that ends at the pole, beside it', polygon(ring([0, 60], [90, 60], [90, 90], [0, 90])), 89, -100, false],
  ['all longitudes, as a box', polygon(box(-180, 60, 180, 70)), 65, 180, true],
  ['all longitudes, as a box: inside', polygon(box(-180, 60, 180, 70)), 65, 3, true],
  ['all longitudes, as a box: north of it', polygon(box(-180, 60, 180, 70)), 71, 3, false],
  ['all longitudes from 0 to 360, to the pole', polygon(box(0, 60, 360, 90)), 90, 3, true],
  ['the whole earth', polygon(box(-180, -90, 180, 90)), -12, 180, true],
  // no area
  ['a line there and back: on it', polygon(ring([0, 0], [5, 5], [10, 10], [0, 0])), 3, 3, true],
  ['a line there and back: beside it', polygon(ring([0, 0], [5, 5], [10, 10], [0, 0])), 3, 3.001, false],
  ['an hourglass: one bulb', polygon(ring([0, 0], [10, 0], [0, 10], [10, 10])), 9, 5, true],
  ['an hourglass: beside its waist', polygon(ring([0, 0], [10, 0], [0, 10], [10, 10])), 5, 2, false],
  ['not a place', SQUARE, Number.NaN, 5, false],
  ['not a meridian', SQUARE, 5, Number.NaN, false],
] as const)('%s', (_, shape, latitude, longitude, want) => {
  expect(createArea([shape], []).contains(latitude, longitude)).toBe(want);
});
