/** What a newcomer meets: the built service on an empty directory, its banner, its first answer, its end, its second start. */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-first-'));
const settings = { WEATHERGLASS_DATA: directory, WEATHERGLASS_DEMO_GRID: '30' };
const running: RunningService[] = [];
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()));
  rmSync(directory, { recursive: true, force: true });
});

async function start(...args: string[]): Promise<RunningService> {
  const service = await serve(settings, ...args);
  running.push(service);
  return service;
}

/** The body of the curl in the README, so that what is promised there is what is tested. */
function readmeRequest(): string {
  const readme = readFileSync('README.md', 'utf8');
  return /-d '(\{[\s\S]*?\})'\n```/.exec(readme)![1]!;
}

/** Asks until the service has something to serve; every answer before that must be an honest 503. */
async function firstAnswer(url: string, key: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (;;) {
    const response = await fetch(`${url}/v1/forecast`, { method: 'POST', headers, body: readmeRequest() });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.status === 200) return answer;
    expect(response.status).toBe(503);
    expect(answer.detail).toContain('forecast');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 250)); // the limit of a key is 1,200 a minute
  }
}

test('an empty directory becomes a service that answers 16 variables, and stops cleanly', {
  timeout: 120_000,
}, async () => {
  const service = await start();
  expect(service.output()).toContain('SIMULATED');
  expect(service.output()).toContain('WEATHERGLASS_PROFILE=live');
  const key = /wg_[A-Za-z0-9]+_[A-Za-z0-9_-]+/.exec(service.output())![0];
  const answer = await firstAnswer(service.url, key);
  const current = answer.current as Record<string, unknown>;
  const names = Object.keys(current).filter((name) => name !== 'time' && name !== 'type');
  expect(names).toHaveLength(16);
  const missing = names.filter((name) => current[name] === null);
  expect(missing).toEqual(['air_quality_index']);
  const codes = (answer.warnings as { code: string }[]).map(({ code }) => code);
  expect(codes).toContain('simulated_data');
  expect(codes).toContain('air_quality_unavailable');
  expect(answer.stale).toBe(false);
  expect(await service.stop()).toBe(0);
  for (const secret of ['pepper', 'keys.journal']) expect(statSync(join(directory, secret)).mode & 0o077).toBe(0);
});

test('the built command can be executed, however often it was built, and need not make its database itself', () => {
  expect(statSync('dist/src/cli/main.js').mode & 0o111).toBe(0o111);
  expect(statSync('dist/src/store/tables/empty-database.archive').size).toBeGreaterThan(1e6);
});

test('a second start reuses what is there: no new key, an answer at once, keys over the socket', {
  timeout: 60_000,
}, async () => {
  const service = await start('--no-ingest');
  expect(service.output()).not.toMatch(/wg_[a-z0-9]{4,}_/);
  expect(service.output()).not.toContain('being prepared');
  expect(service.output()).toContain('-H "Authorization: Bearer $WEATHERGLASS_KEY"');
  const ready = await fetch(`${service.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    {
      status: 'ready',
      products: ['forecast', 'route', 'nowcast', 'alerts', 'historical', 'outlook', 'accuracy', 'map-tiles'].map(
        (product) => ({ product }),
      ),
    },
  ]);
  const created = await run(settings, 'keys', 'create', '--plan', 'free', '--json');
  expect(created, created.stderr).toMatchObject({ code: 0 });
  const { key, id } = JSON.parse(created.stdout) as { key: string; id: string };
  const ask = () =>
    fetch(`${service.url}/v1/forecast`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: readmeRequest(),
    });
  expect((await ask()).status).toBe(200);
  expect((await run(settings, 'keys', 'revoke', id)).code).toBe(0);
  expect((await ask()).status).toBe(401);
  const queried = await run(settings, 'query', 'forecast', '52.52', '13.41');
  expect(queried, queried.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(queried.stdout)).toMatchObject({ location: { timezone: 'Europe/Berlin' }, stale: false });
  expect(queried.stderr).toBe('');
  const misspelt = await run(settings, 'query', 'forecast', '52,52', '-13.41');
  expect(misspelt.code).toBe(2);
  expect(misspelt.stderr).toContain('location.latitude must be a number; got "52,52"');
  const doctor = await run(settings, 'doctor');
  expect(doctor, doctor.stdout).toMatchObject({ code: 0 });
  expect(doctor.stdout).toContain('simulated');
  expect(doctor.stdout).toMatch(/^ok +gfs +run .* h old; last ingest published, 209 of 209 steps/m);
  for (const feed of ['ecmwf-ifs', 'nbm', 'gefs-aerosol', 'terrain'])
    expect(doctor.stdout).toMatch(new RegExp(`^(ok|note) +${feed} `, 'm'));
  expect(service.log()).not.toContain(key);
});

test('while it runs its port is taken, which is named; then its directory is free again', {
  timeout: 60_000,
}, async () => {
  const service = running.at(-1)!;
  const other = mkdtempSync(join(tmpdir(), 'weatherglass-second-'));
  const port = new URL(service.url).port;
  const refused = await run({ ...settings, WEATHERGLASS_DATA: other }, 'serve', '--no-ingest', '--port', port);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(new RegExp(`PORT: must be free on 127.0.0.1.*"${port}"`));
  // with its upstream: the thread of that must not keep a service alive that could not start
  const locked = await run({ ...settings, PORT: '0' }, 'serve');
  expect(locked.code).toBe(1);
  expect(locked.stderr).toContain('is in use by process');
  rmSync(other, { recursive: true, force: true });
  await fetch(`${service.url}/healthz`, { headers: { 'x-request-id': 'the-last-one' } });
  expect(await service.stop()).toBe(0);
  const lines = service
    .log()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.slice(-2)).toMatchObject([{ level: 'info', requestId: 'the-last-one' }, { msg: 'draining' }]);
});

test('every feed can be asked what it takes, and one that there is not is wrong use', { timeout: 60_000 }, async () => {
  const help = await run(settings, 'ingest', '--help');
  for (const name of ['gfs', 'hrrr-subhourly', 'gefs-aerosol', 'terrain', 'all'])
    expect(help.stdout).toContain(`\n  ${name} `);
  expect((await run(settings, 'ingest', 'icon')).code).toBe(2);
  const misspelt = await run({ ...settings, WEATHERGLASS_FEEDS: 'gfs,icon' }, 'ingest', 'all');
  expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('list of auto, gfs, terrain') });
  const hour = await run(settings, 'ingest', 'aqm', '--run', '2026112000');
  expect(hour).toMatchObject({ code: 2, stderr: expect.stringContaining('NOAA Air Quality Model runs') });
});

test('an ingest that cannot open its records ends, though it would simulate its upstream', {
  timeout: 60_000,
}, async () => {
  const occupied = join(directory, 'occupied');
  writeFileSync(occupied, 'a file where the data directory should be');
  const refused = await run({ ...settings, WEATHERGLASS_DATA: occupied }, 'ingest', 'gfs');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`WEATHERGLASS_DATA: must be a directory; got "${occupied}"`);
});
