/** A stored radar frame as the rest of the world sees it, through zarrita; and a real frame of MRMS, through the store. */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { decodeMrms } from '../../src/decode/radar/mrms.js';
import { type RadarDatasetId, type RadarFrame, UNOBSERVED } from '../../src/model/radar.js';
import { packedAt } from '../../src/science/radar/tiled-field.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { readFrame } from '../../src/store/radar/radar-reader.js';
import { publishFrame } from '../../src/store/radar/radar-writer.js';
import { versionOf } from '../../src/store/versions/timed-version.js';
import { randomFrame } from '../random-radar.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { asZarritaStore } from '../zarrita-store.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;

async function openPublished(frame: RadarFrame) {
  const objects = createMemoryObjects();
  await publishFrame(objects, frame, NOON + 90);
  const { dataset, version } = frame.description;
  const store = asZarritaStore(objects, `${dataset}/${version}`);
  const root = zarr.root(store);
  const array = async (name: string) => zarr.open.v3(root.resolve(name), { kind: 'array' });
  return { store, root, array, whole: async (name: string) => zarr.get(await array(name)) };
}

function packedOf({ field }: RadarFrame): Uint16Array {
  const pixel = (_: unknown, i: number) => packedAt(field, Math.floor(i / field.columns), i % field.columns);
  return Uint16Array.from({ length: field.rows * field.columns }, pixel);
}

test('zarrita reads every pixel that was written', async () => {
  const sizes = fc.record({
    rows: fc.integer({ min: 1, max: 280 }),
    columns: fc.integer({ min: 1, max: 280 }),
    seed: fc.nat(),
    ground: fc.constantFrom(0, UNOBSERVED),
    boxes: fc.nat(5),
  });
  const property = fc.asyncProperty(sizes, async (size) => {
    const frame = randomFrame({ ...size, validTime: NOON });
    const value = await (await openPublished(frame)).whole('value');
    expect(value.shape).toEqual([size.rows, size.columns]);
    expect(isDeepStrictEqual(value.data, packedOf(frame))).toBe(true);
  });
  await fc.assert(property, { numRuns: 12 });
});

test('zarrita reads the dry tiles that share their bytes', async () => {
  const frame = randomFrame({ rows: 500, columns: 500, seed: 3, validTime: NOON, boxes: 1 });
  const value = await (await openPublished(frame)).whole('value');
  expect(isDeepStrictEqual(value.data, packedOf(frame))).toBe(true);
});

test('zarrita reads motion, lifetime, coordinates and time', async () => {
  const frame = randomFrame({ rows: 250, columns: 130, seed: 5, validTime: NOON });
  const { whole, array, root, store } = await openPublished(frame);
  const { u, v } = frame.motion!;
  const motion = await whole('motion');
  expect(motion.shape).toEqual([2, 7, 4]);
  expect(motion.data).toEqual(Float32Array.from([...u, ...v]));
  expect((await array('motion')).attrs).toMatchObject({ spacing_pixels: 40, first_node_pixel: 19.5, units: 'min-1' });
  expect((await whole('lifetime')).data).toEqual(frame.skill!.lifetime!.minutes);
  expect((await whole('lat')).data).toEqual(Float64Array.from({ length: 250 }, (_, y) => 54.995 + y * -0.01));
  expect((await whole('lon')).data).toEqual(Float64Array.from({ length: 130 }, (_, x) => -129.995 + x * 0.01));
  expect(await whole('time')).toEqual(BigInt(NOON));
  expect((await array('value')).attrs).toEqual({
    long_name: 'precipitation rate',
    standard_name: 'lwe_precipitation_rate',
    units: 'mm h-1',
    scale_factor: 0.1,
    _FillValue: 65_535,
    coordinates: 'time',
  });
  const group = await zarr.open.v3(root, { kind: 'group' });
  expect(group.attrs).toMatchObject({
    format: 'weatherglass-radar-frame',
    dataset: 'mrms-rate',
    network: 'mrms',
    quantity: 'precipitation rate',
    unit: 'mm/h',
    validTime: NOON,
    simulated: false,
    motion: { source: 'radar', frameTimes: [NOON - 1200, NOON - 600, NOON], nodes: { rows: 7, columns: 4 } },
    skill: { calibration: [{ leadMinutes: 15, observed: [0.02, 0.4, 0.93] }, { leadMinutes: 45 }] },
  });
  const listed = (await zarr.withConsolidatedMetadata(store, { format: 'v3' })).contents().map(({ path }) => path);
  expect(listed.sort()).toEqual(['/', '/lat', '/lifetime', '/lon', '/motion', '/time', '/value']);
});

test("a composite in a projection has its axes in metres and CF's grid mapping", async () => {
  // DWD's RV: polar stereographic on the WGS 84 ellipsoid, 1 km.
  const grid = {
    kind: 'polar-stereographic',
    columns: 12,
    rows: 9,
    firstX: -543_196.8,
    firstY: -3_622_588.9,
    xStep: 1000,
    yStep: -1000,
    earth: { semiMajor: 6_378_137, semiMinor: 6_356_752.3142 },
    pole: 'north',
    centralMeridian: 10,
    trueLatitude: 60,
  } as const;
  const size = { rows: 9, columns: 12, seed: 8, validTime: NOON, dataset: 'dwd-rate' as const, grid };
  const frame = randomFrame({ ...size, hasSkill: false });
  const { array, whole } = await openPublished(frame);
  expect((await whole('y')).data).toEqual(Float64Array.from({ length: 9 }, (_, y) => -3_622_588.9 - 1000 * y));
  expect((await array('value')).attrs).toMatchObject({ grid_mapping: 'crs', scale_factor: 0.012 });
  expect((await array('crs')).attrs).toMatchObject({
    grid_mapping_name: 'polar_stereographic',
    straight_vertical_longitude_from_pole: 10,
    standard_parallel: 60,
    semi_major_axis: 6_378_137,
  });
});

test.each<[RadarDatasetId, string, number]>([
  ['mrms-flag', '1', 1],
  ['mrms-mesh', 'mm', 0.1],
  ['mrms-quality', '1', 0.01],
])('%s has the unit %s in steps of %d, and no motion', async (dataset, units, step) => {
  const size = { rows: 5, columns: 5, seed: 9, validTime: NOON, dataset, hasMotion: false, hasSkill: false };
  const { array, root } = await openPublished(randomFrame(size));
  expect((await array('value')).attrs).toMatchObject({ units, scale_factor: step });
  expect((await zarr.open.v3(root, { kind: 'group' })).attrs).toMatchObject({ motion: null, skill: null });
});

testWithSharedData('a real frame of MRMS goes through the store bit for bit, in a thirtieth of its size', async () => {
  const file = sharedData('radar', 'mrms-preciprate-20190610', 'PrecipRate_00.00_20190610-010000.grib2');
  const { grid, validTime, field } = decodeMrms(readFileSync(file), 'mrms-rate');
  const frame: RadarFrame = {
    description: {
      dataset: 'mrms-rate',
      version: versionOf(validTime),
      validTime,
      createdAt: validTime + 60,
      simulated: false,
      grid,
      motion: null,
    },
    field,
    motion: null,
    skill: null,
  };
  const objects = createMemoryObjects();
  await publishFrame(objects, frame, validTime + 90);
  const read = await readFrame(objects, 'mrms-rate', '20190610T010000Z');
  expect(isDeepStrictEqual(read, frame)).toBe(true);
  const stored = [...objects.contents.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  expect(stored).toBeLessThan((2 * grid.rows * grid.columns) / 30);
});
