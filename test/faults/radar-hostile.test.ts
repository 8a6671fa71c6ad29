/**
 * Radar files from a hostile hand: whatever the bytes are, each decoder ends in a value or in one tagged error, and the
 * next good file is read. Small files of every feed, and a real one, are cut, flipped and overwritten. Seeded, so that a
 * failure comes back.
 */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mosaicMessage } from '../../simulator/grib2-encoder/mosaic-message.js';
import { packPicture } from '../../simulator/grib2-encoder/packing.js';
import { isTagged } from '../../src/base/errors.js';
import { readBucketListing } from '../../src/decode/bucket-listing/bucket-listing.js';
import { openHdf5 } from '../../src/decode/hdf5/hdf5.js';
import { writeHdf5 } from '../../src/decode/hdf5/hdf5-writer.fixture.js';
import { compositeFile, tarOf } from '../../src/decode/radar/composite.fixture.js';
import { decodeDwdRv } from '../../src/decode/radar/dwd-rv.js';
import { decodeMrms } from '../../src/decode/radar/mrms.js';
import { decodeRrqpe } from '../../src/decode/radar/rrqpe.js';
import { readTar } from '../../src/decode/tar/tar.js';
import { UNOBSERVED } from '../../src/model/radar.js';
import { packedAt } from '../../src/science/radar/tiled-field.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const SEED = 20261120;
const TAGS = ['malformed', 'malformed', 'grib-unsupported'] as const;

interface Harm {
  /** Share of the bytes that is kept. */
  readonly kept: number;
  /** Place as a share of the bytes, and what is written there. */
  readonly writes: readonly (readonly [place: number, byte: number])[];
}

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const harm: fc.Arbitrary<Harm> = fc.record({
  kept: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: place }),
  writes: fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
});

function harmed(good: Uint8Array, { kept, writes }: Harm): Uint8Array {
  const bytes = Uint8Array.from(good.subarray(0, Math.ceil(kept * good.length))); // `slice` of a Buffer is a view
  for (const [at, byte] of writes) if (bytes.length > 0) bytes[Math.floor(at * bytes.length)] = byte;
  return bytes;
}

/** "value" or the tag; any other error goes through. */
async function outcomeOf(decode: () => unknown): Promise<string> {
  try {
    await decode();
    return 'value';
  } catch (error) {
    const tag = TAGS.find((known) => isTagged(error, known));
    if (tag === undefined) throw error;
    return tag;
  }
}

async function outcomes(good: Uint8Array, runs: number, decode: (bytes: Uint8Array) => unknown): Promise<Set<string>> {
  const seen = new Set<string>();
  const property = fc.asyncProperty(harm, async (given) => {
    seen.add(await outcomeOf(() => decode(harmed(good, given))));
  });
  await fc.assert(property, { seed: SEED, numRuns: runs });
  expect(await outcomeOf(() => decode(good))).toBe('value');
  return seen;
}

const BOTH = new Set(['value', 'malformed']);

test('archives and listings', async () => {
  const archive = tarOf([
    ['a', new Uint8Array(700)],
    ['b', new Uint8Array(10)],
  ]);
  expect(await outcomes(archive, 500, readTar)).toEqual(BOTH);
  const listing = new TextEncoder().encode(
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>true</IsTruncated><Contents><Key>a/b</Key></Contents><NextContinuationToken>x</NextContinuationToken></ListBucketResult>',
  );
  expect(await outcomes(listing, 500, readBucketListing)).toEqual(BOTH);
});

const GRID = {
  kind: 'regular',
  columns: 60,
  rows: 40,
  firstLatitude: 50,
  firstLongitude: 240,
  latitudeStep: -0.5,
  longitudeStep: 0.5,
} as const;
const RATES = Float32Array.from({ length: 2400 }, (_, i) => (i % 7 === 0 ? -3 : (i % 50) / 10));

test('frames of MRMS, gzipped and not', async () => {
  const packed = packPicture(RATES, { decimalScale: 1, columns: 60, bits: 16 });
  const message = mosaicMessage({ category: 6, number: 1, level: 0, validTime: 1_790_000_000, grid: GRID }, packed);
  const decode = (bytes: Uint8Array) => decodeMrms(bytes, 'mrms-rate');
  const seen = await outcomes(message, 500, decode);
  expect([...seen]).toEqual(expect.arrayContaining(['value', 'malformed', 'malformed']));
  expect(await outcomes(gzipSync(message), 200, decode)).toContain('malformed');
});

test('composites of DWD, in their archive and alone', async () => {
  const file = await compositeFile(Uint32Array.from({ length: 132 }, (_, i) => i * 3));
  expect(await outcomes(file, 150, decodeDwdRv)).toEqual(BOTH);
  expect(await outcomes(tarOf([['rv_000-hd5', file]]), 100, decodeDwdRv)).toEqual(BOTH);
});

