import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeShapefile } from '../../../simulator/shapefile-writer.js';
import { sharedData, testWithSharedData } from '../../../test/shared-data.js';
import { decodeGeoJsonShapes } from './geojson-shapes.js';
import { decodeShapefile } from './shapefile-shapes.js';

const SQUARE = [
  [10, 50],
  [10, 51],
  [11, 51],
  [11, 50],
  [10, 50],
] as const;
const HOLE = [
  [10.4, 50.4],
  [10.6, 50.4],
  [10.6, 50.6],
  [10.4, 50.6],
  [10.4, 50.4],
] as const;
const ISLAND = SQUARE.map(([x, y]) => [x + 5, y] as const);
const FIELDS = { STATE: 'TX', ZONE: '001', NAME: 'Dallam' };

const points = (ring: Float64Array) =>
  Array.from({ length: ring.length / 2 }, (_, n) => [ring[2 * n], ring[2 * n + 1]]);
const geoJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('a shapefile gives what it says of each area, its parts and their holes', async () => {
  const { shp, dbf } = writeShapefile([
    { fields: FIELDS, rings: [SQUARE, HOLE, ISLAND] },
    { fields: { ...FIELDS, NAME: 'Nowhere' }, rings: null },
  ]);
  const [first, second] = await decodeShapefile(shp, dbf, 'z.shp');
  expect(first!.properties).toEqual(FIELDS);
  expect(first!.polygons.map((polygon) => polygon.map(points))).toEqual([[SQUARE, HOLE], [ISLAND]]);
  expect(second!).toEqual({ properties: { ...FIELDS, NAME: 'Nowhere' }, polygons: [] });
});

/** What is wrong, octet of the .shp, value, in which order. */
test.each([
  ['no shapefile', 0, 9993, 'big'],
  ['points instead of polygons', 32, 1, 'little'],
  ['a record longer than the file', 104, 60_000, 'big'],
  ['a record without content', 104, 0, 'big'],
  ['more parts than fit', 144, 0x7fffffff, 'little'],
  ['a negative number of parts', 144, -1, 'little'],
  ['more points than fit', 148, 0x7fffffff, 'little'],
] as const)('%s is refused', async (_, octet, value, order) => {
  const { shp, dbf } = writeShapefile([{ fields: FIELDS, rings: [SQUARE] }]);
  new DataView(shp.buffer, shp.byteOffset).setInt32(octet, value, order === 'little');
  await expect(decodeShapefile(shp, dbf, 'z.shp')).rejects.toMatchObject({ tag: 'malformed' });
});

test('coordinates that are no degrees are refused', async () => {
  const { shp, dbf } = writeShapefile([{ fields: FIELDS, rings: [SQUARE.map(([x, y]) => [x * 1e5, y * 1e5])] }]);
  await expect(decodeShapefile(shp, dbf, 'z.shp')).rejects.toThrow('z.shp, record 1: a point must be longitude');
});

test('whatever is changed in a shapefile, a value or a tagged error comes out', async () => {
  const written = writeShapefile([{ fields: FIELDS, rings: [SQUARE, HOLE] }]);
  const change = fc.record({ at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), to: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean(), async (changes, inDbf) => {
      const files = { shp: new Uint8Array(written.shp), dbf: new Uint8Array(written.dbf) };
      const file = inDbf ? files.dbf : files.shp;
      for (const { at, to } of changes) file[Math.floor(at * file.length)] = to;
      const tag = await decodeShapefile(files.shp, files.dbf, 'z').then(
        () => null,
        (error: { tag?: string }) => error.tag,
      );
      expect([null, 'malformed']).toContain(tag);
    }),
    { numRuns: 300, seed: 5 },
  );
});

test('GeoJSON gives polygons and multipolygons; rings that are open are closed', () => {
  const collection = {
    type: 'FeatureCollection',
    features: [
      {
        id: 'a',
        properties: { code: 'DE001' },
        geometry: { type: 'Polygon', coordinates: [SQUARE.slice(0, 4), HOLE] },
      },
      { properties: { code: 'DE002' }, geometry: { type: 'MultiPolygon', coordinates: [[SQUARE], [ISLAND]] } },
      { properties: { code: 'DE003' }, geometry: null },
      { properties: null, geometry: { type: 'Point', coordinates: [1, 2] } },
    ],
  };
  const records = decodeGeoJsonShapes(geoJson(collection), 'areas.json');
  expect(records.map(({ properties }) => properties)).toEqual([
    { id: 'a', code: 'DE001' },
    { code: 'DE002' },
    { code: 'DE003' },
    {},
  ]);
  expect(records[0]!.polygons.map((polygon) => polygon.map(points))).toEqual([[SQUARE, HOLE]]);
  expect(records[1]!.polygons).toHaveLength(2);
  expect(records.slice(2).map(({ polygons }) => polygons)).toEqual([[], []]);
});

test.each([
  ['no JSON', new TextEncoder().encode('<html>')],
  ['no features', geoJson({ type: 'FeatureCollection' })],
  ['a feature that is none', geoJson({ features: [null] })],
  ['a latitude beyond the pole', geoJson({ features: [polygonOf([[0, 91]])] })],
  ['a point of text', geoJson({ features: [polygonOf([['0', 1]])] })],
  ['a ring that is no list', geoJson({ features: [polygonOf(7)] })],
])('GeoJSON with %s is refused', (_, bytes) => {
  expect(() => decodeGeoJsonShapes(bytes, 'areas.json')).toThrow(/malformed areas.json/);
});

function polygonOf(ring: unknown) {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}

testWithSharedData('real warning cells of DWD: codes, names, and polygons around their towns', () => {
  const records = decodeGeoJsonShapes(
    readFileSync(sharedData('alerts', 'dwd', 'alert_cells.json')),
    'alert_cells.json',
  );
  expect(records.map(({ properties }) => [properties.WARNCELLID, properties.KURZNAME])).toEqual([
    [803159016, 'Göttingen'],
    [705515101, 'Münster-Nord'],
  ]);
  expect(records.every(({ polygons }) => polygons.length > 0)).toBe(true);
});
