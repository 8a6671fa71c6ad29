/** Templates 3.1, 3.10, 3.20, 3.30 and 3.40: where the cells are, in which order, and which claims are refused. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTagged } from '../../base/errors.js';
import { gridPosition, placeOf } from '../../grid/grid.js';
import { readFields } from './field.js';
import { oneField, simplePacking } from './message.fixture.js';
import { conicGrid, earth, mercatorGrid, southernPole, sphericalGrid } from './projected-grid.fixture.js';

const fieldOf = (grid: number[], values = [0, 1, 2, 3, 4, 5]) =>
  readFields(oneField({ grid, packed: simplePacking(values, 4) }))[0]!;
const gridOf = (grid: number[]) => fieldOf(grid).grid!;

test('Lambert as HRRR sends it', () => {
  const field = fieldOf(conicGrid());
  expect(field.grid).toMatchObject({
    kind: 'lambert',
    columns: 3,
    rows: 2,
    xStep: 3000,
    yStep: 3000,
    earth: { semiMajor: 6_371_229, semiMinor: 6_371_229 },
    centralMeridian: 262.5,
    standardParallels: [38.5, 38.5],
  });
  expect(field.windsAlongGrid).toBe(true);
  expect(fieldOf(conicGrid({ flags: 0x30 })).windsAlongGrid).toBe(false);
});

test('polar stereographic about either pole', () => {
  const north = gridOf(conicGrid({ template: 20, trueLatitude: 60, meridian: 249 }));
  expect(north).toMatchObject({ kind: 'polar-stereographic', pole: 'north', trueLatitude: 60, centralMeridian: 249 });
  const south = gridOf(conicGrid({ template: 20, first: [-60, 10], trueLatitude: -71, meridian: 0, centre: 0x80 }));
  expect(south).toMatchObject({ kind: 'polar-stereographic', pole: 'south' });
  expect(placeOf(south, 0, 0).latitude).toBeCloseTo(-60, 9);
  // About the south pole latitude grows with y along the central meridian, where LoV is.
  expect(placeOf(south, 1, 0).latitude).toBeGreaterThan(-60);
});

test('Mercator begins at its own first column', () => {
  expect(gridOf(mercatorGrid())).toMatchObject({
    kind: 'mercator',
    firstX: 0,
    xStep: 1250,
    yStep: 1250,
    centralMeridian: 292,
    trueLatitude: 20,
    earth: { semiMajor: 6_371_200 },
  });
});

test('Gaussian rows are counted from the north, whichever way they run', () => {
  const southward = gridOf(sphericalGrid());
  expect(southward).toMatchObject({ kind: 'gaussian', parallels: 2, firstRow: 0, rowStep: 1, longitudeStep: 120 });
  const northward = gridOf(sphericalGrid({ first: [-59.444408, 0], end: [-19.875719, 240], scan: 0x40 }));
  expect(northward).toMatchObject({ firstRow: 3, rowStep: -1 });
});

test('rotated: the middle of the turned system lies where its south pole says', () => {
  const grid = gridOf(
    sphericalGrid({ template: 1, first: [0, 0], end: [1, 2], scan: 0x40, tail: southernPole(-40, 10) }),
  );
  expect(grid).toMatchObject({ kind: 'rotated', southPoleLatitude: -40, southPoleLongitude: 10, latitudeStep: 1 });
  // The pole 40° S 10° E is that of the COSMO models, whose middle is 50° N 10° E.
  expect(placeOf(grid, 0, 0).latitude).toBeCloseTo(50, 9);
  expect(placeOf(grid, 0, 0).longitude).toBeCloseTo(10, 9);
});

/** [scan, order in which the message has the cells 1 2 3 / 4 5 6 of the answer] */
const SCANS: readonly (readonly [string, number, readonly number[]])[] = [
  ['rows', 0x00, [1, 2, 3, 4, 5, 6]],
  ['westward rows', 0x80, [3, 2, 1, 6, 5, 4]],
  ['alternating rows, as NBM has them', 0x10, [1, 2, 3, 6, 5, 4]],
  ['westward alternating rows', 0x90, [3, 2, 1, 4, 5, 6]],
  ['columns', 0x20, [1, 4, 2, 5, 3, 6]],
  ['alternating columns', 0x30, [1, 4, 5, 2, 3, 6]],
  ['columns from the east', 0xa0, [3, 6, 2, 5, 1, 4]],
  ['alternating columns from the east', 0xb0, [3, 6, 5, 2, 1, 4]],
];
const PLANES: readonly (readonly [string, (scan: number) => number[]])[] = [
  ['Lambert', (scan) => conicGrid({ scan })],
  ['polar stereographic', (scan) => conicGrid({ template: 20, trueLatitude: 60, scan })],
  ['Mercator', (scan) => mercatorGrid({ scan })],
];