test('frames of RRQPE', async () => {
  const shape = [20, 36];
  const file = await writeHdf5({
    groups: {
      '/': {
        time_coverage_start: '2026-08-14T00:10:00Z',
        geospatial_lat_max: 70,
        geospatial_lat_min: -60,
        geospatial_lon_min: -180,
        geospatial_lon_max: 170,
      },
    },
    datasets: [
      { path: '/RRQPE', data: Int16Array.from({ length: 720 }, (_, i) => i - 20), shape, chunks: [5, 18] },
      { path: '/DQF', data: new Int8Array(720), shape, chunks: [5, 18] },
    ],
  });
  const window = { south: -10, north: 30, west: 160, east: -150 };
  expect(await outcomes(file, 150, (bytes) => decodeRrqpe(bytes, window))).toEqual(BOTH);
});

testWithSharedData("a real composite of DWD, most harm in the headers at the file's beginning and end", async () => {
  const archive = readFileSync(sharedData('radar', 'composite-dwd', 'composite_rv_20250923_0855.tar'));
  const file = readTar(archive)[0]!.bytes;
  const seen = new Set<string>();
  const anywhere = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 7 }));
  const property = fc.asyncProperty(fc.array(anywhere, { minLength: 1, maxLength: 3 }), async (flips) => {
    const bytes = Uint8Array.from(file);
    for (const [atEnd, offset, bit] of flips) bytes[atEnd ? bytes.length - 1 - offset : offset]! ^= 1 << bit;
    seen.add(await outcomeOf(() => decodeDwdRv(bytes)));
  });
  await fc.assert(property, { seed: SEED, numRuns: 25 });
  expect(seen).toEqual(BOTH);
  expect(packedAt((await decodeDwdRv(file)).field, 0, 0)).toBe(UNOBSERVED);
});

test('a dataset that claims far more than there is takes no memory on its word', async () => {
  const [shape, chunks, grown] = [
    [1, 100],
    [100, 100],
    [60_000, 60_000],
  ];
  const wide = [{ path: '/RRQPE', data: new Int16Array(100), shape, chunks, grown }];
  const bytes = await writeHdf5({ groups: {}, datasets: wide });
  const file = await openHdf5(bytes);
  expect(() => file.dataset('/RRQPE').read()).toThrow(
    'at most 268435456 bytes of /RRQPE are read at once; got 7200000000',
  );
  file.close();
  await expect(decodeRrqpe(bytes, null)).rejects.toMatchObject({ tag: 'malformed' });
});

test('a gzip of a few kilobytes that unpacks to far more is refused before it is unpacked', () => {
  const bomb = gzipSync(new Uint8Array(65 << 20), { level: 1 });
  expect(bomb.length).toBeLessThan(1 << 20);
  expect(() => decodeMrms(bomb, 'mrms-rate')).toThrow(/gzip is whole and unpacks to at most 67108864 bytes/);
});

test.each([
  ['a text for a number', { geospatial_lat_max: 'north' }, {}, 'geospatial_lat_max is a number'],
  ['a number for a text', { time_coverage_start: 7 }, {}, 'time_coverage_start is a time'],
  ['a text for a scale', {}, { scale_factor: 'ten' }, 'scale_factor is a number'],
  ['a text of 60 kB', { time_coverage_start: 'x'.repeat(60_000) }, {}, 'time_coverage_start is a time; got "xxx'],
])('%s in RRQPE is refused', async (_, file, rate, words) => {
  const extents = { geospatial_lat_max: 70, geospatial_lat_min: -60, geospatial_lon_min: -180, geospatial_lon_max: 90 };
  const data = [
    { path: '/RRQPE', data: new Int16Array(8), shape: [2, 4], attributes: rate },
    { path: '/DQF', data: new Int8Array(8), shape: [2, 4] },
  ];
  const groups = { '/': { time_coverage_start: '2026-08-14T00:10:00Z', ...extents, ...file } };
  await expect(decodeRrqpe(await writeHdf5({ groups, datasets: data }), null)).rejects.toThrow(words);
});

test('rates that are a group, or of three dimensions, are refused', async () => {
  const groups = { '/': {}, '/RRQPE': {}, '/DQF': {} };
  await expect(decodeRrqpe(await writeHdf5({ groups, datasets: [] }), null)).rejects.toMatchObject({
    tag: 'malformed',
  });
  const cube = ['/RRQPE', '/DQF'].map((path) => ({ path, data: new Int16Array(8), shape: [2, 2, 2] }));
  await expect(decodeRrqpe(await writeHdf5({ groups: {}, datasets: cube }), null)).rejects.toThrow('got "2 × 2 × 2"');
});
