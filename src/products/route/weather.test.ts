/** Weather along a route from a track of functions; beside the forecast's own numbers in test/truth/route-records.test.ts. */

import { expect, test } from 'vitest';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { type ForecastVariableId, ROUTE_VARIABLES } from '../../model/variables.js';
import type { LayeredTrack } from '../../query/track/track.js';
import { quantitiesFor } from '../../query/weather/quantities.js';
import { binsOf } from './bins.js';
import { needsEnsemble, wantsAlong, weatherAlong } from './weather.js';

const QUARTER = 900;
/** Noon, on the hour. */
const NOW = Date.UTC(2026, 5, 10, 12) / 1000;

type Field = (time: number, i: number) => number;

interface Situation {
  /** States at an instant; totals and means by the beginning of their interval. */
  readonly fields: Readonly<Partial<Record<ElementId, Field>>>;
  /** Seconds after `NOW`. */
  readonly times: readonly number[];
  readonly variables: readonly ForecastVariableId[];
  readonly members?: readonly [exceeding: number, known: number];
  readonly land?: number;
}

function trackOf({ fields, times, members, land = 1 }: Situation): LayeredTrack {
  const each = (take: (i: number) => number) => Float64Array.from(times, (_, i) => take(i));
  const read = (id: ElementId, starts: Float64Array, out: Float64Array) => {
    const field = fields[id];
    for (let i = 0; i < out.length; i++) out[i] = field?.(starts[i]!, i) ?? Number.NaN;
    return out;
  };
  return {
    states: times.map(() => 'known'),
    sources: [],
    unopened: [],
    elevations: each(() => 0),
    land: each(() => land),
    rises: each(() => 0),
    leadOrigins: () => each(() => NOW),
    blendShare: 0.5,
    has: (id) => fields[id] !== undefined,
    instants: read,
    totals: (id, starts, _, out) => read(id, starts, out),
    means: (id, starts, _, out) => read(id, starts, out),
    flags: () => ({ rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 }),
    flagsOfStepEnding: () => ({ rainFlag: 1, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 }),
    members: () => ({ exceeding: each(() => members?.[0] ?? 0), known: each(() => members?.[1] ?? 0) }),
    rankedMembers: () => Float64Array.of(1, 1, 1),
    regional: () => each(() => 1),
    blend: () => ({ hour: each(() => Number.NaN), weight: each(() => 0), sixHours: each(() => Number.NaN) }),
  };
}

function along(situation: Situation) {
  const { times: offsets, variables } = situation;
  const times = Float64Array.from(offsets, (offset) => NOW + offset);
  const samples = {
    count: times.length,
    times,
    latitudes: times.map(() => 0),
    longitudes: times.map(() => 0),
    distances: times.map((_, i) => i),
    waypoints: new Uint8Array(times.length),
  };
  const bins = binsOf(times, NOW);
  const quantities = quantitiesFor(variables);
  return weatherAlong({ track: trackOf(situation), samples, bins, quantities, calibration: null, views: [] });
}

/** 280 K at noon, one more with every hour. */
const warming: Field = (time) => 280 + (time - NOW) / HOUR;

test('states go straight within a quarter hour of the first two days, and within the hour after them', () => {
  const sawtooth: Field = (time) => (time % HOUR === 0 ? 280 : 290);
  const times = [0, 450, QUARTER, 72 * HOUR, 72 * HOUR + 450, 73 * HOUR];
  const { weather } = along({ fields: { temperature: sawtooth }, times, variables: ['temperature'] });
  expect([...weather.temperature]).toEqual([280, 285, 290, 280, 280, 280]);
});

test('wind goes through calm from west to east, and not round by the north', () => {
  const turning: Field = (time) => 10 - (20 * (time - NOW)) / QUARTER;
  const fields = { wind_u: turning, wind_v: () => 0 };
  const variables = ['wind_speed', 'wind_direction'] as const;
  const { weather } = along({ fields, times: [0, 225, 450, 675], variables });
  expect([...weather.windSpeed]).toEqual([10, 5, 0, 5]);
  expect([...weather.windDirection]).toEqual([270, 270, 0, 90]);
});

test('the last known instant is told, and nothing beyond it', () => {
  const fields = { temperature: (time: number) => (time > NOW ? Number.NaN : 281) };
  const { weather } = along({ fields, times: [0, 1], variables: ['temperature'] });
  expect([...weather.temperature]).toEqual([281, Number.NaN]);
});

test('totals, gusts and chances are those of the whole record', () => {
  const fields = {
    precipitation: (time: number) => 0.1 * (1 + (((time % HOUR) + HOUR) % HOUR) / QUARTER), // 0.1, 0.2, 0.3, 0.4 mm
    wind_gust: (time: number) => 10 + (time - NOW) / QUARTER,
    wind_u: () => 1,
    wind_v: () => 0,
  };
  const times = [0, 899, 2 * QUARTER + 1, 50 * HOUR + 1800];
  const variables = ['precipitation', 'wind_gust', 'precipitation_probability'] as const;
  const { weather } = along({ fields, times, variables, members: [15, 30] });
  const expected = [0.1, 0.1, 0.3, 1];
  for (const [i, total] of expected.entries()) expect(weather.precipitation[i]).toBeCloseTo(total, 12);
  expect([...weather.windGust]).toEqual([11, 11, 13, 214]);
  expect(weather.probability[0]).toBe(weather.probability[1]);
  // 50.5 h after the run the source counts 0.390 with 1 − exp(−(1 / 0.35)^0.7) = 0.876, the members 0.610 with 0.5.
  expect(weather.probability[3]).toBeCloseTo(0.646, 3);
});

