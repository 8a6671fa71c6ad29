import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PolarSweep } from '../model/radial-product.js';
import { horizonFrame } from './horizon-frame.js';
import { sweepLocator } from './polar-sweep.js';

/** Super resolution of KBMX; `elevationAngle` null: along the ground. */
function sweep(change: Partial<PolarSweep> = {}): PolarSweep {
  return {
    latitude: 33.172,
    longitude: -86.77,
    elevationAngle: 0.5,
    firstGate: 0,
    gateSpacing: 250,
    gates: 1840,
    starts: Float64Array.from({ length: 720 }, (_, n) => n / 2),
    widths: new Float64Array(720).fill(0.5),
    ...change,
  };
}

/**
 * Ends of geodesics on WGS 84 by Vincenty's direct formula (Survey Review 23, 1975), worked out apart: azimuth and
 * distance over the ground.
 */
test.each([
  [201.5, 100_429.8, 32.32880983865886, -87.16091545996356],
  [107.5, 102_427.6, 32.88989983042505, -85.72597908382191],
  [258.5, 104_425.3, 32.979466810907326, -87.86473926859256],
  [5.5, 73_456.3, 33.83121322490662, -86.69394356126118],
])('azimuth %f and %f m over the ground lead where Vincenty says', (azimuth, distance, latitude, longitude) => {
  const gateSpacing = 2 * distance; // its middle is at that distance
  const { placeOf } = sweepLocator(
    sweep({
      elevationAngle: null,
      gateSpacing,
      gates: 1,
      starts: Float64Array.of(azimuth - 0.5),
      widths: Float64Array.of(1),
    }),
  );
  const place = placeOf(0, 0);
  expect(place.latitude).toBeCloseTo(latitude, 4); // 5 m
  expect(place.longitude).toBeCloseTo(longitude, 4);
});

/** Doviak and Zrnić, eq. 2.28, by hand: 8494678 m · atan(r cos θ / (8494678 m + r sin θ)). */
test.each([
  [1.5, 100_500, 100_429.8],
  [0.5, 60_500, 60_492.9],
  [0.6, 20_550, 20_548.3],
  [19.5, 100_000, 93_891.4],
])('a beam at %f degrees is after %f m above %f m of ground', (elevationAngle, along, over) => {
  const north = { starts: Float64Array.of(359.5), widths: Float64Array.of(1), gates: 1 };
  const beam = sweepLocator(sweep({ ...north, elevationAngle, gateSpacing: 2 * along })).placeOf(0, 0);
  const ground = sweepLocator(sweep({ ...north, elevationAngle: null, gateSpacing: 2 * over })).placeOf(0, 0);
  expect(beam.latitude).toBeCloseTo(ground.latitude, 5);
});

test('the middle of a gate is in that gate, anywhere on the globe and at any elevation', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -89, max: 89, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.oneof(
        fc.constant(null),
        fc.integer({ min: -2, max: 195 }).map((tenths) => tenths / 10),
      ),
      fc.nat(719),
      fc.nat(1839),
      (latitude, longitude, elevationAngle, radial, gate) => {
        const { gateAt, placeOf } = sweepLocator(sweep({ latitude, longitude, elevationAngle }));
        const place = placeOf(radial, gate);
        expect(gateAt(place.latitude, place.longitude)).toBe(radial * 1840 + gate);
      },
    ),
    { seed: 3, numRuns: 500 },
  );
});

test('the pixels of a map have the gates that each has by itself', () => {
  const { gateAt, gatesOn } = sweepLocator(sweep({ firstGate: 2000 }));
  const latitudes = Float64Array.from({ length: 40 }, (_, row) => 38 - row / 4);
  const longitudes = Float64Array.from({ length: 50 }, (_, column) => -92 + column / 5);
  const gates = new Int32Array(40 * 50);
  gatesOn(latitudes, longitudes, gates);
  const single = Array.from(gates, (_, i) => gateAt(latitudes[Math.floor(i / 50)]!, longitudes[i % 50]!));
  expect([...gates]).toEqual(single);
  expect(single.filter((gate) => gate < 0).length).toBeGreaterThan(100);
});

/** The beam's distance of a place by its own formula: r = R' sin ψ' / cos(θ + ψ'). */
test('gates end where their distance along the beam does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 195 }).map((tenths) => tenths / 10),
      fc.double({ min: 0.001, max: 4, noNaN: true }),
      (elevationAngle, north) => {
        const { gateAt } = sweepLocator(sweep({ elevationAngle }));
        const frame = horizonFrame(33.172, -86.77).position(33.172 + north, -86.77);
        const psi = 2 * Math.asin(Math.hypot(frame.east, frame.north, frame.up) / 2 / 6_371_008.8);
        const bent = psi * 0.75;
        const along = (8_494_678.4 * Math.sin(bent)) / Math.cos((elevationAngle * Math.PI) / 180 + bent);
        const gate = along / 250;
        fc.pre(Math.abs(gate - Math.round(gate)) > 1e-6);
        expect(gateAt(33.172 + north, -86.77)).toBe(gate < 1840 ? Math.floor(gate) : -1);
      },
    ),
    { seed: 5, numRuns: 500 },
  );
});

test('places outside the sweep have no gate: beyond its end, before its first gate, on the other side of the globe', () => {
  const { gateAt } = sweepLocator(sweep({ firstGate: 2000 }));
  expect(gateAt(33.172, -86.77)).toBe(-1);
  expect(gateAt(33.172 + 2.05 / 111.2, -86.77)).toBe(0);
  expect(gateAt(38, -86.77)).toBe(-1);
  expect(gateAt(-33.172, 93.23)).toBe(-1);
});

test('radials may begin anywhere, leave gaps and overlap, where the later one counts', () => {
  const gaps = sweep({
    starts: Float64Array.of(355, 0.3, 90, 90.2),
    widths: Float64Array.of(5.3, 1, 1, 1),
    gates: 100,
    elevationAngle: null,
  });
  const { gateAt } = sweepLocator(gaps);
  const frame = horizonFrame(gaps.latitude, gaps.longitude);
  const radialAt = (azimuth: number) => {
    const [sin, cos] = [Math.sin((azimuth * Math.PI) / 180), Math.cos((azimuth * Math.PI) / 180)];
    const { latitude, longitude } = frame.place({ east: 12_500 * sin, north: 12_500 * cos, up: 0 });
    return Math.floor(gateAt(latitude, longitude) / 100);
  };
  expect([354.9, 355.05, 359.95, 0.05, 0.25, 0.35, 1.25, 1.35].map(radialAt)).toEqual([-1, 0, 0, 0, 0, 1, 1, -1]);
  expect([90.1, 90.3, 91.1, 91.3].map(radialAt)).toEqual([2, 3, 3, -1]);
});

/** IOGP 373-7-2, method 9837: its example of a place 200 m up, seen from 55 N 5 E, also 200 m up. */
test('the frame of a horizon agrees with the example of IOGP to the height that it leaves out', () => {
  const { east, north } = horizonFrame(55, 5).position(53.80939444, 2.12955);
  expect(east / -189_013.869).toBeCloseTo(1, 4);
  expect(north / -128_642.04).toBeCloseTo(1, 4);
});
