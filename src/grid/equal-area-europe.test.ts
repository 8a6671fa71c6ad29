import { expect, test } from 'vitest';
import { europeanEqualArea } from './equal-area-europe.js';

test.each([
  // IOGP Geomatics Guidance Note 373-7-2, example of EPSG method 9820
  ['the example of the guidance note', 50, 5, 3962799.45, 2999718.85],
  ['the centre', 52, 10, 4321000, 3210000],
])('%s', (_, latitude, longitude, easting, northing) => {
  const { east, north } = europeanEqualArea(latitude, longitude);
  expect(east).toBeCloseTo(easting, 1);
  expect(north).toBeCloseTo(northing, 1);
});
