/**
 * What must hold of every route (methods 10.3, properties 2 and 7), over all feeds' layers in memory and the terrain of the
 * simulated world: random ways of all lengths over seas, poles and the date line, all modes and intervals, by pace and by
 * times. That a route reads a real store as the forecast does is shown elsewhere (`served-properties.test.ts`).
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allLayers, NOW } from '../../bench/forecast-cube.fixture.js';
import { groundAt } from '../../simulator/terrain.js';
import { type RouteAnswer, type RouteSample, SAMPLE_INTERVALS, TRAVEL_MODES } from '../../src/model/route.js';
import { HOUR } from '../../src/model/time.js';
import { ROUTE_VARIABLES } from '../../src/model/variables.js';
import { createPath } from '../../src/products/route/path.js';
import type { RouteRequest } from '../../src/products/route/request.js';
import { instantsOf, routeAnswer, terrainOf } from '../route-situation.js';

const SEED = 20261120;

const terrain = terrainOf((latitude, longitude) => groundAt(latitude, longitude).elevation);
const flat = terrainOf(() => 200);
const ask = (request: RouteRequest, elevationAt = terrain) =>
  routeAnswer({ shelf: allLayers, now: NOW, elevationAt }, request);

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
/** Steps from one waypoint to the next: repeats, walks, drives. */
const steps = fc.array(fc.tuple(degrees(1), degrees(1), fc.constantFrom(0, 0.01, 0.3, 4)), {
  minLength: 1,
  maxLength: 6,
});
const start = fc.record({
  latitude: fc.oneof(degrees(90), fc.constantFrom(89.9, -89.95)),
  longitude: fc.oneof(degrees(180), fc.constantFrom(-180, 179.99)),
});

function pathOf({ latitude, longitude }: { latitude: number; longitude: number }, moves: [number, number, number][]) {
  const path = [{ latitude, longitude }];
  for (const [north, east, scale] of moves) {
    const before = path.at(-1)!;
    const turned = before.longitude + east * scale;
    path.push({
      latitude: Math.max(-90, Math.min(90, before.latitude + north * scale)),
      longitude: turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned,
    });
  }
  return path;
}

