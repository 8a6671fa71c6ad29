/** A service that cannot reach its upstreams: what it logs, what doctor says, and what clients are told. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS_SETTINGS } from '../../src/config/config-table.js';
import { ingestStates, type RunningService, run, serve } from './service.js';

/** No label of a name is longer than 63 characters, so no name server has to be asked. */
const UNKNOWN_HOST = `${'x'.repeat(64)}.invalid`;
const CLOSED_PORT = '127.0.0.1:1';
/** Addresses of feeds that fail in different ways, each at its own host. */
const HOSTS: Readonly<Record<string, string>> = {
  WEATHERGLASS_GFS_URL: `http://gfs.${UNKNOWN_HOST}`,
  WEATHERGLASS_MRMS_URL: `http://mrms.${UNKNOWN_HOST}`,
  WEATHERGLASS_NWS_URL: `http://nws.${UNKNOWN_HOST}`,
};
const FEEDS = ['gfs', 'mrms', 'nws-alerts', 'meteoalarm', 'dwd-alerts', 'firms', 'alert-zones'];

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-offline-'));
const settings = {
  WEATHERGLASS_DATA: directory,
  WEATHERGLASS_PROFILE: 'live',
  WEATHERGLASS_FEEDS: FEEDS.join(','),
  ...Object.fromEntries(ADDRESS_SETTINGS.map((name) => [name, HOSTS[name] ?? `http://${CLOSED_PORT}`])),
};

let service: RunningService;
beforeAll(async () => {
  service = await serve(settings);
});
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('without a network each cause is logged once, then that there is none; doctor says what happened', {
  timeout: 120_000,
}, async () => {
  await ingestStates(directory, (states) => FEEDS.every((name) => (states.get(name)?.failures ?? 0) > 0));
  const doctor = await run(settings, 'doctor', '--offline');
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(
    /^wrong +gfs +nothing published yet; last attempt failed [^;]*: host not found \(gfs\.x+\.invalid\); (next attempt|under way)/m,
  );
  expect(doctor.stdout).toMatch(
    /^wrong +meteoalarm +never polled with success; failed [^;]*: connection refused \(127\.0\.0\.1:1\)(; [^;]*)?$/m,
  );

  const lines = service.log().trimEnd().split('\n');
  const notes = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request');
  const warnings = notes.map(({ msg }) => msg as string);
  expect(warnings.filter((msg) => msg.startsWith('no network: none of 2 upstream hosts can be reached'))).toHaveLength(
    1,
  );
  expect(warnings.length, warnings.join('\n')).toBeLessThanOrEqual(3);
});

test('a client is told that alerts are unavailable, and no address of an upstream', async () => {
  const key = /wg_[A-Za-z0-9]+_[A-Za-z0-9_-]+/.exec(service.output())![0];
  const response = await fetch(`${service.url}/v1/alerts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ location: { latitude: 35.22, longitude: -97.44 } }),
  });
  expect(response.status).toBe(503);
  const told = `${await response.text()} ${await (await fetch(`${service.url}/readyz`)).text()}`;
  expect(told).toContain('no poll of NWS alerts, MeteoAlarm, DWD warnings has succeeded yet');
  for (const host of [UNKNOWN_HOST, CLOSED_PORT]) expect(told).not.toContain(host);
});
