/** The map of `examples/map.mjs` in a browser, on the service as it is started: every layer, drawn by MapLibre. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { systemClock } from '../../src/base/clock.js';
import { ADDRESS_SETTINGS } from '../../src/config/config-table.js';
import { TILE_LAYER_IDS, type TileLayerId } from '../../src/model/tile.js';
import { CHROMIUM } from '../chromium.js';
import { type RunningService, run, serve } from './service.js';

/** Each layer has what it can be drawn from; which of several sources it takes is shown elsewhere. */
const FEEDS = 'gfs,gefs-aerosol,mrms,firms,hms-smoke,nws-alerts';
/** Feeds whose simulated grid, of 30 and 60 degrees, an operator must accept. */
const COARSE_FEEDS = ['gfs', 'gefs-aerosol'];
/** Radar is simulated where the map looks: frames of the whole network would take most of the time. */
const WINDOW = { south: 30, north: 40, west: -105, east: -92 };

const READY_MS = 90_000;

/** What runs in the page is text: the types of the project are those of Node. */
const MAP = 'window.weatherMap.map';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-map-'));
let upstream: SimulatedUpstream;
let service: RunningService;
let proxy: ChildProcess;
let browser: Browser;
let page: Page;
let origin: string;
const complaints: string[] = [];
const strangers: string[] = [];
/** Of tiles, by their layer. */
const answered = new Map<string, number[]>();

describe.skipIf(CHROMIUM === null)('a map in a browser', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    upstream = await startSimulatedUpstream({
      ...{ port: 0, seed: 5, gridStepDegrees: 30, clock: systemClock, radarWindow: WINDOW },
    });
    const settings = {
      ...Object.fromEntries(ADDRESS_SETTINGS.map((name) => [name, upstream.url])),
      WEATHERGLASS_PROFILE: 'live',
      WEATHERGLASS_DATA: directory,
      WEATHERGLASS_FEEDS: FEEDS,
    };
    for (const feed of COARSE_FEEDS) expect((await run(settings, 'ingest', feed, '--accept-grid')).code).toBe(0);
    service = await serve(settings);
    const key = /wg_[A-Za-z0-9]+_[A-Za-z0-9_-]+/.exec(service.output())![0];
    await allReady(key);
    origin = await startProxy(key);
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-background-networking',
      ],
    });
    page = await browser.newPage({ viewport: { width: 700, height: 500 } });
    watch(page);
    await page.goto(origin);
    await page.waitForFunction("document.querySelectorAll('#layer option').length > 0");
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    proxy?.kill();
    await service?.stop();
    await upstream?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test('the list of layers is that of the interface', async () => {
    const ids = await page.evaluate("[...document.querySelectorAll('#layer option')].map(({ value }) => value)");
    expect(ids).toEqual([...TILE_LAYER_IDS]);
  });

  test.each(TILE_LAYER_IDS)('%s is drawn, at two zooms', async (layer) => {
    complaints.length = 0;
    strangers.length = 0;
    await page.selectOption('#layer', layer);
    if (layer === 'radar-site') await page.selectOption('#site', 'KTLX');
    for (const zoom of [3, 6]) {
      // void, or the whole map would come back as what it returns: 0.2 s each time
      await page.evaluate(`void ${MAP}.jumpTo({ center: [-97.3, 35.3], zoom: ${zoom} })`);
      await drawn(layer);
    }
    expect(await page.textContent('#note')).toBe('');
    expect(await page.locator('#legend div').count()).toBeGreaterThan(0);
    const statuses = answered.get(layer) ?? [];
    expect(statuses.length).toBeGreaterThan(0);
    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 304)).toEqual([]);
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });
  });

  test('an animation asks for frame after frame', async () => {
    await page.selectOption('#layer', 'radar-future' satisfies TileLayerId);
    await drawn('radar-future');
    const times = new Set<string>();
    await page.click('#play');
    while (times.size < 3) {
      times.add((await page.textContent('#time'))!);
      await page.waitForTimeout(50);
    }
    await page.click('#play');
    expect(complaints).toEqual([]);
  });
});

/** Resolves when every layer has something to show: radar comes after the first model run. */
async function allReady(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const end = Date.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${service.url}/v1/map-tiles`, { headers, signal: AbortSignal.timeout(READY_MS) });
    expect(response.status).toBe(200);
    const { layers } = (await response.json()) as { layers: { id: string; state: string }[] };
    const missing = layers.filter(({ state }) => state === 'unavailable').map(({ id }) => id);
    if (missing.length === 0) return;
    if (Date.now() > end) throw new Error(`no map of ${missing.join(', ')}; the end of the log:\n${ingestLog()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Lines of the service's log that are not about requests. */
function ingestLog(): string {
  const lines = service.log().split('\n');
  return lines.filter((line) => !line.includes('"msg":"request"')).join('\n');
}

function startProxy(key: string): Promise<string> {
  proxy = spawn(process.execPath, ['examples/map.mjs', service.url, '0'], {
    env: { PATH: process.env.PATH, WEATHERGLASS_KEY: key },
  });
  return new Promise((resolve, reject) => {
    proxy.stdout!.on('data', (chunk: Buffer) => {
      const found = /is at (http:\S+)/.exec(chunk.toString())?.[1];
      if (found) resolve(found);
    });
    proxy.once('exit', (code) => reject(new Error(`the proxy ended with ${code}`)));
  });
}

function watch(watched: Page): void {
  watched.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  watched.on('pageerror', (error) => complaints.push(String(error)));
  watched.on('request', (request) => {
    const { protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !request.url().startsWith(`${origin}/`)) strangers.push(request.url());
  });
  watched.on('response', (response) => {
    const layer = /\/v1\/map-tiles\/([\w-]+)\/\d+\/\d+\/\d+/.exec(response.url())?.[1];
    if (layer !== undefined) answered.set(layer, [...(answered.get(layer) ?? []), response.status()]);
  });
}

/** The layer is on the map, in the place of the one before it, and so are all of its tiles. */
async function drawn(layer: TileLayerId): Promise<void> {
  const address = layer === 'radar-site' ? /\/radar-site\/.*site=KTLX/ : new RegExp(`/v1/map-tiles/${layer}/`);
  await page.waitForFunction(
    `${address}.test(${MAP}.getSource('weather')?.tiles?.[0]) && ${MAP}.isSourceLoaded('weather') && ${MAP}.areTilesLoaded()`,
  );
}
