import { expect, test } from 'vitest';
import { COARSE_GLOBE, createMemoryCube, createMemoryShelf, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import { HOUR } from '../../model/time.js';
import { readLayers } from './layers.js';

const cube = (version: string, options = {}) =>
  createMemoryCube({ times: timesFrom(0, 30), fields: { temperature: () => 280.15 }, version, ...options });
const WANTS = [{ id: 'temperature', span: { start: 0, end: 4 * HOUR } }] as const;
const read = (shelf: Parameters<typeof readLayers>[0], now = HOUR) =>
  readLayers(shelf, now, { latitude: 0, longitude: 0 }, null, WANTS);
const NOWHERE = { ...COARSE_GLOBE, columns: 2, rows: 2 };

for (const [name, published, previous, expected] of [
  ['the published version serves', cube('new'), cube('old'), 'new'],
  ['a torn one gives way to the one before', cube('new', { torn: true }), cube('old'), 'old'],
  ['two torn ones are a defect', cube('new', { torn: true }), cube('old', { torn: true }), 'defective'],
  ['a torn one with none before is a defect', cube('new', { torn: true }), null, 'defective'],
  ['an empty shelf has nothing', null, null, 'nothing'],
  ['a region that does not hold the point', cube('new', { grid: NOWHERE }), null, 'outside'],
] as const)
  test(`${name}, and every version is released`, async () => {
    const found = await read(createMemoryShelf(published, previous));
    if (found.kind !== 'point') expect(found.kind).toBe(expected);
    else {
      const [source] = found.point.sources;
      expect([source!.description.version, source!.degraded]).toEqual([expected, expected === 'old']);
    }
    expect([published?.readers() ?? 0, previous?.readers() ?? 0]).toEqual([0, 0]);
  });

test('an error that is no defect is not swallowed', async () => {
  const broken = { ...cube('new'), readCells: () => Promise.reject(new TypeError('a bug')) };
  const shelf = createMemoryShelf({ ...broken, opened: () => broken });
  await expect(read(shelf)).rejects.toThrow('a bug');
});

test('a torn source does not fail the answer when another covers; both are released', async () => {
  const torn = cube('a', { dataset: 'ecmwf-ifs', torn: true });
  const gfs = cube('b');
  const found = await read(shelfOf(torn, gfs));
  expect(found).toMatchObject({ kind: 'point', point: { defective: ['ecmwf-ifs'] } });
  if (found.kind !== 'point') return;
  const axis = { start: HOUR, step: HOUR, count: 2 };
  expect([...found.point.instants('temperature', axis, new Float64Array(2))]).toEqual([
    expect.closeTo(280.15, 9),
    expect.closeTo(280.15, 9),
  ]);
  expect([torn.readers(), gfs.readers()]).toEqual([0, 0]);
});

test('a source that nothing is left for is not read, unless the better one has gaps', async () => {
  const span = { start: 6 * HOUR, end: 12 * HOUR };
  const layersWith = async (gap: number) => {
    const hrrr = cube('a', {
      dataset: 'hrrr',
      fields: { temperature: (t: number) => (t > 8 * HOUR && t < (8 + gap) * HOUR ? Number.NaN : 290) },
    });
    const wants = [{ id: 'temperature', span }] as const;
    const found = await readLayers(shelfOf(hrrr, cube('b')), HOUR, { latitude: 0, longitude: 0 }, null, wants);
    return found.kind === 'point' ? found.point.layers('temperature').map(({ dataset }) => dataset) : [];
  };
  expect(await layersWith(0)).toEqual(['hrrr']);
  expect(await layersWith(9)).toEqual(['hrrr', 'gfs']);
});

test('a late source serves only what those in time cannot', async () => {
  const now = 7 * HOUR; // HRRR's run of hour 0 is three hours late, GFS's is in time
  const hrrr = cube('a', { dataset: 'hrrr', fields: { temperature: () => 290, cape: () => 500 } });
  const wants = (['temperature', 'cape'] as const).map((id) => ({ id, span: { start: now, end: now + 4 * HOUR } }));
  const long = cube('b', { times: timesFrom(0, 60) });
  const found = await readLayers(shelfOf(hrrr, long), now, { latitude: 0, longitude: 0 }, null, wants);
  if (found.kind !== 'point') throw new RangeError(found.kind);
  const axis = { start: now, step: HOUR, count: 1 };
  expect(found.point.instants('temperature', axis, new Float64Array(1))[0]).toBeCloseTo(280.15, 9);
  expect(found.point.instants('cape', axis, new Float64Array(1))[0]).toBeCloseTo(500, 9);
});

test('each source is moved from its own ground to the height of the place before they are mixed', async () => {
  const ground = (elevation: number) => ({ statics: { elevation: () => elevation } });
  const sources = [
    cube('a', { dataset: 'hrrr', fields: { temperature: () => 280 }, ...ground(1000) }),
    cube('n', { dataset: 'nbm', fields: { temperature: () => 281 } }),
    cube('e', { dataset: 'ecmwf-ifs', fields: { temperature: () => 282 } }),
    cube('g', { fields: { temperature: () => 283 }, ...ground(200) }),
  ];
  const found = await readLayers(shelfOf(...sources), HOUR, { latitude: 0, longitude: 0 }, 1200, [
    { id: 'temperature', span: { start: 0, end: 29 * HOUR } },
  ]);
  if (found.kind !== 'point') throw new RangeError(found.kind);
  // −6.5 K/km over 200 m, over 1000 m for GFS and for ECMWF, which takes GFS's ground; NBM is not moved.
  const values = found.point.layers('temperature').map(({ dataset, values }) => [dataset, values[12]]);
  expect(values).toEqual([
    ['hrrr', expect.closeTo(280 - 1.3, 1)],
    ['nbm', expect.closeTo(281, 1)],
    ['ecmwf-ifs', expect.closeTo(282 - 6.5, 1)],
    ['gfs', expect.closeTo(283 - 6.5, 1)],
  ]);
});

test('a source with half a wind alone is not read for it', async () => {
  const half = cube('a', { dataset: 'hrrr', fields: { wind_u: () => 3 }, torn: true });
  const whole = cube('b', { fields: { wind_u: () => 1, wind_v: () => 2 } });
  const span = { start: 2 * HOUR, end: 4 * HOUR };
  const found = await readLayers(shelfOf(half, whole), HOUR, { latitude: 0, longitude: 0 }, null, [
    { id: 'wind_u', span },
  ]);
  expect(found).toMatchObject({ kind: 'point', point: { defective: [] } });
});

test('a source that was moved by the ground of another is moved anew when that gives way', async () => {
  const ground = (elevation: number) => ({ statics: { elevation: () => elevation } });
  // That ECMWF has a gap shows when it is read, and only then is GFS read, and found torn.
  const fields = { temperature: () => 280.15, cape: () => 100 };
  const times = timesFrom(-12 * HOUR, 60);
  const published = [
    cube('e', { dataset: 'ecmwf-ifs', times, fields: { ...fields, cape: () => Number.NaN } }),
    cube('new', { torn: true, fields, ...ground(200) }),
  ];
  const before = cube('old', { fields, ...ground(700) });
  const span = { start: 2 * HOUR, end: 4 * HOUR };
  const wants = (['temperature', 'cape'] as const).map((id) => ({ id, span }));
  const shelf = { ...shelfOf(...published), openPrevious: createMemoryShelf(null, before).openPrevious };
  const found = await readLayers(shelf, HOUR, { latitude: 0, longitude: 0 }, 1200, wants);
  if (found.kind !== 'point') throw new RangeError(found.kind);
  const axis = { start: 3 * HOUR, step: HOUR, count: 1 };
  expect(found.point.rise('ecmwf-ifs')).toBe(500);
  // −6.5 K/km over 500 m
  const moved = found.point.instants('temperature', axis, new Float64Array(1))[0]!;
  expect(moved).toBeCloseTo(280.15 - 3.25, 6);
});