for (const [plane, draft] of PLANES)
  for (const [name, scan, order] of SCANS)
    for (const northward of [0, 0x40])
      test(`${plane}, ${name}${northward ? ', northward' : ''}: the first value stays at the first point`, () => {
        const field = fieldOf(draft(scan | northward), [...order]).decode();
        expect([...field.values]).toEqual([1, 2, 3, 4, 5, 6]);
        const first = plane === 'Mercator' ? [17, 292] : [41.3, -95.9];
        const position = gridPosition(field.grid, first[0]!, first[1]!)!;
        expect(position.y).toBe(0);
        expect(position.x).toBe(scan & 0x80 ? 2 : 0);
        const rise = placeOf(field.grid, 1, 1).latitude - placeOf(field.grid, 0, 1).latitude;
        expect(rise > 0).toBe(northward !== 0);
      });

/** Code table 3.2. */
test.each([
  ['0', earth(0), 6_367_470, 6_367_470],
  ['1, a radius of its own', earth(1, [0, 6_371_200]), 6_371_200, 6_371_200],
  ['1, a radius in hundredths', earth(1, [2, 637_122_900]), 6_371_229, 6_371_229],
  ['1, a radius in tens, by a negative factor', earth(1, [0x81, 637_120]), 6_371_200, 6_371_200],
  ['1, a radius without a factor', earth(1, [255, 6_371_200]), 6_371_200, 6_371_200],
  ['2, IAU 1965', earth(2), 6_378_160, 6_356_775],
  ['3, axes in km', earth(3, [255, 0], [3, 6_378_137], [3, 6_356_752]), 6_378_137, 6_356_752],
  ['4, GRS80', earth(4), 6_378_137, 6_356_752.314],
  ['5, WGS84', earth(5), 6_378_137, 6_356_752.314],
  ['6', earth(6), 6_371_229, 6_371_229],
  ['7, axes in m', earth(7, [255, 0], [1, 63_775_634], [1, 63_562_569]), 6_377_563.4, 6_356_256.9],
  ['8', earth(8), 6_371_200, 6_371_200],
  ['9, OSGB 1936', earth(9), 6_377_563.396, 6_356_256.909],
] as const)('earth of shape %s', (_, shape, semiMajor, semiMinor) => {
  const grid = gridOf(conicGrid({ shape: [...shape] }));
  if (grid.kind !== 'lambert') throw new RangeError(grid.kind);
  expect(grid.earth.semiMajor).toBeCloseTo(semiMajor, 3);
  expect(grid.earth.semiMinor).toBeCloseTo(semiMinor, 3);
});

