/**
 * Each layer of the service on the simulated world, from the files of its upstream to the reader: it gives its model's own
 * forecast to the last packing step, and so the error that was injected, to within what sampling allows.
 *
 * Grids of 5° see smooth hills and few showers. So forecast and truth are both looked at through the same grid, by
 * geometry that is not the service's own: what is left between them is the error of the forecast.
 */

import { beforeAll, expect, test } from 'vitest';
import { forecastOf, memberOf } from '../../simulator/models.js';
import { STATIONS, US_STATIONS } from '../../simulator/stations.js';
import { groundAt } from '../../simulator/terrain.js';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import type { CubeShelf } from '../../src/model/cube.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { HOUR } from '../../src/model/time.js';
import { createForecastProduct } from '../../src/products/forecast/forecast.js';
import { readLayers } from '../../src/query/layers/layers.js';
import { numbers } from '../answer-columns.js';
import { createGridView, latticeOf, type PlaceOnEarth } from '../grid-view.js';
import {
  errorFigures,
  type LayerCase,
  type LayerElement,
  type LayerValues,
  type Sampling,
  samplingOf,
  shelfOfSome,
  valuesOfLayer,
} from '../layer-errors.js';
import { createModelView, NO_ERROR } from '../model-view.js';
import { type SimulatedService, SUMMER, simulatedService } from '../simulated-service.js';

const STEP = SUMMER.gridStepDegrees;
const WEATHER = ['temperature', 'dew_point', 'wind_u', 'wind_v', 'precipitation'] as const;
/** Runs that tell how far one may be off, and Student's t for one in a thousand with one degree of freedom less. */
const OTHER_RUNS = 12;
const STUDENT = 4.44;

const LAYERS: readonly LayerCase[] = [
  {
    dataset: 'hrrr-subhourly',
    elements: WEATHER,
    places: US_STATIONS,
    step: HOUR / 4,
    first: HOUR / 4,
    last: 18 * HOUR,
  },
  { dataset: 'hrrr', elements: WEATHER, places: US_STATIONS, step: HOUR, first: HOUR, last: 18 * HOUR },
  { dataset: 'hrrr-extended', elements: WEATHER, places: US_STATIONS, step: HOUR, first: 19 * HOUR, last: 48 * HOUR },
  { dataset: 'nbm', elements: WEATHER, places: US_STATIONS, step: HOUR, first: HOUR, last: 36 * HOUR },
  { dataset: 'ecmwf-ifs', elements: WEATHER, places: STATIONS, step: 3 * HOUR, first: 3 * HOUR, last: 72 * HOUR },
  { dataset: 'gfs', elements: WEATHER, places: STATIONS, step: HOUR, first: HOUR, last: 24 * HOUR },
  {
    dataset: 'aqm',
    elements: ['pm2_5', 'ozone_ground'],
    places: US_STATIONS,
    step: HOUR,
    first: HOUR,
    last: 48 * HOUR,
  },
  {
    dataset: 'gefs-aerosol',
    elements: ['pm2_5', 'pm10'],
    places: STATIONS,
    step: 3 * HOUR,
    first: 3 * HOUR,
    last: 72 * HOUR,
  },
];
const CASES = LAYERS.flatMap((layer) => layer.elements.map((id) => [layer.dataset, id, layer] as const));

/** K, as `simulator/models.ts` has them. */
const BIAS: Readonly<Partial<Record<DatasetId, number>>> = {
  gfs: 0.8,
  'ecmwf-ifs': -0.2,
  hrrr: 0.3,
  'hrrr-extended': 0.3,
  'hrrr-subhourly': 0.3,
  nbm: 0.1,
};
function injectedBias(dataset: DatasetId, id: LayerElement): number {
  return id === 'temperature' || id === 'dew_point' ? BIAS[dataset]! : 0;
}

/**
 * Half a step of the store and of the file; of totals, which are differences, and of means of two states, twice. NBM's
 * wind has a direction of whole tenths of a degree.
 */
const PACKING: Readonly<Record<LayerElement, number>> = {
  temperature: 0.016,
  dew_point: 0.016,
  wind_u: 0.025,
  wind_v: 0.025,
  precipitation: 0.016,
  pm2_5: 0.056,
  pm10: 0.206,
  ozone_ground: 0.016,
};

let service: SimulatedService;
const layers = new Map<DatasetId, ReadonlyMap<LayerElement, LayerValues>>();
const samplings = new Map<DatasetId, ReadonlyMap<LayerElement, Sampling>>();

beforeAll(async () => {
  service = await simulatedService(SUMMER);
  for (const layer of LAYERS) {
    layers.set(layer.dataset, await valuesOfLayer(service, layer, STEP));
    samplings.set(layer.dataset, samplingOf(service, layer, STEP, OTHER_RUNS));
  }
});

