import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../../test/shared-data.js';
import { europeanEqualArea } from '../../grid/equal-area-europe.js';
import { type GeoTiff, openGeoTiff, positionIn } from './geotiff.js';
import { type TiffWish, writeGeoTiff } from './geotiff-file.fixture.js';

class DemDefect extends Error {}
const defect = (rule: string, value: unknown): Error => new DemDefect(`${rule}; got ${value}`);

function heightsOf(tiff: GeoTiff): Float32Array {
  const { block, blocksAcross, columns, rows } = tiff;
  const count = blocksAcross * Math.ceil(rows / block.rows);
  const blocks = Array.from({ length: count }, (_, number) => tiff.readBlock(number));
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    const number = Math.floor(y / block.rows) * blocksAcross + Math.floor(x / block.columns);
    return blocks[number]![(y % block.rows) * block.columns + (x % block.columns)]!;
  });
}

/** Nearest pixel of a place. */
function heightAt(tiff: GeoTiff, latitude: number, longitude: number): number {
  const { x, y, inside } = positionIn(tiff, latitude, longitude);
  if (!inside) return Number.NaN;
  return heightsOf(tiff)[Math.round(y) * tiff.columns + Math.round(x)]!;
}

const HILLS = Float32Array.from({ length: 50 * 37 }, (_, i) => Math.round(3000 * Math.sin(i / 17) + i / 4));

test.each<[string, Partial<TiffWish>]>([
  ['one strip of floats', {}],
  ['strips of some rows', { rowsPerStrip: 5 }],
  ['tiles that reach beyond the raster', { tile: 16 }],
  ['deflated tiles with the predictor for floats, as Copernicus', { tile: 32, compression: 8, predictor: 3 }],
  ['the same from a big-endian machine', { tile: 32, compression: 8, predictor: 3, littleEndian: false }],
  ['differences of floats taken as integers', { rowsPerStrip: 7, compression: 8, predictor: 2 }],
  ['differences of integers', { sample: 'int16', tile: 16, compression: 8, predictor: 2 }],
  ['integers, big-endian', { sample: 'int16', littleEndian: false }],
  ['BigTIFF', { big: true, tile: 16, compression: 8 }],
  ['BigTIFF, big-endian strips', { big: true, rowsPerStrip: 4, littleEndian: false }],
])('%s give the heights that were written', (_, wish) => {
  const tiff = openGeoTiff(writeGeoTiff({ columns: 50, rows: 37, heights: HILLS, ...wish }), defect);
  expect(heightsOf(tiff)).toEqual(HILLS);
});

test('what the file calls missing, and what no ground can be, is NaN', () => {
  const heights = [5, -9999, Number.NaN, -3.4e38, 0, -32767];
  const file = writeGeoTiff({ columns: 3, rows: 2, heights, noData: '-9999' });
  expect([...heightsOf(openGeoTiff(file, defect))]).toEqual([5, NaN, NaN, NaN, 0, NaN]);
});

test.each([
  ['area: a tie point is a corner', 1, 46.5, 7.5],
  ['point: a tie point is a centre', 2, 47, 7],
])('raster type %s', (_, rasterType, latitude, longitude) => {
  const keys = [
    [1024, 2],
    [1025, rasterType],
    [2048, 4326],
  ] as const;
  const file = writeGeoTiff({ columns: 2, rows: 2, heights: [1, 2, 3, 4], tiePoint: [0, 0, 0, 7, 47, 0], keys });
  const tiff = openGeoTiff(file, defect);
  expect(positionIn(tiff, latitude, longitude)).toEqual({ x: 0, y: 0, inside: true });
  expect(positionIn(tiff, latitude - 1, longitude + 1)).toEqual({ x: 1, y: 1, inside: true });
  expect(heightAt(tiff, latitude - 1, longitude)).toBe(3);
});

test('a Copernicus cell has its first centre on the degree, and half a pixel west of it still belongs to it', () => {
  // GLO-90 at 47 N 8 E: 1200 × 1200 pixels of 1/1200°, corner half a pixel north-west of 48 N 8 E; here every 100th
  const step = 1 / 12;
  const heights = Float32Array.from({ length: 144 }, (_, i) => i);
  const tiePoint = [0, 0, 0, 8 - step / 2, 48 + step / 2, 0];
  const tiff = openGeoTiff(
    writeGeoTiff({ columns: 12, rows: 12, heights, tiePoint, pixelScale: [step, step, 0], tile: 16, compression: 8 }),
    defect,
  );
  expect(heightAt(tiff, 48, 8)).toBe(0);
  expect(heightAt(tiff, 48, 8 - 0.49 * step)).toBe(0);
  expect(heightAt(tiff, 48 - step, 8 + 2 * step)).toBe(14);
  expect(positionIn(tiff, 47, 8).inside).toBe(false); // the row of the next cell to the south
  expect(heightAt(tiff, 47 + step, 9 - step)).toBe(143);
});

