/**
 * Archived forecasts against responses of the same minute: `POST /v1/forecast` over HTTP on the simulated world, at the
 * verification stations. A response is rounded and the archive is packed, so they agree within the two steps.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { postForecast, startTestServer } from '../../src/http/server.fixture.js';
import { archiveForecasts } from '../../src/ingest/archive/forecast-archiving.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../src/model/forecast-issue.js';
import { formatDate, formatInstant } from '../../src/model/time.js';
import { createForecastProduct, type ForecastProduct } from '../../src/products/forecast/forecast.js';
import { issueForecasts, stationsIn } from '../../src/products/forecast/station-issue.js';
import { readArchive } from '../../src/store/archive/archived-issues.js';
import { FORECAST_ARCHIVE } from '../../src/store/archive/forecast-archive.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { SUMMER, simulatedService } from '../simulated-service.js';

/** Half a step of the response, and half a step of the archive. */
const STEPS = {
  temperature: 0.05 + 0.005,
  temperature_max: 0.05 + 0.005,
  temperature_min: 0.05 + 0.005,
  hour_total: 0.005 + 0.005,
  day_total: 0.005 + 0.01,
  precipitation_probability: 0.5 + 0.005,
};
/** Resolution of float32 at 300 K, rounded up. */
const TOLERANCE = 1e-4;

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-archived-'));
afterAll(() => rmSync(directory, { recursive: true }));

let product: ForecastProduct;
let archived: ForecastIssue;
const clock = fixedClock(SUMMER.now + 31);
/** All continents; a response takes as long as an issue and its JSON together. */
const stations = stationsIn(null).filter((_, i) => i % 9 === 0);

beforeAll(async () => {
  const { shelf } = await simulatedService(SUMMER);
  product = createForecastProduct({ shelf, clock, log: silentLog });
  const objects = createMemoryObjects();
  const outcome = await archiveForecasts({
    ...{ objects, clock, log: silentLog, keepDays: 400, stations, directory },
    issue: (wanted) => issueForecasts(product, wanted, clock),
    storeFault: () => null,
  });
  expect(outcome).toMatchObject({ kind: 'archived', issueTime: SUMMER.now, hours: stations.length });
  for await (const issue of readArchive(objects, FORECAST_ARCHIVE, '2026-07-20')) archived = issue;
});

interface Section {
  readonly [name: string]: number | string | null;
}

/** Fault of one number as a sentence; null: the archive agrees with the response. */
function faultOf(what: string, said: Section[string] | undefined, found: number, step: number): string | null {
  if (said === null) return Number.isNaN(found) ? null : `${what}: the response has none, the archive ${found}`;
  return Math.abs((said as number) - found) <= step + TOLERANCE ? null : `${what}: response ${said}, archive ${found}`;
}

test('every archived number is that of the response at the same minute', async () => {
  const { app } = await startTestServer({ products: { forecast: product }, clock });
  const faults: (string | null)[] = [];
  let withDays = 0;
  for (const [i, { id, latitude, longitude }] of archived.stations.entries()) {
    const response = await postForecast(app, {
      location: { latitude, longitude },
      units: 'si',
      unit_overrides: { precipitation: 'mm' },
      hourly: { hours: ISSUE_HOURS, variables: ['temperature', 'precipitation', 'precipitation_probability'] },
      daily: {
        days: ISSUE_DAYS,
        variables: ['temperature_max', 'temperature_min', 'precipitation', 'precipitation_probability'],
      },
    });
    expect(response.statusCode, id).toBe(200);
    const answer = response.json();
    expect(answer.location.timezone, id).toBe(archived.stations[i]!.zone);
    expect(answer.stale, id).toBe(archived.stale[i]);
    expect(answer.updated_at, id).toBe(formatInstant(archived.updatedAt[i]!));
    const { hours, days } = archived;
    for (const [n, record] of (answer.hourly as Section[]).entries()) {
      const [what, at] = [`${id} ${record.time}`, i * ISSUE_HOURS + n];
      faults.push(
        faultOf(`${what} temperature`, record.temperature, hours.temperature[at]!, STEPS.temperature),
        faultOf(`${what} precipitation`, record.precipitation, hours.precipitation[at]!, STEPS.hour_total),
        faultOf(
          `${what} probability`,
          record.precipitation_probability,
          100 * hours.probability[at]!,
          STEPS.precipitation_probability,
        ),
      );
    }
    if (archived.firstDays[i] === null) continue;
    withDays += 1;
    expect(answer.daily[0].date, id).toBe(formatDate(archived.firstDays[i]!));
    for (const [n, record] of (answer.daily as Section[]).entries()) {
      const [what, at] = [`${id} ${record.date}`, i * ISSUE_DAYS + n];
      faults.push(
        faultOf(`${what} maximum`, record.temperature_max, days.temperatureMax[at]!, STEPS.temperature_max),
        faultOf(`${what} minimum`, record.temperature_min, days.temperatureMin[at]!, STEPS.temperature_min),
        faultOf(`${what} precipitation`, record.precipitation, days.precipitation[at]!, STEPS.day_total),
        faultOf(
          `${what} probability`,
          record.precipitation_probability,
          100 * days.probability[at]!,
          STEPS.precipitation_probability,
        ),
      );
    }
  }
  await app.close();
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  expect(faults.length).toBeGreaterThan(stations.length * ISSUE_HOURS * 3);
  expect(withDays).toBeGreaterThan(5);
});

test('days are there where it is 6 to 9 in the morning, and nowhere else', () => {
  for (const [i, { id, zone }] of archived.stations.entries()) {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(
        archived.issueTime * 1000,
      ),
    );
    expect(archived.firstDays[i] !== null, `${id} at ${hour}`).toBe(hour >= 6 && hour < 9);
    const first = archived.days.temperatureMax[i * ISSUE_DAYS]!;
    expect(Number.isNaN(first), id).toBe(archived.firstDays[i] === null);
  }
});
