/**
 * Level 3 products of real radars, against figures that were had in other ways: octets read by hand by the rules of the ICD,
 * what a product says of itself in its description, and where things are on the ground.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodeNexrad } from '../../src/decode/nexrad/nexrad.js';
import { sweepLocator } from '../../src/grid/polar-sweep.js';
import type { RadialProduct } from '../../src/model/radial-product.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

const KNOT = 1852 / 3600;
const bytesOf = (name: string) =>
  readFileSync(sharedData('radar', name.startsWith('K') ? 'level3-jjhelmus' : 'level3-netbymatt', name));
const valueAt = ({ gates, levels, levelValues }: RadialProduct, radial: number, gate: number) =>
  levelValues[levels[radial * gates + gate]!]!;

function extremes({ levels, levelValues }: RadialProduct): [lowest: number, highest: number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const level of levels) {
    const value = levelValues[level]!;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return [lowest, highest];
}

/** Of each file: code, elevation, gates and their length, the end of the sweep; halfword 47 and, of velocities, 48. */
const FILES: readonly [string, number, number | null, number, number, string, number[]][] = [
  ['KBMX_SDUS24_N1QBMX_201501020205', 94, 1.5, 403, 1000, '2015-01-02T02:06:28', [47]],
  ['KBMX_SDUS24_N2QBMX_201501020205', 94, 2.4, 333, 1000, '2015-01-02T02:07:25', [52]],
  ['KBMX_SDUS24_N3QBMX_201501020205', 94, 3.4, 274, 1000, '2015-01-02T02:07:59', [51]],
  ['SDUS53_KLOT_150709', 94, 0.5, 460, 1000, '2021-08-15T07:10:16', [58]],
  ['KBMX_SDUS54_DHRBMX_201501020205', 32, null, 230, 1000, '2015-01-02T02:07:25', [48]],
  ['KLOT_SDUS53_TZLORD_201501150003', 186, 0.6, 1390, 300, '2015-01-15T00:06:15', [56]],
  ['KBMX_SDUS54_N0UBMX_201501020205', 99, 0.5, 1200, 250, '2015-01-02T02:06:04', [-115, 80]],
  ['KBMX_SDUS24_N1UBMX_201501020205', 99, 1.5, 1200, 250, '2015-01-02T02:07:00', [-123, 122]],
  ['KLOT_SDUS53_TV0ORD_201501150004', 182, 0.3, 600, 150, '2015-01-15T00:06:49', [-70, 45]],
];

for (const [name, code, elevation, gates, spacing, time, told] of FILES)
  testWithSharedData(`${name}: its head, and the extremes that it tells of itself`, async () => {
    const product = await decodeNexrad(bytesOf(name));
    const end = Date.parse(`${time}Z`) / 1000;
    expect(product).toMatchObject({ code, elevationAngle: elevation, gates, gateSpacing: spacing, validTime: end });
    const [lowest, highest] = extremes(product);
    // told in whole dBZ, or whole knots where a level is 0.5 m/s
    if (told.length === 1) expect(Math.abs(highest - told[0]!)).toBeLessThanOrEqual(0.5);
    else {
      expect(Math.abs(lowest - told[0]! * KNOT)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(highest - told[1]! * KNOT)).toBeLessThanOrEqual(0.5);
    }
  });

/** Runs of 16 levels: the largest value lies in the interval of 5 dBZ that is named by its lower end. */
for (const [name, code, gates, largest] of [
  ['KBMX_SDUS74_N0ZBMX_201501020205', 20, 230, 49],
  ['KLOT_SDUS23_TR1ORD_201501150004', 181, 593, 57],
  ['KLOT_SDUS53_TR0ORD_201501150004', 181, 599, 50],
] as const)
  testWithSharedData(`${name}: runs, and the largest value that it tells of itself`, async () => {
    const product = await decodeNexrad(bytesOf(name));
    expect(product).toMatchObject({ code, gates });
    expect(extremes(product)[1]).toBe(5 * Math.floor(largest / 5));
  });

/**
 * KBMX at 1.5°, 2 January 2015, 02:06. Octets of the unpacked symbology, by hand: radial r begins at 30 + 410 r (head of
 * six octets, then 403 gates and one to be even); at 89516 = 30 + 410·218 + 6 + 100 stands 159, which is
 * −32 + 157·0.5 = 46.5 dBZ; the head of radial 218 says 201.0° and 1.0°. Places are ends of geodesics of WGS 84
 * (Vincenty, worked out apart) at the middle of the gate, its distance along the ground as a standard atmosphere bends
 * the beam: 100429.8 m of 100500 m.
 */
const ECHOES = [
  { radial: 218, gate: 100, azimuth: 201, dBZ: 46.5, latitude: 32.32880983865886, longitude: -87.16091545996356 },
  { radial: 124, gate: 102, azimuth: 107, dBZ: 45.5, latitude: 32.88989983042505, longitude: -85.72597908382191 },
  { radial: 275, gate: 104, azimuth: 258, dBZ: 44, latitude: 32.979466810907326, longitude: -87.86473926859256 },
] as const;

