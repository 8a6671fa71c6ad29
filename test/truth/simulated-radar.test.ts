/**
 * The simulated radar through the service's own tables and decoders: it shows the truth, comes when the real one does,
 * and misbehaves as told. Headers are compared with those of real files, octet by octet and attribute by attribute.
 */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Group, File as Hdf5File, ready } from 'h5wasm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { activeWarningsAt } from '../../simulator/storm-warnings.js';
import type { PlantedStorm } from '../../simulator/storms.js';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { createWorld } from '../../simulator/world.js';
import type { Clock } from '../../src/base/clock.js';
import { readBucketListing } from '../../src/decode/bucket-listing/bucket-listing.js';
import { decodeListing } from '../../src/decode/directory-listing/directory-listing.js';
import { decodeDwdRv } from '../../src/decode/radar/dwd-rv.js';
import { decodeMrms } from '../../src/decode/radar/mrms.js';
import type { RadarRaster } from '../../src/decode/radar/raster.js';
import { decodeRrqpe } from '../../src/decode/radar/rrqpe.js';
import { readTar } from '../../src/decode/tar/tar.js';
import { placeOf } from '../../src/grid/grid.js';
import { RADAR_DATASETS, type RadarDatasetId } from '../../src/model/radar.js';
import { MINUTE } from '../../src/model/time.js';
import { valueAt } from '../../src/science/radar/tiled-field.js';
import { DWD_RV_FEED } from '../../src/sources/dwd-rv/dwd-rv-feed.js';
import { MRMS_FEED } from '../../src/sources/mrms/mrms-feed.js';
import { framesBetween, type RadarFeed, type RadarFrameFile } from '../../src/sources/radar-feed.js';
import { RRQPE_FEED } from '../../src/sources/rrqpe/rrqpe-feed.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const NOW = Date.UTC(2026, 6, 20, 21, 5) / 1000;
const SEED = 2;
/** Over Kansas at 21:00, 40 km/h towards the east-north-east. */
const STORM: PlantedStorm = {
  latitude: 39,
  longitude: -97,
  at: NOW - 5 * MINUTE,
  lifeSeconds: 5 * 3600,
  speed: 40 / 3.6,
  bearing: 70,
  radius: 40_000,
  rate: 45,
};
const WORLD = createWorld(SEED, { storms: [STORM] });

let now = NOW;
const clock: Clock = { now: () => now };
let upstream: SimulatedUpstream;
/** The real step of MRMS, around the storm. */
let fine: SimulatedUpstream;

beforeAll(async () => {
  const options = { port: 0, seed: SEED, gridStepDegrees: 10, clock, storms: [STORM] };
  upstream = await startSimulatedUpstream({ ...options, radarStepDegrees: 0.1 });
  const radarWindow = { south: 38, north: 40, west: -98.5, east: -95.5 };
  fine = await startSimulatedUpstream({ ...options, radarStepDegrees: 0.01, radarWindow });
});
afterEach(() => {
  upstream.faults.clear();
  now = NOW;
});
afterAll(() => Promise.all([upstream.close(), fine.close()]));

