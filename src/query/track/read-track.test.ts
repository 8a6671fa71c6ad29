/** A track where something is wrong: sources that end, that are torn at a place, that never answer. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type DeadlineByHand, deadlineByHand } from '../../../test/deadline-by-hand.js';
import {
  createMemoryCube,
  HOUR,
  type MemoryCube,
  type MemoryCubeOptions,
  timesFrom,
} from '../../../test/memory-cube.js';
import type { Deadline } from '../../base/deadline.js';
import { ObjectDefectError } from '../../base/errors.js';
import type { Cell, CubeShelf, OpenCube } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { RegularGrid } from '../../model/field.js';
import { readTrack } from './read-track.js';
import type { TrackWant } from './track.js';

/** Latitude, longitude, and the first of the hours. */
type Spot = readonly [latitude: number, longitude: number, start: number];

const spotsAt = (...places: readonly Spot[]) => ({
  count: places.length,
  latitudes: Float64Array.from(places, ([latitude]) => latitude),
  longitudes: Float64Array.from(places, ([, longitude]) => longitude),
  heights: new Float64Array(places.length).fill(Number.NaN),
  starts: Float64Array.from(places, ([, , start]) => start),
  ends: Float64Array.from(places, ([, , start]) => start + HOUR),
});

const cubeOf = (dataset: DatasetId, kelvin: number, more: Partial<MemoryCubeOptions> = {}) =>
  createMemoryCube({ dataset, times: timesFrom(0, 60), fields: { temperature: () => kelvin }, ...more });

/** What stands before the reads of a cube; every `open` is a cube of its own, counted until its release. */
type Trouble = (cells: readonly Cell[], read: () => Promise<Int16Array[]>) => Promise<Int16Array[]>;

interface Stored {
  readonly cube: MemoryCube;
  readonly trouble?: Trouble;
}

function createShelf(stored: Partial<Record<DatasetId, readonly Stored[]>>) {
  let held = 0;
  const lend = ({ cube, trouble }: Stored): OpenCube => {
    held++;
    let isOpen = true;
    return {
      ...cube,
      readCells: (cells) => (trouble ? trouble(cells, () => cube.readCells(cells)) : cube.readCells(cells)),
      release() {
        if (isOpen) held--;
        isOpen = false;
      },
    };
  };
  const openAt = (version: number) => async (dataset: string) => {
    const found = stored[dataset as DatasetId]?.[version];
    return found === undefined ? null : lend(found);
  };
  const shelf: CubeShelf = { open: openAt(0), openPrevious: openAt(1) };
  return { shelf, held: () => held };
}

const WANTS: readonly TrackWant[] = [{ id: 'temperature' }];
const read = (shelf: CubeShelf, spots: ReturnType<typeof spotsAt>, deadline: DeadlineByHand = deadlineByHand()) =>
  readTrack(shelf, HOUR, spots, WANTS, false, deadline);
const temperatures = (track: Awaited<ReturnType<typeof readTrack>>, { starts, count }: ReturnType<typeof spotsAt>) =>
  [...track.instants('temperature', starts, new Float64Array(count))].map((value) => Math.round(value));

const NORTH: Spot = [45, 15, 4 * HOUR];
const SOUTH: Spot = [-45, 15, 4 * HOUR];
/** Rows of the northern half of the coarse globe, 10° apart from the pole. */
const isNorth = (cells: readonly Cell[]) => cells.some(({ y }) => y < 9);
const torn: Trouble = (cells, go) => {
  if (isNorth(cells)) throw new ObjectDefectError('gfs/v1/fc/c/0', 96, 'crc32c of the chunk');
  return go();
};
const tornLater: Trouble = async (cells, go) => torn(cells, go);
const hanging: Trouble = (cells, go) => (isNorth(cells) ? new Promise(() => undefined) : go());

