import { expect, test } from 'vitest';
import { placeOf } from '../../grid/grid.js';
import { UNOBSERVED } from '../../model/radar.js';
import { packedAt, valueAt } from '../../science/radar/tiled-field.js';
import { type Attributes, writeHdf5 } from '../hdf5/hdf5-writer.fixture.js';
import { decodeKnmiComposite, readKnmiHeader } from './knmi-composite.js';
import { knmiFile } from './knmi-file.fixture.js';

const END = Date.parse('2010-08-26T00:10:00Z') / 1000;
const PIXELS = Uint16Array.of(0, 1, 42, 65535, 7, 65534);

/** A composite of 2 × 3 pixels, changed where a test wants it. */
const composite = (changes: Readonly<Record<string, Attributes>> = {}) =>
  knmiFile({ end: END, rows: 2, columns: 3, data: PIXELS, changes });

test('amounts of five minutes are rates at their end, in steps of 0.12 mm/h', async () => {
  const { validTime, field, grid } = await decodeKnmiComposite(await composite());
  expect(new Date(validTime * 1000).toISOString()).toBe('2010-08-26T00:10:00.000Z');
  expect(valueAt(field, 0, 0)).toBe(0);
  expect(valueAt(field, 0, 1)).toBeCloseTo(0.12, 12);
  expect(valueAt(field, 0, 2)).toBeCloseTo(5.04, 12);
  expect([packedAt(field, 1, 0), packedAt(field, 1, 2)]).toEqual([UNOBSERVED, UNOBSERVED]);
  expect([grid.rows, grid.columns]).toEqual([2, 3]);
});

test('the corner of the first pixel is where the files themselves state it', async () => {
  const { grid } = await readKnmiHeader(await composite());
  // geo_product_corners of the real composites: 0° E, 55.9740° N.
  const corner = placeOf(grid, -0.5, -0.5);
  expect(corner.latitude).toBeCloseTo(55.974, 3);
  expect(corner.longitude).toBeCloseTo(0, 6);
});

test.each<[string, Readonly<Record<string, Attributes>>, RegExp]>([
  [
    'another quantity',
    { '/image1': { image_geo_parameter: 'REFLECTIVITY_[DBZ]' } },
    /image_geo_parameter.*REFLECTIVITY/,
  ],
  ['an offset', { '/image1/calibration': { calibration_formulas: 'GEO=0.5*PV-32.0' } }, /calibration_formulas.*-32/],
  ['no interval', { '/overview': { product_datetime_start: '26-AUG-2010;00:10:00.000' } }, /after.*got 0/],
  ['no time', { '/overview': { product_datetime_end: 'yesterday' } }, /product_datetime_end.*yesterday/],
  ['another size', { '/geographic': { geo_number_rows: 3 } }, /3 × 3 pixels.*2 × 3/],
  ['a size that nothing has', { '/geographic': { geo_number_rows: 1e7 } }, /1 to 10000.*10000000/],
  [
    'another projection',
    { '/geographic/map_projection': { projection_proj4_params: '+proj=merc' } },
    /\+lat_0|stereographic/,
  ],
])('%s is refused by its rule', async (_name, changes, message) => {
  await expect(decodeKnmiComposite(await composite(changes))).rejects.toMatchObject({
    tag: 'malformed',
    message: expect.stringMatching(message),
  });
});

test('values of other than 16 bits, and bytes that are no HDF5, are refused', async () => {
  const wide = await writeHdf5({ groups: {}, datasets: [{ path: '/x', data: Uint8Array.of(1), shape: [1] }] });
  await expect(decodeKnmiComposite(wide)).rejects.toMatchObject({ tag: 'malformed' });
  await expect(readKnmiHeader(Uint8Array.of(1, 2, 3))).rejects.toMatchObject({ tag: 'malformed' });
});
