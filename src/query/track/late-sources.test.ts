/** A track where sources hang: who answers in their place, and that nothing of them is left behind. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deadlineByHand } from '../../../test/deadline-by-hand.js';
import {
  createShelf,
  cubeOf,
  hanging,
  NORTH,
  read,
  SOUTH,
  settle,
  spotsAt,
  type Trouble,
  temperatures,
  WANTS,
} from '../../../test/faulty-track.js';
import { timesFrom } from '../../../test/memory-cube.js';
import type { Deadline } from '../../base/deadline.js';
import type { CubeShelf } from '../../model/cube.js';
import { HOUR } from '../../model/time.js';
import { readTrack } from './read-track.js';

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
  const [deadline, softDeadline] = [deadlineByHand(), deadlineByHand()];
  const spots = spotsAt(NORTH);
  const reading = readTrack(hung, HOUR, spots, [{ id: 'pm2_5' }], false, deadline, softDeadline);
  softDeadline.pass();
  await settle();
  deadline.pass();
  const track = await reading;
  const means = track.means('pm2_5', spots.starts, Float64Array.of(HOUR), new Float64Array(1));
  expect([track.states, Math.round(means[0]!)]).toEqual([['known'], 8]);
});

test('a source that is opened late has the same say as one that was there at once', async () => {
  // HRRR is faded out of from 4:00 to its gap at 6:00, which lies beyond what is kept of a spot at 4:00.
  const gap = (t: number) => (t > 6 * HOUR && t < 20 * HOUR ? Number.NaN : 280);
  const { shelf } = createShelf({
    hrrr: [{ cube: cubeOf('hrrr', 280, { fields: { temperature: gap } }) }],
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
  const softDeadline = deadlineByHand();
  const spots = spotsAt([45, 15, 4 * HOUR]);
  const reading = readTrack(slow, HOUR, spots, WANTS, false, deadlineByHand(), softDeadline);
  await settle();
  softDeadline.pass();
  await settle();
  gate.open!();
  // Two thirds of the three hours of its fade are left.
  expect(temperatures(await reading, spots)).toEqual([283]);
  expect(temperatures(await read(shelf, spots), spots)).toEqual([283]);
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
    const [deadline, softDeadline, spots] = [deadlineByHand(), deadlineByHand(), spotsAt(NORTH)];
    const reading = readTrack(hung, HOUR, spots, WANTS, false, deadline, softDeadline);
    softDeadline.pass();
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
  const [deadline, softDeadline] = [deadlineByHand(), deadlineByHand()];
  const spots = spotsAt(NORTH);
  const reading = readTrack(hung, HOUR, spots, WANTS, false, deadline, softDeadline);
  await settle();
  softDeadline.pass();
  await settle();
  deadline.pass();
  const track = await reading;
  expect([track.states, temperatures(track, spots)]).toEqual([['known'], [290]]);
  expect(track.unopened).toEqual([{ dataset: 'hrrr', cause: 'overdue' }]);
  expect([held(), softDeadline.isCancelled()]).toEqual([0, true]);
});
