import { expect, test } from 'vitest';
import { writeBzip2 } from '../../simulator/bzip2-writer.js';
import { UpstreamError } from '../base/errors.js';
import { createFeedSource, indexUrl } from './feed-source.js';
import { GFS_FEED } from './gfs/gfs-feed.js';
import type { GetOptions, HttpDownload } from './http-download.js';
import type { FeedFile, FeedPart, ModelFeed } from './model-feed.js';

const BASE = 'https://example.org';
const RUN = Date.UTC(2026, 7, 5, 12) / 1000;
const PARTS = GFS_FEED.partsOf(BASE, RUN);

/** A message of `length` octets, told apart by the octet behind Section 0. */
function message(mark: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.write('GRIB');
  bytes.writeBigUInt64BE(BigInt(length), 8);
  bytes[16] = mark;
  bytes.write('7777', length - 4);
  return bytes;
}

const FILE = Buffer.concat([message(1, 40), message(2, 70), message(3, 30), message(4, 90), message(5, 25)]);
const line = (number: number, offset: number, selector: string) =>
  `${number}:${offset}:d=2026080512:${selector}:3 hour fcst:`;
const INDEX = [line(1, 0, 'PRMSL:mean sea level'), line(2, 40, 'VIS:surface'), line(3, 110, 'GUST:surface')].join('\n');

interface Server {
  readonly file?: Buffer;
  /** Null: there is none. */
  readonly index?: string | null;
  /** Version of the file at the n-th request for it. */
  readonly etag?: (n: number) => string;
  readonly length?: number | null;
}

/** HTTP of a server that has one file, with the requests that it saw and how many were on their way at once. */
function httpOf({ file = FILE, index = INDEX, etag = () => 'v1', length = file.length }: Server) {
  const ranges: string[] = [];
  const seen = { atOnce: 0, most: 0 };
  async function get(url: string, { range, ceilingBytes }: GetOptions) {
    if (url.endsWith('.idx') && index === null) throw new UpstreamError('status', url, 'answers 404', { status: 404 });
    if (url.endsWith('.idx')) return { notModified: false, bytes: Buffer.from(index!), validators: {} } as const;
    seen.most = Math.max(seen.most, ++seen.atOnce);
    await Promise.resolve();
    seen.atOnce--;
    const bytes = file.subarray(range!.offset, range!.offset + (range!.length ?? file.length));
    if (bytes.length > ceilingBytes) throw new UpstreamError('too-large', url, `${bytes.length} bytes`);
    ranges.push(`${range!.offset}+${range!.length}`);
    return { notModified: false, bytes, validators: { etag: etag(ranges.length) } } as const;
  }
  const http: HttpDownload = {
    get,
    head: async () => ({ bytes: length, validators: { etag: etag(0) } }),
    traffic: () => ({ requests: 0, bytes: 0 }),
    close: () => undefined,
  };
  return { http, ranges, seen };
}

const limits = (pieceBytes: number) => ({ pieceBytes, keptBytes: 1000 });
const marks = (messages: readonly Uint8Array[]) => messages.map((bytes) => bytes[16]);
const isOdd = (bytes: Uint8Array) => bytes[16]! % 2 === 1;
const WALK = { statics: false, whole: true, isWanted: isOdd } as const;

test('a file is walked in pieces, each from the last whole message on, and only what is wanted is kept', async () => {
  const { http, ranges } = httpOf({});
  const step = await createFeedSource(http, GFS_FEED, BASE, limits(100)).fetchPart(PARTS[3]!, WALK);
  expect(ranges).toEqual(['0+100', '40+100', '140+100', '230+25']);
  expect(marks(step.messages)).toEqual([1, 3, 5]);
  expect(step.messages.every(({ buffer, length }) => buffer.byteLength === length)).toBe(true);
});

test('steps that fall back together are walked one after the other', async () => {
  const { http, seen } = httpOf({ index: 'no index' });
  const source = createFeedSource(http, GFS_FEED, BASE, limits(100));
  const options = { ...WALK, whole: false };
  const steps = await Promise.all([3, 4, 5].map((hours) => source.fetchPart(PARTS[hours]!, options)));
  expect(steps.map(({ whole, messages }) => [whole, marks(messages)])).toEqual(new Array(3).fill([true, [1, 3, 5]]));
  expect(seen.most).toBe(1);
});

