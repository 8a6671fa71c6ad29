/**
 * A route end to end, on the built service: the example that people copy, and the table of the command line.
 *
 * The weather is a day of a simulated run, given as a file, and the terrain a single tile: what a first start does by
 * itself is test/e2e/first-start.test.ts, and takes longer.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGfsFiles } from '../../simulator/gfs-files.js';
import { createWorld } from '../../simulator/world.js';
import { HOUR } from '../../src/model/time.js';
import { type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-route-'));
const settings = { WEATHERGLASS_DATA: directory, WEATHERGLASS_TERRAIN_ZOOM: '0' };
/** The run that would be the newest; from 4 to 10 hours old. */
const RUN = Math.floor((Date.now() / 1000 - 4 * HOUR) / (6 * HOUR)) * 6 * HOUR;
/** To the end of a drive of eight hours that begins an hour from now, and the hour in which it ends. */
const HOURS = Array.from({ length: 20 }, (_, i) => i + 1);
let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await serve(settings, '--no-ingest');
  key = /wg_[A-Za-z0-9]+_[A-Za-z0-9_-]+/.exec(service.output())![0];
  const files = createGfsFiles(createWorld(1), { gridStepDegrees: 45 });
  const grib = join(directory, 'run.grib2');
  writeFileSync(grib, Buffer.concat(HOURS.map((hour) => files.file(RUN, hour).grib)));
  for (const feed of [['terrain'], ['gfs', '--from', grib]]) {
    const ingest = await run(settings, 'ingest', ...feed);
    expect(ingest, ingest.stderr).toMatchObject({ code: 0 });
  }
  // What is published is looked at every two seconds; the terrain, of which nobody asked yet, at the first question.
  while ((await fetch(`${service.url}/readyz`)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 100));
}, 120_000);
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

const example = (more: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['examples/route.mjs', service.url], { env: { ...process.env, ...more } });

test('the example tells the weather of a hike and of a drive', async () => {
  const { stdout, stderr } = await example({ WEATHERGLASS_KEY: key });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Hike of 15\.0 km, \d{3} minutes\n/);
  const rows = stdout.match(/^ {2}\d\d:\d\d {2}\d+\.\d km, \d+ m: [a-z-]+, -?[\d.]+ degC, gusts [\d.]+$/gm)!;
  expect(rows.length).toBeGreaterThan(8);
  expect(stdout).toMatch(
    /^Drive from Berlin by Dresden by Prague by Vienna, 535\.1 km\n {2}Berlin at \d\d:\d\d \(Europe\/Berlin\)/m,
  );
  expect(stdout).toMatch(/ {2}Vienna at \d\d:\d\d \(Europe\/Vienna\): [a-z-]+$/m);
  expect(stdout.match(/^ {2}! Where no ensemble reaches/gm)).toHaveLength(2);
});

test('the example says what is wrong with its key', async () => {
  await expect(example({ WEATHERGLASS_KEY: 'wg_none' })).rejects.toThrow(/401 Authentication required/);
});

test('the curl of the README answers', async () => {
  const body = /8080\/v1\/route[\s\S]*?-d '(\{[\s\S]*?\})'\n```/.exec(readFileSync('README.md', 'utf8'))![1]!;
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
  const [table, paced] = await Promise.all([
    run(settings, 'query', 'route', '--gpx', gpx),
    run(settings, 'query', 'route', '--gpx', gpx, '--recorded-pace', '--json'),
  ]);
  expect(table, table.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(table.stdout).toMatch(
    /^Up\n\d\.\d km, 299 m up, 0 m down as recorded, 200 of 300 points\n.* recorded in 4 h 59 min/,
  );
  const rows = table.stdout.match(/^(?:\w{3} \d\d| {6}) {2}\d\d:\d\d .*$/gm)!;
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.length).toBeLessThan(20);
  expect(JSON.parse(paced.stdout)).toMatchObject({ route: { mode: null, duration_seconds: 17_940 } });
});

test('query route takes places in the south, and tells faults by their pointers', async () => {
  const [driven, refused] = await Promise.all([
    run(settings, 'query', 'route', '-33.86,151.21', '-37.81,144.96', '--speed', '90'),
    run(settings, 'query', 'route', '1,2', '95,4', '--interval', '5m'),
  ]);
  expect(driven, driven.stderr).toMatchObject({ code: 0 });
  expect(driven.stdout).toMatch(/^71\d\.\d km, .* driving, Australia\/Sydney/);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/^Invalid request:\n/);
  expect(refused.stderr).toMatch(/^ {2}\/path\/1\/latitude {2}.*95/m);
  expect(refused.stderr).toMatch(/^ {2}\/sample\/interval {2}.*5m/m);
});
