import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { writeGeoTiff } from '../../src/decode/dem/geotiff-file.fixture.js';
import { ingestTerrain } from '../../src/ingest/terrain/ingest-terrain.js';
import type { TerrainContext, TerrainOptions } from '../../src/ingest/terrain/terrain-making.js';
import { createElevationLookup } from '../../src/query/place/elevation.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { ingestDependencies } from '../ingest-dependencies.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'weatherglass-rasters-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function ingested(options: TerrainOptions, region: TerrainContext['region'] = null) {
  const objects = createMemoryObjects();
  const outcome = await ingestTerrain(
    ingestDependencies(
      null,
      { objects, directory, clock: fixedClock(Date.UTC(2026, 10, 20) / 1000) },
      { region, sleep: async () => undefined },
    ),
    options,
  );
  return { outcome, elevationAt: createElevationLookup({ objects, log: silentLog }) };
}

/** A plane that rises 1000 m a degree northward and 100 m a degree eastward. */
const plane = (latitude: number, longitude: number): number => 1000 * (latitude - 46) + 100 * (longitude - 8);

/** A cell as Copernicus cuts them, of 120 × 120 pixels: centres on the degree, no row or column twice. */
function writeCell(folder: string, south: number, west: number): void {
  const [side, step] = [120, 1 / 120];
  const heights = Float32Array.from({ length: side * side }, (_, i) =>
    plane(south + 1 - Math.floor(i / side) * step, west + (i % side) * step),
  );
  const file = writeGeoTiff({
    columns: side,
    rows: side,
    heights,
    tile: 64,
    compression: 8,
    predictor: 3,
    pixelScale: [step, step, 0],
    tiePoint: [0, 0, 0, west - step / 2, south + 1 + step / 2, 0],
  });
  const name = `Copernicus_DSM_COG_30_N${south}_00_E00${west}_00_DEM.tif`;
  writeFileSync(join(folder, name), file);
}

test('Copernicus cells side by side are one ground, and a cell that is not there is the sea', async () => {
  for (const [south, west] of [
    [46, 8],
    [46, 9],
    [47, 8],
  ] as const)
    writeCell(directory, south, west);
  const { outcome, elevationAt } = await ingested({ zoom: 9, from: [directory] });
  expect(outcome).toMatchObject({ kind: 'published', absent: 0 });
  // half a pixel of the cells at a seam is 4 m on this slope; two pixels of the store elsewhere
  for (const [latitude, longitude] of [
    [46.5, 8.5],
    [46.99, 8.2],
    [47.01, 8.2],
    [46.3, 8.999],
    [46.3, 9.001],
  ] as const)
    expect(Math.abs((await elevationAt(latitude, longitude))! - plane(latitude, longitude))).toBeLessThan(6);
  expect(await elevationAt(47.5, 9.5)).toBeCloseTo(0, 6);
});

test('the zoom follows the rasters: pixels of a kilometre do not need tiles of 76 m', async () => {
  const { outcome } = await ingested({ zoom: null, from: [directory] });
  expect(outcome).toMatchObject({ window: { zoom: 7 } }); // 850 m at 47 N; zoom 6 would be 1.7 km
});

test('a torn GeoTIFF fails with its name and rule', async () => {
  const path = join(mkdtempSync(join(directory, 'torn-')), 'torn.tif');
  const whole = writeGeoTiff({ columns: 64, rows: 64, heights: new Float32Array(4096), tile: 64, compression: 8 });
  writeFileSync(path, whole.subarray(0, whole.length - 40));
  await expect(ingested({ zoom: 3, from: [path] })).rejects.toMatchObject({
    tag: 'upstream',
    fault: 'framing',
    url: path,
  });
});

testWithSharedData('ETOPO1 becomes a terrain of the globe, without the bed of the sea', async () => {
  const from = [sharedData('elevation', 'ETOPO1_Ice_g_geotiff.resampled-1deg.tif')];
  const { outcome, elevationAt } = await ingested({ zoom: null, from });
  expect(outcome).toMatchObject({ window: { zoom: 1, across: 2, down: 2 }, absent: 0 });
  expect(await elevationAt(33, 88)).toBeGreaterThan(4500); // Tibet
  expect(await elevationAt(30, -40)).toBeCloseTo(0, 6); // the Atlantic, 3414 m deep
  expect(await elevationAt(-80, 0)).toBeGreaterThan(1500); // the ice of Antarctica
  expect(await elevationAt(0, 179.99)).toBeCloseTo((await elevationAt(0, -179.99))!, 1);
});

testWithSharedData('EU-DEM in its own grid needs a region, and then gives its heights at their places', async () => {
  const from = [sharedData('elevation', 'N2000000E3000000.TIF')];
  await expect(ingested({ zoom: null, from })).rejects.toMatchObject({ tag: 'config', setting: 'WEATHERGLASS_REGION' });
  const { elevationAt } = await ingested({ zoom: null, from }, { south: 40, west: -2, north: 45, east: 6 });
  expect(await elevationAt(42.55, 1)).toBeGreaterThan(1300); // the Pyrenees
  expect(await elevationAt(44, 4.6)).toBeLessThan(300); // the lower Rhone
  expect(await elevationAt(41, 3)).toBeNull(); // no data: the sea
});
