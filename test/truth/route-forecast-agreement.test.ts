/**
 * A route says of a place and an instant what the forecast says of them, over all layers of a made-up America. Over the
 * stores of the simulated world `served-properties.test.ts` shows the same.
 */

import { expect, test } from 'vitest';
import { allLayers, NOW } from '../../bench/forecast-cube.fixture.js';
import { agreementOver, radarAround } from '../route-agreement.js';

test.each([
  ['in the middle of them', [40, -95]],
  ['at the edge of HRRR, and out over the sea', [25, -72]],
] as const)('every sample on a record has all 16 variables of it, %s', async (_, from) => {
  const { compared, unknown, differences } = await agreementOver({ shelf: allLayers, now: NOW, from });
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});

test.each([
  ['shows showers, 7 min after the hour', 'showers', 0],
  ['shows showers, on a quarter', 'showers', 38 * 60],
  ['shows showers, 1 min before the hour', 'showers', 52 * 60],
  ['is dry, 52 min after the hour', 'dry', 45 * 60],
] as const)('every sample on a record has all 16 variables of it where radar %s', async (_, sky, later) => {
  const [from, now] = [[40, -95] as const, NOW + later];
  const { compared, unknown, differences } = await agreementOver({
    ...{ shelf: allLayers, now, from },
    ...radarAround(from, now, sky),
  });
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(28);
  expect(unknown).toEqual([]);
});
