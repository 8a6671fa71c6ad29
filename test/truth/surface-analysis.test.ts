/**
 * Corrections by station reports on the simulated world, where the truth is known at every place: reports as the simulated
 * METAR cache has them, with its rounding and its wrong values, and models as wrong as they are simulated. No station's own
 * report is used at its place. docs/methods/current-conditions.md has the figures.
 */

import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { createMetarCacheFeed } from '../../simulator/feeds/metar-cache.js';
import { metarStations } from '../../simulator/observations/metar-stations.js';
import { groundAt } from '../../simulator/terrain.js';
import { createWorld, type World } from '../../simulator/world.js';
import { fixedClock } from '../../src/base/clock.js';
import { decodeMetarCache } from '../../src/decode/metar/metar-cache.js';
import { addReports } from '../../src/ingest/reports/report-window.js';
import type { CubeShelf } from '../../src/model/cube.js';
import type { StationReport } from '../../src/model/station-report.js';
import { HOUR, MINUTE } from '../../src/model/time.js';
import { readLayers } from '../../src/query/layers/layers.js';
import { correctedPoint } from '../../src/query/surface/corrected.js';
import { observeAt, type SurfaceAnalysis } from '../../src/query/surface/surface-analysis.js';
import { greatCircleDistance } from '../../src/science/great-circle.js';
import { memorySurface } from '../memory-surface.js';
import { createModelCubes, shelfOfCubes } from '../model-cubes.js';

const LEADS = [0, 1, 2, 3, 6, 9, 12];
const ELEMENTS = ['temperature', 'dew_point'] as const;
type Element = (typeof ELEMENTS)[number];
/** Noon of a day and minutes past it: shortly after the reports of the United States, and long after them. */
const INSTANTS = [
  [Date.UTC(2026, 6, 20, 12) / 1000, 5],
  [Date.UTC(2027, 0, 14, 12) / 1000, 47],
] as const;

/** A place with its height, m, and the station whose report it may not use. */
interface Target {
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation: number;
  readonly hidden: string | null;
}

/** Stations that have another one within 40 km and 300 m: these are left out one by one. */
function stationTargets(): Target[] {
  const all = metarStations();
  const isNear = (a: (typeof all)[number], b: (typeof all)[number]) =>
    a !== b &&
    Math.abs(a.elevation - b.elevation) < 300 &&
    greatCircleDistance(a.latitude, a.longitude, b.latitude, b.longitude) < 40_000;
  return all
    .filter((one) => all.some((other) => isNear(one, other)))
    .map(({ latitude, longitude, elevation, id }) => ({ latitude, longitude, elevation, hidden: id }));
}

/** Places without a station, 8 to 32 km around every seventh one. */
function placeTargets(): Target[] {
  return metarStations()
    .filter((_, n) => n % 7 === 0)
    .map((station, n) => {
      const [metres, bearing] = [8000 + 8000 * (n % 4), (n * 2 * Math.PI) / 5];
      const latitude = station.latitude + (metres * Math.cos(bearing)) / 111_195;
      const east = (metres * Math.sin(bearing)) / 111_195 / Math.cos((station.latitude * Math.PI) / 180);
      const longitude = station.longitude + east;
      return { latitude, longitude, elevation: groundAt(latitude, longitude).elevation, hidden: null };
    });
}

/** Squared errors of the forecast alone and of the corrected one. */
interface Sums {
  count: number;
  raw: number;
  corrected: number;
}

type Kind = 'station' | 'place';
const errors = new Map<string, Sums>();

function sumsOf(kind: Kind, id: Element, lead: number): Sums {
  const key = `${kind} ${id} ${lead}`;
  const sums = errors.get(key) ?? { count: 0, raw: 0, corrected: 0 };
  errors.set(key, sums);
  return sums;
}

function reportsAt(world: World, now: number): StationReport[] {
  const at = (time: number) => {
    const file = createMetarCacheFeed(world, fixedClock(time)).find('/data/cache/metars.cache.csv.gz')!;
    return decodeMetarCache(gunzipSync(file.make().grib)).reports;
  };
  // As a service has them that polled before: a step of the temperature shows against an earlier report.
  const earlier = addReports([], at(now - 40 * MINUTE), now).reports;
  return [...addReports(earlier, at(now), now).reports];
}

/** Stations near some targets, at the positions that their reports have. */
function stationsAround(targets: readonly Target[], reports: readonly StationReport[]): StationReport['station'][] {
  const stations = new Map(reports.map(({ station }) => [station.id, station]));
  return [...stations.values()].filter(({ latitude, longitude }) =>
    targets.some((one) => greatCircleDistance(one.latitude, one.longitude, latitude, longitude) < 41_000),
  );
}

