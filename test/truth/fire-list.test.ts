/** A real list of FIRMS against figures that were counted in it in another way (a CSV reader of another language). */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodeFirms } from '../../src/decode/firms/firms.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

testWithSharedData('MODIS over the United States, 30 September 2020: every pixel, and the fiercest', () => {
  const bytes = readFileSync(sharedData('fire', 'MODIS_C6_USA_contiguous_and_Hawaii_24h.csv'));
  const { points, rejected } = decodeFirms(bytes);
  expect([points.length, rejected]).toEqual([2575, 0]);
  const count = (holds: (point: (typeof points)[number]) => boolean) => points.filter(holds).length;
  expect([count(({ satellite }) => satellite === 'A'), count(({ isDay }) => isDay === false)]).toEqual([1346, 908]);
  expect(points[0]).toMatchObject({ latitude: 30.943, longitude: -88.017, confidence: 'nominal', radiativePower: 7.7 });
  expect(points[0]!.time).toBe(Date.UTC(2020, 8, 30, 4, 5) / 1000);
  expect(points.at(-1)).toMatchObject({ latitude: 38.644, longitude: -122.594, acrossTrack: 2100, confidence: 'high' });
  expect(points.at(-1)!.time).toBe(Date.UTC(2020, 9, 1, 21, 45) / 1000);
  const fiercest = points.reduce((most, point) => (point.radiativePower > most.radiativePower ? point : most));
  expect(fiercest).toMatchObject({
    latitude: 41.027,
    longitude: -106.375,
    brightness: 501.8,
    radiativePower: 15_154.8,
  });
});
