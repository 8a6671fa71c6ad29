/**
 * Height on the simulated world: what is served at a mountain and in a valley is its model's forecast, moved by the lapse
 * rates from the model's own ground to the height that the ingested terrain has there.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { forecastOf } from '../../simulator/models.js';
import { type StationRow, US_STATIONS } from '../../simulator/stations.js';
import { groundAt } from '../../simulator/terrain.js';
import { startSimulatedUpstream } from '../../simulator/upstream.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { ingestTerrain } from '../../src/ingest/terrain/ingest-terrain.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { HOUR } from '../../src/model/time.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { createElevationLookup, type ElevationLookup } from '../../src/query/place/elevation.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { numbers } from '../answer-columns.js';
import { createGridView, latticeOf } from '../grid-view.js';
import { ingestDependencies } from '../ingest-dependencies.js';
import { shelfOfSome } from '../layer-errors.js';
import { createModelView } from '../model-view.js';
import { leads, type ServiceOptions, type SimulatedService, simulatedService } from '../simulated-service.js';

const SERVICE: ServiceOptions = {
  seed: 7,
  gridStepDegrees: 5,
  now: Date.UTC(2026, 6, 20, 13, 5) / 1000,
  feeds: { hrrr: leads([0, 6, 1]), nbm: leads([1, 12, 1]) },
};
const ROCKIES = { south: 38, west: -113, north: 42, east: -104 };
const HOURS = 3;

/** How far they lie above the smooth ground of HRRR's cells of 240 km. */
const PLACES: readonly (readonly [station: StationRow, above: number])[] = [
  [stationNamed('Denver'), 434],
  [stationNamed('Leadville'), 143],
  [stationNamed('Salt Lake City'), -198],
];

function stationNamed(name: string): StationRow {
  return US_STATIONS.find((station) => station.name === name)!;
}

let service: SimulatedService;
let elevationAt: ElevationLookup;

beforeAll(async () => {
  service = await simulatedService(SERVICE);
  elevationAt = await terrainOf();
});

async function terrainOf(): Promise<ElevationLookup> {
  const clock = fixedClock(SERVICE.now);
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-served-terrain-'));
  const upstream = await startSimulatedUpstream({ port: 0, seed: 7, gridStepDegrees: 5, clock });
  const objects = createMemoryObjects();
  try {
    await ingestTerrain(ingestDependencies(upstream.url, { objects, directory, clock }, { region: ROCKIES }), {
      zoom: 6,
    });
    return createElevationLookup({ objects, log: silentLog });
  } finally {
    await upstream.close();
    rmSync(directory, { recursive: true });
  }
}

function answerAt(location: StationRow, dataset: DatasetId, lookup?: ElevationLookup) {
  const product = createForecastProduct({
    shelf: shelfOfSome(service.shelf, [dataset]),
    clock: fixedClock(SERVICE.now),
    log: silentLog,
    ...(lookup && { elevationAt: lookup }),
  });
  const variables = ['temperature', 'dew_point'] as const;
  const { latitude, longitude } = location;
  return product.answer({ location: { latitude, longitude }, units: 'si', hourly: { hours: HOURS, variables } });
}

/** The model's own forecast at a station, hour by hour, on its own ground. */
function modelAt(dataset: DatasetId, station: StationRow) {
  const { world, runs } = service;
  const run = runs.get(dataset)!;
  const model = forecastOf(dataset, world);
  const grid = createGridView(latticeOf(dataset, SERVICE.gridStepDegrees), [station], world);
  const view = createModelView(world, dataset, grid, run, (lead) => model.errorAt(run, lead));
  const first = SERVICE.now - (SERVICE.now % HOUR) - run;
  const states = Array.from({ length: HOURS }, (_, hour) => view.states(first + hour * HOUR));
  return {
    ground: grid.mean(grid.points.elevation)[0]!,
    temperature: states.map((of) => of('temperature')[0]!),
    dewPoint: states.map((of) => of('dewPoint')[0]!),
  };
}

/** Half a tenth of the answer, and of the store and the file half a step each. */
const ROUNDING = 0.05 + 0.016;

test.each(PLACES)('$name stands where the terrain says, and its air with it', async (station, above) => {
  const { ground, temperature, dewPoint } = modelAt('hrrr', station);
  const height = groundAt(station.latitude, station.longitude).elevation;
  expect(Math.abs(height - ground - above)).toBeLessThan(5);
  const { hourly, location } = await answerAt(station, 'hrrr', elevationAt);
  // Pixels of 1.9 km on hills of 300 km, kept to 0.25 m.
  expect(Math.abs(location.forecast_elevation_m! - height)).toBeLessThan(4);
  const rise = location.forecast_elevation_m! - ground;
  for (let hour = 0; hour < HOURS; hour++) {
    const moved = temperature[hour]! - 0.0065 * rise;
    const movedDewPoint = Math.min(moved, dewPoint[hour]! - 0.0052 * rise);
    expect(Math.abs(numbers(hourly, 'temperature')[hour]! - moved)).toBeLessThan(ROUNDING + 0.004); // half a metre
    expect(Math.abs(numbers(hourly, 'dew_point')[hour]! - movedDewPoint)).toBeLessThan(ROUNDING + 0.004);
  }
});

test.each(PLACES)('$name: the National Blend is made for the place and is not moved', async (station) => {
  const { temperature } = modelAt('nbm', station);
  const { hourly } = await answerAt(station, 'nbm', elevationAt);
  for (let hour = 0; hour < HOURS; hour++)
    expect(Math.abs(numbers(hourly, 'temperature')[hour]! - temperature[hour]!)).toBeLessThan(ROUNDING);
});

test.each(PLACES)(
  '$name: without terrain the answer stands on the ground of the model, and says so',
  async (station) => {
    const { ground, temperature } = modelAt('hrrr', station);
    const { hourly, location, warnings } = await answerAt(station, 'hrrr');
    expect(Math.abs(location.forecast_elevation_m! - ground)).toBeLessThan(0.6);
    expect(warnings.map(({ code }) => code)).toContain('elevation_unavailable');
    for (let hour = 0; hour < HOURS; hour++)
      expect(Math.abs(numbers(hourly, 'temperature')[hour]! - temperature[hour]!)).toBeLessThan(ROUNDING);
  },
);
