/** The built service beside an upstream whose GFS drips: regional feeds come in, doctor says who waits, SIGTERM ends it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { ADDRESS_SETTINGS } from '../../src/config/config-table.js';
import { ingestStates, type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-slow-'));
let upstream: SimulatedUpstream;
let service: RunningService | null = null;
beforeAll(async () => {
  const clock = { now: () => Date.now() / 1000 };
  upstream = await startSimulatedUpstream({ port: 0, seed: 1, gridStepDegrees: 30, clock });
  upstream.faults.add({ kind: 'drip', path: '^/gfs', count: null });
});
afterAll(async () => {
  await service?.stop();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
});

test('a GFS that drips holds up the feeds of its own queue alone, which doctor says', {
  timeout: 120_000,
}, async () => {
  const settings = {
    WEATHERGLASS_DATA: directory,
    WEATHERGLASS_PROFILE: 'live',
    WEATHERGLASS_FEEDS: 'gfs,gefs-aerosol,terrain',
    WEATHERGLASS_TERRAIN_ZOOM: '1',
    WEATHERGLASS_INGEST_QUEUES: '2',
    ...Object.fromEntries(ADDRESS_SETTINGS.map((name) => [name, upstream.url])),
  };
  service = await serve(settings);
  const states = await ingestStates(directory, (all) => all.get('terrain')?.endedSeconds !== null);
  expect(states.get('terrain')).toMatchObject({ failures: 0 });
  const doctor = await run(settings, 'doctor', '--offline');
  expect(doctor.stdout).toMatch(/^ok +terrain +4 tiles of zoom 1$/m);
  expect(doctor.stdout).toMatch(/^note +gfs +nothing published yet; under way for \d+ (s|min)$/m);
  expect(doctor.stdout).toMatch(
    /^note +gefs-aerosol +nothing published yet; waits for GFS, which has been under way for/m,
  );
  expect(await service.stop()).toBe(0);
});
