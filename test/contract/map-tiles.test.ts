/** `GET /v1/map-tiles/{layer}/{z}/{x}/{y}`: each rule of the interface and of its methods, over HTTP. */

import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { ObjectDefectError, ProductUnavailableError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import { TILE_LAYER_IDS } from '../../src/model/tile.js';
import { formatInstant, HOUR } from '../../src/model/time.js';
import type { TileListAnswer } from '../../src/products/tiles/tile-list.js';
import { NOW, observed, run, tilesSituation } from '../map-tiles-situation.js';

/** Deepest zooms as the methods have them (9.2). */
const DEEPEST: Record<string, number> = {
  radar: 12,
  'precipitation-global': 8,
  'radar-future': 12,
  'radar-site': 12,
  temperature: 10,
  'temperature-global': 8,
  'air-quality': 10,
  'air-quality-global': 8,
  smoke: 10,
  'fire-smoke': 10,
  'smoke-global': 8,
  'fire-global': 8,
  alerts: 12,
};

const query = (layer: string) => (layer === 'radar-site' ? '?site=KTLX' : '');

/** For tests that change nothing; a server takes a moment to start. */
const { app, get: getShared } = await tilesSituation();
afterAll(() => app.close());

test('the thirteen layers of the interface', () => {
  expect([...TILE_LAYER_IDS].sort()).toEqual(Object.keys(DEEPEST).sort());
});

test.each(TILE_LAYER_IDS)('%s answers 200 as a PNG with the headers of the interface', async (layer) => {
  const answer = await getShared(`/v1/map-tiles/${layer}/3/2/3${query(layer)}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('image/png');
  expect(answer.headers['x-service-tile-cache']).toBe('MISS');
  expect(answer.headers.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  expect(answer.headers['cache-control']).toMatch(/^private, max-age=[1-9]\d*$/);
  expect(answer.headers['x-attribution']).toMatch(/^[\x20-\x7e]+$/);
  expect(answer.headers).toHaveProperty('ratelimit');
});

test('every tile in range answers 200', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TILE_LAYER_IDS),
      fc.nat(12),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (layer, zoom, across, down) => {
        const z = Math.min(zoom, DEEPEST[layer]!);
        const [x, y] = [Math.floor(across * 2 ** z), Math.floor(down * 2 ** z)];
        const { statusCode } = await getShared(`/v1/map-tiles/${layer}/${z}/${x}/${y}${query(layer)}`);
        expect(statusCode).toBe(200);
      },
    ),
    { numRuns: 150 },
  );
});

test.each(Object.entries(DEEPEST))('%s ends at zoom %i', async (layer, deepest) => {
  expect((await getShared(`/v1/map-tiles/${layer}/${deepest}/0/0${query(layer)}`)).statusCode).toBe(200);
  expect((await getShared(`/v1/map-tiles/${layer}/${deepest + 1}/0/0${query(layer)}`)).statusCode).toBe(400);
});

test.each([
  ['radar/-1/0/0', 'z'],
  ['radar/1.0/0/0', 'z'],
  ['radar/01/0/0', 'z'],
  ['radar/1e1/0/0', 'z'],
  ['radar/a/0/0', 'z'],
  ['radar/3/8/0', 'x'],
  ['radar/3/0/8', 'y'],
  ['radar/3/+1/0', 'x'],
  ['radar/3/0/99999999999999999999', 'y'],
  ['radar/3/0/0.png', 'y'],
  ['radar/3/0/0?time=yesterday', 'time'],
  ['radar/3/0/0?time=2026-11-20', 'time'],
  ['radar/3/0/0?time=2026-11-20T10:00:00', 'time'],
  ['temperature/3/0/0?time=2026-11-31T10:00:00Z', 'time'],
  ['radar/3/0/0?time=1&time=2', 'time'],
  ['radar-site/3/0/0', 'site'],
  ['radar-site/3/0/0?site=KZZZ', 'site'],
  ['radar-site/3/0/0?site=KTLX&site=KBMX', 'site'],
  ['radar/3/0/0?site=KZZZ', 'site'],
])('%s is a 400 that names %s', async (path, field) => {
  const answer = await getShared(`/v1/map-tiles/${path}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { errors } = answer.json();
  expect(Object.keys(errors).sort()).toEqual(['detail', 'reason']);
  expect(errors.detail).toContain(field);
});

test('an unknown layer is a 404 in the form of tile errors', async () => {
  const answer = await getShared('/v1/map-tiles/rain/0/0/0');
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.json()).toEqual({ errors: { detail: expect.stringContaining('"rain"'), reason: 'unknown_layer' } });
});

test('without a valid credential it is a 401, before anything is looked at', async () => {
  for (const path of ['radar/0/0/0', 'rain/0/0/0', 'radar/x/0/0', 'radar.json', '']) {
    const answer = await app.inject(`/v1/map-tiles${path === '' ? '' : `/${path}`}`);
    expect(answer.statusCode, path).toBe(401);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  }
});

test('a credential without any scope may have tiles', async () => {
  const answer = await getShared('/v1/map-tiles/radar/0/0/0', { authorization: 'Bearer none' });
  expect(answer.statusCode).toBe(200);
});

test('other methods than GET and HEAD are a 405', async () => {
  const answer = await app.inject({ method: 'POST', url: '/v1/map-tiles/radar/0/0/0' });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD');
});

test('HEAD has the headers of GET and no body', async () => {
  const url = '/v1/map-tiles/radar/2/1/1';
  const [got, head] = [
    await getShared(url),
    await app.inject({ method: 'HEAD', url, headers: { authorization: 'Bearer business' } }),
  ];
  expect(head.statusCode).toBe(200);
  expect(head.body).toBe('');
  for (const name of ['etag', 'cache-control', 'content-length', 'content-type'])
    expect(head.headers[name], name).toBe(got.headers[name]);
});

test('the second time a tile comes from the cache, with the same bytes', async () => {
  const { get, drawn } = await tilesSituation();
  const first = await get('/v1/map-tiles/radar/2/1/1');
  const second = await get('/v1/map-tiles/radar/2/1/1');
  expect(second.headers['x-service-tile-cache']).toBe('HIT');
  expect(second.headers.etag).toBe(first.headers.etag);
  expect(second.rawPayload).toEqual(first.rawPayload);
  expect(drawn).toHaveLength(1);
});

test('a client that holds the tile gets a 304, and nothing is drawn for it', async () => {
  const situation = await tilesSituation();
  const url = '/v1/map-tiles/temperature/2/1/1';
  const { etag } = (await situation.get(url)).headers;
  situation.drawn.length = 0;
  for (const held of [etag!, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await situation.get(url, { 'if-none-match': held });
    expect(answer.statusCode, held).toBe(304);
    expect(answer.body).toBe('');
    expect(answer.headers).toMatchObject({ etag, 'x-service-tile-cache': 'HIT' });
    expect(answer.headers['cache-control']).toMatch(/^private, max-age=/);
  }
  expect((await situation.get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  expect(situation.drawn).toEqual([]);
});

test('a cold tile that the client holds is not drawn either', async () => {
  const first = await tilesSituation();
  const { etag } = (await first.get('/v1/map-tiles/radar/2/1/1')).headers;
  const restarted = await tilesSituation();
  const answer = await restarted.get('/v1/map-tiles/radar/2/1/1', { 'if-none-match': etag! });
  expect(answer.statusCode).toBe(304);
  expect(restarted.drawn).toEqual([]);
});

test('the entity tag changes with the tile and with the frame, and with nothing else', async () => {
  const situation = await tilesSituation();
  const tag = async (path: string, headers = {}) =>
    (await situation.get(`/v1/map-tiles/${path}`, headers)).headers.etag;
  const before = await tag('radar/2/1/1');
  const others = await Promise.all(
    ['radar/2/1/2', 'radar/2/2/1', 'radar/3/1/1', 'temperature/2/1/1'].map((p) => tag(p)),
  );
  expect(new Set([before, ...others]).size).toBe(5);
  situation.now += 5;
  expect(await tag('radar/2/1/1')).toBe(before);
  expect(await tag('radar/2/1/1?size=512&colour=red')).toBe(before);
  expect(await tag('radar/2/1/1', { authorization: 'Bearer free' })).toBe(before);
  const mrms = situation.radar['mrms-rate']!;
  situation.radar = { ...situation.radar, 'mrms-rate': [...mrms, { version: 'new', validTime: NOW }] };
  situation.now += 5;
  expect(await tag('radar/2/1/1')).not.toBe(before);
});

test('an alert that is no longer active changes the tag, and the same set has the same tag again', async () => {
  const situation = await tilesSituation();
  const tag = async () => (await situation.get('/v1/map-tiles/alerts/2/1/1')).headers.etag;
  const first = await tag();
  situation.now += 600;
  expect(await tag()).toBe(first);
  situation.alerts = { ...situation.alerts, version: 'set-2' };
  situation.now += 10;
  const second = await tag();
  expect(second).not.toBe(first);
  situation.alerts = { ...situation.alerts, version: 'set-1' };
  situation.now += 10;
  expect(await tag()).toBe(first);
});

test('one drawing of a tile however many ask', async () => {
  const situation = await tilesSituation();
  let finish: (bytes: Uint8Array) => void = () => undefined;
  const begun = new Promise<void>((begin) => {
    situation.draw = () =>
      new Promise((resolve) => {
        finish = resolve;
        begin();
      });
  });
  const answers = Array.from({ length: 20 }, () => situation.get('/v1/map-tiles/radar/2/1/1'));
  await begun;
  finish(Buffer.from('tile'));
  for (const answer of await Promise.all(answers)) expect(answer.body).toBe('tile');
  expect(situation.drawn).toHaveLength(1);
});

test('Cache-Control is the cadence of the layer', async () => {
  const maxAge = async (path: string) =>
    Number(/max-age=(\d+)/.exec(String((await getShared(`/v1/map-tiles/${path}`)).headers['cache-control']))![1]);
  expect(await maxAge('radar/0/0/0')).toBe(120);
  expect(await maxAge('radar-future/0/0/0')).toBe(120);
  expect(await maxAge('alerts/0/0/0')).toBe(60);
  expect(await maxAge('fire-global/0/0/0')).toBe(1800);
  expect(await maxAge(`temperature/0/0/0?time=${NOW}`)).toBe(3600);
  // 10:37:12: at 11:00 another hour takes its place
  expect(await maxAge('temperature/0/0/0')).toBe(22 * 60 + 48);
});

test('radar: the newest frame of each network; by time the last that does not come after it', async () => {
  const situation = await tilesSituation();
  await situation.get('/v1/map-tiles/radar/0/0/0');
  const [order] = situation.drawn;
  const newest = (dataset: 'mrms-rate' | 'dwd-rate') => situation.radar[dataset]!.at(-1)!;
  expect(order!.sources).toEqual([
    { kind: 'radar', dataset: 'mrms-rate', version: newest('mrms-rate').version },
    { kind: 'radar', dataset: 'dwd-rate', version: newest('dwd-rate').version },
  ]);
  const earlier = situation.radar['mrms-rate']!.at(-10)!;
  await situation.get(`/v1/map-tiles/radar/0/0/0?time=${earlier.validTime + 30}`);
  await situation.get(`/v1/map-tiles/radar/0/0/1?time=${formatInstant(earlier.validTime)}`);
  for (const { sources } of situation.drawn.slice(1)) expect(sources[0]).toMatchObject({ version: earlier.version });
});

test.each(['radar', 'radar-future'])('%s: time beyond two hours before and after now is a 400', async (layer) => {
  const status = async (time: number) => (await getShared(`/v1/map-tiles/${layer}/0/0/0?time=${time}`)).statusCode;
  expect(await status(NOW - 2 * HOUR)).toBe(200);
  expect(await status(NOW + 2 * HOUR)).toBe(200);
  expect(await status(NOW - 2 * HOUR - 1)).toBe(400);
  expect(await status(NOW + 2 * HOUR + 1)).toBe(400);
});

test('radar-future: ten-minute steps to two hours, half an hour from now unless a time is asked for', async () => {
  const situation = await tilesSituation();
  const time = async (asked: string) => {
    situation.drawn.length = 0;
    const answer = await situation.get(`/v1/map-tiles/radar-future/0/0/0${asked}`);
    return answer.headers['x-service-tile-time'];
  };
  // the newest frame is of 10:36, so steps count from 10:30
  expect(await time('')).toBe('2026-11-20T11:10:00Z');
  expect(await time(`?time=${NOW}`)).toBe('2026-11-20T10:40:00Z');
  expect(await time('?time=2026-11-20T11:24:00Z')).toBe('2026-11-20T11:20:00Z');
  expect(await time('?time=2026-11-20T12:37:00%2B00:00')).toBe('2026-11-20T12:30:00Z');
  const kinds = situation.drawn[0]!.sources.map((source) => ('dataset' in source ? source.dataset : source.kind));
  expect(kinds).toEqual(['mrms-rate', 'dwd-rate', 'hrrr', 'gfs']);
});

test('models: the hour that holds now; by time any that the run keeps, and a 400 beyond a cadence of them', async () => {
  const situation = await tilesSituation();
  const url = (time: number) => `/v1/map-tiles/temperature-global/0/0/0?time=${time}`;
  const hour = NOW - (NOW % HOUR);
  await situation.get('/v1/map-tiles/temperature-global/0/0/0');
  expect(situation.drawn.at(-1)!.sources).toEqual([
    { kind: 'slice', dataset: 'gfs', version: 'gfs-2', field: 'temperature', time: hour },
  ]);
  await situation.get(url(hour + 5 * HOUR + 1));
  expect(situation.drawn.at(-1)!.validTime).toBe(hour + 5 * HOUR);
  const last = hour - 4 * HOUR + 47 * HOUR;
  expect((await situation.get(url(last + HOUR))).statusCode).toBe(200);
  expect((await situation.get(url(last + HOUR + 1))).statusCode).toBe(400);
  expect((await situation.get(url(hour - HOUR))).statusCode).toBe(200);
  expect((await situation.get(url(hour - HOUR - 1))).statusCode).toBe(400);
});

test('temperature of North America is that of HRRR, and of GFS where there is none', async () => {
  const situation = await tilesSituation();
  await situation.get('/v1/map-tiles/temperature/0/0/0');
  expect(situation.drawn.at(-1)!.sources[0]).toMatchObject({ dataset: 'hrrr' });
  situation.runs = { gfs: situation.runs.gfs! };
  situation.now += 5;
  await situation.get('/v1/map-tiles/temperature/0/0/0');
  expect(situation.drawn.at(-1)!.sources[0]).toMatchObject({ dataset: 'gfs' });
});

test('fire-smoke has plumes and fires on its smoke, and shows them without it', async () => {
  const situation = await tilesSituation();
  await situation.get('/v1/map-tiles/fire-smoke/0/0/0');
  expect(situation.drawn.at(-1)!.sources.map(({ kind }) => kind)).toEqual(['slice', 'plumes', 'fires']);
  situation.runs = {};
  situation.now += 5;
  await situation.get('/v1/map-tiles/fire-smoke/0/0/0');
  expect(situation.drawn.at(-1)!.sources.map(({ kind }) => kind)).toEqual(['plumes', 'fires']);
});

test('radar-site: a first sweep is waited for, an old one shown while a newer one is fetched', async () => {
  const situation = await tilesSituation();
  const asked: string[] = [];
  situation.refresh = async (site) => {
    asked.push(site);
    situation.scans = { ...situation.scans, [site]: observed('scan-2', NOW - 60) };
    return 'published';
  };
  const first = await situation.get('/v1/map-tiles/radar-site/0/0/0?site=kbmx');
  expect(first.statusCode).toBe(200);
  expect(situation.drawn.at(-1)!.sources).toEqual([{ kind: 'scan', site: 'KBMX', version: 'scan-2' }]);
  expect(asked).toEqual(['KBMX']);
  situation.now += 900;
  const second = await situation.get('/v1/map-tiles/radar-site/0/0/0?site=KBMX');
  expect(second.headers['x-service-tile-cache']).toBe('HIT');
  expect(asked).toEqual(['KBMX', 'KBMX']);
});

test.each(['silent', 'failed', 'pending'] as const)(
  'radar-site: a fetch that ends %s is a 502 that says so',
  async (outcome) => {
    const situation = await tilesSituation();
    situation.refresh = async () => outcome;
    const answer = await situation.get('/v1/map-tiles/radar-site/0/0/0?site=KBMX');
    expect(answer.statusCode).toBe(502);
    expect(answer.json().errors.detail).toContain('KBMX');
  },
);

test('tiles have limits of their own, ten times those of the plan, in the form of tile errors', async () => {
  const free = { authorization: 'Bearer free' };
  const first = await getShared('/v1/map-tiles/radar/0/0/0', free);
  expect(first.headers['ratelimit-policy']).toBe('"minute";q=600;w=60, "day";q=10000;w=86400');
  for (let i = 1; i < 600; i++) await getShared('/v1/map-tiles/radar/0/0/0', free);
  const refused = await getShared('/v1/map-tiles/radar/0/0/0', free);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['content-type']).toMatch(/^application\/json/);
  expect(refused.headers).toHaveProperty('retry-after');
  expect(refused.json()).toEqual({ errors: { detail: expect.any(String), reason: 'rate_limited' } });
  const forecast = await app.inject({ method: 'POST', url: '/v1/forecast', headers: free, payload: {} });
  expect(forecast.statusCode).toBe(422);
  expect(forecast.headers['ratelimit-policy']).toBe('"minute";q=60;w=60, "day";q=1000;w=86400');
});

const empty = await tilesSituation();
Object.assign(empty, { runs: {}, radar: {}, scans: {}, fires: null, plumes: null });
empty.alerts = { ...empty.alerts, state: 'unavailable' };

test.each(TILE_LAYER_IDS)('%s without anything published is a 502 with Retry-After', async (layer) => {
  const answer = await empty.get(`/v1/map-tiles/${layer}/0/0/0${query(layer)}`);
  expect(answer.statusCode).toBe(502);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(answer.json().errors.detail).toContain(layer);
});

test('a late source makes the tile stale, soon to be asked for again', async () => {
  const situation = await tilesSituation();
  situation.now = NOW + 40 * 60;
  const answer = await situation.get('/v1/map-tiles/radar/0/0/0');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['x-service-tile-cache']).toBe('STALE');
  expect(answer.headers['cache-control']).toBe('private, max-age=30');
});

test.each([
  ['late', 25],
  ['too old to be shown', 45],
])('a network that is %s makes stale what it sees, and nothing else', async (_, minutes) => {
  const situation = await tilesSituation();
  const { 'dwd-rate': german = [], ...others } = situation.radar;
  situation.radar = { ...others, 'dwd-rate': german.filter(({ validTime }) => validTime < NOW - minutes * 60) };
  const kept = async (path: string) =>
    (await situation.get(`/v1/map-tiles/${path}`)).headers['x-service-tile-cache'] === 'STALE';
  for (const layer of ['radar', 'radar-future']) {
    expect(await kept(`${layer}/5/16/10`), 'Germany').toBe(true);
    expect(await kept(`${layer}/5/7/12`), 'the United States').toBe(false);
    expect(await kept(`${layer}/0/0/0`), 'the world').toBe(true);
  }
});

test('when nothing is left to draw from, a tile that was given before is given again as stale', async () => {
  const situation = await tilesSituation();
  const before = await situation.get('/v1/map-tiles/radar/0/0/0');
  situation.radar = {};
  situation.now += 5;
  const after = await situation.get('/v1/map-tiles/radar/0/0/0');
  expect(after.statusCode).toBe(200);
  expect(after.headers).toMatchObject({ 'x-service-tile-cache': 'STALE', etag: before.headers.etag });
  expect(after.rawPayload).toEqual(before.rawPayload);
  expect((await situation.get('/v1/map-tiles/radar/1/0/0')).statusCode).toBe(502);
});

test('a run that cannot be read gives way to the one before', async () => {
  const situation = await tilesSituation();
  situation.draw = async (order) => {
    if (JSON.stringify(order).includes('gfs-2')) throw new ObjectDefectError('gfs/gfs-2/maps/c/0', 12, 'crc32c');
    return Buffer.from('tile');
  };
  const answer = await situation.get('/v1/map-tiles/temperature-global/0/0/0');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['x-service-tile-cache']).toBe('STALE');
  expect(situation.drawn.map(({ sources }) => (sources[0] as { version: string }).version)).toEqual(['gfs-2', 'gfs-1']);
  const second = await situation.get('/v1/map-tiles/temperature-global/1/0/0');
  expect(second.statusCode).toBe(200);
  expect(situation.drawn).toHaveLength(3);
});

test('a run of which one field is damaged goes on showing its other fields', async () => {
  const situation = await tilesSituation();
  situation.draw = async (order) => {
    const key = 'gfs/gfs-2/map_temperature/c/0/0/0';
    if (order.layer === 'temperature-global' && JSON.stringify(order).includes('gfs-2'))
      throw new ObjectDefectError(key, 12, 'crc32c');
    return Buffer.from('tile');
  };
  const outcome = async (layer: string) =>
    (await situation.get(`/v1/map-tiles/${layer}/0/0/0`)).headers['x-service-tile-cache'];
  expect(await outcome('temperature-global')).toBe('STALE');
  expect(await outcome('precipitation-global')).toBe('MISS');
});

test('a lost network is a 502 where it sees, said in the list and the readiness, and nothing elsewhere', async () => {
  const situation = await tilesSituation();
  situation.radar['dwd-rate'] = situation.radar['dwd-rate']!.slice(-2);
  situation.draw = async (order) => {
    const lost = order.sources.find((source) => 'dataset' in source && source.dataset === 'dwd-rate');
    if (lost !== undefined) throw new ObjectDefectError(`dwd-rate/${lost.version}/value/c/0/0`, 0, 'crc32c');
    return Buffer.from('tile');
  };
  const german = await situation.get('/v1/map-tiles/radar/5/16/10');
  expect([german.statusCode, german.headers['retry-after']]).toEqual([502, '30']);
  expect(german.json().errors.detail).toContain("the newest frame of DWD's composite RV cannot be read");
  const american = await situation.get('/v1/map-tiles/radar/5/7/12');
  expect([american.statusCode, american.headers['x-service-tile-cache']]).toEqual([200, 'MISS']);
  const { layers } = (await situation.get('/v1/map-tiles')).json<TileListAnswer>();
  const radar = layers.find(({ id }) => id === 'radar')!;
  expect(radar).toMatchObject({ state: 'stale', reason: expect.stringContaining('DWD') });
  const status = await situation.product.status();
  expect(status.detail).toContain(radar.reason);
});

test('data that cannot be read at all is a 502, or the tile that was given before', async () => {
  const situation = await tilesSituation();
  await situation.get('/v1/map-tiles/fire-global/0/0/0');
  situation.fires = observed('fires-2', NOW);
  situation.now += 5;
  situation.draw = async () => {
    throw new ObjectDefectError('fires/fires-2/zarr.json', 0, 'is JSON');
  };
  expect((await situation.get('/v1/map-tiles/fire-global/0/0/0')).headers['x-service-tile-cache']).toBe('STALE');
  const answer = await situation.get('/v1/map-tiles/fire-global/1/0/0');
  expect(answer.statusCode).toBe(502);
});

test('a painter that fails is told of, also where the tile that was given before hides it', async () => {
  const told: string[] = [];
  const error = (_: object, message: string) => void told.push(message);
  const situation = await tilesSituation({ log: { ...silentLog, error } });
  await situation.get('/v1/map-tiles/fire-global/0/0/0');
  situation.fires = observed('fires-2', NOW);
  situation.now += 5;
  situation.draw = async () => {
    throw new RangeError('a picture of nothing');
  };
  expect((await situation.get('/v1/map-tiles/fire-global/0/0/0')).headers['x-service-tile-cache']).toBe('STALE');
  expect(told).toEqual(['drawing a tile failed']);
});

test('more tiles than can be drawn are a 502 with Retry-After', async () => {
  const situation = await tilesSituation();
  situation.draw = async () => {
    throw new ProductUnavailableError('map-tiles', 'overloaded', 2);
  };
  const answer = await situation.get('/v1/map-tiles/radar/0/0/0');
  expect(answer.statusCode).toBe(502);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json().errors.reason).toBe('overloaded');
});