async function bytesAt(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The frames of [from, to] that a listing names. */
async function framesOf(feed: RadarFeed, dataset: RadarDatasetId, from: number, to: number, server = upstream) {
  const product = feed.products.find((one) => one.dataset === dataset)!;
  const frames: RadarFrameFile[] = [];
  for (const url of product.listings(server.url, from, to)) {
    const bytes = await bytesAt(url);
    const names = product.listing === 'bucket' ? readBucketListing(bytes).keys : decodeListing(bytes);
    frames.push(...product.framesIn(names, url, server.url));
  }
  return framesBetween(frames, from, to);
}

const ratesOf = (from: number, to: number) => framesOf(MRMS_FEED, 'mrms-rate', from, to);

async function newest(feed: RadarFeed, dataset: RadarDatasetId, server = upstream): Promise<RadarRaster> {
  const { url, validTime } = (await framesOf(feed, dataset, NOW - 30 * MINUTE, NOW, server)).at(-1)!;
  const bytes = await bytesAt(url);
  const raster =
    feed === MRMS_FEED
      ? decodeMrms(bytes, dataset)
      : await (feed === DWD_RV_FEED ? decodeDwdRv(bytes) : decodeRrqpe(bytes, null));
  expect(raster.validTime).toBe(validTime);
  return raster;
}

/** Largest difference from the truth over every `stride`-th observed pixel, mm/h; and how many of them are wet. */
function compareWithTruth({ grid, field, validTime }: RadarRaster, stride: number): { worst: number; wet: number } {
  let [worst, wet] = [0, 0];
  for (let n = 0; n < grid.rows * grid.columns; n += stride) {
    const [row, column] = [Math.floor(n / grid.columns), n % grid.columns];
    const seen = valueAt(field, row, column);
    if (Number.isNaN(seen)) continue;
    const { latitude, longitude } = placeOf(grid, row, column);
    worst = Math.max(worst, Math.abs(seen - WORLD.truth(latitude, longitude, validTime).precipitationRate));
    if (seen > 0) wet++;
  }
  return { worst, wet };
}

test.each<[string, RadarFeed, RadarDatasetId, number]>([
  ['MRMS', MRMS_FEED, 'mrms-rate', 397],
  ["DWD's composite", DWD_RV_FEED, 'dwd-rate', 29],
  ['RRQPE', RRQPE_FEED, 'rrqpe-rate', 401],
])('%s shows the rain that there is, to its quantum', async (_, feed, dataset, stride) => {
  const { step } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
  const { worst, wet } = compareWithTruth(await newest(feed, dataset), stride);
  expect(wet).toBeGreaterThan(10);
  expect(worst).toBeLessThan(step / 2 + 1e-3);
});

test('on the real step, too: a window of 0.01° around a storm', async () => {
  const raster = await newest(MRMS_FEED, 'mrms-rate', fine);
  expect(raster.grid).toMatchObject({ rows: 200, columns: 300 });
  const first = placeOf(raster.grid, 0, 0);
  expect([first.latitude, (first.longitude + 360) % 360]).toEqual([39.995, 261.505]);
  expect(compareWithTruth(raster, 241).worst).toBeLessThan(0.051);
});

test('the storm in the radar is the storm that is warned of', async () => {
  const { grid, field, validTime } = await newest(MRMS_FEED, 'mrms-rate', fine);
  const strongest = { rate: 0, latitude: 0, longitude: 0 };
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++) {
      const rate = valueAt(field, row, column);
      if (rate > strongest.rate) Object.assign(strongest, { rate, ...placeOf(grid, row, column) });
    }
  expect(strongest.rate).toBeGreaterThan(44);
  const warning = activeWarningsAt(WORLD, validTime).find(({ storm }) => storm === 'planted-0')!;
  const [east, north] = [0, 1].map((axis) => warning.ring.map((corner) => corner[axis]!));
  const longitude = strongest.longitude > 180 ? strongest.longitude - 360 : strongest.longitude;
  expect(longitude).toBeGreaterThan(Math.min(...east!));
  expect(longitude).toBeLessThan(Math.max(...east!));
  expect(strongest.latitude).toBeGreaterThan(Math.min(...north!));
  expect(strongest.latitude).toBeLessThan(Math.max(...north!));
});

test('companions of MRMS agree with each other where the storm is', async () => {
  const of = (dataset: RadarDatasetId) => newest(MRMS_FEED, dataset, fine);
  const shi = await of('mrms-shi');
  const [mesh, posh, flag] = [await of('mrms-mesh'), await of('mrms-posh'), await of('mrms-flag')];
  const [soon, later, quality] = [
    await of('mrms-lightning-30'),
    await of('mrms-lightning-60'),
    await of('mrms-quality'),
  ];
  let hail = 0;
  for (let n = 0; n < 60_000; n += 11) {
    const at = [Math.floor(n / 300), n % 300] as const;
    const index = valueAt(shi.field, ...at);
    // Witt et al. 1998: 2.54 √SHI mm; the indices are of the same instant, kept to 0.1.
    if (shi.validTime === mesh.validTime)
      expect(Math.abs(valueAt(mesh.field, ...at) - 2.54 * Math.sqrt(index))).toBeLessThan(
        0.05 + 0.2 / Math.sqrt(index + 0.1),
      );
    expect(valueAt(posh.field, ...at)).toBeLessThanOrEqual(1);
    expect(valueAt(later.field, ...at)).toBeGreaterThanOrEqual(valueAt(soon.field, ...at));
    expect(valueAt(quality.field, ...at)).toBeGreaterThanOrEqual(0.2);
    if (valueAt(flag.field, ...at) === 7) hail++;
  }
  expect(shi.validTime).toBe(mesh.validTime);
  expect(hail).toBeGreaterThan(10);
  const centre = [100, 150] as const; // 39 N, 97 W
  expect(valueAt(posh.field, ...centre)).toBeGreaterThan(0.5);
  expect(valueAt(mesh.field, ...centre)).toBeGreaterThan(25);
  expect(valueAt(soon.field, ...centre)).toBeGreaterThan(0.9);
});

