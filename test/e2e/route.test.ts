/** A route end to end, on the built service: the example that people copy, and the table of the command line. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-route-'));
const settings = { WEATHERGLASS_DATA: directory, WEATHERGLASS_DEMO_GRID: '30', WEATHERGLASS_FEEDS: 'gfs' };
let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await serve(settings);
  key = /wg_[A-Za-z0-9]+_[A-Za-z0-9_-]+/.exec(service.output())![0];
  for (;;) {
    if ((await fetch(`${service.url}/readyz`)).status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}, 120_000);
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

const example = (more: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['examples/route.mjs'], {
    env: { ...process.env, WEATHERGLASS_URL: service.url, ...more },
  });

test('the example tells the weather of a hike and of a drive', async () => {
  const { stdout, stderr } = await example({ WEATHERGLASS_KEY: key });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Hike of 15\.\d+ km, \d{3} minutes\n/);
  expect(
    stdout.match(/^ {2}\d\d:\d\d {2}\d+\.\d km(?:, \d+ m)?: [a-z-]+, -?[\d.]+ degC, gusts [\d.]+$/gm)!.length,
  ).toBeGreaterThan(8);
  expect(stdout).toMatch(
    /^Drive from Berlin by Dresden by Prague by Vienna, 5\d\d\.\d+ km\n {2}Berlin at \d\d:\d\d \(Europe\/Berlin\)/m,
  );
  expect(stdout).toMatch(/ {2}Vienna at \d\d:\d\d \(Europe\/Vienna\): [a-z-]+$/m);
  expect(stdout).toMatch(/! This weather is simulated/);
});

test('the example says what is wrong with its key', async () => {
  await expect(example({ WEATHERGLASS_KEY: 'wg_none' })).rejects.toThrow(/401 Authentication required/);
});

test('the curl of the README answers', async () => {
  const body = /\/v1\/route[\s\S]*?-d '(\{[\s\S]*?\})'\n```/.exec(readFileSync('README.md', 'utf8'))![1]!;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/v1/route`, { method: 'POST', headers, body });
  const answer = (await response.json()) as { samples: { status: string }[] };
  expect(response.status, JSON.stringify(answer)).toBe(200);
  expect(new Set(answer.samples.map(({ status }) => status))).toEqual(new Set(['ok']));
});

test('query route prints the table of a GPX file, and its JSON is the answer of the service', async () => {
  const gpx = join(directory, 'hike.gpx');
  const points = Array.from({ length: 300 }, (_, i) => {
    const minutes = String(i % 60).padStart(2, '0');
    const time = `2026-07-01T${String(8 + Math.floor(i / 60)).padStart(2, '0')}:${minutes}:00Z`;
    const [lat, lon] = [(47.4 + i / 5000).toFixed(6), (11 + Math.sin(i / 20) / 200).toFixed(6)];
    return `<trkpt lat="${lat}" lon="${lon}"><ele>${700 + i}</ele><time>${time}</time></trkpt>`;
  });
  writeFileSync(gpx, `<gpx><trk><name>Up</name><trkseg>${points.join('')}</trkseg></trk></gpx>`);
  const table = await run(settings, 'query', 'route', '--gpx', gpx);
  expect(table, table.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(table.stdout).toMatch(
    /^Up\n\d\.\d km, 299 m up, 0 m down as recorded, 200 of 300 points\n.* recorded in 4 h 59 min/,
  );
  const rows = table.stdout.match(/^(?:\w{3} \d\d| {6}) {2}\d\d:\d\d .*$/gm)!;
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.length).toBeLessThan(20);
  const paced = await run(settings, 'query', 'route', '--gpx', gpx, '--recorded-pace', '--json');
  expect(JSON.parse(paced.stdout)).toMatchObject({ route: { mode: null, duration_seconds: 17_940 } });
});

test('query route takes places in the south, and tells faults by their pointers', async () => {
  const driven = await run(settings, 'query', 'route', '-33.86,151.21', '-37.81,144.96', '--speed', '90');
  expect(driven, driven.stderr).toMatchObject({ code: 0 });
  expect(driven.stdout).toMatch(/^71\d\.\d km, .* driving, Australia\/Sydney/);
  const refused = await run(settings, 'query', 'route', '1,2', '95,4', '--interval', '5m');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^Invalid request:\n/);
  expect(refused.stderr).toMatch(/^ {2}\/path\/1\/latitude {2}.*95/m);
  expect(refused.stderr).toMatch(/^ {2}\/sample\/interval {2}.*5m/m);
});
