/** No null and no missing sample of a route is silent, whatever is missing: random sources, runs, steps, elements, holes. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW, RUN } from '../../../test/forecast-situation.js';
import { createMemoryCube, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import { PLAIN_FIELDS, routeAnswer, warningCodes } from '../../../test/route-situation.js';
import type { ElementId } from '../../model/element.js';
import type { RouteAnswer } from '../../model/route.js';
import { HOUR } from '../../model/time.js';
import { ROUTE_VARIABLES } from '../../model/variables.js';

const FIELDS = { ...PLAIN_FIELDS, pm2_5: () => 12, ozone_ground: () => 30 };
const ELEMENTS = Object.keys(FIELDS) as ElementId[];

const source = fc.record({
  dataset: fc.constantFrom('gfs', 'ecmwf-ifs', 'nbm', 'aqm'),
  run: fc.integer({ min: -60, max: 9 }),
  step: fc.constantFrom(1, 3, 6),
  count: fc.integer({ min: 1, max: 130 }),
  elements: fc.subarray(ELEMENTS, { minLength: 1 }),
  holes: fc.constantFrom(0, 0, 0.1, 0.3),
  isTorn: fc.constantFrom(false, false, false, true),
});
type Drawn = typeof source extends fc.Arbitrary<infer Value> ? Value : never;

function cubeOf({ dataset, run, step, count, elements, holes, isTorn }: Drawn) {
  const referenceTime = RUN + run * HOUR;
  const hasHole = (time: number, salt: number) => Math.abs(Math.sin(time * 0.00031 + salt)) < holes;
  const fieldOf = (id: ElementId, salt: number) => (time: number, latitude: number, longitude: number) =>
    hasHole(time, salt) ? Number.NaN : FIELDS[id as keyof typeof FIELDS]!(time, latitude, longitude);
  return createMemoryCube({
    dataset,
    referenceTime,
    times: timesFrom(referenceTime, count, step * HOUR),
    fields: Object.fromEntries(elements.map((id, salt) => [id, fieldOf(id, salt)])),
    torn: isTorn,
  });
}

const EXPLAINING = new Set(['partial_data', 'variable_unavailable', 'air_quality_unavailable']);

function silences(answer: RouteAnswer): string[] {
  const { samples, warnings, summary, updated_at } = answer;
  const named = warnings.flatMap(({ code, variables = [] }) => (EXPLAINING.has(code) ? variables : []));
  const answered = samples.filter(({ status }) => status === 'ok');
  const faults: string[] = ROUTE_VARIABLES.filter((variable) => !named.includes(variable)).filter((variable) =>
    answered.some((sample) => sample[variable] === null),
  );
  const missing = warnings.find(({ code }) => code === 'sample_unavailable')?.count ?? 0;
  if (missing !== samples.length - answered.length) faults.push(`${missing} of the missing samples are counted`);
  if (samples.some(({ elevation }) => elevation === null) && !warningCodes(answer).includes('elevation_unavailable'))
    faults.push('elevation');
  if (answered.length === 0 && (summary.windows.length > 0 || Object.keys(summary.extremes).length > 0))
    faults.push('a summary of nothing');
  const isAnythingKnown = answered.some((sample) => ROUTE_VARIABLES.some((variable) => sample[variable] !== null));
  if (isAnythingKnown && updated_at === null) faults.push('values without the time of their making');
  if (answered.length === 0 && updated_at !== null) faults.push(`nothing was made at ${updated_at}`);
  return faults;
}

test('every null is named, every missing sample is counted, and only what was used says when the answer was made', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(source, { minLength: 1, maxLength: 3, selector: ({ dataset }) => dataset }),
      fc.integer({ min: -48, max: 200 }),
      async (sources, hours) => {
        const instant = (after: number) => new Date((Math.floor(NOW / 60) * 60 + after * HOUR) * 1000).toISOString();
        const path = [
          { latitude: 40, longitude: -100, time: instant(hours) },
          { latitude: 41, longitude: -99, time: instant(hours + 5) },
        ];
        const answer = await routeAnswer(
          { shelf: shelfOf(...sources.map(cubeOf)) },
          { path, variables: ROUTE_VARIABLES },
        );
        expect(silences(answer)).toEqual([]);
      },
    ),
    { numRuns: 150, seed: 20261120 },
  );
});