test('an index cut short, whose last line runs to the end of a large file, is not trusted', async () => {
  const large = Buffer.concat([FILE, message(7, 65 << 20)]);
  const { http } = httpOf({ file: large, index: line(1, 0, 'PRMSL:mean sea level') });
  const roomy = { pieceBytes: 70 << 20, keptBytes: 70 << 20 };
  const step = await createFeedSource(http, GFS_FEED, BASE, roomy).fetchPart(PARTS[3]!, { ...WALK, whole: false });
  expect(step.whole).toBe(true);
  expect(marks(step.messages)).toEqual([1, 3, 5, 7]);
});

test.each<[string, Server, string]>([
  ['that is replaced meanwhile', { etag: (n) => (n < 3 ? 'v1' : 'v2') }, 'replaced while it was read'],
  ['that ends within a message', { file: FILE.subarray(0, 200) }, 'whole GRIB messages'],
  ['that begins with something else', { file: Buffer.concat([Buffer.from('<html>'), FILE]) }, 'whole GRIB messages'],
  ['that does not say how long it is', { length: null }, 'does not say how long it is'],
  ['of 3 GB', { length: 3e9 }, 'too-large'],
])('a file %s is refused', async (_, server, reason) => {
  const { http } = httpOf(server);
  await expect(createFeedSource(http, GFS_FEED, BASE, limits(100)).fetchPart(PARTS[3]!, WALK)).rejects.toThrow(reason);
});

test('a file of which too much is wanted is refused before it fills the memory', async () => {
  const { http, ranges } = httpOf({});
  const source = createFeedSource(http, GFS_FEED, BASE, { pieceBytes: 100, keptBytes: 69 });
  await expect(source.fetchPart(PARTS[3]!, WALK)).rejects.toThrow('more than 69 bytes of it are wanted'); // 40 + 30
  expect(ranges).toHaveLength(2);
});

test('after a walk that failed the next one goes on', async () => {
  const { http } = httpOf({ etag: (n) => (n === 1 ? 'v2' : 'v1') });
  const source = createFeedSource(http, GFS_FEED, BASE, limits(1000));
  await expect(source.fetchPart(PARTS[3]!, WALK)).rejects.toThrow('replaced');
  expect(marks((await source.fetchPart(PARTS[4]!, WALK)).messages)).toEqual([1, 3, 5]);
});

test('a file without its index is walked', async () => {
  const { http } = httpOf({ index: null });
  const fetched = await createFeedSource(http, GFS_FEED, BASE, limits(100)).fetchPart(PARTS[3]!, {
    ...WALK,
    whole: false,
  });
  expect(fetched.whole).toBe(true);
  expect(marks(fetched.messages)).toEqual([1, 3, 5]);
});

test('a run is whole when its last file is there', async () => {
  const asked: string[] = [];
  const head = async (url: string) => {
    asked.push(url);
    return url.includes('/12/') ? { bytes: 1, validators: {} } : null;
  };
  const source = createFeedSource({ ...httpOf({}).http, head }, GFS_FEED, BASE);
  expect(await source.isComplete(RUN)).toBe(true);
  expect(await source.isComplete(RUN + 21_600)).toBe(false);
  expect(asked[0]).toBe(`${BASE}/gfs.20260805/12/atmos/gfs.t12z.pgrb2.0p25.f384.idx`);
});

/** Four files, of each its first message: of one index, of another one, and two without. */
const FILES: readonly FeedFile[] = [
  { url: `${BASE}/a`, index: 'wgrib2' },
  { url: `${BASE}/b.grib2`, index: 'ecmwf' },
  { url: `${BASE}/c`, index: null },
  { url: `${BASE}/d`, index: null },
];
const SEVERAL: FeedPart = { referenceTime: RUN, leads: [0], files: FILES };
const PRESSURE_FEED: ModelFeed = {
  ...GFS_FEED,
  elements: GFS_FEED.elements
    .filter(({ id }) => id === 'pressure_msl')
    .map((request) => ({
      ...request,
      ways: [...request.ways, { ...request.ways[0]!, index: { name: 'msl', level: 'sfc' } }],
    })),
};
const ECMWF_LINE = '{"type": "fc", "levtype": "sfc", "param": "msl", "_offset": 0, "_length": 40}';