test.each(CASES)('%s serves %s of its model to the last packing step', (dataset, id) => {
  const { served, model } = layers.get(dataset)!.get(id)!;
  expect(served.length).toBeGreaterThan(400);
  for (let n = 0; n < served.length; n++)
    expect(Math.abs(served[n]! - model[n]!)).toBeLessThanOrEqual(PACKING[id] + 1e-4);
});

test.each(CASES)('%s serves %s with the error that was injected', (dataset, id) => {
  const { served, model, truth } = layers.get(dataset)!.get(id)!;
  const { bias, rms } = errorFigures(id, served, truth);
  const sampling = samplings.get(dataset)!.get(id)!;
  const allowed = STUDENT * Math.sqrt(1 + 1 / OTHER_RUNS);
  expect(Math.abs(bias - injectedBias(dataset, id))).toBeLessThanOrEqual(allowed * sampling.bias.spread);
  expect(Math.abs(Math.log(rms) - sampling.logRms.mean)).toBeLessThanOrEqual(allowed * sampling.logRms.spread);
  // And of this very run to within 1%.
  expect(rms / errorFigures(id, model, truth).rms).toBeCloseTo(1, 2);
});

test('an answer at a station is the best layer, rounded, and where no chances are known so is its precipitation', async () => {
  const { world, runs } = service;
  const withoutChances = ['gefs', 'gefs-extended', 'nbm'];
  const shelf: CubeShelf = {
    open: async (dataset) => (withoutChances.includes(dataset) ? null : service.shelf.open(dataset)),
    openPrevious: async () => null,
  };
  const product = createForecastProduct({ shelf, clock: fixedClock(SUMMER.now), log: silentLog });
  const run = runs.get('hrrr')!;
  const model = forecastOf('hrrr', world);
  const grid = createGridView(latticeOf('hrrr', STEP), US_STATIONS, world);
  const view = createModelView(world, 'hrrr', grid, run, (lead) => model.errorAt(run, lead));
  for (const [place, location] of US_STATIONS.entries()) {
    const variables = ['temperature', 'wind_speed', 'precipitation'] as const;
    const { hourly } = await product.answer({
      location,
      units: 'si',
      timezone: 'UTC',
      hourly: { hours: 14, variables },
    });
    for (let hour = 0; hour < 14; hour++) {
      const lead = SUMMER.now - (SUMMER.now % HOUR) + hour * HOUR - run;
      const at = view.states(lead);
      const speed = Math.hypot(at('windU')[place]!, at('windV')[place]!);
      expect(Math.abs(numbers(hourly, 'temperature')[hour]! - at('temperature')[place]!)).toBeLessThan(0.05 + 0.016);
      expect(Math.abs(numbers(hourly, 'wind_speed')[hour]! - speed)).toBeLessThan(0.05 + 0.04);
      const metres = numbers(hourly, 'precipitation')[hour]!;
      // Four quarters of a packing step each.
      expect(Math.abs(1000 * metres - view.amount(lead, lead + HOUR)[place]!)).toBeLessThan(0.02);
    }
  }
});

test('ECMWF, which tells no height, is moved from the ground of GFS', async () => {
  const { world, runs } = service;
  const run = runs.get('ecmwf-ifs')!;
  const grid = createGridView(latticeOf('ecmwf-ifs', STEP), STATIONS, world);
  const ground = grid.mean(grid.points.elevation);
  const { model } = layers.get('ecmwf-ifs')!.get('temperature')!;
  const shelf = shelfOfSome(service.shelf, ['ecmwf-ifs', 'gfs']);
  const span = { start: run + 6 * HOUR, end: run + 12 * HOUR };
  for (const [place, station] of STATIONS.entries()) {
    const height = groundAt(station.latitude, station.longitude).elevation;
    const read = await readLayers(shelf, run, station, height, [{ id: 'temperature', span }]);
    if (read.kind !== 'point') throw new RangeError(read.kind);
    const axis = { start: run + 9 * HOUR, step: HOUR, count: 1 };
    const [served] = read.point.instants('temperature', axis, new Float64Array(1));
    // The third of the leads of three hours.
    const moved = model[2 * STATIONS.length + place]! - 0.0065 * (height - ground[place]!);
    expect(Math.abs(served! - moved)).toBeLessThan(PACKING.temperature + 0.0065);
  }
});