testWithSharedData('three echoes of KBMX have their value, and are found at their place', async () => {
  const product = await decodeNexrad(bytesOf('KBMX_SDUS24_N1QBMX_201501020205'));
  expect([product.office, product.site, product.latitude, product.longitude]).toEqual(['KBMX', 'BMX', 33.172, -86.77]);
  expect(product.height).toBeCloseTo(231.34, 2); // 759 feet
  const { gateAt, placeOf } = sweepLocator(product);
  for (const { radial, gate, azimuth, dBZ, latitude, longitude } of ECHOES) {
    expect(product.starts[radial]).toBe(azimuth);
    expect(valueAt(product, radial, gate)).toBe(dBZ);
    expect(gateAt(latitude, longitude)).toBe(radial * product.gates + gate);
    const place = placeOf(radial, gate);
    expect(Math.hypot(place.latitude - latitude, place.longitude - longitude)).toBeLessThan(5e-5); // 5 m
  }
});

/**
 * The radar of Chicago's airports sees the skyline: the strongest echo of its long-range sweep is where the Willis Tower
 * stands (41.8789 N, 87.6359 W), 20.5 km away. The radar's own place is told to a thousandth of a degree, so to a gate.
 */
testWithSharedData('the strongest echo of Chicago is at its highest building', async () => {
  const product = await decodeNexrad(bytesOf('KLOT_SDUS53_TZLORD_201501150003'));
  const strongest = product.levels.indexOf(product.levels.reduce((most, level) => Math.max(most, level)));
  const tower = sweepLocator(product).gateAt(41.8789, -87.6359);
  const apart = (unit: (index: number) => number) => Math.abs(unit(tower) - unit(strongest));
  expect(apart((index) => Math.floor(index / product.gates))).toBeLessThanOrEqual(1);
  expect(apart((index) => index % product.gates)).toBeLessThanOrEqual(1);
});

testWithSharedData('range folding is told apart in velocities, of octets and of runs', async () => {
  const count = async (name: string) => {
    const { levels, rangeFolded } = await decodeNexrad(bytesOf(name));
    return [rangeFolded, levels.filter((level) => level === rangeFolded).length];
  };
  // counted in the unpacked octets apart
  expect(await count('KBMX_SDUS54_N0UBMX_201501020205')).toEqual([1, 9819]);
  expect(await count('KBMX_SDUS54_N0VBMX_201501020205')).toEqual([15, 2369]);
});

testWithSharedData('a sweep of 1995 goes round a little more than once, past 360 degrees', async () => {
  const product = await decodeNexrad(bytesOf('KLOT_SDUS53_NOWLOT_199510151002'));
  expect(product).toMatchObject({ code: 25, gates: 240, gateSpacing: 250, volumeCoveragePattern: 21 });
  expect(product.starts).toHaveLength(367);
  expect([product.starts[0], product.starts[233]]).toEqual([130.1, 0.1]);
});

/** Names of ICD 2620001, table III, by the product that the AWIPS identifier in the name of a file stands for. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  KBMX_SDUS84_DPRBMX_201501020205: 'product 176, Digital Instantaneous Precipitation Rate',
  KBMX_SDUS54_NCRBMX_201501020205: 'product 37, Composite Reflectivity',
  KBMX_SDUS34_NVWBMX_201501020205: 'product 48, VAD Wind Profile',
  KBMX_SDUS34_NSTBMX_201501020205: 'product 58, Storm Tracking Information',
  KBMX_SDUS44_RCMBMX_201501020217: 'product 74, Radar Coded Message',
  KBMX_SDUS84_N0MBMX_201501020205: 'product 166, Melting Layer',
  LOT_N0H_2021_01_31_11_06_30: 'product 165, Digital Hydrometeor Classification',
  KBMX_NXUS64_GSMBMX_201501020258: 'message 2, General Status Message',
};

testWithSharedData('real products of other kinds are unsupported by number and official name', async () => {
  for (const [name, kind] of Object.entries(UNSUPPORTED))
    await expect(decodeNexrad(bytesOf(name))).rejects.toMatchObject({ tag: 'unsupported', kind });
});

testWithSharedData('every real Level 3 file is read, or unsupported by a name', async () => {
  for (const folder of ['level3-jjhelmus', 'level3-netbymatt'])
    for (const name of readdirSync(sharedData('radar', folder))) {
      const outcome = await decodeNexrad(bytesOf(name)).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(`${name}: ${outcome.message}`).toMatch(/: unsupported .*\d, [A-Z][^;]+;/);
    }
});

testWithSharedData('real Level 2 volumes and chunks are unsupported by what they are', async () => {
  for (const [path, kind] of [
    [
      ['level2', 'KTLX20140101_000624.bin'],
      'volume AR2V0006 of KTLX, 2014-01-01T00:06:27Z, packed by bzip2, records of more than 4194304 octets',
    ],
    [['level2', 'KTLX20140101_000624_V06.gz'], 'a file packed by gzip'],
    [
      ['level2-chunks-185', '20260811-225858-001-S'],
      'volume AR2V0008 of TORD, 2026-08-11T22:58:58Z, packed by bzip2, first message of type 5, Volume Coverage Pattern',
    ],
    [
      ['level2-chunks-185', '20260811-225858-049-E'],
      'chunk of a volume, packed by bzip2, first message of type 31, Digital Radar Data Generic Format',
    ],
  ] as const) {
    const bytes = readFileSync(sharedData('radar', ...path));
    await expect(decodeNexrad(bytes)).rejects.toMatchObject({ tag: 'unsupported', kind });
  }
});