test('what no radar sees is unobserved in every product, and no rain', async () => {
  const ocean = { row: Math.round((55 - 35) / 0.1), column: Math.round((-66 + 130) / 0.1) };
  for (const { dataset } of MRMS_FEED.products) {
    const { field } = await newest(MRMS_FEED, dataset);
    expect(valueAt(field, ocean.row, ocean.column)).toBeNaN();
  }
});

test('frames come when the real ones do', async () => {
  const [first] = await ratesOf(NOW - 10 * MINUTE, NOW);
  for (const late of [163, 164]) {
    now = first!.validTime + late;
    const there = (await fetch(first!.url)).status;
    const listed = (await ratesOf(first!.validTime, now)).some(({ url }) => url === first!.url);
    expect([there, listed]).toEqual(late < 164 ? [404, false] : [200, true]);
  }
  now = NOW;
  const dwd = await framesOf(DWD_RV_FEED, 'dwd-rate', NOW - 3600, NOW);
  expect(dwd.map(({ validTime }) => validTime % 300)).toEqual(dwd.map(() => 0));
  expect(dwd.at(-1)!.validTime).toBe(NOW - 300); // 21:00, since 21:03:30
  const satellites = await framesOf(RRQPE_FEED, 'rrqpe-rate', NOW - 3600, NOW);
  const whole = satellites.filter(({ rank }) => rank === 5).map(({ validTime }) => NOW - validTime);
  expect(Math.min(...whole)).toBeGreaterThanOrEqual(17 * MINUTE);
  expect(Math.min(...whole)).toBeLessThanOrEqual(32 * MINUTE);
});

test('seconds of MRMS are mostly 00, those of hail and lightning hardly ever; frames never overtake each other', async () => {
  const day = Math.floor(NOW / 86_400) * 86_400;
  const rates = await ratesOf(day, NOW);
  expect(rates.length).toBeGreaterThan(620);
  const seconds = rates.map(({ validTime }) => validTime % 120);
  expect(Math.max(...seconds)).toBeLessThan(40);
  const whole = seconds.filter((second) => second === 0).length / seconds.length;
  expect(whole).toBeGreaterThan(0.8);
  expect(whole).toBeLessThan(0.95);
  const hail = await framesOf(MRMS_FEED, 'mrms-mesh', day, NOW);
  expect(hail.filter(({ validTime }) => validTime % 120 === 0).length / hail.length).toBeLessThan(0.1);
});

test('partial frames of satellites come first, and say what they lack', async () => {
  const [frame] = (await framesOf(RRQPE_FEED, 'rrqpe-rate', NOW - 15 * MINUTE, NOW)).slice(-1);
  expect(frame!.rank).toBeLessThan(5);
  const { field } = await decodeRrqpe(await bytesAt(frame!.url), null); // of 0.5°
  const at = (latitude: number, longitude: number) => valueAt(field, (70 - latitude) / 0.5, (longitude + 180) / 0.5);
  expect(at(10, -90)).not.toBeNaN();
  expect(at(10, 120)).toBeNaN(); // Himawari is the last
});

test.each([10, 40])('a gap of %d minutes is one in the listing and in the bucket', async (minutes) => {
  const from = NOW - 50 * MINUTE;
  const to = from + minutes * MINUTE;
  const before = await ratesOf(from - 600, NOW);
  upstream.faults.add({ kind: 'late', path: 'PrecipRate', seconds: null, from, to });
  const after = await ratesOf(from - 600, NOW);
  const missing = before.filter(({ validTime }) => validTime >= from && validTime <= to);
  expect(missing.length).toBeGreaterThanOrEqual(minutes / 2);
  expect(after).toEqual(before.filter((frame) => !missing.includes(frame)));
  expect((await fetch(missing[0]!.url)).status).toBe(404);
});

