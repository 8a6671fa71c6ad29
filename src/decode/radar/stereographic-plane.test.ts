import { expect, test } from 'vitest';
import { gridPosition, placeOf } from '../../grid/grid.js';
import { gridBelowCorner, planePoint, readStereographicPlane } from './stereographic-plane.js';

/** Of KNMI's composites of 2010, axes in km. */
const KNMI = '+proj=stere +lat_0=90 +lon_0=0.0 +lat_ts=60.0 +a=6378.137 +b=6356.752 +x_0=0 +y_0=0';

test("corners that KNMI's files state lie where their 700 × 765 km do", () => {
  const plane = readStereographicPlane('KNMI', KNMI);
  expect(plane.earth).toEqual({ semiMajor: 6_378_137, semiMinor: 6_356_752 });
  // geo_product_corners: lower left, upper left, upper right, lower right; row offset 3650
  const corners = [
    [0, 49.36199951171875, 0, 4415],
    [0, 55.9739990234375, 0, 3650],
    [10.855999946594238, 55.388999938964844, 700, 3650],
    [9.008999824523926, 48.89500045776367, 700, 4415],
  ] as const;
  for (const [longitude, latitude, right, down] of corners) {
    const { x, y } = planePoint(plane, { latitude, longitude });
    expect(Math.abs(x / 1000 - right)).toBeLessThan(0.2);
    expect(Math.abs(-y / 1000 - down)).toBeLessThan(0.2);
  }
});

test('a grid begins half a pixel inside the corner, and its rows run southward', () => {
  const plane = readStereographicPlane('KNMI', '+proj=stere +lat_0=90 +lat_ts=60 +lon_0=0 +ellps=WGS84');
  const corner = { latitude: 55.974, longitude: 0 };
  const grid = gridBelowCorner(plane, corner, { rows: 765, columns: 700, xSize: 1000, ySize: 1000 });
  const outer = placeOf(grid, -0.5, -0.5);
  expect(outer.latitude).toBeCloseTo(corner.latitude, 9);
  expect(outer.longitude).toBeCloseTo(corner.longitude, 9);
  expect(placeOf(grid, 764, 0).latitude).toBeLessThan(placeOf(grid, 0, 0).latitude);
  expect(gridPosition(grid, 55.98, 0)).toBeNull();
});

test('of the south the pole is the southern one, and a sphere is a sphere', () => {
  const plane = readStereographicPlane('X', '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +R=6371000 +units=m');
  expect(plane).toEqual({
    earth: { semiMajor: 6_371_000, semiMinor: 6_371_000 },
    pole: 'south',
    centralMeridian: 0,
    trueLatitude: -71,
  });
});

test.each([
  ['+proj=laea +lat_0=55 +lon_0=10', 'it is polar stereographic'],
  ['', 'it is polar stereographic'],
  ['+proj=stere +lat_0=52 +lat_ts=52 +lon_0=10 +ellps=WGS84', '+lat_0 is 90 or -90; got 52'],
  ['+proj=stere +lat_0=90 +lon_0=10 +ellps=WGS84', '+lat_ts is a number; got ""'],
  ['+proj=stere +lat_0=90 +lat_ts=-60 +lon_0=10 +ellps=WGS84', '+lat_ts is between the equator and the pole'],
  ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=1e9 +ellps=WGS84', '+lon_0 is -360 to 360'],
  ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=10 +a=6378137', '+b is a number'],
  ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=10 +a=1 +b=1', 'half axes are'],
  ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=10 +a=6356752 +b=6378137', 'half axes are'],
  ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=NaN +ellps=WGS84', '+lon_0 is a number'],
])('%s is refused', (definition, reason) => {
  expect(() => readStereographicPlane('X', definition)).toThrow(reason);
});