test('each spot is looked at over its own time; what none of the sources reaches is unreached', async () => {
  const { shelf, held } = createShelf({
    gfs: [{ cube: cubeOf('gfs', 0, { fields: { temperature: (t, latitude) => 280 + t / HOUR + latitude / 10 } }) }],
  });
  const spots = spotsAt([10, 0, 4 * HOUR], [-15, 33, 7 * HOUR], [-15, 33, 70 * HOUR]);
  const track = await read(shelf, spots);
  expect(track.states).toEqual(['known', 'known', 'unreached']);
  expect(temperatures(track, spots)).toEqual([285, 286, Number.NaN]);
  expect(held()).toBe(0);
});

test('a place outside of every grid, and a store without any weather, are told apart', async () => {
  const grid: RegularGrid = {
    kind: 'regular',
    columns: 3,
    rows: 3,
    firstLatitude: 60,
    firstLongitude: 0,
    latitudeStep: -10,
    longitudeStep: 10,
  };
  const { shelf } = createShelf({ hrrr: [{ cube: cubeOf('hrrr', 290, { grid }) }] });
  const track = await read(shelf, spotsAt(NORTH, SOUTH));
  expect([track.states, track.has('temperature'), track.has('cape')]).toEqual([['known', 'outside'], true, false]);
  expect((await read(createShelf({}).shelf, spotsAt(NORTH))).states).toEqual(['nothing']);
});

test('where a chunk is torn the version before answers, elsewhere the new one does', async () => {
  const before = cubeOf('gfs', 270, { version: 'v0' });
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280), trouble: tornLater }, { cube: before }] });
  const spots = spotsAt(NORTH, SOUTH);
  const track = await read(shelf, spots);
  expect(temperatures(track, spots)).toEqual([270, 280]);
  expect(track.sources).toMatchObject([{ dataset: 'gfs', used: 2, degraded: 1, defective: 0, overdue: 0 }]);
  expect(track.sources[0]!.description.version).toBe('v1');
  expect(held()).toBe(0);
});

test('where both versions are torn others answer, and where there is no other the spot is defective', async () => {
  const ecmwf = [{ cube: cubeOf('ecmwf-ifs', 280), trouble: tornLater }];
  const both = createShelf({ 'ecmwf-ifs': ecmwf, gfs: [{ cube: cubeOf('gfs', 290) }] });
  const spots = spotsAt(NORTH, SOUTH);
  const track = await read(both.shelf, spots);
  expect([track.states, temperatures(track, spots)]).toEqual([
    ['known', 'known'],
    [290, 280],
  ]);
  expect(track.sources.map(({ dataset, used, defective }) => [dataset, used, defective])).toEqual([
    ['gfs', 1, 0],
    ['ecmwf-ifs', 1, 1],
  ]);
  const alone = createShelf({ 'ecmwf-ifs': ecmwf });
  expect((await read(alone.shelf, spots)).states).toEqual(['defective', 'known']);
  expect([both.held(), alone.held()]).toEqual([0, 0]);
});

test('a cube that cannot be opened is named, and others answer', async () => {
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 290) }] });
  const broken: CubeShelf = {
    ...shelf,
    async open(dataset) {
      if (dataset === 'ecmwf-ifs') throw new ObjectDefectError('ecmwf-ifs/latest.json', 0, 'JSON');
      return shelf.open(dataset);
    },
  };
  const track = await read(broken, spotsAt(NORTH));
  expect([track.states, track.unopened]).toEqual([['known'], [{ dataset: 'ecmwf-ifs', cause: 'defective' }]]);
  expect(held()).toBe(0);
});

test('an error that is no defect comes out, and cubes are given back', async () => {
  const bug: Trouble = async () => {
    throw new TypeError('a bug');
  };
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280), trouble: bug }] });
  await expect(read(shelf, spotsAt(NORTH))).rejects.toThrow('a bug');
  expect(held()).toBe(0);
});

