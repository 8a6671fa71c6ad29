/** From archived forecasts and observations through the nightly record to responses: the bias that was put in comes out. */

import { beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { ignoreProgress } from '../src/base/progress.js';
import { recordAccuracy } from '../src/ingest/verify/accuracy-recording.js';
import { BIAS, FIRST, hoursOf, issuesOfWorld, LAST, STATIONS } from '../src/ingest/verify/archived-world.fixture.js';
import { DAY } from '../src/model/time.js';
import { createAccuracyProduct } from '../src/products/accuracy/accuracy.js';
import { RECORD_FORM } from '../src/science/verification/record-layout.js';
import { createAccuracyShelf } from '../src/store/accuracy/accuracy-shelf.js';
import { FORECAST_ARCHIVE } from '../src/store/archive/forecast-archive.js';
import { writeIssue } from '../src/store/archive/issue-writer.js';
import { createMemoryObjects } from '../src/store/objects/memory-objects.fixture.js';
import { writeHours } from '../src/store/reports/hour-record.js';

const objects = createMemoryObjects();
const clock = fixedClock((LAST + 2) * DAY);
const product = createAccuracyProduct({
  accuracy: createAccuracyShelf({ objects, form: RECORD_FORM, clock, log: silentLog }),
  ...{ clock, verified: STATIONS },
});

beforeAll(async () => {
  for (const issue of issuesOfWorld()) await writeIssue(objects, FORECAST_ARCHIVE, issue);
  for (let day = FIRST; day < LAST; day++) await writeHours(objects, hoursOf(day), (day + 1) * DAY);
  await recordAccuracy({
    ...{ objects, clock, log: silentLog, stations: STATIONS, climate: null, minutes: null, learn: null },
    ...{ directory: `/tmp/weatherglass-accuracy-answer-${process.pid}`, olderBlocks: 0 },
    ...{ progress: ignoreProgress, signal: new AbortController().signal },
  });
}, 60_000);

test.each([
  { type: 'network' } as const,
  ...STATIONS.map(({ latitude, longitude }) => ({ type: 'local' as const, location: { latitude, longitude } })),
])('%j has the bias of the forecasts, and the period of the record', async (scope) => {
  const answer = await product.answer({
    ...{ scope, days: 7, compare_to: ['persistence'], include: ['stations'] },
    hourly: { variables: ['temperature'], lead_hours: [1, 24] },
    daily: { variables: ['temperature_max'], lead_days: [1] },
  });
  expect(answer.evaluation_period).toMatchObject({ days: 7, data_through: '2026-12-03' });
  for (const { temperature } of answer.hourly!) {
    expect(temperature).toMatchObject({ mean_absolute_error: BIAS, bias: BIAS, root_mean_square_error: BIAS });
    expect(temperature!.persistence!.skill_score).toBeGreaterThan(0);
  }
  expect(answer.daily![0]!.temperature_max!.bias).toBe(BIAS);
  expect(answer.stations!.map(({ hourly }) => hourly!.temperature!.bias)).toEqual(answer.stations!.map(() => BIAS));
  expect(answer.warnings.map(({ code }) => code)).toContain('simulated_data');
});
