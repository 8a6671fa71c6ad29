import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../model/radar.js';
import { packedAt, valueAt } from '../../science/radar/tiled-field.js';
import { compositeFile, DE1200, tarOf } from './composite.fixture.js';
import { decodeDwdRv } from './dwd-rv.js';

const NO_DATA = 4294967295;
const DATA = new Uint32Array(12 * 11).fill(NO_DATA);
DATA.set([0, 1, 2, 16, 1849], 11); // row 1
const FILE = await compositeFile(DATA);
const OTHER = await compositeFile(new Uint32Array(12 * 11));

test('five minutes of rain are a rate, no data is unobserved, what was not detected is dry', async () => {
  const { field, validTime } = await decodeDwdRv(FILE);
  expect(packedAt(field, 0, 0)).toBe(UNOBSERVED);
  // mm = 0.001 × (stored − 1), times twelve five-minute spans of an hour
  const rates = [0, 1, 2, 3, 4].map((column) => valueAt(field, 1, column));
  expect(rates[0]).toBe(0);
  expect(rates[1]).toBe(0);
  expect(rates[2]).toBeCloseTo(0.012, 6);
  expect(rates[3]).toBeCloseTo(0.18, 6);
  expect(rates[4]).toBeCloseTo(22.176, 4);
  expect(validTime).toBe(Date.UTC(2026, 8, 21) / 1000);
});

test('of an archive the observation is read, wherever it stands', async () => {
  const archive = tarOf([
    ['composite_rv_20260921_0000_005-hd5', OTHER],
    ['composite_rv_20260921_0000_000-hd5', FILE],
  ]);
  expect(packedAt((await decodeDwdRv(archive)).field, 1, 4)).toBe(1848);
  const without = tarOf([['composite_rv_20260921_0000_005-hd5', OTHER]]);
  await expect(decodeDwdRv(without)).rejects.toThrow('malformed DWD RV: an archive has a file of lead 000');
});

test.each([
  ['another quantity', { what: { quantity: 'DBZH' } }, 'quantity is ACRR; got "DBZH"'],
  ['an amount of a day', { dataset: { startdate: '20260920', starttime: '000000' } }, 'amounts are of 60 to 3600 s'],
  ['no date', { dataset: { enddate: '20269921' } }, 'are a date and a time'],
  ['no gain', { what: { gain: 0 } }, 'gain is 0 to 1; got 0'],
  ['a gain of a thousand', { what: { gain: 1000 } }, 'gain is 0 to 1; got 1000'],
  ['another size', { where: { xsize: 12 } }, 'has the 12 × 11 pixels of the data; got "12 × 12"'],
  ['pixels of a metre', { where: { xscale: 1 } }, 'xscale and yscale are 50 to 200000 m'],
  ['another projection', { where: { projdef: '+proj=laea +lat_0=55' } }, 'polar stereographic'],
  ['a corner a degree off', { where: { LR_lat: DE1200.LR_lat - 1 } }, 'corner LR is where the grid from UL ends'],
  ['corners of another hemisphere', { where: { UL_lat: -50 } }, 'corner UR'],
])('a composite with %s is refused', async (_, change, reason) => {
  await expect(decodeDwdRv(await compositeFile(DATA, change))).rejects.toThrow(reason);
});