/** Lets everything run that waits for nothing but other promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a chunk that never comes costs the spots that need it, at the deadline and not before', async () => {
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280), trouble: hanging }] });
  const deadline = deadlineByHand();
  const spots = spotsAt(NORTH, SOUTH);
  const reading = read(shelf, spots, deadline);
  await settle();
  expect(held()).toBe(1);
  deadline.pass();
  const track = await reading;
  expect([track.states, temperatures(track, spots)]).toEqual([
    ['late', 'known'],
    [Number.NaN, 280],
  ]);
  expect(track.sources).toMatchObject([{ dataset: 'gfs', used: 1, overdue: 1, defective: 0 }]);
  expect(held()).toBe(0);
});

test('where a better source does not come in time one that was read as well answers', async () => {
  // HRRR's run has just begun and is still faded in, so GFS is read beside it.
  const hrrr = cubeOf('hrrr', 280, { times: timesFrom(4 * HOUR, 18) });
  const { shelf, held } = createShelf({
    hrrr: [{ cube: hrrr, trouble: hanging }],
    gfs: [{ cube: cubeOf('gfs', 290) }],
  });
  const deadline = deadlineByHand();
  const spots = spotsAt(NORTH, SOUTH);
  const reading = read(shelf, spots, deadline);
  await settle();
  deadline.pass();
  const track = await reading;
  expect([track.states, temperatures(track, spots)]).toEqual([
    ['known', 'known'],
    [290, 290],
  ]);
  expect(track.sources.map(({ dataset, overdue }) => [dataset, overdue])).toEqual([
    ['gfs', 0],
    ['hrrr', 1],
  ]);
  expect(held()).toBe(0);
});

/** A deadline in two steps, each passed by hand. */
function twoSteps() {
  const [first, last] = [deadlineByHand(), deadlineByHand()];
  const deadline: Deadline = {
    isPassed: last.isPassed,
    get passed() {
      return first.isPassed() ? last.passed : first.passed;
    },
    cancel: last.cancel,
  };
  return { deadline, first, last };
}

test('where the best hangs all others are read at once, so that a second one that hangs costs no other', async () => {
  const { shelf, held } = createShelf({
    hrrr: [{ cube: cubeOf('hrrr', 280), trouble: hanging }],
    'ecmwf-ifs': [{ cube: cubeOf('ecmwf-ifs', 285), trouble: hanging }],
    gfs: [{ cube: cubeOf('gfs', 290) }],
  });
  const { deadline, first, last } = twoSteps();
  const spots = spotsAt(NORTH, SOUTH);
  const reading = readTrack(shelf, HOUR, spots, WANTS, false, deadline);
  await settle();
  first.pass();
  await settle();
  last.pass();
  const track = await reading;
  expect([track.states, temperatures(track, spots)]).toEqual([
    ['known', 'known'],
    [290, 280],
  ]);
  expect(track.sources.map(({ dataset, used, overdue }) => [dataset, used, overdue])).toEqual([
    ['gfs', 1, 0],
    ['ecmwf-ifs', 0, 1],
    ['hrrr', 1, 1],
  ]);
  expect(held()).toBe(0);
});

test('a source of the weather that hangs is not missed where nothing of the weather is asked for', async () => {
  const { shelf } = createShelf({
    gfs: [{ cube: cubeOf('gfs', 290) }],
    'gefs-aerosol': [{ cube: cubeOf('gefs-aerosol', 0, { fields: { pm2_5: () => 8 } }) }],
  });
  const hung: CubeShelf = {
    ...shelf,
    open: (dataset) => (dataset === 'hrrr' ? new Promise(() => undefined) : shelf.open(dataset)),
  };
  const [deadline, patience] = [deadlineByHand(), deadlineByHand()];
  const spots = spotsAt(NORTH);
  const reading = readTrack(hung, HOUR, spots, [{ id: 'pm2_5' }], false, deadline, patience);
  patience.pass();
  await settle();
  deadline.pass();
  const track = await reading;
  const means = track.means('pm2_5', spots.starts, Float64Array.of(HOUR), new Float64Array(1));
  expect([track.states, Math.round(means[0]!)]).toEqual([['known'], 8]);
});

