import { expect, test } from 'vitest';
import { randomCube, seriesOf, writeCube } from '../../../test/random-cube.js';
import { type Log, silentLog } from '../../base/log.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { removeOldVersions } from '../versions/removal.js';
import { publishVersion } from './cube-publication.js';
import { createCubeShelf } from './cube-shelf.js';

const cubeOf = (version: string) =>
  randomCube({ elements: 2, times: 3, rows: 5, columns: 5, seed: Number(version.slice(1)), version });
const HERE = { y: 4, x: 4 };

interface LogLine {
  readonly level: string;
  readonly facts: Record<string, unknown>;
}

/** A log that remembers its lines. */
function rememberingLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (facts: object) => void lines.push({ level, facts: { ...facts } });
  return { ...silentLog, lines, warn: at('warn'), error: at('error') };
}

/** A clock to be set, a store that counts and can stop answering, and a shelf on both. */
function createBench() {
  const memory = createMemoryObjects();
  const state = { now: 1000, down: false, gets: [] as string[] };
  const objects: ObjectStore = {
    ...memory,
    get: (key, range) => {
      state.gets.push(key);
      return state.down ? Promise.reject(new Error('EIO')) : memory.get(key, range);
    },
  };
  const log = rememberingLog();
  const shelf = createCubeShelf({ objects, clock: { now: () => state.now }, log });
  async function publish(version: string): Promise<void> {
    await writeCube(memory, cubeOf(version));
    await publishVersion(memory, 'gfs', version, state.now);
  }
  const pointerReads = () => state.gets.filter((key) => key === 'gfs/latest.json').length;
  return { memory, state, log, shelf, publish, pointerReads };
}

test('an empty shelf has nothing to open', async () => {
  const { shelf } = createBench();
  expect(await shelf.open('gfs')).toBeNull();
  expect(await shelf.openPrevious('gfs')).toBeNull();
});

test('the very first version is seen at once', async () => {
  const { shelf, publish } = createBench();
  expect(await shelf.open('gfs')).toBeNull();
  await publish('v1');
  expect((await shelf.open('gfs'))?.description.version).toBe('v1');
});

test('the published version opens, and the one before it on request', async () => {
  const { shelf, publish } = createBench();
  await publish('v1');
  await publish('v2');
  const [cube, previous] = [await shelf.open('gfs'), await shelf.openPrevious('gfs')];
  expect(cube?.description.version).toBe('v2');
  expect(await cube?.readCells([HERE])).toEqual([seriesOf(cubeOf('v2'), 4, 4)]);
  expect(previous?.description.version).toBe('v1');
  expect(await previous?.readCells([HERE])).toEqual([seriesOf(cubeOf('v1'), 4, 4)]);
});

test('a new version is seen two seconds after the last look, not before', async () => {
  const { shelf, publish, state, pointerReads } = createBench();
  await publish('v1');
  await shelf.open('gfs');
  await publish('v2');
  state.now += 1.9;
  expect((await shelf.open('gfs'))?.description.version).toBe('v1');
  expect(pointerReads()).toBe(1);
  state.now += 0.1;
  expect((await shelf.open('gfs'))?.description.version).toBe('v2');
  expect(pointerReads()).toBe(2);
});

test('under a clock that stands still every open looks, so a replay sees new versions', async () => {
  const { shelf, publish } = createBench();
  await publish('v1');
  await shelf.open('gfs');
  await publish('v2');
  expect((await shelf.open('gfs'))?.description.version).toBe('v2');
});

test('many opens at once read the pointer and the version once', async () => {
  const { shelf, publish, state, pointerReads } = createBench();
  await publish('v1');
  await Promise.all(Array.from({ length: 20 }, () => shelf.open('gfs')));
  expect(pointerReads()).toBe(1);
  expect(state.gets.filter((key) => key === 'gfs/v1/zarr.json')).toHaveLength(1);
});

test('a held version outlives retention and reads on; given back, it goes', async () => {
  const { shelf, publish, memory, state } = createBench();
  await publish('v1');
  const [one, two] = [(await shelf.open('gfs'))!, (await shelf.open('gfs'))!];
  for (const version of ['v2', 'v3']) await publish(version);
  const isHeld = (version: string) => shelf.isHeld('gfs', version);
  const retain = () => removeOldVersions(memory, 'gfs', { now: state.now + 10_000, isHeld });
  one.release();
  one.release(); // a second release of the same hold must not give back the other's
  expect(await retain()).toEqual([]);
  expect(await two.readCells([HERE])).toEqual([seriesOf(cubeOf('v1'), 4, 4)]);
  two.release();
  expect(shelf.isHeld('gfs', 'v1')).toBe(false);
  expect(await retain()).toEqual(['v1']);
});

test('a read after the release is a bug that is named', async () => {
  const { shelf, publish } = createBench();
  await publish('v1');
  const cube = (await shelf.open('gfs'))!;
  cube.release();
  await expect(cube.readCells([HERE])).rejects.toThrow(RangeError);
});

test('while the store does not answer, the last known version stays', async () => {
  const { shelf, publish, state, log } = createBench();
  await publish('v1');
  const before = (await shelf.open('gfs'))!;
  await before.readCells([HERE]);
  state.down = true;
  state.now += 60;
  const cube = (await shelf.open('gfs'))!;
  expect(await cube.readCells([HERE])).toEqual([seriesOf(cubeOf('v1'), 4, 4)]);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

test('a store that never answered is an error, not an empty shelf', async () => {
  const { shelf, state } = createBench();
  state.down = true;
  await expect(shelf.open('gfs')).rejects.toThrow('EIO');
});

test('a damaged chunk is logged once with its object and offset, and its neighbours are still read', async () => {
  const { shelf, publish, memory, log } = createBench();
  await publish('v1');
  await publish('v2');
  memory.contents.get('gfs/v2/fc/c/0/0/0/0')![30]! ^= 4; // the first chunk begins at byte 0
  const cube = (await shelf.open('gfs'))!;
  for (let request = 0; request < 3; request++)
    await expect(cube.readCells([{ y: 0, x: 0 }])).rejects.toMatchObject({ tag: 'object-defect', offset: 0 });
  expect(await cube.readCells([HERE])).toEqual([seriesOf(cubeOf('v2'), 4, 4)]);
  expect(log.lines).toEqual([
    {
      level: 'error',
      facts: { dataset: 'gfs', version: 'v2', object: 'gfs/v2/fc/c/0/0/0/0', offset: 0, rule: 'crc32c of a chunk' },
    },
  ]);
  const previous = (await shelf.openPrevious('gfs'))!;
  expect(await previous.readCells([{ y: 0, x: 0 }])).toEqual([seriesOf(cubeOf('v1'), 0, 0)]);
});

test('a version that was repaired opens again without a restart', async () => {
  const { shelf, publish, memory } = createBench();
  await publish('v1');
  const sound = memory.contents.get('gfs/v1/time/c/0')!;
  memory.contents.delete('gfs/v1/time/c/0');
  await expect(shelf.open('gfs')).rejects.toMatchObject({ tag: 'object-defect', key: 'gfs/v1/time/c/0' });
  expect(shelf.isHeld('gfs', 'v1')).toBe(false);
  memory.contents.set('gfs/v1/time/c/0', sound);
  expect((await shelf.open('gfs'))?.description.version).toBe('v1');
});
