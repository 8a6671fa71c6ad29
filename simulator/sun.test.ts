import { expect, test } from 'vitest';
import { sunAt } from './sun.js';

const DEGREE = Math.PI / 180;

// Equinoxes and solstices of 2026 as the US Naval Observatory gives them (UTC).
const SEASONS: [string, number][] = [
  ['2026-03-20T14:46:00Z', 0],
  ['2026-06-21T08:25:00Z', 23.436],
  ['2026-09-23T00:05:00Z', 0],
  ['2026-12-21T20:50:00Z', -23.436],
];
for (const [instant, declination] of SEASONS)
  test(`declination at ${instant}`, () => {
    expect(Math.abs(sunAt(Date.parse(instant) / 1000).declination / DEGREE - declination)).toBeLessThan(0.02);
  });

// Extremes of the equation of time: the sun crosses Greenwich 14.2 min late in February, 16.4 min early in November.
const NOONS: [string, number][] = [
  ['2026-02-11T12:14:14Z', 0],
  ['2026-11-03T11:43:34Z', 0],
  ['2026-11-03T23:43:34Z', 180],
];
for (const [instant, degrees] of NOONS)
  test(`hour angle at Greenwich at ${instant}`, () => {
    const angle = sunAt(Date.parse(instant) / 1000).hourAngle / DEGREE - degrees;
    expect(Math.abs(((((angle + 180) % 360) + 360) % 360) - 180)).toBeLessThan(0.1);
  });