test('the files of a part come together, in their order, each by its own index', async () => {
  const { http: one } = httpOf({});
  const get: HttpDownload['get'] = async (url, options) =>
    url.endsWith('.index')
      ? { notModified: false, bytes: Buffer.from(ECMWF_LINE), validators: {} }
      : one.get(url, options);
  const source = createFeedSource({ ...one, get }, PRESSURE_FEED, BASE);
  const fetched = await source.fetchPart(SEVERAL, { ...WALK, whole: false });
  expect(fetched.url).toBe(`${BASE}/a`);
  expect(fetched.whole).toBe(true);
  expect(marks(fetched.messages)).toEqual([1, 1, 1, 3, 5, 1, 3, 5]);
  expect(fetched.bytes).toBe(INDEX.length + 40 + ECMWF_LINE.length + 40 + 2 * FILE.length);
});

test('when one file of a part cannot be had its error comes out', async () => {
  const { http: one } = httpOf({});
  const get: HttpDownload['get'] = async (url, options) => {
    if (url.endsWith('/d')) throw new UpstreamError('status', url, 'answers 500', { status: 500 });
    return one.get(url, options);
  };
  const source = createFeedSource({ ...one, get }, PRESSURE_FEED, BASE);
  await expect(source.fetchPart({ ...SEVERAL, files: [FILES[0]!, FILES[3]!] }, WALK)).rejects.toThrow('answers 500');
});

/** `head -c 100000000 /dev/zero | bzip2` */
const ZEROS = Buffer.from(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1nEYApVAD7RQALAAABAAAggADDMCapppUiDaipEHi7kinChIcCoiS4=',
  'base64',
);

/** A file that is packed as a whole, from a server that gives these bytes. */
function fetchPacked(bytes: Uint8Array) {
  const asked: GetOptions[] = [];
  const get: HttpDownload['get'] = async (_, options) => {
    asked.push(options);
    return { notModified: false, bytes, validators: {} };
  };
  const source = createFeedSource({ ...httpOf({}).http, get }, GFS_FEED, BASE);
  const files: FeedFile[] = [{ url: `${BASE}/a.bz2`, index: null, packed: 'bzip2' }];
  return { asked, fetched: source.fetchPart({ ...SEVERAL, files }, { ...WALK, whole: false }) };
}

test('a packed file is fetched in one piece and unpacked, and only what is wanted is kept', async () => {
  const packed = writeBzip2(FILE);
  const { asked, fetched } = fetchPacked(packed);
  expect(await fetched).toMatchObject({ bytes: packed.length, whole: true });
  expect(marks((await fetched).messages)).toEqual([1, 3, 5]);
  expect(asked.map(({ range }) => range)).toEqual([undefined]);
});

test.each<[string, Uint8Array, string]>([
  ['that is cut short', writeBzip2(FILE).subarray(0, 60), `${BASE}/a.bz2: framing: BZ2 decompression failed`],
  ['that is not packed', FILE, 'framing'],
  ['of something else', writeBzip2(Buffer.from('<html>')), 'what arrived is not a row of whole GRIB messages'],
  ['of a hundred octets for a hundred million', ZEROS, 'too-large: unpacks to more than 16777216 bytes'],
])('a packed file %s is refused', async (_, bytes, reason) => {
  await expect(fetchPacked(bytes).fetched).rejects.toThrow(reason);
});

/** Three files without an index, of which those that `gone` matches are not there. */
async function fetchLacking(gone: RegExp, mayLackFiles: boolean) {
  const { http: one } = httpOf({});
  const get: HttpDownload['get'] = async (url, options) => {
    if (gone.test(url)) throw new UpstreamError('status', url, 'answers 403', { status: 403 });
    return one.get(url, options);
  };
  const head: HttpDownload['head'] = async (url) => (gone.test(url) ? null : one.head(url));
  const files = ['c', 'd', 'e'].map((name): FeedFile => ({ url: `${BASE}/${name}`, index: null }));
  const source = createFeedSource({ ...one, get, head }, PRESSURE_FEED, BASE);
  return source.fetchPart({ ...SEVERAL, files }, { ...WALK, mayLackFiles });
}

test('files that are not there are passed over where that is allowed, but not all of them', async () => {
  expect(marks((await fetchLacking(/[cd]$/, true)).messages)).toEqual([1, 3, 5]);
  await expect(fetchLacking(/[cd]$/, false)).rejects.toThrow(`${BASE}/c: status: is not there`);
  await expect(fetchLacking(/[cde]$/, true)).rejects.toThrow(`${BASE}/c: status: is not there`);
});

test('where the indexes are', () => {
  expect(FILES.slice(0, 2).map(indexUrl)).toEqual([`${BASE}/a.idx`, `${BASE}/b.index`]);
});
