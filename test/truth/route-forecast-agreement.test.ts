/**
 * A route says of a place and an instant what the forecast says of them, over all layers of a made-up America. Over the
 * stores of the simulated world `served-properties.test.ts` shows the same.
 */

import { expect, test } from 'vitest';
import { allLayers, NOW } from '../../bench/forecast-cube.fixture.js';
import { memoryRadarShelf, radarFrame, uniformMotion } from '../memory-radar.js';
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

test('every sample on a record has all 16 variables of it where radar shows rain', async () => {
  const grid = {
    kind: 'regular',
    ...{ rows: 600, columns: 900, firstLatitude: 52, firstLongitude: -117, latitudeStep: -0.04, longitudeStep: 0.05 },
  } as const;
  const frame = radarFrame({
    dataset: 'mrms-rate',
    grid,
    validTime: NOW - 200,
    rate: (row, column) => Math.max(0, 5 * (Math.sin(row / 9) + Math.sin(column / 7))),
    motion: uniformMotion(grid.rows, grid.columns, 0.3, -0.1),
  });
  const world = { shelf: allLayers, now: NOW, from: [40, -95] as const };
  const radar = { radar: memoryRadarShelf([frame]), networks: ['mrms'] as const };
  const { compared, unknown, differences } = await agreementOver({ ...world, ...radar });
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});
