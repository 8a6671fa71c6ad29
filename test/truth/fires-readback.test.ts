/** Stored fires and plumes as the rest of the world sees them, through zarrita. */

import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { publishFires, publishPlumes } from '../../src/store/fires/fire-writer.js';
import { createMemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { NOON, randomFires, randomPlumes } from '../random-fires.js';
import { asZarritaStore } from '../zarrita-store.js';

const OBSERVED = { validTime: NOON, createdAt: NOON + 90, simulated: true };

function opened(objects: ReturnType<typeof createMemoryObjects>, prefix: string) {
  const root = zarr.root(asZarritaStore(objects, prefix));
  return async (name: string) => (await zarr.get(await zarr.open.v3(root.resolve(name), { kind: 'array' }))).data;
}

test.each([1, 500])('zarrita reads all columns of %i fires', async (count) => {
  const objects = createMemoryObjects();
  const fires = randomFires(count, 9);
  const { version } = await publishFires(objects, fires, OBSERVED);
  const array = opened(objects, `fires/${version}`);
  expect(await array('latitude')).toEqual(fires.latitudes);
  expect(await array('longitude')).toEqual(fires.longitudes);
  expect(await array('time')).toEqual(fires.times);
  expect(await array('radiative_power')).toEqual(fires.radiativePowers);
  expect(await array('confidence')).toEqual(fires.confidences);
});

test('zarrita opens a version without fires', async () => {
  const objects = createMemoryObjects();
  const { version } = await publishFires(objects, randomFires(0, 9), OBSERVED);
  const root = zarr.root(asZarritaStore(objects, `fires/${version}`));
  expect((await zarr.open.v3(root.resolve('latitude'), { kind: 'array' })).shape).toEqual([0]);
});

test('zarrita reads plumes: each ring is found by counting', async () => {
  const objects = createMemoryObjects();
  const plumes = randomPlumes(13, 2);
  const { version } = await publishPlumes(objects, plumes, OBSERVED);
  const array = opened(objects, `plumes/${version}`);
  const [perPlume, perPolygon, perRing] = [
    (await array('plume_polygons')) as Int32Array,
    (await array('polygon_rings')) as Int32Array,
    (await array('ring_points')) as Int32Array,
  ];
  expect([...perPlume]).toEqual(plumes.map(({ polygons }) => polygons.length));
  expect([...perPolygon]).toEqual(plumes.flatMap(({ polygons }) => polygons.map((rings) => rings.length)));
  const rings = plumes.flatMap(({ polygons }) => polygons.flat());
  expect([...perRing]).toEqual(rings.map((ring) => ring.length / 2));
  const coordinates = rings.flatMap((ring) => [...ring]);
  expect([...((await array('longitude')) as Float64Array)]).toEqual(coordinates.filter((_, i) => i % 2 === 0));
  expect([...((await array('latitude')) as Float64Array)]).toEqual(coordinates.filter((_, i) => i % 2 === 1));
  expect([...((await array('density')) as Uint8Array)].slice(0, 4)).toEqual([0, 1, 2, 0]);
});