test('of one credential 32 tiles are drawn at a time, and another does not wait for them', async () => {
  const situation = await tilesSituation();
  const finish: (() => void)[] = [];
  const begun = new Promise<void>((begin) => {
    situation.draw = ({ x }) =>
      new Promise((resolve) => {
        finish.push(() => resolve(Buffer.from('tile')));
        if (x === 63) begin();
      });
  });
  const first = Array.from({ length: 32 }, (_, x) => x);
  const answers = [...first, 32].map((x) => situation.get(`/v1/map-tiles/radar/6/${x}/0`));
  answers.push(situation.get('/v1/map-tiles/radar/6/63/0', { authorization: 'Bearer pro' }));
  await begun;
  expect(situation.drawn.map(({ x }) => x)).toEqual([...first, 63]);
  situation.draw = async () => Buffer.from('tile');
  for (const one of finish) one();
  for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200);
  expect(situation.drawn.map(({ x }) => x)).toEqual([...first, 63, 32]);
});

test('of one credential sweeps of six radars are fetched at a time; a seventh is to be asked for again', async () => {
  const situation = await tilesSituation();
  const six = ['KABR', 'KABX', 'KAKQ', 'KAMA', 'KAMX', 'KAPX'];
  const asked: string[] = [];
  let end: () => void = () => undefined;
  const fetched = new Promise<'silent'>((resolve) => {
    end = () => resolve('silent');
  });
  /** When so many radars have been asked. */
  const count = (radars: number) =>
    new Promise<void>((resolve) => {
      situation.refresh = (site) => {
        if (asked.push(site) === radars) resolve();
        return fetched;
      };
    });
  const tile = (site: string, plan: string) =>
    situation.get(`/v1/map-tiles/radar-site/0/0/0?site=${site}`, { authorization: `Bearer ${plan}` });
  const sixAsked = count(6);
  const waiting = six.map((site) => tile(site, 'business'));
  await sixAsked;
  const seventh = await tile('KARX', 'business');
  expect([seventh.statusCode, seventh.headers['retry-after']]).toEqual([502, '2']);
  expect(seventh.json().errors.reason).toBe('overloaded');
  const sevenAsked = count(7);
  waiting.push(tile('KABR', 'business'), tile('KARX', 'pro'));
  await sevenAsked;
  expect(asked).toEqual([...six, 'KARX']);
  end();
  for (const answer of await Promise.all(waiting)) expect(answer.json().errors.detail).toContain('has sent no sweep');
});

test('simulated data says so in its attribution', async () => {
  const { get } = await tilesSituation({ simulated: true });
  expect((await get('/v1/map-tiles/radar/0/0/0')).headers['x-attribution']).toMatch(/^Simulated data/);
});

test('an old run whose maps have ended shows nothing', async () => {
  const situation = await tilesSituation();
  situation.runs = { gfs: [run('old', NOW - 60 * HOUR)] };
  const answer = await situation.get('/v1/map-tiles/temperature-global/0/0/0');
  expect(answer.statusCode).toBe(502);
  expect(answer.json().errors.detail).toContain('GFS');
});
