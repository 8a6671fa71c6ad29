/**
 * Mixing on the simulated world: over stations and times it is never more than 5% worse than the best single source, also
 * where one source fades into the next.
 *
 * Weights depend on places and times and not on what the sources say. So they are asked of the reader once, on the real
 * grids and axes, and then weigh the errors of the simulated models over many runs: a handful of runs would show the
 * luck of their draws, because the error of one run is alike over a continent.
 */

import { beforeAll, expect, test } from 'vitest';
import { forecastOf } from '../../simulator/models.js';
import { type Points, pointsAt } from '../../simulator/points.js';
import { STATIONS, US_STATIONS } from '../../simulator/stations.js';
import { createWeatherGrid, type WeatherField, type WeatherGrid } from '../../simulator/weather.js';
import { createWorld } from '../../simulator/world.js';
import type { DatasetId } from '../../src/model/dataset.js';
import type { ElementId } from '../../src/model/element.js';
import { HOUR } from '../../src/model/time.js';
import { readLayers } from '../../src/query/layers/layers.js';
import { partsAt } from '../../src/query/layers/provenance.js';
import type { PlaceOnEarth } from '../grid-view.js';
import { placesInside, runsBefore, steadyShelf, timesOfRun, WEATHER_MODELS, type WeatherModel } from '../real-grids.js';

const world = createWorld(7);
const MIDNIGHT = Date.UTC(2026, 0, 10) / 1000;
const NOW = MIDNIGHT + 13 * HOUR;
/** Runs that errors are drawn from, and the time between them: all seasons, and no two of one weather. */
const RUNS = 40;
const APART = 9 * 24 * HOUR;

/** Elements with the fields that they come from; the rate stands for the total of the hour around it. */
const FIELDS = {
  temperature: ['temperature'],
  dew_point: ['dewPoint'],
  wind_u: ['windU', 'windV'],
  wind_gust: ['gust'],
  cloud_cover: ['cloudCover'],
  precipitation: ['precipitationRate'],
} as const satisfies Partial<Record<ElementId, readonly WeatherField[]>>;
type Element = keyof typeof FIELDS;
const ELEMENTS = Object.keys(FIELDS) as Element[];

const WORLD = STATIONS.filter((station) => !US_STATIONS.includes(station));
const HRRR_EDGE = placesInside('hrrr', 0, 150_000, 60);
const BLEND_EDGE = placesInside('nbm', 0, 150_000, 60);
/** The world is looked at in two parts, because to look at one continent is cheap. */
const PARTS: readonly (readonly PlaceOnEarth[])[] = [[...US_STATIONS, ...HRRR_EDGE, ...BLEND_EDGE], WORLD];

interface Zone {
  readonly name: string;
  /** Of one part. */
  readonly places: readonly PlaceOnEarth[];
  /** After 12 UTC. */
  readonly hours: readonly number[];
  /** Sources that cover all of it. */
  readonly sources: readonly WeatherModel[];
}

const GLOBAL = ['ecmwf-ifs', 'gfs'] as const;
const LONG = ['nbm', ...GLOBAL] as const;
/** HRRR ends at 18, its long run at 42, the National Blend at 258, ECMWF at 348. */
const ZONES: readonly Zone[] = [
  { name: 'the first hours', places: US_STATIONS, hours: [2, 8, 14], sources: WEATHER_MODELS },
  { name: 'the last hours of HRRR', places: US_STATIONS, hours: [15, 16, 17], sources: WEATHER_MODELS },
  { name: 'between the two HRRR', places: US_STATIONS, hours: [24, 34], sources: ['hrrr-extended', ...LONG] },
  {
    name: 'the last hours of the long HRRR',
    places: US_STATIONS,
    hours: [37, 39, 41],
    sources: ['hrrr-extended', ...LONG],
  },
  { name: 'the National Blend', places: US_STATIONS, hours: [60, 132], sources: LONG },
  { name: 'the last day of the National Blend', places: US_STATIONS, hours: [237, 246, 255], sources: LONG },
  { name: 'the rest of the world', places: WORLD, hours: [8, 24, 60, 132, 246], sources: GLOBAL },
  { name: 'the last day of ECMWF', places: WORLD, hours: [327, 336, 345], sources: GLOBAL },
  { name: 'the edge of HRRR', places: HRRR_EDGE, hours: [2, 8, 14, 24, 34], sources: ['hrrr-extended', ...LONG] },
  // Over all leads: in its first half day the Blend is so much better than ECMWF that a linear fade costs up to 10% of
  // temperature and, of 0.1 m/s, half of wind (docs/methods/layers.md).
  { name: 'the edge of the National Blend', places: BLEND_EDGE, hours: [2, 8, 14, 24, 34, 60, 132], sources: LONG },
];

/** A part of the places, and the zones that lie in it. */
interface Part {
  readonly places: readonly PlaceOnEarth[];
  readonly zones: readonly Zone[];
  readonly hours: readonly number[];
  /** [place]: "hour element" */
  readonly weights: readonly ReadonlyMap<string, ReadonlyMap<DatasetId, number>>[];
}

async function partOf(places: readonly PlaceOnEarth[]): Promise<Part> {
  const zones = ZONES.filter((zone) => zone.places.every((place) => places.includes(place)));
  const hours = [...new Set(zones.flatMap((zone) => zone.hours))];
  return { places, zones, hours, weights: await Promise.all(places.map((place) => weightsAt(place, hours))) };
}

