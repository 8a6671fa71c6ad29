/** GHCN-Daily and the METAR cache over HTTP, and what a client meets when they misbehave. */

import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { DAY, MINUTE } from '../../src/model/time.js';
import { type SimulatedUpstream, startSimulatedUpstream } from '../upstream.js';

const START = Date.UTC(2007, 0, 4, 12) / 1000;
const YEAR = '/csv.gz/by_year/2007.csv.gz';
const STATION = '/csv/by_station/US1NYSM0232.csv';
const METAR = '/data/cache/metars.cache.csv.gz';
let now = START;
const clock: Clock = { now: () => now };
let upstream: SimulatedUpstream;

beforeAll(async () => {
  upstream = await startSimulatedUpstream({ port: 0, seed: 2, gridStepDegrees: 10, clock });
});
afterEach(() => {
  upstream.faults.clear();
  now = START;
});
afterAll(() => upstream.close());

const get = (path: string, init?: RequestInit) => fetch(upstream.url + path, init);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a cache of the past is the one that was there then; one of the future or of last week is not there', async () => {
  const then = await bytesOf(await get(METAR));
  now += 3600;
  expect(await bytesOf(await get(`/data/cache/past/${START}.csv.gz`))).toEqual(then);
  expect(await bytesOf(await get(METAR))).not.toEqual(then);
  for (const time of [now + 60, START - 7 * DAY])
    expect((await get(`/data/cache/past/${time}.csv.gz`)).status).toBe(404);
});

test.each([
  ['/ghcnd-stations.txt', 'text/plain', /^AGE\d{8} /],
  ['/ghcnd-inventory.txt', 'text/plain', /^AGE\d{8} .* TMAX 1975 2007\n/],
  [STATION, 'text/csv', /^ID,DATE,ELEMENT,DATA_VALUE,M_FLAG,Q_FLAG,S_FLAG,OBS_TIME\nUS1NYSM0232,2005/],
  [YEAR, 'application/gzip', /^ID,DATE,.*\n\w{11},20070101,/],
  [METAR, 'application/gzip', /^No errors\n/],
  [`/data/cache/past/${START - DAY}.csv.gz`, 'application/gzip', /^No errors\n/],
])('%s is served as %s', async (path, type, beginning) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  const bytes = await bytesOf(response);
  expect((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()).toMatch(beginning);
});

test('requests for one file at once get the same bytes, and an unchanged file is not sent again', async () => {
  const responses = await Promise.all([get(YEAR), get(YEAR), get(YEAR, { method: 'HEAD' })]);
  const [one, other] = await Promise.all(responses.slice(0, 2).map(bytesOf));
  expect(one!.equals(other!)).toBe(true);
  const etag = responses[2]!.headers.get('etag')!;
  expect((await get(YEAR, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  now += DAY;
  expect((await get(YEAR, { headers: { 'If-None-Match': etag } })).status).toBe(200);
});

test('the METAR cache is made anew every minute', async () => {
  const etag = (await get(METAR)).headers.get('etag')!;
  now += 10 * MINUTE;
  expect((await get(METAR, { headers: { 'If-None-Match': etag } })).status).toBe(200);
});

test.each([
  ['a file that is cut', { kind: 'truncated' }, 200, (whole: Buffer, got: Buffer) => got.length === whole.length >> 1],
  ['a page of HTML', { kind: 'html' }, 200, (_: Buffer, got: Buffer) => got.toString().startsWith('<!DOCTYPE html>')],
  ['404', { kind: 'status', status: 404 }, 404, () => true],
  ['404 until it is late no more', { kind: 'late', seconds: null }, 404, () => true],
] as const)('asked for, a client gets %s', async (_, fault, status, isExpected) => {
  const whole = await bytesOf(await get(METAR));
  upstream.faults.add({ path: 'metars', ...fault });
  const response = await get(METAR);
  expect(response.status).toBe(status);
  expect(isExpected(whole, await bytesOf(response))).toBe(true);
});
