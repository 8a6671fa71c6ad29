/** Which samples of a tile a polygon has: against turf point by point, and what must hold however a ring is written. */

import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createPolygonFill,
  type FillTile,
  fillRing,
  PIXEL_CENTRES,
  type Sampling,
  SIXTEEN_SAMPLES,
  TILE_UNITS,
  UNITS,
} from './polygon-fill.js';

type Corner = readonly [x: number, y: number];
type Ring = readonly Corner[];

const fine = createPolygonFill(SIXTEEN_SAMPLES);
const centres = createPolygonFill(PIXEL_CENTRES);
const HERE: FillTile = { west: 0, north: 0, shift: 0 };

const ringOf = (corners: Ring) => fillRing(Int32Array.from(corners.flat()));

/** Bits of a polygon's samples; outer ring first, then holes. */
function filled(rings: readonly Ring[], tile = HERE, fill = fine): Int32Array {
  const bits = new Int32Array(fill.rows * fill.words);
  fill.fill(
    rings.map((ring) => [ringOf(ring)]),
    tile,
    bits,
  );
  return bits;
}

const has = (bits: Int32Array, row: number, column: number, { words } = fine) =>
  ((bits[row * words + (column >> 5)]! >>> (column & 31)) & 1) === 1;

/** Whether two sets of samples are one; lists of 32,768 take a test runner long to compare. */
function isSame(one: Int32Array, other: Int32Array): boolean {
  return Buffer.from(one.buffer).equals(Buffer.from(other.buffer));
}

function count(bits: Int32Array): number {
  let set = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) set++;
  return set;
}

/** Where a sample lies, units of the tile. */
function placeOf({ step, starts }: Sampling, row: number, column: number): Corner {
  return [starts[row % starts.length]! + step * column, step * (row + 0.5)];
}

const corner = (least: number, most: number) =>
  fc.tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }));
/** Edges cross as they like, and go far beyond the tile. */
const tangle = fc.array(corner(-3 * TILE_UNITS, 4 * TILE_UNITS), { minLength: 3, maxLength: 12 });
/** Corners round the middle of the tile in the order of their bearing. */
const star = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 400, max: 2000 })), {
    minLength: 5,
    maxLength: 40,
    selector: ([bearing]) => bearing,
  })
  .map((spokes) =>
    [[0, 300] as const, [90, 300] as const, [180, 300] as const, [270, 300] as const, ...spokes]
      .sort(([a], [b]) => a - b)
      .map(([bearing, reach]): Corner => {
        const angle = (bearing * Math.PI) / 180;
        return [
          Math.round(TILE_UNITS / 2 + reach * Math.cos(angle)),
          Math.round(TILE_UNITS / 2 + reach * Math.sin(angle)),
        ];
      }),
  );

function doubleArea(ring: Ring): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
}

test.each([
  ['sixteen samples', SIXTEEN_SAMPLES, fine],
  ['centres', PIXEL_CENTRES, centres],
] as const)(
  '%s of a tangled ring are those that turf finds inside, unless they are on an edge',
  (_, sampling, fill) => {
    const samples = fc.array(fc.tuple(fc.nat(fill.rows - 1), fc.nat(fill.rows - 1)), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(tangle, samples, (ring, places) => {
        const bits = filled([ring], HERE, fill);
        const polygon = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!].map((one) => [...one])] };
        for (const [row, column] of places) {
          const place = [...placeOf(sampling, row, column)];
          const [inside, within] = [
            booleanPointInPolygon(place, polygon),
            booleanPointInPolygon(place, polygon, { ignoreBoundary: true }),
          ];
          if (inside === within) expect(has(bits, row, column, fill)).toBe(inside);
        }
      }),
    );
  },
);

test('the samples of a ring are as many as its area has room for, within 1%', () => {
  fc.assert(
    fc.property(star, (ring) => {
      const area = Math.abs(doubleArea(ring)) / 2 / (UNITS * UNITS);
      fc.pre(area > 2000);
      expect(Math.abs(count(filled([ring])) / 16 - area)).toBeLessThan(0.01 * area);
    }),
  );
});

test('an upright edge passes the samples of a pixel in sixteen steps, a level one in four', () => {
  for (let unit = 0; unit <= UNITS; unit++) {
    const upright = filled([
      [
        [0, 0],
        [unit, 0],
        [unit, UNITS],
        [0, UNITS],
      ],
    ]);
    expect(count(upright)).toBe(unit);
    const level = filled([
      [
        [0, 0],
        [UNITS, 0],
        [UNITS, unit],
        [0, unit],
      ],
    ]);
    expect(count(level)).toBe(4 * Math.floor((unit + 1) / 4)); // rows in the middle of a quarter
  }
});

