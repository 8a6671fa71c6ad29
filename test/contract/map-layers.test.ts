/** `GET /v1/map-tiles` and the TileJSON of each layer: what a client needs to draw a legend and to animate. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openProducts } from '../../src/app.js';
import { silentLog } from '../../src/base/log.js';
import { loadConfig } from '../../src/config/config.js';
import { TILE_LAYER_IDS } from '../../src/model/tile.js';
import type { ListedLayer, TileListAnswer } from '../../src/products/tiles/tile-list.js';
import { NOW, tilesSituation } from '../map-tiles-situation.js';
import { DocumentValidator, documentOf } from './document.js';

const shared = await tilesSituation();
afterAll(() => shared.app.close());
const validator = new DocumentValidator(await documentOf(shared.app));
const listed = (await shared.get('/v1/map-tiles')).json<TileListAnswer>();
const layerOf = (id: string, { layers }: TileListAnswer = listed): ListedLayer =>
  layers.find((layer) => layer.id === id)!;
const tileOf = (address: string, z = 0) =>
  address.replace('{z}', String(z)).replace('{x}', '0').replace('{y}', '0').replace('https://weather.example', '');

test('the list has all layers in the order of the interface and fits its schema', () => {
  expect(listed.layers.map(({ id }) => id)).toEqual(TILE_LAYER_IDS);
  expect(validator.faultsOf('MapLayerList', listed)).toEqual([]);
});

test.each(TILE_LAYER_IDS)('%s: its frames can be asked for, and its TileJSON leads to tiles', async (id) => {
  const layer = layerOf(id);
  const site = id === 'radar-site' ? 'site=KTLX' : '';
  const tileJson = await shared.get(`/v1/map-tiles/${id}.json?${site}`);
  expect(tileJson.statusCode).toBe(200);
  expect(validator.faultsOf('TileJson', tileJson.json())).toEqual([]);
  expect(tileJson.json()).toMatchObject({ minzoom: 0, maxzoom: layer.maxzoom, legend: layer.legend });
  expect((await shared.get(tileOf(tileJson.json().tiles[0]))).statusCode).toBe(200);
  for (const { time } of [...layer.frames.slice(0, 2), ...layer.frames.slice(-2)]) {
    const answer = await shared.get(`${tileOf(layer.tiles)}?time=${time}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-service-tile-time']).toBe(time);
  }
  expect(layer.legend.length).toBeGreaterThan(0);
});

test('one frame is the one that is shown without a time', async () => {
  for (const layer of listed.layers) {
    if (layer.id === 'radar-site') continue;
    const usual = layer.frames.filter(({ is_default }) => is_default);
    expect(usual, layer.id).toHaveLength(1);
    const answer = await shared.get(tileOf(layer.tiles));
    expect(answer.headers['x-service-tile-time'], layer.id).toBe(usual[0]!.time);
  }
});

test('radar has the frames of two hours, radar-future those of the next two in tens of minutes', () => {
  const radar = layerOf('radar').frames.map(({ time }) => Date.parse(time) / 1000);
  expect(radar[0]).toBeGreaterThanOrEqual(NOW - 7200);
  expect(radar.at(-1)).toBeLessThanOrEqual(NOW);
  expect(radar).toEqual([...new Set(radar)].sort((a, b) => a - b));
  const future = layerOf('radar-future').frames.map(({ time }) => time);
  expect(future).toHaveLength(12);
  expect([future[0], future[2], future[11]]).toEqual([
    '2026-11-20T10:40:00Z',
    '2026-11-20T11:00:00Z',
    '2026-11-20T12:30:00Z',
  ]);
});

test('radar-site lists the radars of the network and fetches none', () => {
  const { sites = [], frames } = layerOf('radar-site');
  expect(sites.length).toBeGreaterThan(150);
  expect(sites).toContainEqual({ id: 'KTLX', latitude: 35.333, longitude: -97.278 });
  expect(frames).toEqual([]);
});

test('TileJSON is of the frame that was asked for', async () => {
  const [frame] = layerOf('radar').frames;
  const answer = await shared.get(`/v1/map-tiles/radar.json?time=${frame!.time}`);
  expect(answer.json()).toMatchObject({
    time: frame!.time,
    tiles: [`https://weather.example/v1/map-tiles/radar/{z}/{x}/{y}?time=${frame!.time}`],
  });
});

test('TileJSON without a time leads to tiles that go on being the newest', async () => {
  const { time, tiles } = (await shared.get('/v1/map-tiles/radar.json')).json();
  expect(time).toBe(layerOf('radar').frames.at(-1)!.time);
  expect(tiles).toEqual(['https://weather.example/v1/map-tiles/radar/{z}/{x}/{y}']);
});

test('where a model of the world stands in for one of a continent, the layer reaches around the world', async () => {
  const situation = await tilesSituation();
  const bounds = async () => (await situation.get('/v1/map-tiles/temperature.json')).json().bounds;
  expect(await bounds()).toEqual([-134.1, 21.1, -60.9, 52.7]);
  situation.runs = { ...situation.runs, hrrr: [] };
  situation.now += 5;
  expect(await bounds()).toEqual([-180, -85.0511, 180, 85.0511]);
  expect(layerOf('temperature', (await situation.get('/v1/map-tiles')).json())).toMatchObject({
    bounds: await bounds(),
  });
});

test.each([
  ['/v1/map-tiles/rain.json', 404],
  ['/v1/map-tiles/radar.json?time=never', 400],
  ['/v1/map-tiles/radar.json?time=1', 400],
  ['/v1/map-tiles/radar-site.json', 400],
])('%s is a %i in the form of tile errors', async (path, status) => {
  const answer = await shared.get(path);
  expect(answer.statusCode).toBe(status);
  expect(validator.faultsOf('TileError', answer.json())).toEqual([]);
});

test('nothing is at a layer without its suffix', async () => {
  expect((await shared.get('/v1/map-tiles/radar')).statusCode).toBe(404);
  expect((await shared.get('/v1/map-tiles/radar/1/2')).statusCode).toBe(404);
});

test.each(['/v1/map-tiles', '/v1/map-tiles/radar.json'])(
  '%s has a validator, and a 304 for who holds it',
  async (url) => {
    const first = await shared.get(url);
    expect(first.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
    const answer = await shared.get(url, { 'if-none-match': first.headers.etag! });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe('');
  },
);

test('a layer without data says why, and the others do not suffer', async () => {
  const situation = await tilesSituation();
  situation.runs = {};
  const list = (await situation.get('/v1/map-tiles')).json<TileListAnswer>();
  expect(layerOf('temperature', list)).toMatchObject({
    state: 'unavailable',
    reason: expect.stringContaining('no run of HRRR'),
    frames: [],
  });
  expect(layerOf('radar', list).state).toBe('ready');
  expect((await situation.get('/v1/map-tiles/temperature.json')).statusCode).toBe(502);
  const status = await situation.product.status();
  expect(status).toMatchObject({ product: 'map-tiles', state: 'ready', isMain: false });
  expect(status.detail).toContain('temperature');
});

test('late data makes a layer stale, in the list and in the readiness', async () => {
  const situation = await tilesSituation();
  situation.now += 40 * 60;
  const list = (await situation.get('/v1/map-tiles')).json<TileListAnswer>();
  expect(layerOf('radar', list).state).toBe('stale');
  const { sources = [] } = await situation.product.status();
  expect(sources.find(({ source }) => source === 'radar')).toMatchObject({ state: 'stale' });
});

test('list, readiness and doctor count the same layers, each in the same state', async () => {
  const situation = await tilesSituation();
  situation.fires = null;
  situation.now += 40 * 60;
  const { layers } = (await situation.get('/v1/map-tiles')).json<TileListAnswer>();
  const { sources = [], detail } = await situation.product.status();
  expect(sources.map(({ source, state }) => [source, state])).toEqual(layers.map(({ id, state }) => [id, state]));
  expect(detail).toMatch(/^12 of 13 layers; late: .*radar.*; nothing to show: fire-global$/);
  const empty = mkdtempSync(join(tmpdir(), 'weatherglass-doctor-'));
  const config = loadConfig({ WEATHERGLASS_DATA: empty });
  const { products, objects } = await openProducts(config, silentLog, { withTiles: true });
  const doctor = await products.tiles!.status();
  objects.close();
  rmSync(empty, { recursive: true });
  expect(doctor.sources?.map(({ source }) => source)).toEqual(TILE_LAYER_IDS);
  expect(doctor).toMatchObject({ state: 'unavailable', detail: expect.stringMatching(/^1 of 13 layers; nothing to/) });
});

test('what a demo left behind is said to be simulated, and nothing else', async () => {
  const situation = await tilesSituation();
  situation.fires = { ...situation.fires!, simulated: true };
  const list = (await situation.get('/v1/map-tiles')).json<TileListAnswer>();
  expect(list.warnings.map(({ code }) => code)).toEqual(['simulated_data']);
  const made = list.layers.filter(({ attribution }) => attribution.startsWith('Simulated')).map(({ id }) => id);
  expect(made).toEqual(['fire-smoke', 'fire-global']);
  const tile = await situation.get('/v1/map-tiles/fire-global/0/0/0');
  expect(tile.headers['x-attribution']).toMatch(/^Simulated/);
  const attributionOf = async (layer: string) =>
    (await situation.get(`/v1/map-tiles/${layer}.json`)).json().attribution;
  expect(await attributionOf('fire-global')).toMatch(/^Simulated/);
  expect(await attributionOf('alerts')).not.toMatch(/^Simulated/);
});

test('simulated data is said to be', async () => {
  expect(listed.warnings).toEqual([]);
  const situation = await tilesSituation({ simulated: true });
  const list = (await situation.get('/v1/map-tiles')).json<TileListAnswer>();
  expect(list.warnings.map(({ code }) => code)).toEqual(['simulated_data']);
});

test('the metrics count tiles by layer and outcome', async () => {
  await shared.get('/v1/map-tiles/smoke/4/3/3');
  await shared.get('/v1/map-tiles/smoke/4/3/3');
  const text = (await shared.app.inject('/metrics')).body;
  expect(text).toMatch(/weatherglass_tiles_total\{layer="smoke",outcome="hit"\} [1-9]/);
  expect(text).toMatch(/weatherglass_tile_seconds_count\{layer="smoke"\} [1-9]/);
});
