/** No null of an answer is silent, whatever is missing: random sources, runs, steps, elements, holes and grounds. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { column } from '../../../test/answer-columns.js';
import { answerOf, NOW, RUN } from '../../../test/forecast-situation.js';
import { createMemoryCube, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import { isTagged } from '../../base/errors.js';
import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';

const VALUES: Readonly<Partial<Record<ElementId, number>>> = {
  temperature: 275,
  dew_point: 272,
  pressure_msl: 101_000,
  wind_u: 3,
  wind_v: 1,
  wind_gust: 8,
  precipitation: 0.3,
  cloud_cover: 0.7,
  visibility: 9000,
  rain_flag: 1,
  temperature_max: 278,
  temperature_min: 270,
  pm2_5: 12,
  ozone_ground: 30,
};
const ELEMENTS = Object.keys(VALUES) as ElementId[];
const RECORDS = [
  ...(['temperature', 'apparent_temperature', 'dew_point', 'humidity', 'condition', 'pressure'] as const),
  ...(['wind_speed', 'wind_gust', 'wind_direction', 'precipitation', 'rain_total', 'snow_total'] as const),
  ...(['precipitation_probability', 'cloud_cover', 'uv_index'] as const),
];
const HOURS = [...RECORDS, 'air_quality_index'] as const;
const DAYS = [
  ...(['temperature_max', 'temperature_min', 'condition', 'precipitation', 'rain_total', 'snow_total'] as const),
  'precipitation_probability',
] as const;

const source = fc.record({
  dataset: fc.constantFrom('gfs', 'ecmwf-ifs', 'hrrr', 'nbm', 'aqm'),
  run: fc.integer({ min: -60, max: 9 }),
  first: fc.constantFrom(-48, 0, 1, 3),
  step: fc.constantFrom(1, 3, 6),
  count: fc.integer({ min: 1, max: 130 }),
  elements: fc.subarray(ELEMENTS, { minLength: 1 }),
  holes: fc.constantFrom(0, 0, 0.1, 0.3),
  ground: fc.constantFrom(Number.NaN, 100, 3000),
});
type Drawn = typeof source extends fc.Arbitrary<infer Value> ? Value : never;

function cubeOf({ dataset, run, first, step, count, elements, holes, ground }: Drawn) {
  const referenceTime = RUN + run * HOUR;
  const hasHole = (time: number, salt: number) => Math.abs(Math.sin(time * 0.00031 + salt)) < holes;
  return createMemoryCube({
    dataset,
    referenceTime,
    times: timesFrom(referenceTime + first * HOUR, count, step * HOUR),
    fields: Object.fromEntries(
      elements.map((id, salt) => [id, (time: number) => (hasHole(time, salt) ? Number.NaN : VALUES[id]!)]),
    ),
    statics: Number.isNaN(ground) ? {} : { elevation: () => ground },
  });
}

test('every null is named, or lies before the store or behind the last run, and that is said', async () => {
  const sources = fc.uniqueArray(source, { selector: ({ dataset }) => dataset, minLength: 1, maxLength: 5 });
  const zone = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York');
  await fc.assert(
    fc.asyncProperty(sources, zone, fc.constantFrom(null, 500), async (drawn, timezone, height) => {
      const situation = { now: NOW, shelf: shelfOf(...drawn.map(cubeOf)), elevationAt: async () => height };
      const answer = await answerOf(situation, {
        location: { latitude: 10, longitude: 20 },
        timezone,
        current: { variables: HOURS },
        quarter_hourly: { hours: 48, variables: RECORDS },
        hourly: { hours: 200, past_hours: 48, variables: HOURS },
        daily: { days: 16, variables: DAYS },
      }).catch((error) => {
        // Air alone is no weather.
        if (isTagged(error, 'product-unavailable') && drawn.every(({ dataset }) => dataset === 'aqm')) return null;
        throw error;
      });
      if (answer === null) return;
      const named = new Set(answer.warnings.flatMap(({ variables = [] }) => variables));
      const reachIsSaid = answer.warnings.some(({ count }) => count !== undefined);
      const silent = [answer.current, answer.quarter_hourly, answer.hourly, answer.daily].flatMap((table) =>
        table!.columns.map(({ name }) => name).filter((name) => column(table, name).includes(null) && !named.has(name)),
      );
      if (!reachIsSaid) expect(silent).toEqual([]);
      const lacking = answer.warnings.find(({ code }) => code === 'variable_unavailable')?.variables ?? [];
      for (const name of lacking)
        for (const table of [answer.hourly, answer.daily])
          if (table!.columns.some((each) => each.name === name))
            expect(column(table, name).every((value) => value === null)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
