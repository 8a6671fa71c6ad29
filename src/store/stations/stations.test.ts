/** Station series through the store: what was written is read, base and recent days as one, and nothing damaged gets through. */

import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { madeFlags, madeValue, NOON, placesOf, publishMade, TODAY } from '../../../test/random-stations.js';
import { asZarritaStore } from '../../../test/zarrita-store.js';
import { isTagged } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import { STATION_ELEMENTS, type StationArchive } from '../../model/station-series.js';
import { createMemoryObjects, type MemoryObjects } from '../objects/memory-objects.fixture.js';
import { versionsAmong } from '../versions/pointer.js';
import { createStationShelf } from './station-shelf.js';
import { publishStations } from './station-writer.js';

const BASE = { dataset: 'stations-base', firstDay: TODAY - 100, days: 90 } as const;
const RECENT = { dataset: 'stations-recent', firstDay: TODAY - 30, days: 30 } as const;
const STATIONS = placesOf(150);

/** Base and recent days of 150 stations in two shards, and of three. */
const [whole, small] = [made(STATIONS), made(STATIONS.slice(0, 3))];

async function made(stations: typeof STATIONS) {
  const objects = createMemoryObjects();
  await publishMade(objects, { ...BASE, seed: 1, stations });
  await publishMade(objects, { ...RECENT, seed: 2, stations });
  return objects;
}

async function copyOf(store: Promise<MemoryObjects>) {
  const objects = createMemoryObjects();
  for (const [key, bytes] of (await store).contents) objects.contents.set(key, bytes.slice());
  return objects;
}

const published = () => copyOf(whole);

const shelfOf = (objects: MemoryObjects) => createStationShelf({ objects, clock: { now: () => NOON }, log: silentLog });

async function expectSeries(archive: StationArchive, ids: readonly string[], seedOf: (day: number) => number | null) {
  const stations = ids.map((id) => ({ ...STATIONS.find((one) => one.id === id)!, sources: [] }));
  const days = [BASE.firstDay - 5, TODAY + 5] as const;
  const read = await archive.read(stations, ['temperature_min', 'precipitation'], days);
  for (const [k, { firstDay, values, flags, station }] of read.entries()) {
    expect([station.id, firstDay, flags.length]).toEqual([ids[k], days[0], days[1] - days[0] + 1]);
    for (let n = 0; n < flags.length; n++) {
      const [day, seed] = [firstDay + n, seedOf(firstDay + n)];
      const expected =
        seed === null
          ? [-32768, -32768, 0]
          : [madeValue(seed, ids[k]!, 1, day), madeValue(seed, ids[k]!, 2, day), madeFlags(seed, ids[k]!, day)];
      const found = [values.get('temperature_min')![n], values.get('precipitation')![n], flags[n]];
      if (found.join() !== expected.join()) expect([day, ...found]).toEqual([day, ...expected]);
    }
  }
}

/** Recent days replace those of the base. */
const merged = (day: number) =>
  day >= RECENT.firstDay && day < RECENT.firstDay + RECENT.days
    ? 2
    : day >= BASE.firstDay && day < BASE.firstDay + BASE.days
      ? 1
      : null;

test('nothing published: no archive', async () => {
  expect(await shelfOf(createMemoryObjects()).open()).toBeNull();
});

test('base and recent days are read as one series, in any order of stations', async () => {
  const archive = (await shelfOf(await published()).open())!;
  await expectSeries(archive, ['USC00000149', 'USC00000000', 'USC00000127', 'USC00000128'], merged);
  expect([archive.lastDay, archive.publishedAt, archive.simulated]).toEqual([TODAY - 1, NOON, true]);
});

test('a base that was never built leaves the recent days', async () => {
  const objects = createMemoryObjects();
  await publishMade(objects, { ...RECENT, seed: 2, stations: STATIONS.slice(0, 9) });
  const archive = (await shelfOf(objects).open())!;
  await expectSeries(archive, ['USC00000007'], (day) => (merged(day) === 2 ? 2 : null));
});

