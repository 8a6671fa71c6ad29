/** Damage to every stored object that a map tile is drawn from: the version before, said to be stale, or a 502. */

import { expect, test } from 'vitest';
import { isTagged } from '../../src/base/errors.js';
import { type Log, silentLog } from '../../src/base/log.js';
import { RADAR_NETWORKS } from '../../src/model/radar.js';
import { TILE_LAYER_IDS, type TileLayerId } from '../../src/model/tile.js';
import type { TileListAnswer } from '../../src/products/tiles/tile-list.js';
import type { TileRequest } from '../../src/products/tiles/tile-request.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { MAP_SITE, mapsOf, type PublishedMaps, publishMaps } from '../published-maps.js';

const RADAR = RADAR_NETWORKS.map(({ rate }) => rate);

/** The datasets of each layer whose damage changes its picture. */
const DRAWN_FROM: Readonly<Record<TileLayerId, readonly string[]>> = {
  radar: RADAR,
  'precipitation-global': ['gfs'],
  'radar-future': [...RADAR, 'hrrr', 'gfs'],
  'radar-site': [`nexrad-${MAP_SITE}`],
  temperature: ['hrrr'],
  'temperature-global': ['gfs'],
  'air-quality': ['aqm'],
  'air-quality-global': ['gefs-aerosol'],
  smoke: ['hrrr'],
  'fire-smoke': ['hrrr', 'plumes', 'fires'],
  'smoke-global': ['gefs-aerosol'],
  'fire-global': ['fires'],
  alerts: [],
};

const DAMAGES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | null>> = {
  'a flipped bit': (bytes) => bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 1 : byte)),
  'half of it': (bytes) => bytes.slice(0, bytes.length >> 1),
  'no byte': () => new Uint8Array(),
  'no object': () => null,
};

const first = createMemoryObjects();
await publishMaps(first, 1);
const both = copyOf(first);
await publishMaps(both, 2);

function copyOf({ contents }: MemoryObjects): MemoryObjects {
  const copy = createMemoryObjects();
  for (const [key, bytes] of contents) copy.contents.set(key, bytes);
  return copy;
}

const keysOf = ({ contents }: MemoryObjects, dataset: string) =>
  [...contents.keys()].filter((key) => key.startsWith(`${dataset}/`));

/** Objects of the second version of a dataset, and its pointer, that drawing the layer reads: no other can change it. */
async function newestKeys(layer: TileLayerId, dataset: string): Promise<string[]> {
  const read = new Set<string>();
  const get: MemoryObjects['get'] = (key, range) => {
    read.add(key);
    return both.get(key, range);
  };
  await draw(mapsOf({ ...both, get }, silentLog), layer);
  const isNewest = (key: string) => !first.contents.has(key) || key.endsWith('latest.json');
  return keysOf(both, dataset).filter((key) => read.has(key) && isNewest(key));
}

/** A store in which one dataset is still at its first version. */
function behindIn(dataset: string): MemoryObjects {
  const objects = copyOf(both);
  for (const key of keysOf(both, dataset)) objects.contents.delete(key);
  for (const key of keysOf(first, dataset)) objects.contents.set(key, first.contents.get(key)!);
  return objects;
}

function requestOf(layer: TileLayerId): TileRequest {
  const isSite = layer === 'radar-site';
  const place = isSite ? { z: 5, x: 7, y: 12 } : { z: 0, x: 0, y: 0 };
  return { layer, time: null, site: isSite ? MAP_SITE : null, ...place };
}

interface Shown {
  /** Text of the bytes; null: a 502. */
  readonly picture: string | null;
  readonly isLate: boolean;
}

async function draw({ product }: PublishedMaps, layer: TileLayerId): Promise<Shown> {
  try {
    const tile = await product.bytes(await product.locate(requestOf(layer)));
    return { picture: tile.bytes.toString('latin1'), isLate: tile.outcome === 'STALE' };
  } catch (error) {
    if (!isTagged(error, 'product-unavailable')) throw error;
    return { picture: null, isLate: false };
  }
}

function countingLog(): Log & { readonly lines: object[] } {
  const lines: object[] = [];
  const note = (facts: object) => void lines.push(facts);
  return { ...silentLog, lines, warn: note, error: note };
}

const pictureOf = async (objects: MemoryObjects, layer: TileLayerId) =>
  (await draw(mapsOf(objects, silentLog), layer)).picture!;

/** State of a layer in the list and in the readiness. `radar-site` has one of each site, which neither tells of. */
async function statesOf({ product }: PublishedMaps, layer: TileLayerId) {
  const { layers }: TileListAnswer = await product.list('https://weather.example');
  const { sources = [] } = await product.status();
  const { state, reason } = layers.find(({ id }) => id === layer)!;
  return { listed: state, reason, ready: sources.find(({ source }) => source === layer)?.state };
}

interface Allowed {
  readonly newest: string;
  /** Pictures of older or other data, which have to be said to be stale. */
  readonly stale: readonly string[];
}

/**
 * The rule that the product broke when it met a damage; null: none.
 *
 * @param withStates  whether list and readiness are looked at too, which costs as much as all the rest
 */