/** The true state at the height of a target, K. */
function truthAt(world: World, { latitude, longitude, elevation }: Target, time: number, id: Element): number {
  const state = world.truth(latitude, longitude, time);
  const lower = groundAt(latitude, longitude).elevation - elevation;
  return id === 'temperature' ? state.temperature + 0.0065 * lower : state.dewPoint + 0.0052 * lower;
}

/** Forecasts and reports of one instant. */
interface Moment {
  readonly world: World;
  readonly now: number;
  readonly shelf: CubeShelf;
  readonly reports: readonly StationReport[];
}

function momentOf(seed: number, noon: number, minutes: number, targets: readonly Target[]): Moment {
  const [world, now, midnight] = [createWorld(seed), noon + minutes * MINUTE, noon - 12 * HOUR];
  const reports = reportsAt(world, now);
  const places = [...targets, ...stationsAround(targets, reports)];
  const span = { start: now - 5 * HOUR, end: now + 14 * HOUR };
  const runs = { gfs: midnight + 6 * HOUR, 'ecmwf-ifs': midnight, hrrr: noon - HOUR };
  return { world, now, reports, shelf: shelfOfCubes(createModelCubes({ world, places, runs, span })) };
}

/** Adds the errors at a target, if a station corrects it. */
async function addErrors({ world, now, shelf }: Moment, surface: SurfaceAnalysis, target: Target): Promise<void> {
  const wants = ELEMENTS.map((id) => ({ id, span: { start: now - HOUR, end: now + 13 * HOUR } }));
  const read = await readLayers(shelf, now, target, target.elevation, wants);
  if (read.kind !== 'point') throw new Error(`nothing at ${target.latitude}, ${target.longitude}`);
  const increments = (await observeAt(surface, target, wants, now))(target.elevation);
  if (increments === null) return;
  const corrected = correctedPoint(read.point, increments);
  for (const id of ELEMENTS)
    for (const lead of LEADS) {
      const axis = { start: now + lead * HOUR, step: HOUR, count: 1 };
      const truth = truthAt(world, target, axis.start, id);
      const sums = sumsOf(target.hidden === null ? 'place' : 'station', id, lead);
      sums.count += 1;
      sums.raw += (read.point.instants(id, axis, new Float64Array(1))[0]! - truth) ** 2;
      sums.corrected += (corrected.instants(id, axis, new Float64Array(1))[0]! - truth) ** 2;
    }
}

beforeAll(async () => {
  const targets = [...stationTargets(), ...placeTargets()];
  for (const [n, [noon, minutes]] of INSTANTS.entries()) {
    const moment = momentOf(11 + n, noon, minutes, targets);
    const { shelf, reports } = moment;
    const surfaceOf = (all: typeof reports) => memorySurface(shelf, all, undefined, true);
    const everyone = surfaceOf(reports);
    for (const target of targets) {
      const others = reports.filter(({ station }) => station.id !== target.hidden);
      await addErrors(moment, target.hidden === null ? everyone : surfaceOf(others), target);
    }
  }
});

/** Root mean square errors at a lead, K. */
function errorsOf(kinds: readonly Kind[], id: Element, lead: number): { raw: number; corrected: number } {
  const sums = kinds.map((kind) => sumsOf(kind, id, lead));
  const rms = (field: 'raw' | 'corrected') =>
    Math.sqrt(sums.reduce((sum, one) => sum + one[field], 0) / sums.reduce((sum, { count }) => sum + count, 0));
  return { raw: rms('raw'), corrected: rms('corrected') };
}

test.each(ELEMENTS)('the error of the current %s falls, at stations whose report is hidden and between them', (id) => {
  const [atStations, between] = (['station', 'place'] as const).map((kind) => errorsOf([kind], id, 0));
  expect(sumsOf('station', id, 0).count).toBeGreaterThanOrEqual(12);
  expect(sumsOf('place', id, 0).count).toBeGreaterThanOrEqual(60);
  expect(atStations!.corrected).toBeLessThan(0.9 * atStations!.raw);
  expect(between!.corrected).toBeLessThan(0.8 * between!.raw);
});

test.each(ELEMENTS)('the error of %s rises at no lead, and falls at each up to 6 h', (id) => {
  for (const lead of LEADS) {
    const { raw, corrected } = errorsOf(['station', 'place'], id, lead);
    if (lead <= 6) expect(corrected, `${lead} h`).toBeLessThan(raw);
    else expect(corrected, `${lead} h`).toBeLessThan(1.001 * raw);
  }
  const last = errorsOf(['station', 'place'], id, 12);
  expect(last.corrected).toBe(last.raw);
});