test('gaps of the other feeds are gaps, too', async () => {
  upstream.faults.add({ kind: 'late', path: 'composite_rv|RRQPE', seconds: null, from: NOW - 1800 });
  for (const [feed, dataset] of [
    [DWD_RV_FEED, 'dwd-rate'],
    [RRQPE_FEED, 'rrqpe-rate'],
  ] as const)
    expect((await framesOf(feed, dataset, NOW - 1800, NOW)).length).toBe(0);
});

test('a frame can be late, come from the future, and come twice', async () => {
  const [last] = (await ratesOf(NOW - 600, NOW)).slice(-1);
  upstream.faults.add({ kind: 'late', path: 'PrecipRate', seconds: 120, from: last!.validTime, to: last!.validTime });
  expect((await ratesOf(NOW - 600, NOW)).map(({ url }) => url)).not.toContain(last!.url);
  now = NOW + 120;
  expect((await ratesOf(NOW - 600, NOW)).map(({ url }) => url)).toContain(last!.url);
  now = NOW;
  upstream.faults.clear();
  upstream.faults.add({ kind: 'early', path: 'PrecipRate', seconds: 3600, from: NOW + 600, to: NOW + 720 });
  const [ahead] = await ratesOf(NOW + 1, NOW + 7200);
  expect(ahead!.validTime).toBeGreaterThan(NOW);
  expect(decodeMrms(await bytesAt(ahead!.url), 'mrms-rate').validTime).toBe(ahead!.validTime);
  upstream.faults.add({ kind: 'duplicate', path: 'PrecipRate', from: last!.validTime, to: last!.validTime });
  const twice = await ratesOf(last!.validTime, last!.validTime + 1);
  expect(twice).toHaveLength(2);
  expect(await bytesAt(twice[1]!.url)).toEqual(await bytesAt(twice[0]!.url));
});

test('a frame can be corrupt, of another size, or of nothing observed', async () => {
  const [last] = (await ratesOf(NOW - 600, NOW)).slice(-1);
  const { rows } = decodeMrms(await bytesAt(last!.url), 'mrms-rate').grid;
  upstream.faults.add({ kind: 'corrupt', path: 'PrecipRate.*gz' });
  const corrupt = await bytesAt(last!.url);
  expect(() => decodeMrms(corrupt, 'mrms-rate')).toThrow();
  upstream.faults.add({ kind: 'wrong-grid', path: 'PrecipRate.*gz' });
  expect(decodeMrms(await bytesAt(last!.url), 'mrms-rate').grid.rows).toBe(rows - 1);
  upstream.faults.add({ kind: 'all-missing', path: 'PrecipRate.*gz' });
  const empty = decodeMrms(await bytesAt(last!.url), 'mrms-rate');
  expect(compareWithTruth(empty, 1)).toEqual({ worst: 0, wet: 0 });
  expect(valueAt(empty.field, 150, 300)).toBeNaN();
  expect(decodeMrms(await bytesAt(last!.url), 'mrms-rate').grid.rows).toBe(rows);
});

test.each<[string, RadarFeed, RadarDatasetId]>([
  ['composite_rv_\\d', DWD_RV_FEED, 'dwd-rate'],
  ['RRQPE.*nc', RRQPE_FEED, 'rrqpe-rate'],
])('so can those of %s', async (path, feed, dataset) => {
  const whole = await newest(feed, dataset);
  upstream.faults.add({ kind: 'all-missing', path });
  const { field, grid } = await newest(feed, dataset);
  expect(grid).toEqual(whole.grid);
  expect(field.tiles.every((tile) => typeof tile === 'number')).toBe(true);
  upstream.faults.add({ kind: 'wrong-grid', path });
  expect((await newest(feed, dataset)).grid.rows).toBe(whole.grid.rows - 1);
});

test('a fault can hit a listing', async () => {
  upstream.faults.add({ kind: 'status', path: 'prefix=CONUS/PrecipRate', status: 503 });
  const [url] = MRMS_FEED.products[0]!.listings(upstream.url, NOW - 600, NOW);
  expect((await fetch(url!)).status).toBe(503);
  expect((await fetch(url!)).status).toBe(200);
});