test('lists of different stations are joined by id', async () => {
  const objects = createMemoryObjects();
  await publishMade(objects, { ...BASE, seed: 1, stations: STATIONS.slice(15, 25) });
  await publishMade(objects, { ...RECENT, seed: 2, stations: STATIONS.slice(20, 30).reverse() });
  const archive = (await shelfOf(objects).open())!;
  await expectSeries(archive, ['USC00000022'], merged);
  await expectSeries(archive, ['USC00000017'], (day) =>
    day < BASE.firstDay + BASE.days && day >= BASE.firstDay ? 1 : null,
  );
});

test('stations near a place come with distance, elevation and sources', async () => {
  const archive = (await shelfOf(await published()).open())!;
  const near = archive.near(40.019, -75.019, { most: 3, within: 50 });
  expect(near.map(({ station }) => station.id)).toEqual(['USC00000002', 'USC00000001', 'USC00000003']);
  expect(near[0]!.distance).toBeCloseTo(Math.hypot(0.111, 0.085), 2); // 0.001° of latitude and of longitude
  expect(near[2]!.station.elevation).toBeNull();
  expect(near[0]!.station.sources).toEqual([
    { flag: '0', elements: ['temperature_max'], firstDay: BASE.firstDay, lastDay: RECENT.firstDay + RECENT.days - 1 },
  ]);
  expect(archive.near(0, 0, { most: 3, within: 50 })).toEqual([]);
});

test('elements of one flag and of different days keep their own days, with recent days and without', async () => {
  const objects = createMemoryObjects();
  const flag = 87;
  const [first, last] = [BASE.firstDay, BASE.firstDay + BASE.days - 1];
  const rows = [
    { station: 0, element: 0, flag, firstDay: first, lastDay: first + 20 },
    { station: 0, element: 1, flag, firstDay: first, lastDay: first + 20 },
    { station: 0, element: 2, flag, firstDay: first, lastDay: last },
  ];
  const facts = { createdAt: NOON, simulated: true, stations: STATIONS.slice(0, 1) };
  const blocks = (days: number) =>
    (async function* () {
      yield { values: new Int16Array(STATION_ELEMENTS.length * days), flags: new Uint8Array(days) };
    })();
  await publishStations(objects, { ...BASE, ...facts, lastDay: last, sources: rows, blocks: blocks(BASE.days) });
  const sourcesOf = async () => (await shelfOf(objects).open())!.find('USC00000000')!.sources;
  const temperatures = {
    ...{ flag: 'W', elements: ['temperature_max', 'temperature_min'] },
    ...{ firstDay: first, lastDay: first + 20 },
  };
  const rain = { flag: 'W', elements: ['precipitation'], firstDay: first, lastDay: last };
  expect(await sourcesOf()).toEqual([temperatures, rain]);
  const recent = [{ station: 0, element: 2, flag, firstDay: RECENT.firstDay, lastDay: TODAY - 1 }];
  await publishStations(objects, {
    ...{ ...RECENT, ...facts, lastDay: TODAY - 1, sources: recent },
    blocks: blocks(RECENT.days),
  });
  expect(await sourcesOf()).toEqual([temperatures, { ...rain, lastDay: TODAY - 1 }]);
});

test('a new version is seen by the next open, and the archive in use keeps its own', async () => {
  const objects = await copyOf(small);
  const shelf = shelfOf(objects);
  const before = (await shelf.open())!;
  await publishMade(objects, { ...RECENT, seed: 3, stations: STATIONS.slice(0, 3), createdAt: NOON + 60 });
  await expectSeries((await shelf.open())!, ['USC00000002'], (day) => (merged(day) === 2 ? 3 : merged(day)));
  await expectSeries(before, ['USC00000002'], merged);
});

