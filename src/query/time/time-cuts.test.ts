import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryCube, timesFrom } from '../../../test/memory-cube.js';
import { HOUR } from '../../model/time.js';
import { stretchesOfInstants, timeCutsOf } from './time-cuts.js';

const RUN = 1_000_000 * HOUR;
const cutsOf = (times: readonly number[], referenceTime = RUN) =>
  timeCutsOf(createMemoryCube({ times, referenceTime, fields: {} }).description);
const inHours = (times: Float64Array) => Array.from(times, (time) => (time - RUN) / HOUR);
const hours = (start: number, end: number) => ({ start: RUN + start * HOUR, end: RUN + end * HOUR });

test.each<[name: string, times: readonly number[], begin: number]>([
  ['GEFS begins at step 3, whose total is of 0 to 3', [3, 6, 9], 0],
  ['its second part at step 246, whose total is of 240 to 246', [246, 252, 258], 240],
  ['a quarter-hourly run at its first quarter', [0.25, 0.5, 0.75], 0],
  ['the first step is no longer than the second', [6, 7, 8], 5],
  ['and does not begin before the run', [1, 4, 7], 0],
  ['ECMWF has step 0, which is an instant and no interval', [0, 3, 6], 0],
  ['a cube with a past begins where it begins', [-12, -9, -6], -12],
  ['one step alone has no length', [6], 6],
])('%s', (_name, steps, begin) => {
  const cuts = cutsOf(steps.map((step) => RUN + step * HOUR));
  expect(cuts.reach).toEqual(hours(begin, steps.at(-1)!));
  const { times, edges } = cuts.around(cuts.reach, 0, 0);
  expect(inHours(times)).toEqual(steps);
  expect(inHours(edges)).toEqual(begin < steps[0]! ? [begin, ...steps] : steps);
});

test('a cut holds what touches the span and its fades, and two steps more on each side for the slopes', () => {
  const cuts = cutsOf(timesFrom(RUN, 100));
  // 20 … 24 touch the span; 3 h before and 6 h after it belong to the fades.
  const { from, to, times } = cuts.around(hours(20, 24), 3 * HOUR, 6 * HOUR);
  expect([from, to]).toEqual([15, 33]);
  expect(inHours(times)).toEqual(Array.from({ length: 18 }, (_, k) => 15 + k));
});

test('the same cut of the same version is the same object, so that places among its nodes are found again', () => {
  const { description } = createMemoryCube({ times: timesFrom(RUN, 100), fields: {} });
  const cut = timeCutsOf(description).around(hours(20, 24), 0, 0);
  expect(timeCutsOf(description).around(hours(20, 24), 0, 0)).toBe(cut);
  expect(timeCutsOf(description).around(hours(20.5, 23.5), 0, 0).times).toBe(cut.times);
});

test('whatever the axis and the span, the nodes that a value needs are in the cut, and edges end where times end', () => {
  const axis = fc
    .array(fc.constantFrom(0.25, 1, 3, 6, 12), { minLength: 1, maxLength: 40 })
    .chain((steps) => fc.record({ steps: fc.constant(steps), first: fc.integer({ min: -3, max: 6 }) }));
  fc.assert(
    fc.property(
      axis,
      fc.integer({ min: -40, max: 200 }),
      fc.integer({ min: 1, max: 60 }),
      ({ steps, first }, at, long) => {
        const all = [first];
        for (const step of steps) all.push(all.at(-1)! + step);
        const cuts = cutsOf(all.map((time) => RUN + time * HOUR));
        const { from, to, times, edges } = cuts.around(hours(at, at + long), 0, 0);
        const held = inHours(times);
        expect(held).toEqual(all.slice(from, to));
        const before = all.filter((time) => time <= at).at(-1);
        const after = all.find((time) => time >= at + long);
        for (const needed of [...all.filter((time) => time >= at && time < at + long), before, after])
          if (needed !== undefined) expect(held).toContain(needed);
        expect(edges.at(-1)).toBe(times.at(-1));
        expect([0, 1]).toContain(edges.length - times.length);
      },
    ),
  );
});

test('nodes more than six hours apart have a gap between them; no node has no stretch', () => {
  const nodes = (...steps: number[]) => Float64Array.from(steps, (step) => RUN + step * HOUR);
  expect(stretchesOfInstants(nodes(0, 1, 7, 14, 20))).toEqual([hours(0, 7), hours(14, 20)]);
  expect(stretchesOfInstants(nodes(5))).toEqual([hours(5, 5)]);
  expect(stretchesOfInstants(nodes())).toEqual([]);
});
