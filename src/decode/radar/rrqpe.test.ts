import { expect, test } from 'vitest';
import { placeOf } from '../../grid/grid.js';
import { UNOBSERVED } from '../../model/radar.js';
import { packedAt } from '../../science/radar/tiled-field.js';
import { type Attributes, writeHdf5 } from '../hdf5/hdf5-writer.fixture.js';
import { decodeRrqpe } from './rrqpe.js';

const FILL = -9990;
/** 66 rows from 70° N to 60° S and 180 columns from 180° W, each 2°. */
const [ROWS, COLUMNS] = [66, 180];

/** Stored values row × 1000 + column, but that int16 ends at 32,767. */
const stored = (row: number, column: number) => (row % 32) * 1000 + column;

async function frame(
  change: {
    rates?: (data: Int16Array) => void;
    flags?: (data: Int8Array) => void;
    file?: Attributes;
    factor?: number;
  } = {},
): Promise<Uint8Array> {
  const rates = Int16Array.from({ length: ROWS * COLUMNS }, (_, i) => stored(Math.floor(i / COLUMNS), i % COLUMNS));
  const flags = new Int8Array(ROWS * COLUMNS);
  change.rates?.(rates);
  change.flags?.(flags);
  return writeHdf5({
    groups: {
      '/': {
        time_coverage_start: '2026-08-14T00:10:00.0Z',
        geospatial_lat_max: 70,
        geospatial_lat_min: -60,
        geospatial_lon_min: -180,
        geospatial_lon_max: 178,
        ...change.file,
      },
    },
    datasets: [
      {
        path: '/RRQPE',
        data: rates,
        shape: [ROWS, COLUMNS],
        chunks: [20, 50],
        attributes: { scale_factor: change.factor ?? 0.1, add_offset: 0, _FillValue: { value: FILL, type: '<h' } },
      },
      { path: '/DQF', data: flags, shape: [ROWS, COLUMNS], chunks: [20, 50] },
    ],
  });
}

test('stored tenths of mm/h stand where their row and column say, dated by the start of the scan', async () => {
  const { grid, field, validTime } = await decodeRrqpe(await frame(), null);
  expect(validTime).toBe(Date.UTC(2026, 7, 14, 0, 10) / 1000);
  expect([field.rows, field.columns, field.step]).toEqual([ROWS, COLUMNS, 0.1]);
  for (const [row, column] of [
    [0, 0],
    [65, 179],
    [33, 95],
    [20, 50],
  ] as const) {
    expect(packedAt(field, row, column)).toBe(stored(row, column));
    const place = placeOf(grid, row, column);
    expect(place.latitude).toBeCloseTo(70 - 2 * row, 6);
    expect(place.longitude).toBeCloseTo(-180 + 2 * column, 6);
  }
});

test('fill values, negatives and pixels without quality are unobserved; degraded ones are rain', async () => {
  const bytes = await frame({
    rates: (data) => data.set([FILL, -1, 0, 5, 6, 7], 0),
    flags: (data) => data.set([0, 0, 0, 3, 2, 1], 0),
  });
  const { field } = await decodeRrqpe(bytes, null);
  const first = [0, 1, 2, 3, 4, 5].map((column) => packedAt(field, 0, column));
  expect(first).toEqual([UNOBSERVED, UNOBSERVED, 0, UNOBSERVED, 6, 7]);
});

