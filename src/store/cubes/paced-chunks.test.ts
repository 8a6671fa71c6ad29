import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { randomCube, seriesOf, writeCube } from '../../../test/random-cube.js';
import { silentLog } from '../../base/log.js';
import type { Cell, OpenCube } from '../../model/cube.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ByteRange, ObjectStore } from '../objects/object-store.js';
import { publishVersion } from './cube-publication.js';
import { createCubeShelf } from './cube-shelf.js';

const SIZE = { elements: 3, times: 7, rows: 35, columns: 21, seed: 4 };
const CUBE = randomCube(SIZE);
const ROWS_PER_SHARD = 16;
const shardKeyOf = (shard: number) => `gfs/v1/fc/c/0/0/${shard}/0`;

/** One cell of every chunk, shard after shard. */
const EVERYWHERE = Array.from({ length: 18 * 11 }, (_, i): Cell => ({ y: 2 * Math.floor(i / 11), x: 2 * (i % 11) }));
const shardOf = ({ y }: Cell) => Math.floor(y / ROWS_PER_SHARD);

interface Read {
  readonly key: string;
  readonly range: ByteRange | undefined;
}

/** A published cube in a store that counts, holds reads back, and lets them through again. */
async function createBench(cacheBytes?: number) {
  const memory = createMemoryObjects();
  await writeCube(memory, CUBE);
  await publishVersion(memory, 'gfs', 'v1', 1);
  const state = { gets: [] as Read[], held: 0, mostHeld: 0, isHeld: (_: Read) => false };
  let letThrough: () => void = () => undefined;
  let gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const get: ObjectStore['get'] = async (key, range) => {
    const read = { key, range };
    state.gets.push(read);
    if (state.isHeld(read)) {
      state.held++;
      state.mostHeld = Math.max(state.mostHeld, state.held);
      await gate;
      state.held--;
    }
    return memory.get(key, range);
  };
  const shelf = createCubeShelf({
    objects: { ...memory, get },
    clock: { now: () => 1000 },
    log: silentLog,
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  });
  return {
    memory,
    state,
    shelf,
    letThrough() {
      letThrough();
      gate = Promise.resolve();
    },
  };
}

const isChunk = ({ key, range }: Read) => key.includes('/fc/c/') && range !== undefined && 'offset' in range;

interface Outcome {
  cells: Int16Array[] | null;
  error: unknown;
}

/** Asks for each cell by itself, as a route asks for its chunks; fills the outcomes as they come. */
function askEach(cube: OpenCube, cells: readonly Cell[]) {
  const outcomes = cells.map((): Outcome => ({ cells: null, error: null }));
  const asked = cells.map((cell, i) =>
    cube.readCells([cell]).then(
      (read) => {
        outcomes[i]!.cells = read;
      },
      (error: unknown) => {
        outcomes[i]!.error = error;
      },
    ),
  );
  return { outcomes, done: Promise.all(asked) };
}

async function turnsUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}

const openRoute = async ({ shelf }: Awaited<ReturnType<typeof createBench>>) => (await shelf.open('gfs', 'route'))!;

test('a route reads what a place reads', async () => {
  const bench = await createBench();
  const cube = await openRoute(bench);
  const read = await cube.readCells([...EVERYWHERE, { y: 34, x: 20 }, { y: 34, x: 20 }]);
  const expected = [...EVERYWHERE, { y: 34, x: 20 }, { y: 34, x: 20 }].map(({ y, x }) => seriesOf(CUBE, y, x));
  expect(read).toEqual(expected);
});

test('however many are asked for, eight of each shard are read at a time, each of them once', async () => {
  const bench = await createBench();
  const cube = await openRoute(bench);
  bench.state.isHeld = isChunk;
  const { outcomes, done } = askEach(cube, [...EVERYWHERE, ...EVERYWHERE]);
  const shards = Math.ceil(SIZE.rows / ROWS_PER_SHARD);
  await turnsUntil(() => bench.state.held === 8 * shards);
  bench.letThrough();
  await done;
  expect(bench.state.mostHeld).toBe(8 * shards);
  expect(bench.state.gets.filter(isChunk)).toHaveLength(EVERYWHERE.length);
  expect(outcomes.every(({ cells }) => cells !== null)).toBe(true);
});

