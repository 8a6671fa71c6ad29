/** The hours of yesterday in a demo that has just begun, from caches of the past. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { StoreContext } from '../../src/ingest/context.js';
import { recordPast } from '../../src/ingest/reports/past-hours.js';
import { DAY, HOUR, MINUTE, zoneOf } from '../../src/model/time.js';
import { createStationDays } from '../../src/query/reports/station-days.js';
import { METAR_FEED } from '../../src/sources/metar/metar-feed.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';

/** 2007-01-04T06:30:00Z: yesterday in New York has been over for an hour and a half. */
const NOW = Date.UTC(2007, 0, 4, 6, 30) / 1000;
const clock = { now: () => NOW };
const HEAD = 'raw_text,station_id,observation_time,latitude,longitude,metar_type,elevation_m';
let url: string;
let server: Server;
let keepsPast: boolean;
let asked: number;
let directory: string;

/** The cache of a time: one airport, which reports at :53, is there two minutes later, and has 0.1 mm each hour. */
function cacheAt(time: number): string {
  const made = Math.floor((time - 55 * MINUTE) / HOUR) * HOUR + 53 * MINUTE;
  const iso = new Date(made * 1000).toISOString();
  const stamp = `${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}Z`;
  const celsius = String(12 - Math.abs((Math.floor(made / HOUR) % 24) - 12)).padStart(2, '0');
  const text = `KJFK ${stamp} AUTO 27005KT 10SM CLR ${celsius}/00 A2990 RMK AO2 SLP125 P0001 T0${celsius}00000`;
  return `${HEAD}\n${text},KJFK,${iso.slice(0, 19)}Z,40.64,-73.78,METAR,4\n`;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked++;
    const time = /^\/data\/cache\/past\/(\d+)\.csv\.gz$/.exec(request.url!);
    if (time === null || !keepsPast) return void response.writeHead(404).end();
    response.writeHead(200).end(gzipSync(cacheAt(Number(time[1]))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  directory = mkdtempSync(join(tmpdir(), 'weatherglass-past-'));
});
beforeEach(() => {
  [keepsPast, asked] = [true, 0];
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

const deps = (objects = createMemoryObjects()): StoreContext => ({
  ...{ objects, directory, clock, log: silentLog, source: { baseUrl: url, simulated: true } },
  ...{ progress: () => undefined, random: () => 0.5, sleep: async () => undefined },
});

test('yesterday of an airport is whole after one reading of the past, which is not read again', async () => {
  const context = deps();
  const written = await recordPast(context, METAR_FEED);
  expect(written).toEqual(['2006-12-31', '2007-01-01', '2007-01-02', '2007-01-03', '2007-01-04']);
  const days = createStationDays({ objects: context.objects, clock, log: silentLog });
  const yesterday = Math.floor((NOW - 5 * HOUR) / DAY) - 1;
  const [day] = await days.read('KJFK', [yesterday, yesterday], zoneOf('America/New_York')!);
  // 0:00 to 23:00 in New York are the reports of 4:53 to 3:53 of UTC, with 0 to 12 °C, and 0.254 mm each.
  expect(day).toMatchObject({ temperatures: 24, amounts: 24 });
  expect(day!.maximum).toBeCloseTo(285.15, 3);
  expect(day!.minimum).toBeCloseTo(273.15, 3);
  expect(day!.precipitation).toBeCloseTo(24 * 0.25, 1);
  asked = 0;
  expect(await recordPast(context, METAR_FEED)).toEqual([]);
  expect(asked).toBe(0);
});

test('an upstream that keeps no past leaves the record as it is, and is asked once', async () => {
  keepsPast = false;
  expect(await recordPast(deps(), METAR_FEED)).toEqual([]);
  expect(asked).toBe(1);
});