test.each([
  [
    'an earth of 6371 m',
    conicGrid({ shape: earth(1, [0, 6371]) }),
    'radius of the earth is 6300000 to 6420000 m; got 6371',
  ],
  ['a first point beyond the pole', conicGrid({ first: [91, 0] }), 'octets 39-42: latitude is within ±90°; got 91'],
  ['a first point at the far pole', conicGrid({ first: [-90, 0] }), 'first point and size stay within 100000000 m'],
  ['a first longitude of 400°', conicGrid({ first: [41, 400] }), 'octets 43-46: longitude is within ±360°'],
  ['no distance between points', conicGrid({ dx: 0 }), 'octets 56-59: distance of grid points is some millimetres'],
  ['a missing distance', conicGrid({ dy: 0xffffffff }), 'octets 60-63: distance of grid points is some millimetres'],
  ['points 4,000 km apart', conicGrid({ dx: 4e9, columns: 30, points: 60 }), 'stay within 100000000 m'],
  ['parallels that make no cone', conicGrid({ parallels: [30, -30] }), 'octets 66-73: standard parallels make a cone'],
  ['a parallel at the pole', conicGrid({ parallels: [90, 90] }), 'standard parallels make a cone; got "90 and 90"'],
  [
    'points that are not columns × rows',
    conicGrid({ points: 7 }),
    'number of data points is 3 columns × 2 rows; got 7',
  ],
  ['more columns than memory', conicGrid({ columns: 0xffffffff }), 'octets 31-34: number of columns is 1 to 50000000'],
  ['Mercator true at the pole', mercatorGrid({ trueLatitude: 90 }), 'latitude of true scale is no pole'],
  ['Mercator from the pole', mercatorGrid({ first: [-90, 0] }), 'first point and size stay within'],
  ['a row on no Gaussian latitude', sphericalGrid({ first: [50, 0] }), 'La1 is a Gaussian latitude of 2 parallels'],
  ['more Gaussian rows than there are', sphericalGrid({ last: 2, first: [-59.444408, 0] }), 'rows fit between La1'],
  ['a Gaussian grid of no parallels', sphericalGrid({ last: 0 }), 'octets 68-71: parallels between a pole'],
  ['a section that ends early', conicGrid().slice(0, 60), 'section'],
])('%s is refused', (_, grid, message) => {
  expect(() => gridOf(grid)).toThrow(message);
});

test.each([
  ['a bipolar Lambert', conicGrid({ centre: 0x40 }), 'template 3.30 bipolar projection centre: 64'],
  ['a Mercator that is turned', mercatorGrid({ orientation: 5 }), 'template 3.10 orientation of the grid: 5'],
  [
    'a rotated system that is turned about its axis',
    sphericalGrid({ template: 1, first: [0, 0], end: [1, 2], scan: 0x40, tail: southernPole(-40, 10, 3) }),
    'template 3.1 angle of rotation: 3',
  ],
  ['an earth that is the sun', conicGrid({ shape: earth(11) }), 'code table 3.2 shape of the earth: 11'],
  ['staggered rows', conicGrid({ scan: 0x48 }), 'flag table 3.4 staggered points: 8'],
])('%s has no grid, and is named', (_, grid, message) => {
  const field = fieldOf(grid);
  expect(field.grid).toBeNull();
  expect(() => field.decode()).toThrow(message);
  expect([...field.decodeValues()]).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a reduced Gaussian grid is refused by its list of row lengths', () => {
  const grid = sphericalGrid();
  grid[10] = 2; // octet 11
  try {
    fieldOf(grid).decode();
    expect.unreachable();
  } catch (error) {
    expect(isTagged(error, 'grib-unsupported') && error.table).toBe(
      'grid definition template 3.40 with a list of row lengths',
    );
  }
});

const SECTIONS = [
  conicGrid(),
  conicGrid({ shape: earth(7, [255, 0], [1, 63_775_634], [1, 63_562_569]) }),
  conicGrid({ template: 20, trueLatitude: 60 }),
  mercatorGrid(),
  sphericalGrid(),
  sphericalGrid({ template: 1, first: [0, 0], end: [1, 2], scan: 0x40, tail: southernPole(-40, 10) }),
];

test('whatever stands in the section, it is a grid on the globe or one tagged error', () => {
  const damage = fc.tuple(fc.integer({ min: 14, max: 83 }), fc.integer({ min: 0, max: 255 }));
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom(...SECTIONS), fc.array(damage, { minLength: 1, maxLength: 4 }), (section, damages) => {
      const grid = [...section];
      for (const [at, value] of damages) if (at < grid.length) grid[at] = value;
      try {
        const field = fieldOf(grid);
        if (field.grid === null) return;
        read++;
        for (const [y, x] of [
          [0, 0],
          [field.grid.rows - 1, field.grid.columns - 1],
        ] as const) {
          const { latitude, longitude } = placeOf(field.grid, y, x);
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90.000001);
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        }
      } catch (error) {
        if (!isTagged(error, 'malformed') && !isTagged(error, 'grib-unsupported')) throw error;
      }
    }),
    { numRuns: 2000 },
  );
  expect(read).toBeGreaterThan(400);
});
