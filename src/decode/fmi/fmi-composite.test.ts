import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from '../../grid/grid.js';
import { UNOBSERVED } from '../../model/radar.js';
import { packedAt, valueAt } from '../../science/radar/tiled-field.js';
import { decodeFmiComposite, isPgm, readFmiHeader } from './fmi-composite.js';

/** Comments of a real file, but for the list of radars and for the size, of which corners and pixels are kept apart. */
const COMMENTS: Readonly<Record<string, string>> = {
  obstime: '201705091045',
  param: 'CorrectedReflectivity',
  metersperpixel_x: String((999.674053 * 760) / 3),
  metersperpixel_y: String((999.62859 * 1226) / 2),
  projection: 'radar {',
  type: 'stereographic',
  centrallongitude: '25',
  centrallatitude: '90',
  truelatitude: '60',
  bottomleft: '18.600000 57.930000',
  topright: '34.903000 69.005000',
};
const PIXELS = [0, 64, 81, 111, 132, 255];

/** A picture of 2 × 3 pixels, changed where a test wants it. */
function picture(changes: Readonly<Record<string, string>> = {}, size = '3 2', pixels: readonly number[] = PIXELS) {
  const lines = Object.entries({ ...COMMENTS, ...changes }).map(([name, words]) => `# ${name} ${words}`);
  const head = Buffer.from(`P5\n${lines.join('\n')}\n# }\n${size}\n255\n`, 'latin1');
  return Buffer.concat([head, Uint8Array.from(pixels)]);
}

test('bytes are reflectivities in half dBZ from -32, and rain by the relation of FMI; 255 was not observed', () => {
  const { field, validTime } = decodeFmiComposite(gzipSync(picture()));
  expect(new Date(validTime * 1000).toISOString()).toBe('2017-05-09T10:45:00.000Z');
  expect(packedAt(field, 0, 0)).toBe(0); // -32 dBZ
  expect(valueAt(field, 0, 1)).toBeCloseTo((1 / 223) ** (1 / 1.53), 3);
  expect(valueAt(field, 0, 2)).toBeCloseTo(0.1049, 3); // 8.5 dBZ
  expect(valueAt(field, 1, 0)).toBeCloseTo(1.0025, 2); // 23.5 dBZ
  expect(valueAt(field, 1, 1)).toBeCloseTo((10 ** 3.4 / 223) ** (1 / 1.53), 3);
  expect(packedAt(field, 1, 2)).toBe(UNOBSERVED);
});

test('the grid reaches from corner to corner as the file states them', () => {
  const { grid } = readFmiHeader(picture());
  expect([grid.rows, grid.columns]).toEqual([2, 3]);
  const [lower, upper] = [placeOf(grid, 1.5, -0.5), placeOf(grid, -0.5, 2.5)];
  expect([lower.longitude, lower.latitude]).toEqual([expect.closeTo(18.6, 5), expect.closeTo(57.93, 5)]);
  expect([upper.longitude, upper.latitude]).toEqual([expect.closeTo(34.903, 4), expect.closeTo(69.005, 4)]);
});

test('a picture is known by its first bytes, gzipped or not', () => {
  expect([isPgm(picture()), isPgm(gzipSync(picture()))]).toEqual([true, true]);
  expect([isPgm(gzipSync(Buffer.from('GRIB'))), isPgm(Uint8Array.of(0x1f, 0x8b, 1)), isPgm(new Uint8Array(0))]).toEqual(
    [false, false, false],
  );
});

test.each<[string, Uint8Array, RegExp]>([
  ['a gzip that is cut', gzipSync(picture()).subarray(0, 60), /gzip is whole/],
  ['a gzip of too much', gzipSync(Buffer.alloc((16 << 20) + 1)), /at most 16777216 bytes/],
  ['another format', Buffer.from('P6\n3 2\n255\n'), /begins with P5/],
  ['too few pixels', picture({}, '3 2', [1, 2]), /2 × 3 pixels; got 2/],
  ['too many pixels', picture({}, '2 2'), /2 × 2 pixels; got 6/],
  ['a size that nothing has', picture({}, '99999 2'), /1 to 4000; got 99999/],
  ['no columns', picture({}, '0 2', []), /1 to 4000; got 0/],
  ['another quantity', picture({ param: 'RainRate' }), /param is CorrectedReflectivity; got "RainRate"/],
  ['another projection', picture({ type: 'mercator' }), /type is stereographic/],
  ['another true latitude', picture({ truelatitude: '-60' }), /true latitude/],
  ['pixels of another size', picture({ metersperpixel_x: '500' }), /corners/],
  ['a corner that is none', picture({ topright: '34.9 north' }), /topright is a number/],
  ['no time', picture({ obstime: 'today' }), /obstime.*today/],
])('%s is refused by its rule', (_name, bytes, message) => {
  expect(() => decodeFmiComposite(bytes)).toThrow(
    expect.objectContaining({ tag: 'malformed', message: expect.stringMatching(message) }),
  );
});

test('a file with any bytes changed is read or refused, and nothing else', () => {
  const whole = picture();
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, byte, length) => {
      const changed = Uint8Array.from(whole.subarray(0, length));
      if (at < changed.length) changed[at] = byte;
      try {
        expect(decodeFmiComposite(changed).field.rows).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ tag: 'malformed' });
      }
    }),
  );
});
