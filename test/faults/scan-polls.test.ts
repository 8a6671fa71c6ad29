/**
 * Fetching sweeps of single radars from a bucket that says anything: files torn, of another radar, of another product, from
 * the future; listings that are none or come to no end.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type WrittenProduct, writeNexrad } from '../../simulator/radar/nexrad-writer.js';
import { crc32c } from '../../src/base/crc32c.js';
import type { StoreContext } from '../../src/ingest/context.js';
import { pollScan } from '../../src/ingest/nexrad/poll-scan.js';
import { ingestScanFiles } from '../../src/ingest/nexrad/scan-files.js';
import { radarSiteOf } from '../../src/model/radar-sites-table.js';
import { MINUTE } from '../../src/model/time.js';
import { StoreKilledError, withFault } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { readScan } from '../../src/store/scans/scan-reader.js';
import { heldSites } from '../../src/store/scans/scan-writer.js';
import { lockDirectory } from '../../src/store/tables/directory-lock.js';
import { readPointer } from '../../src/store/versions/pointer.js';
import { versionOf } from '../../src/store/versions/timed-version.js';
import { bucketPolls } from './bucket-polls.js';
import { page, type Reply, reset, status } from './radar-bucket.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;

const polls = bucketPolls(NOON);
const deps = (more: Partial<StoreContext> = {}): StoreContext => ({
  ...polls.deps(),
  ...more,
});
const poll = (site = 'KTLX') => pollScan(deps(), site);

/** What a radar measured in the turn that ended so many minutes after noon; in its volume it took 20 s. */
function productAt(minutes: number, site = 'KTLX', change: Partial<WrittenProduct> = {}): Uint8Array {
  const { latitude, longitude } = radarSiteOf(site);
  const volumeTime = NOON + minutes * MINUTE - 20;
  return writeNexrad({
    heading: [`SDUS54 ${site} 201200`, `N0B${site.slice(1)}`],
    code: 153,
    latitude,
    longitude,
    heightFeet: 1277,
    volumeTime,
    generationTime: volumeTime + 27,
    halfwords: { 18: 215, 30: 5, 31: -320, 32: 5, 33: 254, 50: (20 << 5) | 1 },
    packet: 'digital',
    packed: true,
    gates: 40,
    radials: Array.from({ length: 36 }, (_, n) => ({
      start: 100 * n,
      width: 100,
      levels: Array.from({ length: 40 }, (_, g) => (n * g) % 200),
    })),
    ...change,
  });
}

/** With its entity tag, and nothing but that to who has it. */
const send = (bytes: Uint8Array): Reply => {
  const etag = `"${crc32c(bytes)}"`;
  return (response) => {
    const isKnown = response.req.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : bytes);
  };
};
function nameAt(minutes: number, letters = 'TLX'): string {
  const digits = new Date((NOON + minutes * MINUTE - 20) * 1000).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '_');
  return `${letters}_N0B_${digits}`;
}
const offer = (minutes: number, bytes: Uint8Array | Reply = productAt(minutes), letters = 'TLX') =>
  void polls.bucket.files.set(nameAt(minutes, letters), typeof bytes === 'function' ? bytes : send(bytes));
const versionAt = (minutes: number) => versionOf(NOON + minutes * MINUTE);
const published = async (site = 'KTLX') => (await readPointer(polls.objects, `nexrad-${site}`))?.version ?? null;
const filesAsked = () => polls.bucket.asked().filter((path) => !path.startsWith('/?'));

test('the newest sweep is published whole; without a newer one nothing is fetched again', async () => {
  offer(-10);
  offer(-5);
  expect(await poll()).toMatchObject({ kind: 'published', version: versionAt(-5), refused: [] });
  expect(filesAsked()).toEqual([`/${nameAt(-5)}`]);
  expect(await readScan(polls.objects, 'KTLX', versionAt(-5))).toMatchObject({ site: 'TLX', code: 153, gates: 40 });
  const traffic = { requests: 2, bytes: expect.any(Number) };
  const again = await poll();
  expect(again).toMatchObject({ kind: 'nothing-new', version: versionAt(-5), traffic });
  expect(again.traffic.bytes).toBeLessThan(500); // a listing, and a file that has not changed
  polls.now += 5 * MINUTE;
  offer(0);
  expect(await poll()).toMatchObject({ kind: 'published', version: versionAt(0) });
  expect(polls.events.map(({ event }) => event)).toEqual(['read', 'published', 'nothing-new', 'read', 'published']);
});

