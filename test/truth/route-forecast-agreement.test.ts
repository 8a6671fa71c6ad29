/**
 * A route says of a place and an instant what the forecast says of them, over all layers of a made-up America. Over the
 * stores of the simulated world `served-properties.test.ts` shows the same.
 */

import { expect, test } from 'vitest';
import { allLayers, NOW } from '../../bench/forecast-cube.fixture.js';
import { agreementOver } from '../route-agreement.js';

test.each([
  ['in the middle of them', [40, -95]],
  ['at the edge of HRRR, and out over the sea', [25, -72]],
] as const)('every sample on a record has all 16 variables of it, %s', async (_, from) => {
  const { compared, unknown, differences } = await agreementOver({ shelf: allLayers, now: NOW, from });
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});