test.each([
  ['inside', { south: 10, north: 21, west: 5, east: 11 }, [22, 4], [7, 5]],
  ['on pixels', { south: 10, north: 20, west: 6, east: 10 }, [20, 6], [6, 3]],
  ['over the date line', { south: 0, north: 4, west: 175, east: -175 }, [4, 174], [3, 7]],
  ['east of the date line', { south: 0, north: 4, west: -180, east: -175 }, [4, -180], [3, 4]],
  ['up to the date line', { south: 0, north: 4, west: 170, east: 180 }, [4, 170], [3, 6]],
  ['round the globe', { south: 0, north: 4, west: -180, east: 180 }, [4, -180], [3, 180]],
  ['in the far north', { south: 69, north: 85, west: 0, east: 1 }, [70, 0], [2, 2]],
])('of a window %s whole pixels around it are read', async (_, window, first, size) => {
  const { grid, field } = await decodeRrqpe(await frame(), window);
  expect([field.rows, field.columns]).toEqual(size);
  expect([grid.rows, grid.columns]).toEqual(size);
  expect(placeOf(grid, 0, 0)).toEqual({ latitude: first[0], longitude: first[1] });
  for (let row = 0; row < field.rows; row++)
    for (let column = 0; column < field.columns; column++) {
      const { latitude, longitude } = placeOf(grid, row, column);
      const [storedRow, storedColumn] = [(70 - latitude) / 2, (longitude + 180) / 2];
      expect(packedAt(field, row, column)).toBe(stored(storedRow, storedColumn));
    }
});

test('a file of the full size needs no extents: its axes are known', async () => {
  const [shape, grown, chunks] = [
    [1, 18_000],
    [6501, 18_000],
    [500, 1800],
  ];
  const rates = new Int16Array(18_000);
  rates[9500] = 123; // 70° N 10° E
  const bytes = await writeHdf5({
    groups: { '/': { time_coverage_start: '2026-08-14T00:10:00Z' } },
    datasets: [
      { path: '/RRQPE', data: rates, shape, chunks, grown },
      { path: '/DQF', data: new Int8Array(18_000), shape, chunks, grown },
    ],
  });
  const { grid, field } = await decodeRrqpe(bytes, { south: 69.9, north: 80, west: 9.9, east: 10.1 });
  expect([field.rows, field.columns]).toEqual([6, 11]);
  expect(placeOf(grid, 5, 5).latitude).toBeCloseTo(69.9, 9);
  expect(placeOf(grid, 5, 5).longitude).toBeCloseTo(10, 9);
  expect([4, 5, 6].map((column) => packedAt(field, 0, column))).toEqual([0, 123, 0]);
  const south = await decodeRrqpe(bytes, { south: -60, north: -59.98, west: 179.98, east: -180 });
  expect(placeOf(south.grid, 1, 1)).toEqual({ latitude: -60, longitude: -180 });
});

test('a file without a time takes that of its name, and without both is refused', async () => {
  const bytes = await frame({ file: { time_coverage_start: 'unknown' } });
  expect((await decodeRrqpe(bytes, null, 1_786_665_600)).validTime).toBe(1_786_665_600);
  await expect(decodeRrqpe(bytes, null)).rejects.toThrow(
    'malformed RRQPE: time_coverage_start is a time; got "unknown"',
  );
});

test.each([-0.1, 0, 1e300])('a step of %s mm/h is refused: it would be rain everywhere, or nowhere', async (factor) => {
  await expect(decodeRrqpe(await frame({ factor }), null)).rejects.toThrow('/RRQPE scale_factor is 0 to 10; got');
});

test('a text of any length is quoted in part', async () => {
  const bytes = await frame({ file: { time_coverage_start: 'x'.repeat(50_000) } });
  const error: Error = await decodeRrqpe(bytes, null).catch((reason) => reason);
  expect(error.message).toHaveLength('malformed RRQPE: time_coverage_start is a time; got ""'.length + 200);
});

test.each([
  ['columns that stop short', { geospatial_lon_max: 90 }, null, 'columns go round the globe'],
  ['latitudes upside down', { geospatial_lat_max: -70 }, null, 'a box on the globe'],
  ['a window below it', {}, { south: -80, north: -70, west: 0, east: 10 }, 'the window meets the grid'],
])('a file with %s is refused', async (_, file, window, reason) => {
  await expect(decodeRrqpe(await frame({ file: file as Attributes }), window)).rejects.toThrow(reason);
});