test('a gust is nowhere below the wind: where that rises within the record, it is raised', () => {
  const rising: Field = (time) => 10 + (8 * (time - NOW)) / QUARTER; // 10 at A, 18 at B
  const fields = { wind_gust: () => 12, wind_u: rising, wind_v: () => 0 };
  const variables = ['wind_speed', 'wind_gust'] as const;
  const { weather } = along({ fields, times: [0, 225, 450], variables });
  expect([...weather.windSpeed]).toEqual([10, 12, 14]);
  expect([...weather.windGust]).toEqual([12, 12, 14]);
});

test('between the hours a gust counts where it is stronger than at both of them, in records of an hour', () => {
  const peak: Field = (time) => (time % HOUR === 2 * QUARTER ? 25 : 10);
  const fields = { wind_gust: peak, wind_u: () => 1, wind_v: () => 0 };
  const { weather } = along({ fields, times: [0, 60 * HOUR], variables: ['wind_gust'] });
  expect([...weather.windGust]).toEqual([10, 25]);
});

test('the phase is that of the hour, by the air at its two ends, also for its quarters', () => {
  // Saturated at −6 °C at noon, at 4 °C an hour later: −1 °C on the mean, whatever the quarter
  const air: Field = (time) => 267.15 + (10 * (time - NOW)) / HOUR;
  const fields = { temperature: air, dew_point: air, precipitation: () => 0.25 };
  const times = [0, 3 * QUARTER];
  const { weather } = along({ fields, times, variables: ['rain_total', 'snow_total'] });
  expect(weather.rain[0]).toBe(weather.rain[1]);
  expect(weather.snow[0]).toBe(weather.snow[1]);
  expect(weather.snow[0]).toBeGreaterThan(weather.rain[0]!);
});

test('the uv index is that of the sun in the middle of the record', () => {
  const fields = { cloud_cover: () => 0, ozone: () => 300 };
  const { weather } = along({ fields, times: [0, -12 * HOUR], variables: ['uv_index'] });
  // The sun of June stands 23° north of the equator: 12.5 cos(23°)^2.42 = 10.2
  expect(weather.uv[0]).toBeCloseTo(10.2, 1);
  expect(weather.uv[1]).toBe(0);
});

test('the quality of the air looks back over twelve hours', () => {
  // 35.4 µg/m³ in the hour and before it; clean air thirteen hours ago must not count
  const fields = { pm2_5: (time: number) => (time <= NOW - 12 * HOUR ? 0 : 35.4) };
  const { weather } = along({ fields, times: [QUARTER], variables: ['air_quality_index'] });
  expect([...weather.airQuality]).toEqual([100]);
});

test('estimated gusts and chances from amounts alone are noted, members and model gusts are not', () => {
  const fields = { precipitation: () => 0, wind_u: () => 10, wind_v: () => 0 };
  const variables = ['wind_gust', 'precipitation_probability'] as const;
  const estimated = along({ fields, times: [0], variables, land: 0 });
  expect(estimated.notes).toEqual({ estimatedGusts: true, uncalibrated: true });
  expect(estimated.weather.windGust[0]).toBeCloseTo(12.3, 10);
  const given = along({ fields: { ...fields, wind_gust: () => 12 }, times: [0], variables, members: [0, 30] });
  expect(given.notes).toEqual({ estimatedGusts: false, uncalibrated: false });
});

test('where a total is unknown the rate tells the condition of the record that begins with it, and of no other', () => {
  const fields = { precipitation_rate: () => 1, temperature: warming, dew_point: warming };
  const { weather } = along({ fields, times: [0, QUARTER], variables: ['condition', 'precipitation'] });
  expect(weather.condition).toEqual(['rain', null]);
  expect([...weather.precipitation]).toEqual([Number.NaN, Number.NaN]);
});

test('what is not asked for is empty, and no column is memory of the next route', () => {
  const situation = { fields: { temperature: warming }, times: [0, 450], variables: ['temperature'] as const };
  const { weather } = along(situation);
  const { temperature, ...rest } = weather;
  expect(Object.values(rest).filter(({ length }) => length > 0)).toEqual([]);
  along({ ...situation, fields: { temperature: () => 0 } });
  expect([...temperature]).toEqual([280, 280.125]);
});

test('only air quality is wanted from before, and members only for chances', () => {
  const before = wantsAlong(quantitiesFor(ROUTE_VARIABLES)).filter((want) => want.before !== undefined);
  expect(before).toEqual(['pm2_5', 'pm10', 'ozone_ground'].map((id) => ({ id, before: 12 * HOUR })));
  expect(wantsAlong(quantitiesFor(['temperature']))).toEqual([{ id: 'temperature' }]);
  expect(needsEnsemble(quantitiesFor(['temperature']))).toBe(false);
  expect(needsEnsemble(quantitiesFor(['condition']))).toBe(true);
});
