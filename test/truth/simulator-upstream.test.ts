import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import type { Clock } from '../../src/base/clock.js';
import { frameMessages } from '../../src/decode/grib2/message.js';

const RUN = Date.UTC(2026, 10, 20, 0) / 1000;
const FILE = '/gfs.20261120/00/atmos/gfs.t00z.pgrb2.0p25.f003';
let now = RUN + 6 * 3600;
const clock: Clock = { now: () => now };
let upstream: SimulatedUpstream;

beforeAll(async () => {
  upstream = await startSimulatedUpstream({ port: 0, seed: 2, gridStepDegrees: 10, clock });
});
afterEach(() => {
  upstream.faults.clear();
  now = RUN + 6 * 3600;
});
afterAll(() => upstream.close());

const get = (path: string, init?: RequestInit) => fetch(upstream.url + path, init);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test('each range of the index is one whole message', async () => {
  const lines = (await (await get(`${FILE}.idx`)).text()).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(30);
  const offsets = [...new Set(lines.map((line) => Number(line.split(':')[1])))];
  for (const [n, offset] of offsets.entries()) {
    const end = offsets[n + 1] === undefined ? '' : offsets[n + 1]! - 1;
    const response = await get(FILE, { headers: { Range: `bytes=${offset}-${end}` } });
    expect(response.status).toBe(206);
    const body = await bytesOf(response);
    expect(response.headers.get('content-range')).toMatch(
      new RegExp(`^bytes ${offset}-${offset + body.length - 1}/\\d+$`),
    );
    const frames = [...frameMessages(body)];
    expect(frames).toHaveLength(1);
    expect(frames[0]!.bytes).toHaveLength(body.length);
  }
});

