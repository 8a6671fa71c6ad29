/**
 * The nowcast end to end, on the built service: MRMS polled from the simulated upstream, the README's curl, the example that
 * people copy, and the picture of the command line.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { formatInstant } from '../../src/model/time.js';
import { type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-nowcast-'));
const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
/** Of the README and the example. */
const NORMAN = { latitude: 35.22, longitude: -97.44 };
let upstream: SimulatedUpstream;
let service: RunningService;
let settings: Record<string, string>;
let key: string;

beforeAll(async () => {
  const radarWindow = { south: 30, north: 40, west: -105, east: -92 };
  upstream = await startSimulatedUpstream({
    port: 0,
    seed: 5,
    gridStepDegrees: 30,
    clock: { now: () => NOON },
    radarWindow,
  });
  settings = {
    WEATHERGLASS_PROFILE: 'demo',
    WEATHERGLASS_DATA: join(directory, 'data'),
    WEATHERGLASS_MRMS_URL: upstream.url,
    WEATHERGLASS_FEEDS: 'mrms',
    WEATHERGLASS_NOW: formatInstant(NOON),
  };
  service = await serve(settings, '--no-ingest');
  key = /wg_[A-Za-z0-9]+_[A-Za-z0-9_-]+/.exec(service.output())![0];
}, 120_000);
afterAll(async () => {
  await service.stop();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
});

const README_BODY = /8080\/v1\/nowcast[\s\S]*?-d '(\{[\s\S]*?\})'\n```/.exec(readFileSync('README.md', 'utf8'))![1]!;

interface Printed {
  readonly status: string;
  readonly minutes: readonly object[];
  readonly warnings: readonly { readonly code: string }[];
}

async function ask(body: string): Promise<{ status: number; answer: Printed }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' };
  const response = await fetch(`${service.url}/v1/nowcast`, { method: 'POST', headers, body });
  return { status: response.status, answer: (await response.json()) as Printed };
}

test('before the first frame it is pending, and empty where there is no model either', async () => {
  const { status, answer } = await ask(README_BODY);
  expect(status).toBe(200);
  expect(answer).toMatchObject({ status: 'pending', radar_pending: true, minutes: [], updated_at: null });
});

test('with frames the curl of the README answers from radar alone', { timeout: 60_000 }, async () => {
  const ingest = await run(settings, 'ingest', 'mrms');
  expect(ingest, ingest.stderr).toMatchObject({ code: 0 });
  for (;;) {
    const { answer } = await ask(README_BODY);
    if (answer.status === 'pending') {
      await new Promise((resolve) => setTimeout(resolve, 250)); // pointers are looked at every two seconds
      continue;
    }
    expect(answer).toMatchObject({
      start: '2026-11-20T12:00:00Z',
      end: '2026-11-20T14:00:00Z',
      stale: false,
      radar_pending: false,
    });
    expect(answer.warnings.map(({ code }) => code)).toContain('simulated_data');
    expect(answer.minutes.length).toBe(answer.status === 'dry' ? 0 : 120);
    break;
  }
  const ready = (await (await fetch(`${service.url}/readyz`)).json()) as { products: { product: string }[] };
  const nowcast = ready.products.find(({ product }) => product === 'nowcast');
  expect(nowcast).toMatchObject({ state: 'ready', detail: expect.stringMatching(/^MRMS frame of 2026-11-20T1[12]:/) });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain('weatherglass_product_state{product="nowcast",state="ready"} 1');
});

test('the command line has the same in words, and as JSON', { timeout: 60_000 }, async () => {
  const place = [String(NORMAN.latitude), String(NORMAN.longitude)];
  const shown = await run(settings, 'query', 'nowcast', ...place);
  expect(shown, shown.stderr).toMatchObject({ code: 0 });
  expect(shown.stdout).toMatch(/^35\.22, -97\.44: (dry|[a-z ]+ (begins in about|now, for about|throughout))/);
  expect(shown.stdout).toContain('updated 2026-11-20 1');
  const printed = await run(settings, 'query', 'nowcast', ...place, '--json');
  const { answer } = await ask(JSON.stringify({ location: NORMAN }));
  expect(JSON.parse(printed.stdout)).toEqual(answer);
});

test('a question that makes no sense is refused by field, rule and value', { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await run(settings, 'query', 'nowcast', '91', 'east', '--units', 'imperial');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('location.latitude must be at most 90; got 91');
  expect(stderr).toContain('location.longitude must be a number; got "east"');
  expect(stderr).toContain('units must be one of metric, us, si; got "imperial"');
});

const example = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['examples/nowcast.mjs', service.url, ...words], {
    env: { ...process.env, WEATHERGLASS_KEY: key },
  });

test('the example says whether it rains', async () => {
  const { stdout, stderr } = await example();
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^2026-11-20T12:00:00Z to 2026-11-20T14:00:00Z: (active|dry)\n/);
  expect(stdout).toMatch(/^ {2}! This weather is simulated/m);
});

test('where nothing is known the example says that', async () => {
  await expect(example('-30', '80')).rejects.toThrow(/503 .*nowcast is unavailable: no radar covers this place/);
});