const drawn = fc.record({
  path: fc.tuple(start, steps).map(([from, moves]) => pathOf(from, moves)),
  travel: fc.record({ mode: fc.constantFrom(...TRAVEL_MODES) }),
  sample: fc.record({ interval: fc.constantFrom('15m' as const, '30m' as const, '1h' as const) }),
  timezone: fc.constantFrom('auto', 'Australia/Lord_Howe'),
  units: fc.constantFrom('metric' as const, 'us' as const, 'si' as const),
  /** Hours after now. */
  departure: fc.integer({ min: -48, max: 384 }),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function requestOf({ departure, ...request }: Drawn): RouteRequest {
  const departure_time = new Date((NOW + departure * HOUR) * 1000).toISOString();
  return { ...request, departure_time, variables: ROUTE_VARIABLES };
}

/** Every broken rule as a sentence. */
function faultsOf({ route, samples, summary, warnings }: RouteAnswer, request: RouteRequest): string[] {
  const faults: string[] = [];
  const check = (holds: boolean, rule: string) => void (holds || faults.push(rule));
  const instants = instantsOf(samples);
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const step = SAMPLE_INTERVALS[request.sample!.interval!];
  samples.forEach(({ index, distance, longitude, waypoint, status, time }, i) => {
    check(index === i, `index ${index} at ${i}`);
    check(longitude >= -180 && longitude < 180, `longitude ${longitude}`);
    check(waypoint || status === 'ok' || instants[i]! <= NOW + 384 * HOUR, `sample ${i} beyond the horizon: ${time}`);
    if (i === 0) return;
    check(instants[i]! >= instants[i - 1]!, `time of ${i} goes back`);
    check(distance >= samples[i - 1]!.distance, `distance of ${i} goes back`);
    const isBeyond = instants[i]! > NOW + 384 * HOUR;
    check(isBeyond || instants[i]! - instants[i - 1]! <= step, `${instants[i]! - instants[i - 1]!} s before ${i}`);
  });
  check(first.distance === 0, `first distance ${first.distance}`);
  check(last.distance === route.distance, `last distance ${last.distance}, not ${route.distance}`);
  check(samples.filter(({ waypoint }) => waypoint).length === request.path.length, 'waypoints are missing');
  check(route.arrival_time === last.time && route.departure_time === first.time, 'start or end');
  check(instants.at(-1)! - instants[0]! === route.duration_seconds, `duration ${route.duration_seconds}`);
  check((route.coverage_end_time !== null) === warnings.some(({ code }) => code === 'route_truncated'), 'truncation');
  for (const { start_index, end_index, peak } of summary.windows) {
    const inside = samples.slice(start_index, end_index + 1);
    check(inside.length === end_index - start_index + 1 && inside.length > 0, `window ${start_index} to ${end_index}`);
    check(
      inside.every(({ status }) => status === 'ok'),
      `window ${start_index} to ${end_index} is not ok throughout`,
    );
    check(peak === undefined || inside.some(({ index }) => index === peak.index), `peak ${peak?.index}`);
  }
  for (const [name, { index, value }] of Object.entries(summary.extremes)) {
    const variable = name.replace(/_m(in|ax)$/, '') as 'temperature';
    const values = samples.flatMap((sample) => (sample.status === 'ok' ? [sample[variable]] : [])) as number[];
    const known = values.filter((each) => each !== null);
    const expected = name.endsWith('_min') ? Math.min(...known) : Math.max(...known);
    check(samples[index]![variable] === value && value === expected, `${name} is ${value}, not ${expected}`);
  }
  return [...faults, ...samples.flatMap(contradictions), ...silentNulls(samples, warnings)];
}

/** What is null contradicts nothing. */
function contradictions(sample: RouteSample): string[] {
  const pairs = [
    ['wind_speed', 'wind_gust', 0],
    ['dew_point', 'temperature', 0],
    ['rain_total', 'precipitation', 0.01],
  ] as const;
  return pairs.flatMap(([lower, upper, slack]) => {
    const { [lower]: low, [upper]: high } = sample;
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high + slack + 1e-9) return [];
    return [`${lower} of ${low} above ${upper} of ${high}`];
  });
}

const EXPLAINING = ['partial_data', 'variable_unavailable', 'air_quality_unavailable'];

/** No null is without a warning that names it. */
function silentNulls(samples: readonly RouteSample[], warnings: RouteAnswer['warnings']): string[] {
  const named = new Set(
    warnings.flatMap(({ code, variables }) => (EXPLAINING.includes(code) ? (variables ?? []) : [])),
  );
  const codes = new Set(warnings.map(({ code }) => code));
  const faults = ROUTE_VARIABLES.filter((variable) => !named.has(variable))
    .filter((variable) => samples.some((sample) => sample.status === 'ok' && sample[variable] === null))
    .map((variable) => `${variable} is null in silence`);
  if (samples.some(({ status }) => status !== 'ok') && !codes.has('sample_unavailable')) faults.push('in silence');
  return faults;
}

test('times and distances never go back, ends are the ends, windows and extremes are of ok samples, no null is silent', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (each) => {
      const request = requestOf(each);
      expect(faultsOf(await ask(request), request)).toEqual([]);
    }),
    { numRuns: 300, seed: SEED },
  );
});

test('a flat way back takes as long as the way there', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (each) => {
      const request = { ...requestOf(each), variables: ['temperature'] } as const;
      const there = await ask(request, flat);
      const back = await ask({ ...request, path: [...request.path].reverse() }, flat);
      expect(Math.abs(back.route.duration_seconds - there.route.duration_seconds)).toBeLessThanOrEqual(1);
      expect(Math.abs(back.route.distance - there.route.distance)).toBeLessThanOrEqual(0.001);
    }),
    { numRuns: 100, seed: SEED },
  );
});

test('a hike takes at least 0.4 of what it would on the flat', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (each) => {
      const request = { ...requestOf(each), variables: ['temperature'], travel: { mode: 'hiking' } } as const;
      const { route } = await ask(request);
      const least = (0.4 * createPath(request.path).length) / (5 / 3.6);
      expect(route.duration_seconds).toBeGreaterThanOrEqual(Math.floor(least));
    }),
    { numRuns: 100, seed: SEED },
  );
});

test('a route by times keeps them', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 7 }), async (each, pauses) => {
      const { departure_time: _, travel: __, ...request } = requestOf(each);
      let time = NOW + each.departure * HOUR;
      const path = request.path.map((place, i) => {
        time += i === 0 ? 0 : pauses[i % pauses.length]!;
        return { ...place, time: new Date(time * 1000).toISOString() };
      });
      const timed = { ...request, path };
      const answer = await ask(timed);
      expect(faultsOf(answer, timed)).toEqual([]);
      const kept = answer.samples.filter(({ waypoint }) => waypoint).map((sample) => Date.parse(sample.time));
      expect(kept).toEqual(path.map((waypoint) => Date.parse(waypoint.time)));
      expect(answer.route.mode).toBeNull();
    }),
    { numRuns: 100, seed: SEED },
  );
});