test.each(['values', 'flags'])('damaged %s are read from the version before', async (array) => {
  const objects = await copyOf(small);
  await publishMade(objects, { ...RECENT, seed: 3, stations: STATIONS.slice(0, 3), createdAt: NOON + 60 });
  const newest = [...objects.contents.keys()]
    .filter((key) => key.includes(`/${array}/c/0`) && key.startsWith('stations-recent'))
    .sort()
    .at(-1)!;
  objects.contents.get(newest)![40]! ^= 1;
  const archive = (await shelfOf(objects).open())!;
  const [series] = await archive.read([{ ...STATIONS[0]!, sources: [] }], STATION_ELEMENTS, [
    RECENT.firstDay,
    TODAY - 1,
  ]);
  const seeds = [2, 3].filter((seed) =>
    series!.values
      .get('temperature_max')!
      .every((value, n) => value === madeValue(seed, 'USC00000000', 0, RECENT.firstDay + n)),
  );
  expect(seeds).toEqual([array === 'values' ? 2 : 3]);
});

test('damage without a version before is a tagged error, wherever a bit flips', async () => {
  const sound = await small;
  const truth = await readAll(sound);
  for (const key of sound.contents.keys()) {
    if (key.endsWith('latest.json')) continue; // recovered from the versions
    const objects = await copyOf(small);
    const bytes = objects.contents.get(key)!;
    bytes[bytes.length >> 1]! ^= 4;
    const outcome = await readAll(objects).catch((error: unknown) => error);
    // Documents beside their arrays are for other readers. The time of completion only serves to recover a pointer.
    const isCopy = key.split('/').length > 3 && key.endsWith('zarr.json');
    const isForOthers = /\/(element|scale|offset|day)\/|complete.json$/.test(key);
    if (isCopy || isForOthers) expect(outcome, key).toEqual(truth);
    else expect(isTagged(outcome, 'object-defect'), key).toBe(true);
  }
});

async function readAll(objects: MemoryObjects) {
  const archive = (await shelfOf(objects).open())!;
  const stations = STATIONS.slice(0, 3).map((one) => archive.find(one.id)!);
  return archive.read(stations, STATION_ELEMENTS, [BASE.firstDay, TODAY]);
}

test('a shard that is gone is a tagged error, not a series without values', async () => {
  const objects = await published();
  const [version] = versionsAmong(
    'stations-base',
    [...objects.contents.keys()].filter((key) => key.startsWith('stations-base/')),
  );
  objects.contents.delete(`stations-base/${version}/values/c/1/0/0`);
  const archive = (await shelfOf(objects).open())!;
  const read = archive.read([{ ...STATIONS[140]!, sources: [] }], ['precipitation'], [BASE.firstDay, TODAY]);
  await expect(read).rejects.toMatchObject({ tag: 'object-defect' });
});

test('zarrita reads values, flags and the list', async () => {
  const objects = await published();
  const [version] = versionsAmong(
    'stations-base',
    [...objects.contents.keys()].filter((key) => key.startsWith('stations-base/')),
  );
  const root = zarr.root(asZarritaStore(objects, `stations-base/${version}`));
  const open = (name: string) => zarr.open.v3(root.resolve(name), { kind: 'array' });
  const values = await zarr.get(await open('values'), [130, 1, null]);
  const expected = Array.from({ length: BASE.days }, (_, n) => madeValue(1, 'USC00000130', 1, BASE.firstDay + n));
  expect([...(values.data as Int16Array)]).toEqual(expected);
  const flags = await zarr.get(await open('flags'), [3, null]);
  expect((flags.data as Uint8Array)[2]).toBe(madeFlags(1, 'USC00000003', BASE.firstDay + 2));
  expect([...((await zarr.get(await open('station'))).data as Iterable<unknown>)][149]).toBe('USC00000149');
  expect((await zarr.get(await open('day'), [zarr.slice(2)])).data).toEqual(
    Float64Array.of(BASE.firstDay, BASE.firstDay + 1),
  );
});

test('blocks that do not fit the list are a mistake of the caller', async () => {
  const blocks = (async function* () {
    yield { values: new Int16Array(3), flags: new Uint8Array(1) };
  })();
  const facts = { ...BASE, createdAt: NOON, simulated: true, lastDay: BASE.firstDay, stations: STATIONS, sources: [] };
  await expect(publishStations(createMemoryObjects(), { ...facts, blocks })).rejects.toThrow(RangeError);
});