test('a later turn of the same volume, which comes under the same name, is published', async () => {
  offer(-5);
  await poll();
  offer(-5, productAt(-5, 'KTLX', { halfwords: { 18: 212, 30: 5, 31: -320, 32: 5, 33: 254, 50: (140 << 5) | 2 } }));
  expect(await poll()).toMatchObject({ kind: 'published', version: versionAt(-3) });
  expect(await poll()).toMatchObject({ kind: 'nothing-new', version: versionAt(-3) });
});

test('where files have no tags, that of the published sweep is not asked for again', async () => {
  offer(-5, (response) => void response.end(productAt(-5)));
  await poll();
  polls.bucket.asked();
  expect(await poll()).toMatchObject({ kind: 'nothing-new', version: versionAt(-5) });
  expect(filesAsked()).toEqual([]);
});

test('across midnight the sweeps of the day before are found', async () => {
  polls.now = NOON + 12 * 3600 + MINUTE;
  offer(12 * 60 - 4);
  expect(await poll()).toMatchObject({ kind: 'published', version: versionAt(12 * 60 - 4) });
  expect(polls.bucket.asked().filter((path) => path.startsWith('/?'))).toHaveLength(2);
});

test('a radar that has sent nothing for an hour is silent, whether it is known to the bucket or not', async () => {
  offer(-70);
  expect(await poll()).toMatchObject({ kind: 'silent', version: null });
  expect(await poll('PGUA')).toMatchObject({ kind: 'silent', version: null });
  expect(filesAsked()).toEqual([]);
});

const torn = (bytes: Uint8Array, octet: number) => {
  const copy = new Uint8Array(bytes);
  copy[octet]! ^= 0x55;
  return copy;
};

test.each<readonly [string, Uint8Array | Reply, string]>([
  ['torn in its bzip2', torn(productAt(-1), 400), 'bzip2'],
  ['cut off', productAt(-1).subarray(0, 900), 'as long as halfwords 5-6 say'],
  ['empty', new Uint8Array(0), 'at least'],
  ['a page of HTML', Buffer.from('<html>'.repeat(60)), 'NEXRAD Level 3'],
  ['of another radar, by its heading', productAt(-1, 'KINX'), 'it is of the radar INX, not of TLX'],
  ['of another radar, by its antenna', productAt(-1, 'KTLX', { latitude: 36.2 }), 'its antenna is at 36.2'],
  ['of velocity', productAt(-1, 'KTLX', { code: 154 }), 'product 154 is super-resolution digital base velocity'],
  ['the hybrid scan', productAt(-1, 'KTLX', { code: 32 }), 'product 32 is digital hybrid scan reflectivity'],
  ['no product that is read', productAt(-1, 'KTLX', { code: 177 }), 'unsupported NEXRAD Level 3: product 177'],
  ['of the day before, under a new name', productAt(-24 * 60), 'its name says 2026-11-20T11:58:40Z'],
  ['from the future, under an old name', productAt(10), 'it is from the future'],
  ['very large', (response) => void response.writeHead(200, { 'content-length': 5 << 20 }).end(), 'at most'],
  ['gone since it was listed', status(404), 'answers 404'],
  [
    'of folded range alone',
    productAt(-1, 'KTLX', {
      gates: 4,
      radials: Array.from({ length: 36 }, (_, n) => ({ start: 100 * n, width: 100, levels: [1, 1, 1, 1] })),
    }),
    'not one gate of it was measured',
  ],
])('a file that is %s changes nothing, and the one before it is taken', async (_, bytes, reason) => {
  offer(-20);
  await poll();
  offer(-6);
  offer(-1, bytes);
  const outcome = await poll();
  expect(outcome).toMatchObject({ kind: 'published', version: versionAt(-6) });
  expect(outcome.refused).toEqual([
    { url: `${polls.bucket.url}/${nameAt(-1)}`, reason: expect.stringContaining(reason) },
  ]);
  expect(await poll()).toMatchObject({ kind: 'nothing-new', version: versionAt(-6) });
});

test('with nothing published, files that cannot be taken are a failure that says why', async () => {
  offer(-5, productAt(-5, 'KINX'));
  await expect(poll()).rejects.toThrow('it is of the radar INX');
  expect(polls.objects.contents.size).toBe(0);
  expect(polls.events.at(-1)).toMatchObject({ event: 'failed' });
});

test('three are tried and no more', async () => {
  for (const minutes of [-5, -10, -15, -20, -25]) offer(minutes, Buffer.from('x'));
  await expect(poll()).rejects.toThrow();
  expect(filesAsked()).toHaveLength(3);
});

test('a name from the future is not fetched', async () => {
  offer(-5);
  polls.bucket.list = () => page([nameAt(-5), nameAt(30)]);
  expect(await poll()).toMatchObject({ kind: 'published', version: versionAt(-5) });
  expect(filesAsked()).toEqual([`/${nameAt(-5)}`]);
});