test('HEAD tells the length and the tag of GET; an unchanged file is not sent again', async () => {
  const [head, whole] = [await get(FILE, { method: 'HEAD' }), await get(FILE)];
  const body = await bytesOf(whole);
  expect(Number(head.headers.get('content-length'))).toBe(body.length);
  expect(await bytesOf(head)).toHaveLength(0);
  const etag = whole.headers.get('etag')!;
  expect(etag).toMatch(/^"[^"]+"$/);
  expect(head.headers.get('etag')).toBe(etag);
  expect((await get(FILE, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const since = whole.headers.get('last-modified')!;
  expect((await get(FILE, { headers: { 'If-Modified-Since': since } })).status).toBe(304);
  expect((await get(`${FILE}.idx`)).headers.get('etag')).not.toBe(etag);
  expect((await get(FILE, { headers: { Range: `bytes=${body.length}-` } })).status).toBe(416);
});

test('HEAD of an index that nobody has read yet costs no file: it says that it is there, and since when', async () => {
  const head = await get('/gfs.20261119/18/atmos/gfs.t18z.pgrb2.0p25.f006.idx', { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('last-modified')).toBe('Thu, 19 Nov 2026 21:42:30 GMT'); // 3 h 40 min and 6 × 25 s later
  expect(await bytesOf(head)).toHaveLength(0);
  expect((await get('/gfs.20261121/00/atmos/gfs.t00z.pgrb2.0p25.f006.idx', { method: 'HEAD' })).status).toBe(404);
});

test('files appear as time passes', async () => {
  const due = RUN + (3 * 60 + 40) * 60 + 3 * 25; // the fourth file of the run
  now = due - 1;
  expect((await get(`${FILE}.idx`)).status).toBe(404);
  expect((await get(FILE, { method: 'HEAD' })).status).toBe(404);
  now = due;
  expect((await get(`${FILE}.idx`)).status).toBe(200);
});

test.each(['/', '/gfs.20261120/00/atmos/gfs.t00z.pgrb2.0p25.f121', '/gfs.20261231/00/atmos/gfs.t00z.pgrb2.0p25.f003'])(
  '%s is not there',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test('other methods are refused', async () => {
  const response = await get(FILE, { method: 'PUT', body: 'x' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD');
});

test('no answer, until the caller gives up', async () => {
  upstream.faults.add({ kind: 'no-answer', path: 'f003$' });
  const error = await get(FILE, { signal: AbortSignal.timeout(80) }).catch((reason: Error) => reason);
  expect(error).toMatchObject({ name: 'TimeoutError' });
  expect((await get(FILE)).status).toBe(200);
});

test('a body that drips is not done while its reader waits', async () => {
  upstream.faults.add({ kind: 'drip', path: 'f003$' });
  const response = await get(FILE, { signal: AbortSignal.timeout(450) });
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000);
  await expect(bytesOf(response)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a connection reset half way', async () => {
  upstream.faults.add({ kind: 'reset', path: 'f003$' });
  const broken = get(FILE).then(bytesOf);
  await expect(broken).rejects.toThrow();
});

test('statuses, with and without Retry-After', async () => {
  upstream.faults.add({ kind: 'status', path: '.', status: 429, retryAfterSeconds: 7 });
  upstream.faults.add({ kind: 'status', path: '.' }, { kind: 'status', path: '.', status: 404 });
  const first = await get(FILE);
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
  expect([(await get(FILE)).status, (await get(FILE)).status, (await get(FILE)).status]).toEqual([503, 404, 200]);
});

test('a truncated body and a corrupt one do not frame', async () => {
  const range = { headers: { Range: 'bytes=0-' } };
  const whole = await bytesOf(await get(FILE, range));
  upstream.faults.add({ kind: 'truncated', path: '.' }, { kind: 'corrupt', path: '.' });
  const truncated = await bytesOf(await get(FILE, range));
  const corrupt = await bytesOf(await get(FILE, range));
  expect(truncated).toHaveLength(whole.length >> 1);
  expect(corrupt).toHaveLength(whole.length);
  expect(() => [...frameMessages(truncated)]).toThrow();
  expect(Buffer.compare(corrupt.subarray(32), whole.subarray(32))).toBe(0);
  expect(corrupt.subarray(16, 32).every((octet) => octet === 0xff)).toBe(true);
  expect(Buffer.compare(await bytesOf(await get(FILE, range)), whole)).toBe(0); // spoiled once, not for good
});

test('an index of another file', async () => {
  const proper = (await (await get(`${FILE}.idx`)).text()).split('\n');
  upstream.faults.add({ kind: 'shifted-index', path: '\\.idx$' });
  const shifted = (await (await get(`${FILE}.idx`)).text()).split('\n');
  expect(shifted[0]).toBe(proper[0]);
  expect(Number(shifted[1]!.split(':')[1]) - Number(proper[1]!.split(':')[1])).toBe(137);
});

test('ranges ignored', async () => {
  upstream.faults.add({ kind: 'no-ranges', path: 'f003$' });
  const response = await get(FILE, { headers: { Range: 'bytes=0-99' } });
  expect(response.status).toBe(200);
  expect((await bytesOf(response)).length).toBeGreaterThan(10_000);
});

test('a run that is late, and one that never comes', async () => {
  upstream.faults.add({ kind: 'late', path: 'gfs\\.20261120/00', seconds: 3600 * 4 });
  expect((await get(FILE)).status).toBe(404);
  now = RUN + 8 * 3600;
  expect((await get(FILE)).status).toBe(200);
  upstream.faults.add({ kind: 'late', path: 'gfs\\.20261120/00', seconds: null });
  now = RUN + 1e6;
  expect((await get(FILE)).status).toBe(404);
});

test('faults are set and cleared over HTTP', async () => {
  const post = (body: string) => get('/_faults', { method: 'POST', body });
  expect((await post('[{"kind":"status","path":"f003$","status":500,"count":null}]')).status).toBe(204);
  expect((await get(FILE)).status).toBe(500);
  expect(await (await get('/_faults')).json()).toEqual([{ kind: 'status', path: 'f003$', status: 500, count: null }]);
  expect((await get('/_faults', { method: 'DELETE' })).status).toBe(204);
  expect((await get(FILE)).status).toBe(200);
  for (const body of ['{', '{"kind":"sulk","path":"."}', 'null', '[1]'])
    expect([body, (await post(body)).status]).toEqual([body, 400]);
});

const OTHER_FEEDS = [
  '/hrrr.20261120/conus/hrrr.t00z.wrfsfcf03.grib2.idx',
  '/20261119/12z/ifs/0p25/oper/20261119120000-6h-oper-fc.index',
  '/gefs.20261119/18/atmos/pgrb2sp25/gep07.t18z.pgrb2s.0p25.f009.idx',
  '/gefs.20261119/18/chem/pgrb2ap25/gefs.chem.t18z.a2d_0p25.f006.grib2.idx',
  '/blend.20261120/00/core/blend.t00z.core.f001.co.grib2.idx',
];

test.each(OTHER_FEEDS)('faults and lateness are for every feed: %s', async (path) => {
  const proper = await (await get(path)).text();
  expect((await get(path, { method: 'HEAD' })).status).toBe(200);
  upstream.faults.add({ kind: 'shifted-index', path: '.' });
  const shifted = await (await get(path)).text();
  const offsets = (text: string) =>
    [...text.matchAll(/^\d+:(\d+):|"_offset": (\d+)/gm)].map((m) => Number(m[1] ?? m[2]));
  expect(offsets(shifted)).toEqual(offsets(proper).map((offset) => (offset === 0 ? 0 : offset + 137)));
  upstream.faults.add({ kind: 'status', path: '.', status: 503 });
  expect((await get(path)).status).toBe(503);
  upstream.faults.add({ kind: 'late', path: '.', seconds: null });
  expect((await get(path)).status).toBe(404);
});

test('the air quality model has no index, and a tile of the ground is a picture', async () => {
  const file = '/AQMv7/CS/20261119/12/aqm.t12z.ave_1hr_o3_bc.20261119.227.grib2';
  expect([...frameMessages(await bytesOf(await get(file)))]).toHaveLength(72);
  expect((await get(`${file}.idx`)).status).toBe(404);
  const tile = await get('/terrarium/3/2/3.png');
  expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
});