test('a source that is opened late has the same say as one that was there at once', async () => {
  // HRRR is faded out of from 4:00 to its hole at 6:00, which lies beyond what is kept of a spot at 4:00.
  const hole = (t: number) => (t > 6 * HOUR && t < 20 * HOUR ? Number.NaN : 280);
  const { shelf } = createShelf({
    hrrr: [{ cube: cubeOf('hrrr', 280, { fields: { temperature: hole } }) }],
    gfs: [{ cube: cubeOf('gfs', 290) }],
  });
  const gate: { open?: () => void } = {};
  const slow: CubeShelf = {
    ...shelf,
    async open(dataset) {
      if (dataset === 'gfs')
        await new Promise<void>((resolve) => {
          gate.open = resolve;
        });
      return shelf.open(dataset);
    },
  };
  const patience = deadlineByHand();
  const spots = spotsAt([45, 15, 4 * HOUR]);
  const reading = readTrack(slow, HOUR, spots, WANTS, false, deadlineByHand(), patience);
  await settle();
  patience.pass();
  await settle();
  gate.open!();
  // Two thirds of the three hours of its fade are left.
  expect(temperatures(await reading, spots)).toEqual([283]);
  expect(temperatures(await read(shelf, spots), spots)).toEqual([283]);
});

test('what no source has is unknown, also in the time before a spot', async () => {
  const { shelf } = createShelf({ gfs: [{ cube: cubeOf('gfs', 290) }] });
  const spots = spotsAt(NORTH);
  const wants: readonly TrackWant[] = [...WANTS, { id: 'pm2_5', before: 12 * HOUR }];
  const track = await readTrack(shelf, HOUR, spots, wants, false, deadlineByHand());
  const earlier = spots.starts.map((start) => start - 11 * HOUR);
  expect(track.means('pm2_5', earlier, Float64Array.of(HOUR), new Float64Array(1))[0]).toBeNaN();
});

/** By a collection of everything that nobody holds. */
async function isCollected(weak: WeakRef<object>): Promise<boolean> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 10 && weak.deref() !== undefined; turn++) {
    await settle();
    collect();
  }
  return weak.deref() === undefined;
}

test('what hangs for ever holds nothing of the track', async () => {
  const forever: unknown[] = [];
  const never = <Result>() =>
    new Promise<Result>((resolve) => {
      forever.push(resolve);
    });
  const { shelf } = createShelf({ gfs: [{ cube: cubeOf('gfs', 290), trouble: () => never() }] });
  const hung: CubeShelf = { ...shelf, open: (dataset) => (dataset === 'hrrr' ? never() : shelf.open(dataset)) };
  const readAndForget = async () => {
    const [deadline, patience, spots] = [deadlineByHand(), deadlineByHand(), spotsAt(NORTH)];
    const reading = readTrack(hung, HOUR, spots, WANTS, false, deadline, patience);
    patience.pass();
    await settle();
    deadline.pass();
    expect((await reading).states).toEqual(['late']);
    return [new WeakRef(spots), new WeakRef(deadline)];
  };
  for (const weak of await readAndForget()) expect(await isCollected(weak)).toBe(true);
  expect(forever.length).toBeGreaterThan(1);
});

