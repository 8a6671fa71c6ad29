import { expect, test } from 'vitest';
import type { FireTable } from '../../model/fire.js';
import { firesSince } from './tile-readers.js';

const TABLE: FireTable = {
  latitudes: Float64Array.of(1, 2, 3),
  longitudes: Float64Array.of(10, 20, 30),
  times: Float64Array.of(1000, 2000, 3000),
  radiativePowers: Float32Array.of(5, Number.NaN, 7),
  confidences: Uint8Array.of(0, 1, 2),
};

test('fires seen before are left out with all that is told of them', () => {
  expect(firesSince(TABLE, 2000)).toEqual({
    latitudes: Float64Array.of(2, 3),
    longitudes: Float64Array.of(20, 30),
    times: Float64Array.of(2000, 3000),
    radiativePowers: Float32Array.of(Number.NaN, 7),
    confidences: Uint8Array.of(1, 2),
  });
});

test('a list without old ones stays as it is', () => {
  expect(firesSince(TABLE, 1000)).toBe(TABLE);
});
