/** `weatherglass ingest firms` and `hms-smoke` as a person runs them: the simulated upstream, a file by hand, the doctor. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-fires-'));
const settings = {
  WEATHERGLASS_DATA: join(directory, 'data'),
  WEATHERGLASS_FEEDS: 'firms,hms-smoke',
  WEATHERGLASS_NOW: '2026-07-20T12:00:00Z',
};
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('fires and smoke come in, and the doctor sees them', { timeout: 60_000 }, async () => {
  const fires = await run(settings, 'ingest', 'firms', '--json');
  expect(fires).toMatchObject({ code: 0 });
  const { event, feed, count, fetched, failed } = JSON.parse(fires.stdout);
  expect({ event, feed, fetched, failed }).toEqual({ event: 'published', feed: 'firms', fetched: 4, failed: 0 });
  expect(count).toBeGreaterThan(5000);
  const smoke = await run(settings, 'ingest', 'hms-smoke');
  expect(smoke.stdout).toMatch(/^HMS smoke: \d+ plumes of smoke\n$/);
  const doctor = await run(settings, 'doctor', '--offline');
  expect(doctor.stdout).toMatch(
    /^ok {4}firms +seen until 2026-07-20T09:\d\d:00Z, [23](\.\d)? h old; polled just now$/m,
  );
  expect(doctor.stdout).toMatch(/^ok {4}hms-smoke +seen until 2026-07-19T23:00:00Z, 13 h old; polled just now$/m);
});

test('a list by hand, and one that is none', { timeout: 60_000 }, async () => {
  const list = join(directory, 'fires.csv');
  writeFileSync(list, 'latitude,longitude,acq_date,acq_time,confidence\n39.8,-121.2,2020-10-01,2150,84\n');
  expect(await run(settings, 'ingest', 'firms', '--from', list)).toMatchObject({
    code: 0,
    stdout: 'FIRMS: 1 fires of 1 files\n',
  });
  writeFileSync(list, 'Invalid MAP_KEY.');
  const refused = await run(settings, 'ingest', 'firms', '--from', list);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'weatherglass: malformed FIRMS: must have a column latitude; got "Invalid MAP_KEY."',
  );
});