test('a raster over the date line is one raster', () => {
  const file = writeGeoTiff({ columns: 4, rows: 1, heights: [1, 2, 3, 4], tiePoint: [0, 0, 0, 178, 1, 0] });
  const tiff = openGeoTiff(file, defect);
  expect([178.5, 179.5, -179.5, -178.5, 181.5].map((longitude) => heightAt(tiff, 0.5, longitude))).toEqual([
    1, 2, 3, 4, 4,
  ]);
  expect(positionIn(tiff, 0.5, 0).inside).toBe(false);
});

testWithSharedData('ETOPO1 at one degree: heights that are known, at their places', () => {
  const bytes = readFileSync(sharedData('elevation', 'ETOPO1_Ice_g_geotiff.resampled-1deg.tif'));
  const tiff = openGeoTiff(bytes, defect);
  expect([tiff.columns, tiff.rows]).toEqual([361, 181]);
  // Row r, column c stand as floats at byte 772 + 4 (361 r + c): 37 strips of five rows without gaps, by hand.
  const byHand = (latitude: number, longitude: number): number =>
    bytes.readFloatLE(772 + 4 * (361 * (90 - latitude) + longitude + 180));
  const known: [latitude: number, longitude: number, low: number, high: number][] = [
    [28, 87, 4500, 8849], // Khumbu, south of Everest
    [33, 88, 4500, 5500], // Tibet
    [-90, 0, 2700, 2900], // the ice at the South Pole, 2835 m
    [90, 0, -4400, -4000], // the sea at the North Pole, 4261 m deep
    [30, -40, -5000, -3000], // the Atlantic on the ridge's flank
    [11, 142, -11_000, -5000], // near the Challenger Deep
    [42, 51, -1000, -100], // the southern basin of the Caspian
  ];
  for (const [latitude, longitude, low, high] of known) {
    const height = heightAt(tiff, latitude, longitude);
    expect(height).toBe(byHand(latitude, longitude));
    expect(height).toBeGreaterThanOrEqual(low);
    expect(height).toBeLessThanOrEqual(high);
  }
  expect(heightAt(tiff, 0, 180)).toBe(heightAt(tiff, 0, -180)); // the date line stands at both ends
});

testWithSharedData('EU-DEM in its equal-area grid: BigTIFF, deflate, no data outside Europe', () => {
  const bytes = readFileSync(sharedData('elevation', 'N2000000E3000000.TIF'));
  const tiff = openGeoTiff(bytes, defect);
  expect(tiff.georeference).toEqual({
    crs: 'EPSG:3035',
    east: 2987500,
    north: 3012500,
    eastStep: 25000,
    northStep: 25000,
  });
  // Its only strip: 4761 bytes at 615 (tags 273 and 279), 42 × 42 floats.
  const strip = inflateSync(bytes.subarray(615, 615 + 4761));
  const heights = heightsOf(tiff);
  expect(strip.length).toBe(42 * 42 * 4);
  for (let i = 0; i < heights.length; i++) {
    const stored = strip.readFloatLE(4 * i);
    if (stored < -1e38) expect(heights[i]).toBeNaN();
    else expect(heights[i]).toBe(stored);
  }
  // The pixel with the highest ground of its 25 km lies in the Pyrenees.
  const highest = heights.reduce((best, height, i) => (height > heights[best]! ? i : best), 20 * 42 + 20);
  const { x, y } = positionIn(tiff, 42.55, 1.0);
  expect(Math.hypot((highest % 42) - x, Math.floor(highest / 42) - y)).toBeLessThan(1.5);
  expect(heightAt(tiff, 42.55, 1.0)).toBeGreaterThan(1500);
  expect(heightAt(tiff, 44.0, 4.6)).toBeLessThan(300); // the lower Rhone
  expect(heightAt(tiff, 45.5, -3)).toBeNaN(); // the Bay of Biscay
  const { east, north } = europeanEqualArea(44, 4.6);
  expect(positionIn(tiff, 44, 4.6).x).toBeCloseTo((east - 2987500) / 25000, 9);
  expect(positionIn(tiff, 44, 4.6).y).toBeCloseTo((3012500 - north) / 25000, 9);
});