async function faultOf(
  objects: MemoryObjects,
  layer: TileLayerId,
  allowed: Allowed,
  withStates: boolean,
): Promise<string | null> {
  const log = countingLog();
  const maps = mapsOf(objects, log);
  const shown = await draw(maps, layer);
  if (shown.picture === allowed.newest) return null;
  if (shown.picture === null && allowed.stale.length > 0) return 'a 502 although there is something to show';
  if (shown.picture !== null && !allowed.stale.includes(shown.picture)) return 'another picture';
  if (shown.picture !== null && !shown.isLate) return 'older data, not said to be stale';
  if (log.lines.length === 0) return 'nothing in the log';
  const lines = log.lines.length;
  const again = await draw(maps, layer);
  if (again.picture !== shown.picture || again.isLate !== shown.isLate) return 'another answer the second time';
  if (log.lines.length > lines) return 'another line in the log the second time';
  return layer === 'radar-site' || !withStates ? null : statesFault(maps, layer, shown);
}

async function statesFault(maps: PublishedMaps, layer: TileLayerId, shown: Shown): Promise<string | null> {
  const { listed, reason, ready } = await statesOf(maps, layer);
  // A layer that lost one of several networks is stale, and only the tiles of that network are refused.
  const states = shown.picture === null ? ['stale', 'unavailable'] : ['stale'];
  if (!states.includes(listed)) return `listed as ${listed}`;
  if (reason === null) return 'listed without a reason';
  return ready === listed ? null : `${ready} in the readiness`;
}

type Damage = (bytes: Uint8Array) => Uint8Array | null;

function harm(objects: MemoryObjects, key: string, damage: Damage): void {
  const damaged = damage(objects.contents.get(key)!);
  if (damaged === null) objects.contents.delete(key);
  else objects.contents.set(key, damaged);
}

/** Damages each object of the newest version of a dataset in each way. */
async function sweep(
  [layer, dataset]: (typeof CASES)[number],
  store: MemoryObjects,
  damages: Readonly<Record<string, Damage>>,
  allowed: Allowed,
): Promise<string[]> {
  const faults: string[] = [];
  for (const key of await newestKeys(layer, dataset))
    for (const [n, [name, damage]] of Object.entries(damages).entries()) {
      const objects = copyOf(store);
      harm(objects, key, damage);
      const fault = await faultOf(objects, layer, allowed, n === 0);
      if (fault !== null) faults.push(`${name} of ${key}: ${fault}`);
    }
  return faults;
}

const CASES = TILE_LAYER_IDS.flatMap((layer) => DRAWN_FROM[layer].map((dataset) => [layer, dataset] as const));

test.each(CASES)(
  '%s: any damage to the newest version of %s shows the one before, as stale',
  async (layer, dataset) => {
    const [newest, previous] = [await pictureOf(both, layer), await pictureOf(behindIn(dataset), layer)];
    expect(newest === previous, 'the sweep sees no difference').toBe(false);
    expect(await sweep([layer, dataset], both, DAMAGES, { newest, stale: [previous] })).toEqual([]);
  },
);

/** Models that another one of the layer may stand in for. */
const STOOD_IN_FOR = ['hrrr', 'aqm'];

test.each(CASES)('%s: with no readable version of %s the tile is refused, never emptier', async (layer, dataset) => {
  const newest = await pictureOf(both, layer);
  const without = copyOf(both);
  for (const key of keysOf(both, dataset)) without.contents.delete(key);
  const stale = STOOD_IN_FOR.includes(dataset) ? [await pictureOf(without, layer)] : [];
  const onlyNewest = copyOf(both);
  for (const key of keysOf(first, dataset)) if (!key.endsWith('latest.json')) onlyNewest.contents.delete(key);
  const flip = { 'a flipped bit': DAMAGES['a flipped bit']! };
  expect(await sweep([layer, dataset], onlyNewest, flip, { newest, stale })).toEqual([]);
});

test('a version that cannot be read stays aside without a further word, and is shown again once it is repaired', async () => {
  const key = keysOf(both, 'fires').find((one) => one.includes('latitude/c') && !first.contents.has(one))!;
  const objects = copyOf(both);
  harm(objects, key, DAMAGES['a flipped bit']!);
  const log = countingLog();
  const maps = mapsOf(objects, log);
  const [newest, previous] = await Promise.all([both, behindIn('fires')].map((one) => pictureOf(one, 'fire-global')));
  for (let minute = 0; minute < 8; minute++) {
    expect(await draw(maps, 'fire-global')).toEqual({ picture: previous, isLate: true });
    maps.pass(60);
    await settled();
  }
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toMatchObject({ object: key });
  objects.contents.set(key, both.contents.get(key)!);
  await draw(maps, 'fire-global');
  await settled();
  expect(await draw(maps, 'fire-global')).toEqual({ picture: newest, isLate: false });
  expect(await statesOf(maps, 'fire-global')).toEqual({ listed: 'ready', reason: null, ready: 'ready' });
});

/** Objects in memory are read within a few turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