test('a sweep older than what is published does not take its place, whatever its name says', async () => {
  offer(-5);
  await poll();
  offer(-1, productAt(-12));
  expect(await poll()).toMatchObject({ kind: 'nothing-new', version: versionAt(-5) });
  expect(await published()).toBe(versionAt(-5));
});

test.each<readonly [string, Reply, string]>([
  ['no listing', (response) => void response.end('<html></html>'), 'the root element must be ListBucketResult'],
  ['half of one', (response) => void response.end('<ListBucketResult><Contents><Key>TLX'), 'malformed bucket listing'],
  ['without an end', page(['TLX_N0B_2026_11_20_11_00_00'], 'again'), 'goes on after'],
  ['an error', status(500), 'answers 500'],
  ['no answer', reset, 'network'],
])('a listing that is %s fails, and what is published stays', async (_, list, reason) => {
  offer(-5);
  await poll();
  polls.bucket.list = () => list;
  await expect(poll()).rejects.toThrow(reason);
  expect(await published()).toBe(versionAt(-5));
});

test('a connection that is lost is not tried with the next file', async () => {
  offer(-5);
  offer(-1, reset);
  await expect(poll()).rejects.toMatchObject({ tag: 'upstream', fault: 'network' });
  expect(new Set(filesAsked())).toEqual(new Set([`/${nameAt(-1)}`]));
});

test('one that is damaged in the store is fetched anew', async () => {
  offer(-5);
  await poll();
  polls.objects.contents.get(`nexrad-KTLX/${versionAt(-5)}/level/c/0/0`)![30]! ^= 1;
  expect(await poll()).toMatchObject({ kind: 'published', version: versionAt(-5) });
  expect((await readScan(polls.objects, 'KTLX', versionAt(-5))).validTime).toBe(NOON - 5 * MINUTE);
});

test('killed at any operation, the next poll publishes', async () => {
  offer(-5);
  for (let at = 1; ; at++) {
    polls.objects = createMemoryObjects();
    const dying = withFault(polls.objects, { at, moment: 'torn' });
    const killed = await pollScan(deps({ objects: dying }), 'KTLX').then(
      () => false,
      (error) => error instanceof StoreKilledError,
    );
    expect(await poll()).toMatchObject({ version: versionAt(-5) });
    expect((await readScan(polls.objects, 'KTLX', versionAt(-5))).gates).toBe(40);
    if (!killed) break;
    expect(at).toBeLessThan(100);
  }
});

test('a second poll of the same radar is refused while one is running, of another it is not', async () => {
  offer(-5);
  offer(-5, productAt(-5, 'KINX'), 'INX');
  const lock = await lockDirectory(join(polls.deps().directory, 'KTLX'));
  await expect(poll()).rejects.toMatchObject({ tag: 'directory-locked' });
  expect(await poll('KINX')).toMatchObject({ kind: 'published' });
  lock.release();
  expect(await poll()).toMatchObject({ kind: 'published' });
});

test('sweeps of more than an hour go, and radars that nobody looked at for a day', async () => {
  offer(-5, productAt(-5, 'KINX'), 'INX');
  await poll('KINX');
  for (const minutes of [0, 30, 59, 70, 80]) {
    polls.now = NOON + minutes * MINUTE + 40;
    offer(minutes);
    await poll();
  }
  const kept = new Set((await polls.objects.list('nexrad-KTLX/2')).map((key) => key.split('/')[1]));
  expect([...kept]).toEqual([30, 59, 70, 80].map(versionAt));
  expect(await heldSites(polls.objects)).toEqual(['KINX', 'KTLX']);
  polls.now = NOON + 86_400 + 40;
  offer(24 * 60);
  await poll();
  expect(await heldSites(polls.objects)).toEqual(['KTLX']);
});

test('files by hand: each is of the radar that it says, one that cannot be taken stops nothing', async () => {
  const folder = join(polls.deps().directory, 'files');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a'), productAt(-10));
  writeFileSync(join(folder, 'b'), productAt(-5, 'KINX', { heading: null }));
  writeFileSync(join(folder, 'c'), 'no product');
  writeFileSync(join(folder, 'd'), productAt(-5, 'KINX', { heading: ['SDUS54 KOUN 201200', 'N0BORD'] }));
  expect(await ingestScanFiles(deps(), [folder])).toMatchObject({ files: 4, published: 2 });
  expect([await published(), await published('KINX')]).toEqual([versionAt(-10), versionAt(-5)]);
  await expect(ingestScanFiles(deps(), [join(folder, 'c')])).rejects.toMatchObject({ tag: 'upstream' });
});