test('tiles agree on the samples that they share, wherever in the world and however far the ring goes', () => {
  const anywhere = fc.tuple(fc.nat(4094), fc.nat(4094));
  fc.assert(
    fc.property(tangle, anywhere, fc.boolean(), (ring, [x, y], isSouth) => {
      const tile = { west: x * TILE_UNITS, north: y * TILE_UNITS, shift: 0 };
      const moved = ring.map(([cornerX, cornerY]): Corner => [cornerX + tile.west, cornerY + tile.north]);
      const half = TILE_UNITS / 2;
      const one = filled([moved], tile);
      const next = filled([moved], {
        ...tile,
        ...(isSouth ? { north: tile.north + half } : { west: tile.west + half }),
      });
      const shift = fine.rows / 2;
      const differing: number[] = [];
      for (let row = isSouth ? shift : 0; row < fine.rows; row++)
        for (let word = isSouth ? 0 : fine.words / 2; word < fine.words; word++) {
          const there = (isSouth ? row - shift : row) * fine.words + (isSouth ? word : word - fine.words / 2);
          if (one[row * fine.words + word] !== next[there]) differing.push(there);
        }
      expect(differing).toEqual([]);
      expect(isSame(one, filled([ring]))).toBe(true);
    }),
  );
});

test('a ring cut in two along any line has each of its samples in one of the parts', () => {
  fc.assert(
    fc.property(star, fc.nat(), fc.nat(), fc.array(corner(0, TILE_UNITS), { maxLength: 4 }), (ring, from, to, cut) => {
      const [first, last] = [from % ring.length, to % ring.length].sort((a, b) => a - b) as [number, number];
      const whole = filled([ring]);
      const one = filled([[...ring.slice(first, last + 1), ...cut]]);
      const other = filled([[...ring.slice(last), ...ring.slice(0, first + 1), ...cut.toReversed()]]);
      expect(
        isSame(
          one.map((bits, i) => bits ^ other[i]!),
          whole,
        ),
      ).toBe(true);
    }),
  );
});

test('direction, first corner, repeated corners and corners along an edge make no difference', () => {
  fc.assert(
    fc.property(tangle, fc.nat(), (ring, turn) => {
      const want = filled([ring]);
      const start = turn % ring.length;
      expect(isSame(filled([ring.toReversed()]), want)).toBe(true);
      expect(isSame(filled([[...ring.slice(start), ...ring.slice(0, start)]]), want)).toBe(true);
      expect(isSame(filled([[...ring.flatMap((one) => [one, one]), ring[0]!]]), want)).toBe(true);
    }),
  );
});

test('holes are left out one by one: over each other and beyond the ring they add nothing', () => {
  fc.assert(
    fc.property(star, fc.array(tangle, { minLength: 1, maxLength: 3 }), (ring, holes) => {
      const want = filled([ring]);
      for (const hole of holes) for (const [i, bits] of filled([hole]).entries()) want[i]! &= ~bits;
      expect(isSame(filled([ring, ...holes]), want)).toBe(true);
      expect(isSame(filled([ring]), filled([ring]))).toBe(true); // nothing is left behind
    }),
  );
});

test('a polygon adds its samples to those of others', () => {
  fc.assert(
    fc.property(tangle, tangle, (one, other) => {
      const bits = filled([one]);
      fine.fill([[ringOf(other)]], HERE, bits);
      const second = filled([other]);
      expect(
        isSame(
          bits,
          filled([one]).map((word, i) => word | second[i]!),
        ),
      ).toBe(true);
    }),
  );
});

/** A circle of so many corners, one of which is 30 tiles away. */
const bigRing = (corners: number, x: number, y: number, radius: number): Ring =>
  Array.from({ length: corners }, (_, i): Corner => {
    const angle = (2 * Math.PI * i) / corners;
    return [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))];
  });

test('a ring of ten thousand corners far larger than the tile covers it, or a part, or nothing', () => {
  const radius = 30 * TILE_UNITS;
  expect(count(filled([bigRing(10_000, 100, 100, radius)]))).toBe(fine.rows ** 2);
  expect(count(filled([bigRing(10_000, 0, 2 * radius, radius)]))).toBe(0);
  for (const [x, y] of [
    [TILE_UNITS / 2 - radius, 500],
    [TILE_UNITS / 2 + radius, 500],
    [500, TILE_UNITS / 2 - radius],
    [500, TILE_UNITS / 2 + radius],
  ] as const) {
    const bits = filled([bigRing(10_000, x, y, radius)]);
    let wrong = 0;
    for (let row = 0; row < fine.rows; row += 13)
      for (let column = 0; column < fine.rows; column += 13) {
        const [sampleX, sampleY] = placeOf(SIXTEEN_SAMPLES, row, column);
        const distance = Math.hypot(sampleX - x, sampleY - y);
        // the chord of 10,000 corners is off by a hundredth of a unit, rounding by one
        if (Math.abs(distance - radius) > 1.5 && has(bits, row, column) !== distance < radius) wrong++;
      }
    expect(wrong).toBe(0);
  }
});

test('corners that are finer than the tile are rounded to its units', () => {
  const ring: Ring = [
    [40, 40],
    [1000, 100],
    [500, 2000],
  ];
  const finer = ring.map(([x, y]): Corner => [x * 8 + 3, y * 8 - 4]);
  expect(isSame(filled([finer], { ...HERE, shift: 3 }), filled([ring]))).toBe(true);
});

test.each([
  ['nothing', []],
  ['an empty ring', [[]]],
  ['one corner', [[[5, 5]]]],
  [
    'there and back',
    [
      [
        [5, 5],
        [900, 800],
      ],
    ],
  ],
  [
    'a level line',
    [
      [
        [-5, 6],
        [900, 6],
        [3000, 6],
      ],
    ],
  ],
] as [string, Ring[]][])('%s has no samples', (_, rings) => {
  expect(count(filled(rings))).toBe(0);
});