test.each([0, 7, 30])('member %i of the ensemble has its own totals', async (number) => {
  const { world, runs, shelf } = service;
  const run = runs.get('gefs')!;
  const member = memberOf('gefs', world, number);
  const grid = createGridView(latticeOf('gefs', STEP), STATIONS, world);
  const view = createModelView(world, 'gefs', grid, run, (lead) => member.errorAt(run, lead));
  const axis = { start: run, step: 3 * HOUR, count: 10 };
  for (const [place, station] of STATIONS.entries()) {
    const read = await readLayers(shelf, run, station, null, [], { start: run, end: run + 30 * HOUR });
    if (read.kind !== 'point') throw new RangeError(read.kind);
    const totals = read.point.members!.totals(number, axis, new Float64Array(axis.count));
    for (let k = 0; k < axis.count; k++) {
      const own = view.amount(3 * k * HOUR, 3 * (k + 1) * HOUR)[place]!;
      expect(Math.abs(totals[k]! - own)).toBeLessThanOrEqual(PACKING.precipitation);
    }
  }
});

/** Nodes of the ensemble's grid: between them totals are means of four cells, and rain oftener than any of them. */
const NODES: readonly PlaceOnEarth[] = Array.from({ length: 17 * 36 }, (_, n) => ({
  latitude: 80 - 10 * Math.floor(n / 36),
  longitude: 10 * (n % 36) - 180,
}));

interface Bin {
  pairs: number;
  said: number;
  came: number;
}

interface Reliability {
  readonly bins: readonly Bin[];
  readonly brier: number;
  /** Of saying at every hour and place how often it rains at all. */
  readonly climate: number;
}

async function reliabilityOf(hours: number): Promise<Reliability> {
  const { world, runs, shelf } = service;
  const run = runs.get('gefs')!;
  const product = createForecastProduct({
    shelf: shelfOfSome(shelf, ['ecmwf-ifs', 'gefs']),
    clock: fixedClock(run),
    log: silentLog,
  });
  const view = createModelView(world, 'hrrr', createGridView(latticeOf('gefs', STEP), NODES, world), run, NO_ERROR);
  const truth = Array.from({ length: hours }, (_, hour) => view.amount(hour * HOUR, (hour + 1) * HOUR));
  const bins: Bin[] = Array.from({ length: 10 }, () => ({ pairs: 0, said: 0, came: 0 }));
  let [squares, events] = [0, 0];
  for (const [place, location] of NODES.entries()) {
    const hourly = { hours, variables: ['precipitation_probability'] as const };
    const answer = await product.answer({ location, timezone: 'UTC', hourly });
    for (const [hour, percent] of numbers(answer.hourly, 'precipitation_probability').entries()) {
      const came = truth[hour]![place]! >= 0.1 ? 1 : 0;
      const bin = bins[Math.min(9, Math.floor(percent / 10))]!;
      bin.pairs += 1;
      bin.said += percent / 100;
      bin.came += came;
      squares += (percent / 100 - came) ** 2;
      events += came;
    }
  }
  const pairs = NODES.length * hours;
  const rate = events / pairs;
  return { bins, brier: squares / pairs, climate: rate * (1 - rate) };
}

test('of what the chances of an hour say with some share, that share happens', async () => {
  const { bins, brier, climate } = await reliabilityOf(30);
  for (const { pairs, said, came } of bins) {
    // A system is wet at many nodes and for many hours: one in thirty pairs counts as drawn apart. Beside that, three-hour
    // totals divided into hours rain a little oftener and lighter than hours do, and no chance is ever 0 or 1.
    const share = said / pairs;
    const sampling = 3 * Math.sqrt((share * (1 - share)) / (pairs / 30));
    expect(Math.abs(share - came / pairs)).toBeLessThan(0.05 + sampling);
  }
  expect(Math.min(...bins.map(({ pairs }) => pairs))).toBeGreaterThan(50);
  expect(1 - brier / climate).toBeGreaterThan(0.5);
});

test("the National Blend's chance is the share of its members", async () => {
  const { world, runs, shelf } = service;
  const run = runs.get('nbm')!;
  const grid = createGridView(latticeOf('nbm', STEP), US_STATIONS, world);
  const lead = 9 * HOUR;
  const count = grid.points.latitudes.length;
  const share = new Float64Array(count);
  for (let member = 0; member < 20; member++) {
    const one = memberOf('nbm', world, member);
    const cells = { ...grid, mean: (values: ArrayLike<number>) => Float64Array.from(values) };
    const view = createModelView(world, 'nbm', cells, run, (at) => one.errorAt(run, at));
    for (const [n, amount] of view.amount(lead - HOUR, lead).entries()) if (amount > 0.254) share[n]! += 1 / 20;
  }
  const expected = grid.mean(share);
  for (const [place, station] of US_STATIONS.entries()) {
    const span = { start: run, end: run + 24 * HOUR };
    const read = await readLayers(shelf, run, station, null, [{ id: 'probability_1h', span }]);
    if (read.kind !== 'point') throw new RangeError(read.kind);
    const [layer] = read.point.layers('probability_1h');
    expect(layer!.values[layer!.nodes.indexOf(run + lead)]).toBeCloseTo(expected[place]!, 2);
  }
});