test('a shard that hangs keeps its own chunks waiting and no others', async () => {
  const bench = await createBench();
  const cube = await openRoute(bench);
  bench.state.isHeld = ({ key }) => key === shardKeyOf(1);
  const { outcomes } = askEach(cube, EVERYWHERE);
  const [there, hanging] = [0, 1].map((hung) => EVERYWHERE.filter((cell) => (shardOf(cell) === 1 ? 1 : 0) === hung));
  await turnsUntil(() => outcomes.filter(({ cells }) => cells !== null).length === there!.length);
  expect(EVERYWHERE.filter((_, i) => outcomes[i]!.cells === null)).toEqual(hanging);
});

test('a chunk that hangs or is torn lets the others of its shard through', async () => {
  const bench = await createBench();
  // The first chunk of a shard begins at byte 0.
  bench.memory.contents.get(shardKeyOf(0))![30]! ^= 4;
  const cube = await openRoute(bench);
  bench.state.isHeld = ({ key, range }) =>
    key === shardKeyOf(1) && range !== undefined && 'offset' in range && range.offset === 0;
  const { outcomes } = askEach(cube, EVERYWHERE);
  await turnsUntil(() => outcomes.filter(({ cells, error }) => cells ?? error).length === EVERYWHERE.length - 1);
  expect(outcomes[0]!.error).toMatchObject({ tag: 'object-defect', key: shardKeyOf(0), offset: 0 });
  expect(outcomes.findIndex(({ cells, error }) => cells === null && error === null)).toBe(8 * 11);
});

test('after its release a route begins no read; what others ask for comes', async () => {
  const bench = await createBench();
  const cube = await openRoute(bench);
  bench.state.isHeld = isChunk;
  const { outcomes, done } = askEach(cube, EVERYWHERE);
  await turnsUntil(() => bench.state.held === 24);
  cube.release();
  const place = (await bench.shelf.open('gfs'))!;
  const beside = place.readCells([EVERYWHERE[0]!]); // one of those that are under way
  bench.letThrough();
  await done;
  expect(bench.state.gets.filter(isChunk)).toHaveLength(24);
  expect(outcomes.filter(({ cells }) => cells !== null)).toHaveLength(24);
  for (const { cells, error } of outcomes) if (cells === null) expect(error).toBeInstanceOf(RangeError);
  expect(await beside).toEqual([seriesOf(CUBE, 0, 0)]);
  expect(await place.readCells([{ y: 14, x: 20 }])).toEqual([seriesOf(CUBE, 14, 20)]);
});

test('what a route reads drives out nothing that places ask for, and each finds what the other has read', async () => {
  const bench = await createBench(4 * 2 * 4 * SIZE.elements * SIZE.times);
  const [place, route] = [(await bench.shelf.open('gfs'))!, await openRoute(bench)];
  const home = [{ y: 0, x: 0 }];
  await place.readCells(home);
  await route.readCells(EVERYWHERE);
  bench.state.gets.length = 0;
  await place.readCells([...home, { y: 20, x: 4 }]); // the second lies on the route
  await route.readCells([...home, { y: 20, x: 4 }]);
  expect(bench.state.gets).toEqual([]);
});

test('the version before is read by a route as well', async () => {
  const bench = await createBench();
  await writeCube(bench.memory, randomCube({ ...SIZE, version: 'v2' }));
  await publishVersion(bench.memory, 'gfs', 'v2', 2);
  const previous = (await bench.shelf.openPrevious('gfs', 'route'))!;
  expect(previous.description.version).toBe('v1');
  expect(await previous.readCells([{ y: 3, x: 5 }])).toEqual([seriesOf(CUBE, 3, 5)]);
});
