import { expect, test } from 'vitest';
import { openHdf5 } from './hdf5.js';
import { hdf5Library } from './hdf5-library.js';
import { writeHdf5 } from './hdf5-writer.fixture.js';

const RAMP = Int16Array.from({ length: 60 }, (_, i) => i - 30);
const FILE = await writeHdf5({
  groups: {
    '/': { Conventions: 'ODIM_H5/V2_3', count: { value: 7, type: '<q' } },
    '/a': { gain: 0.1, fill: { value: -9990, type: '<h' }, long: { value: 'of any length, °', type: 'S' } },
  },
  datasets: [
    { path: '/a/ramp', data: RAMP, shape: [6, 10], chunks: [2, 10], attributes: { units: 'mm/h' } },
    { path: '/a/plain', data: new Uint32Array([1, 4294967295, 3]), shape: [3] },
    { path: '/a/cube', data: new Float64Array(8).fill(0.5), shape: [2, 2, 2] },
  ],
});

test('datasets are read whole and in part, as they are stored', async () => {
  const file = await openHdf5(FILE);
  const ramp = file.dataset('/a/ramp');
  expect([ramp.shape, ramp.chunks]).toEqual([
    [6, 10],
    [2, 10],
  ]);
  expect(ramp.read()).toEqual(RAMP);
  expect(
    ramp.read([
      [1, 3],
      [8, 10],
    ]),
  ).toEqual(Int16Array.of(-12, -11, -2, -1));
  expect(
    ramp.read([
      [2, 2],
      [0, 10],
    ]),
  ).toEqual(new Int16Array());
  expect(file.dataset('/a/plain').read()).toEqual(Uint32Array.of(1, 4294967295, 3));
  expect(file.dataset('/a/plain').chunks).toBeNull();
  expect(
    file.dataset('/a/cube').read([
      [1, 2],
      [0, 2],
      [0, 1],
    ]),
  ).toEqual(Float64Array.of(0.5, 0.5));
  expect(file.names('/a')).toEqual(expect.arrayContaining(['ramp', 'plain', 'cube']));
  file.close();
  file.close();
});

test('attributes are numbers and texts, and null where there are none', async () => {
  const file = await openHdf5(FILE);
  expect(file.attribute('/', 'Conventions')).toBe('ODIM_H5/V2_3');
  expect(file.attribute('/', 'count')).toBe(7);
  expect(file.attribute('/a', 'gain')).toBe(0.1);
  expect(file.attribute('/a', 'fill')).toBe(-9990);
  expect(file.attribute('/a/ramp', 'units')).toBe('mm/h');
  expect(file.attribute('/a', 'long')).toBe('of any length, °');
  expect(file.attribute('/a', 'nodata')).toBeNull();
  file.close();
});

test('what is not there and what cannot be read is refused with its path', async () => {
  const file = await openHdf5(FILE);
  const ramp = file.dataset('/a/ramp');
  expect(() => file.dataset('/a/none')).toThrow('malformed HDF5: dataset /a/none can be read');
  expect(() => file.attribute('/none', 'gain')).toThrow('attribute /none@gain');
  expect(() =>
    ramp.read([
      [0, 7],
      [0, 10],
    ]),
  ).toThrow(RangeError);
  expect(() => ramp.read([[0, 1]])).toThrow(RangeError);
  file.close();
});

test('a file that is none, or was cut, is refused with what the library says', async () => {
  await expect(openHdf5(new Uint8Array())).rejects.toMatchObject({ tag: 'malformed', format: 'HDF5' });
  await expect(openHdf5(new TextEncoder().encode('<html>404</html>'))).rejects.toThrow(
    'a file begins with the signature of HDF5; got "60 104 116 109',
  );
  await expect(openHdf5(FILE.subarray(0, FILE.length / 2))).rejects.toThrow('truncated file');
});

test('two files open at once do not meet', async () => {
  const other = await writeHdf5({ groups: {}, datasets: [{ path: '/x', data: Int8Array.of(5), shape: [1] }] });
  const [first, second] = await Promise.all([openHdf5(FILE), openHdf5(other)]);
  expect(second.dataset('/x').read()).toEqual(Int8Array.of(5));
  second.close();
  expect(first.dataset('/a/ramp').read()).toEqual(RAMP);
  first.close();
});

test('an instance that broken bytes have been through is not used again', async () => {
  const { library } = await hdf5Library();
  await expect(openHdf5(FILE.subarray(0, FILE.length / 2))).rejects.toThrow();
  const file = await openHdf5(FILE);
  expect((await hdf5Library()).library).not.toBe(library);
  expect(file.dataset('/a/ramp').read()).toEqual(RAMP);
  file.close();
});

test('opening and closing again and again takes no more memory', async () => {
  const { library } = await hdf5Library();
  const before = library.HEAPU8.length;
  for (let i = 0; i < 300; i++) {
    const file = await openHdf5(FILE);
    file.dataset('/a/ramp').read();
    file.close();
  }
  expect((await hdf5Library()).library).toBe(library);
  expect(library.HEAPU8.length).toBe(before);
});
