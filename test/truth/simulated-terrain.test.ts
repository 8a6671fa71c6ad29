import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groundAt } from '../../simulator/terrain.js';
import { isTile, terrariumTile } from '../../simulator/terrarium-tiles.js';
import { startSimulatedUpstream } from '../../simulator/upstream.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { readTerrarium } from '../../src/decode/dem/terrarium.js';
import { latitudeOfPixel, longitudeOfPixel } from '../../src/grid/web-mercator.js';
import { ingestTerrain } from '../../src/ingest/terrain/ingest-terrain.js';
import { createElevationLookup } from '../../src/query/place/elevation.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { ingestDependencies } from '../ingest-dependencies.js';

const defect = (rule: string, value: unknown): Error => new Error(`${rule}; got ${value}`);

test.each([
  [0, 0, 0, 'the globe'],
  [4, 8, 5, 'Europe and its coasts'],
  [4, 0, 8, 'the Pacific at the date line'],
  [6, 45, 26, 'Tibet'],
  [9, 272, 179, 'the Alps'],
])('tile %i/%i/%i holds the simulated ground: %s', (zoom, x, y) => {
  const heights = readTerrarium(terrariumTile(zoom, x, y), defect);
  let worst = 0;
  for (let row = 0; row < 256; row += 3)
    for (let column = 0; column < 256; column += 3) {
      const ground = groundAt(
        latitudeOfPixel(y * 256 + row + 0.5, zoom),
        longitudeOfPixel(x * 256 + column + 0.5, zoom),
      );
      worst = Math.max(worst, Math.abs(ground.elevation - heights[row * 256 + column]!));
    }
  expect(worst).toBeLessThanOrEqual(0.125 + 1e-9);
});

test('there are tiles inside the square world only', () => {
  expect([isTile(0, 0, 0), isTile(4, 15, 15), isTile(15, 0, 32767)]).toEqual([true, true, true]);
  expect([isTile(0, 1, 0), isTile(4, 16, 0), isTile(16, 0, 0), isTile(3, 0.5, 0), isTile(3, -1, 0)]).not.toContain(
    true,
  );
  expect(() => terrariumTile(4, 16, 0)).toThrow(RangeError);
});

test('an ingest from the simulated upstream, wounded on its way, ends in the simulated ground', async () => {
  const clock = fixedClock(Date.UTC(2026, 10, 20, 12) / 1000);
  const upstream = await startSimulatedUpstream({ port: 0, seed: 1, gridStepDegrees: 5, clock });
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-simulated-terrain-'));
  const kinds = ['truncated', 'corrupt', 'reset', 'status'] as const;
  upstream.faults.add(...kinds.map((kind) => ({ kind, path: '^/terrarium/3/' })));
  try {
    const objects = createMemoryObjects();
    const outcome = await ingestTerrain(
      ingestDependencies(
        upstream.url,
        { objects, directory, clock },
        { region: { south: -60, west: 60, north: 70, east: -60 }, sleep: async () => undefined },
      ),
      { zoom: 3 },
    );
    expect(outcome).toMatchObject({ kind: 'published', absent: 0, window: { zoom: 3, across: 6 } });
    expect(upstream.faults.list()).toEqual([]);
    const elevationAt = createElevationLookup({ objects, log: silentLog });
    // pixels of 20 km, hills of 300 km
    for (const [latitude, longitude] of [
      [33, 88],
      [46, -100],
      [-25, 134],
      [0, 180],
    ] as const)
      expect(
        Math.abs((await elevationAt(latitude, longitude))! - groundAt(latitude, longitude).elevation),
      ).toBeLessThan(15);
  } finally {
    await upstream.close();
    rmSync(directory, { recursive: true });
  }
});