const shelf = steadyShelf(runsBefore(MIDNIGHT), [...ELEMENTS, 'wind_v']);
const wants = ELEMENTS.map((id) => ({ id, span: { start: NOW, end: MIDNIGHT + 384 * HOUR } }));

async function weightsAt(place: PlaceOnEarth, hours: readonly number[]) {
  const read = await readLayers(shelf, NOW, place, 0, wants);
  if (read.kind !== 'point') throw new RangeError(read.kind);
  const weights = new Map<string, ReadonlyMap<DatasetId, number>>();
  for (const id of ELEMENTS)
    for (const hour of hours) {
      const parts = partsAt(read.point, id, MIDNIGHT + (12 + hour) * HOUR);
      weights.set(`${hour} ${id}`, new Map(parts.map(({ dataset, weight }) => [dataset, weight])));
    }
  return weights;
}

/** Sums of squared errors by run: of what is served, and of each source alone. */
interface Squares {
  readonly served: Float64Array;
  readonly alone: ReadonlyMap<WeatherModel, Float64Array>;
}
const results = new Map<string, Squares>();

function squaresOf({ name, sources }: Zone, id: Element): Squares {
  const key = `${name} ${id}`;
  const known = results.get(key);
  if (known !== undefined) return known;
  const alone = new Map(sources.map((source) => [source, new Float64Array(RUNS)]));
  const made = { served: new Float64Array(RUNS), alone };
  results.set(key, made);
  return made;
}

const models = new Map(WEATHER_MODELS.map((model) => [model, forecastOf(model, world)]));

/** What each model that reaches so far says; those of one run and one upstream are one forecast. */
function forecastsAt(points: Points, midnight: number, time: number): Map<WeatherModel, WeatherGrid> {
  const made = new Map<string, WeatherGrid>();
  const forecasts = new Map<WeatherModel, WeatherGrid>();
  for (const model of WEATHER_MODELS) {
    const run = runsBefore(midnight)[model];
    if (timesOfRun(model, run).at(-1)! < time) continue;
    const key = `${model.split('-')[0]} ${run}`;
    const forecast = made.get(key) ?? createWeatherGrid(points.latitudes.length);
    if (!made.has(key)) world.fillPoints(forecast, points, time, models.get(model)!.errorAt(run, time - run));
    made.set(key, forecast);
    forecasts.set(model, forecast);
  }
  return forecasts;
}

function addErrors(
  { places, weights }: Part,
  zone: Zone,
  [n, hour]: readonly [run: number, hour: number],
  truth: WeatherGrid,
  forecasts: ReadonlyMap<WeatherModel, WeatherGrid>,
): void {
  for (const id of ELEMENTS) {
    const { served, alone } = squaresOf(zone, id);
    for (const place of zone.places) {
      const p = places.indexOf(place);
      const given = weights[p]!.get(`${hour} ${id}`)!;
      for (const field of FIELDS[id]) {
        let mixed = 0;
        for (const [model, forecast] of forecasts) {
          const error = forecast[field][p]! - truth[field][p]!;
          mixed += (given.get(model) ?? 0) * error;
          const own = alone.get(model);
          if (own !== undefined) own[n]! += error ** 2;
        }
        served[n]! += mixed ** 2;
      }
    }
  }
}

function addRuns(part: Part): void {
  const truth = createWeatherGrid(part.places.length);
  const points = pointsAt(
    Float64Array.from(part.places, ({ latitude }) => latitude),
    Float64Array.from(part.places, ({ longitude }) => longitude),
    world.waves,
  );
  for (let n = 0; n < RUNS; n++)
    for (const hour of part.hours) {
      const midnight = MIDNIGHT + n * APART;
      const time = midnight + (12 + hour) * HOUR;
      world.fillPoints(truth, points, time, null);
      const forecasts = forecastsAt(points, midnight, time);
      for (const zone of part.zones) if (zone.hours.includes(hour)) addErrors(part, zone, [n, hour], truth, forecasts);
    }
}

let parts: readonly Part[];
beforeAll(async () => {
  parts = await Promise.all(PARTS.map(partOf));
  for (const part of parts) addRuns(part);
});

test('weights of a time sum to one', () => {
  for (const { weights } of parts)
    for (const given of weights.flatMap((ofPlace) => [...ofPlace.values()]))
      expect([...given.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
});

/** Root mean square error of what is served over that of the best source alone, without one of the runs. */
function ratioOf({ served, alone }: Squares, without: number | null = null): number {
  const sum = (values: Float64Array) => values.reduce((total, value, n) => (n === without ? total : total + value), 0);
  return Math.sqrt(sum(served) / Math.min(...[...alone.values()].map(sum)));
}

/** Standard error of the ratio, by the jackknife over runs. */
function samplingError(squares: Squares): number {
  const ratios = Array.from({ length: RUNS }, (_, n) => ratioOf(squares, n));
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / RUNS;
  return Math.sqrt(((RUNS - 1) / RUNS) * ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0));
}

for (const { name } of ZONES)
  test.each(ELEMENTS)(`${name}: mixed %s is at most a twentieth worse than the best source alone`, (id) => {
    const squares = results.get(`${name} ${id}`)!;
    // A tenth of the pairs are wet and a few heavy showers are most of the sum, so the ratio itself is known to 5 or 10%.
    const sampling = id === 'precipitation' ? 2 * samplingError(squares) : 0;
    expect(ratioOf(squares)).toBeLessThanOrEqual(1.05 + sampling);
  });