test("a cube that comes after the deadline is given back; what fails after it is nobody's", async () => {
  const late: { open?: () => void; fail?: (error: Error) => void } = {};
  const failing: Trouble = () =>
    new Promise((_, reject) => {
      late.fail = reject;
    });
  const { shelf, held } = createShelf({
    'ecmwf-ifs': [{ cube: cubeOf('ecmwf-ifs', 280) }],
    gfs: [{ cube: cubeOf('gfs', 290), trouble: failing }],
  });
  const slow: CubeShelf = {
    ...shelf,
    async open(dataset) {
      if (dataset === 'ecmwf-ifs')
        await new Promise<void>((resolve) => {
          late.open = resolve;
        });
      return shelf.open(dataset);
    },
  };
  const deadline = deadlineByHand();
  const reading = read(slow, spotsAt(NORTH), deadline);
  await settle();
  deadline.pass();
  const track = await reading;
  expect([track.states, track.unopened]).toEqual([['late'], [{ dataset: 'ecmwf-ifs', cause: 'overdue' }]]);
  expect(held()).toBe(0);
  late.open!();
  await settle();
  expect(held()).toBe(0);

  const second = deadlineByHand();
  const hanging = read(shelf, spotsAt([45, 15, 58 * HOUR]), second);
  await settle();
  second.pass();
  await hanging;
  late.fail?.(new RangeError('gfs/v1 is read after its release'));
  await settle();
  expect(held()).toBe(0);
});

test('a cube that is not opened in time does not take what the others know with it', async () => {
  const { shelf, held } = createShelf({ gfs: [{ cube: cubeOf('gfs', 290) }] });
  const hung: CubeShelf = {
    ...shelf,
    open: (dataset) => (dataset === 'hrrr' ? new Promise(() => undefined) : shelf.open(dataset)),
  };
  const [deadline, patience] = [deadlineByHand(), deadlineByHand()];
  const spots = spotsAt(NORTH);
  const reading = readTrack(hung, HOUR, spots, WANTS, false, deadline, patience);
  await settle();
  patience.pass();
  await settle();
  deadline.pass();
  const track = await reading;
  expect([track.states, temperatures(track, spots)]).toEqual([['known'], [290]]);
  expect(track.unopened).toEqual([{ dataset: 'hrrr', cause: 'overdue' }]);
  expect([held(), patience.isCancelled()]).toEqual([0, true]);
});

test('spots around the same cells read them once', async () => {
  const calls: string[] = [];
  const counting: Trouble = (cells, go) => {
    calls.push(cells.map(({ y, x }) => `${y},${x}`).join(' '));
    return go();
  };
  const { shelf } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280), trouble: counting }] });
  await read(shelf, spotsAt([45, 15, 0], [44, 16, 2 * HOUR], [43, 17, 3 * HOUR]));
  // Rows 4 and 5 lie in one chunk, columns 1 and 2 in two.
  expect(calls.sort()).toEqual(['4,1 5,1', '4,2 5,2']);
});

test('looking at a spot outside of its own time is a bug of the caller', async () => {
  const { shelf } = createShelf({ gfs: [{ cube: cubeOf('gfs', 280) }] });
  const track = await read(shelf, spotsAt(NORTH));
  const out = new Float64Array(1);
  expect(() => track.instants('temperature', Float64Array.of(6 * HOUR), out)).toThrow(RangeError);
  expect(track.instants('temperature', Float64Array.of(Number.NaN), out)[0]).toBeNaN();
});

test('flags of a step that ends at a time are those of that step', async () => {
  const cube = cubeOf('gfs', 280, {
    fields: { rain_flag: (t) => (t === 4 * HOUR ? 1 : 0), snow_flag: (t) => (t === 5 * HOUR ? 1 : 0) },
  });
  const { shelf } = createShelf({ gfs: [{ cube }] });
  const wants = (['rain_flag', 'snow_flag'] as const).map((id) => ({ id }));
  const track = await readTrack(shelf, HOUR, spotsAt(NORTH), wants, false, deadlineByHand());
  expect(track.flagsOfStepEnding(0, 4 * HOUR)).toMatchObject({ rainFlag: 1, snowFlag: 0, icePelletsFlag: Number.NaN });
  expect(track.flags(0, 4 * HOUR)).toMatchObject({ rainFlag: 0, snowFlag: 1 });
});
