import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomMessage, randomRing } from '../../test/random-alerts.js';
import type { AlertZone } from './alert.js';
import { messageOf, messageText, plainZone, ringOf, ringText, zoneOf } from './alert-text.js';

test('a message comes back as it was, bit for bit', () => {
  fc.assert(
    fc.property(randomMessage, (message) => {
      expect(messageOf(JSON.parse(messageText(message)))).toEqual(message);
    }),
    { numRuns: 300 },
  );
});

test('a ring comes back bit for bit, also −0, NaN and numbers that no decimals hold', () => {
  fc.assert(
    fc.property(randomRing, (ring) => {
      expect([...ringOf(ringText(ring))].every((value, k) => Object.is(value, ring[k]))).toBe(true);
      expect(ringOf(ringText(ring))).toHaveLength(ring.length);
    }),
    { numRuns: 1000 },
  );
});

// VLQ digits as in the test vectors of source map libraries: 123 is 2H, 123456789 is qxmvrH, −1 is D, 16 is gB
test.each<[string, readonly number[], string]>([
  ['of nothing', [], '0'],
  ['of whole degrees', [1, -1, 17, 122], '0CDgB2H'],
  ['with differences beside numbers', [1.2, 0, 1.2, 0.1], '1YAAC'],
  ['at six decimals', [123.456789, 0], '6qxmvrHA'],
  ['from one side of the world to the other', [180, 0, -180, 0], '0oLAxWA'], // −360 · 2 + 1 = 22 · 32 + 17: digits 17 + 32 and 22
  ['at seven decimals, which are no whole number of the finest unit', [0.0000001, 0], 'fSK+8mvLXej4AAAAAAAAAAA=='],
])('a ring %s', (_, numbers, text) => {
  expect(ringText(Float64Array.from(numbers))).toBe(text);
  expect([...ringOf(text)]).toEqual(numbers);
});

test('a real polygon with two decimals takes a third of its JSON', () => {
  // the first NWS alert with a polygon in the shared data: King County, WA
  const pairs = [
    [-122.24, 47.45],
    [-122.24, 47.46],
    [-122.22, 47.46],
    [-122.22, 47.45],
    [-122.23, 47.44],
    [-122.25, 47.43],
    [-122.26, 47.43],
    [-122.25, 47.44],
    [-122.24, 47.45],
  ];
  const ring = Float64Array.from(pairs.flat());
  expect(ringText(ring)).toMatch(/^2/);
  expect(ringText(ring).length * 3).toBeLessThan(JSON.stringify(pairs).length);
});

test.each([
  ['', 'begins with a digit'],
  ['7AA', 'begins with a digit'],
  ['2A', 'pairs'],
  ['2A!', 'character 2'],
  ['2Ag', 'character 3'],
  ['2Agggggggggg', 'no digit of a base64 VLQ'],
  ['fAAAA', '8 bytes each'],
  ['fAAAAAAAAAAA=', 'pairs'],
])('"%s" is no ring', (text, rule) => {
  expect(() => ringOf(text)).toThrow(RangeError);
  expect(() => ringOf(text)).toThrow(rule);
});

test('shapes of zones are rounded to a millionth of a degree, other facts stay', () => {
  const zone: AlertZone = {
    scheme: 'ugc',
    value: 'WAZ558',
    name: null,
    polygons: [[Float64Array.from([-122.123456789, 47.1, -0.0000001, 90])], []],
  };
  expect(zoneOf(JSON.parse(JSON.stringify(plainZone(zone))))).toEqual({
    ...zone,
    polygons: [[Float64Array.from([-122.123457, 47.1, 0, 90])], []],
  });
});