const SOUND = writeGeoTiff({ columns: 20, rows: 20, heights: HILLS, tile: 16, compression: 8, predictor: 3 });

function patched(wish: Partial<TiffWish>, change: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = writeGeoTiff({ columns: 20, rows: 20, heights: HILLS, ...wish });
  change(bytes);
  return bytes;
}

/** Sets the short value of a tag in a little-endian classic file. */
function setTag(bytes: Uint8Array, tag: number, value: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const first = view.getUint32(4, true);
  for (let at = first + 2, i = 0; i < view.getUint16(first, true); i++, at += 12)
    if (view.getUint16(at, true) === tag) view.setUint32(at + 8, value, true);
}

test.each<[string, Uint8Array, RegExp]>([
  ['no TIFF', new Uint8Array(100), /begins with II or MM/],
  ['nothing', new Uint8Array(0), /has a header/],
  ['LZW', patched({}, (bytes) => setTag(bytes, 259, 5)), /compression is 1 .* got 5/],
  [
    'a predictor for floats on integers',
    patched({ sample: 'int16' }, (b) => setTag(b, 317, 3)),
    /predictor is .* got 3/,
  ],
  ['three bands', patched({}, (bytes) => setTag(bytes, 277, 3)), /one band; got 3/],
  ['half floats', patched({}, (bytes) => setTag(bytes, 258, 16)), /samples are .* format 3, 16 bits/],
  ['a side of nothing', patched({}, (bytes) => setTag(bytes, 256, 0)), /sides of a TIFF/],
  ['more rows than blocks', patched({}, (bytes) => setTag(bytes, 257, 60_000)), /blocks? says where|holds|samples/],
  [
    'UTM',
    writeGeoTiff({
      columns: 1,
      rows: 1,
      heights: [1],
      keys: [
        [1024, 1],
        [3072, 32632],
      ],
    }),
    /got EPSG:32632/,
  ],
  ['no coordinates', writeGeoTiff({ columns: 1, rows: 1, heights: [1], keys: [] }), /model type none/],
  ['no pixel scale', writeGeoTiff({ columns: 1, rows: 1, heights: [1], pixelScale: [0, 0, 0] }), /pixel scale over 0/],
])('%s is refused by name', (_, bytes, message) => {
  expect(() => heightsOf(openGeoTiff(bytes, defect))).toThrow(message);
  expect(() => heightsOf(openGeoTiff(bytes, defect))).toThrow(DemDefect);
});

test('a bomb of deflate is refused at the size of its block', () => {
  const bomb = deflateSync(new Uint8Array(50_000_000));
  const file = new Uint8Array(SOUND.length + bomb.length);
  file.set(SOUND);
  file.set(bomb, SOUND.length);
  const view = new DataView(file.buffer);
  const first = view.getUint32(4, true);
  for (let at = first + 2, i = 0; i < view.getUint16(first, true); i++, at += 12) {
    const values = view.getUint32(at + 8, true);
    if (view.getUint16(at, true) === 324) view.setUint32(values, SOUND.length, true);
    if (view.getUint16(at, true) === 325) view.setUint32(values, bomb.length, true);
  }
  expect(() => openGeoTiff(file, defect).readBlock(0)).toThrow(/inflates to 1024 bytes/);
});

test('whatever bytes come, heights or a defect come out', () => {
  const sources = [SOUND, writeGeoTiff({ columns: 9, rows: 9, heights: HILLS, big: true, rowsPerStrip: 2 })];
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 0, max: 255 })),
        { maxLength: 12 },
      ),
      fc.double({ min: 0.02, max: 1, noNaN: true }),
      (source, flips, keep) => {
        const bytes = source.slice(0, Math.ceil(source.length * keep));
        for (const [where, byte] of flips) bytes[Math.floor(where * bytes.length)] = byte;
        try {
          const tiff = openGeoTiff(bytes, defect);
          const blocks = tiff.blocksAcross * Math.ceil(tiff.rows / tiff.block.rows);
          for (let number = 0; number < Math.min(blocks, 4); number++) tiff.readBlock(number);
        } catch (error) {
          expect(error).toBeInstanceOf(DemDefect);
        }
      },
    ),
    { numRuns: 1500 },
  );
});