/** Octets of section 1, 3, 4 and 5 that tell of the time, of how many pixels there are, and where they are. */
const OWN_OCTETS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[13, 19]],
  3: [
    [7, 10],
    [31, 38],
    [47, 54],
    [56, 63],
  ],
  4: [],
  5: [[6, 9]],
};

function sectionsOf(message: Uint8Array): Map<number, Uint8Array> {
  const sections = new Map<number, Uint8Array>();
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  for (let at = 16; at + 5 < message.length; ) {
    const length = view.getUint32(at);
    sections.set(message[at + 4]!, message.subarray(at, at + length));
    at += length;
  }
  return sections;
}

testWithSharedData('headers of a rate are those of a real frame of MRMS, octet by octet', async () => {
  const real = readFileSync(sharedData('radar', 'mrms-preciprate-20190610', 'PrecipRate_00.00_20190610-000000.grib2'));
  const [{ url }] = (await ratesOf(NOW - 600, NOW)) as [RadarFrameFile];
  const simulated = gunzipSync(await bytesAt(url));
  const increments = [64, 71] as const;
  expect([...simulated.subarray(0, 8)]).toEqual([...real.subarray(0, 8)]);
  const [ours, theirs] = [sectionsOf(simulated), sectionsOf(real)];
  for (const [section, own] of Object.entries(OWN_OCTETS)) {
    const masked = (bytes: Uint8Array) => {
      const copy = Uint8Array.from(bytes);
      for (const [first, last] of [...own, ...(section === '3' ? [increments] : [])]) copy.fill(0, first - 1, last);
      return Buffer.from(copy).toString('hex');
    };
    expect(masked(ours.get(Number(section))!), `section ${section}`).toBe(masked(theirs.get(Number(section))!));
  }
  const picture = (message: Map<number, Uint8Array>) => message.get(7)!.subarray(5);
  // Signature, IHDR, its bit depth, colour, compression, filter and interlace; then the first IDAT.
  for (const [first, last] of [
    [0, 16],
    [24, 29],
    [37, 41],
  ] as const)
    expect([...picture(ours).subarray(first, last)]).toEqual([...picture(theirs).subarray(first, last)]);
});

/** Groups, datasets and attributes with their values, by path. */
async function contentsOf(bytes: Uint8Array): Promise<Map<string, unknown>> {
  const { FS } = await ready;
  FS.writeFile('/compared.h5', bytes);
  const file = new Hdf5File('/compared.h5', 'r');
  const contents = new Map<string, unknown>();
  const walk = (group: Group, path: string): void => {
    for (const [name, attribute] of Object.entries(group.attrs)) contents.set(`${path}@${name}`, attribute.value);
    for (const name of group.keys?.() ?? []) {
      const child = group.get(name) as Group & { dtype?: unknown; filters?: unknown };
      contents.set(`${path}/${name}`, child.dtype ?? 'group');
      walk(child, `${path}/${name}`);
    }
  };
  walk(file, '');
  file.close();
  FS.unlink('/compared.h5');
  return contents;
}

testWithSharedData("a composite has the groups, attributes and corners of DWD's", async () => {
  const name = sharedData('radar', 'composite-dwd', 'composite_rv_20250923_0855.tar');
  const [real] = readTar(readFileSync(name));
  const frames = await framesOf(DWD_RV_FEED, 'dwd-rate', NOW - 1800, NOW, upstream);
  const members = readTar(await bytesAt(frames.at(-1)!.url));
  expect(members.map((member) => member.name.slice(-7))).toEqual(
    Array.from({ length: 25 }, (_, n) => `${String(5 * n).padStart(3, '0')}-hd5`),
  );
  const [ours, theirs] = [await contentsOf(members[0]!.bytes), await contentsOf(real!.bytes)];
  expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
  const own = /date|time|simulated|size|scale/; // what differs: when, that it is simulated, and the pixels
  for (const [path, value] of theirs)
    if (typeof value === 'number')
      expect(Math.abs((ours.get(path) as number) - value), path).toBeLessThan(own.test(path) ? 1e9 : 1e-9);
    else if (!own.test(path)) expect(ours.get(path), path).toEqual(value);
  const lead = await contentsOf(members[10]!.bytes);
  expect([lead.get('/what@time'), lead.get('/dataset1/what@starttime'), lead.get('/dataset1/what@endtime')]).toEqual([
    '210000',
    '214500',
    '215000',
  ]);
});
