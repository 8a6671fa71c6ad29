import { expect, test } from 'vitest';
import { createMemoryCube, createMemoryShelf, timesFrom } from '../../test/memory-cube.js';
import { readServedPoint } from './served-point.js';

const cube = (version: string, options = {}) =>
  createMemoryCube({ times: timesFrom(0, 2), fields: { temperature: () => 280.15 }, version, ...options });

const NOWHERE = { ...cube('x').description.grid, columns: 2, rows: 2 };

for (const [name, published, previous, expected] of [
  ['the published version serves', cube('new'), cube('old'), { kind: 'series', degraded: false }],
  [
    'a torn one gives way to the one before',
    cube('new', { torn: true }),
    cube('old'),
    { kind: 'series', degraded: true },
  ],
  ['two torn ones are a defect', cube('new', { torn: true }), cube('old', { torn: true }), { kind: 'defective' }],
  ['a torn one with none before is a defect', cube('new', { torn: true }), null, { kind: 'defective' }],
  ['an empty shelf has nothing', null, null, { kind: 'nothing' }],
  ['a region that does not hold the point', cube('new', { grid: NOWHERE }), null, { kind: 'outside' }],
] as const)
  test(`${name}, and every version is released`, async () => {
    const served = await readServedPoint(createMemoryShelf(published, previous), 'gfs', 0, 0, ['temperature'], {
      start: 0,
      end: 1,
    });
    expect(served).toMatchObject(expected);
    if (served.kind === 'series') expect(served.series.description.version).toBe(served.degraded ? 'old' : 'new');
    expect([published?.readers() ?? 0, previous?.readers() ?? 0]).toEqual([0, 0]);
  });

test('an error that is no defect is not swallowed', async () => {
  const shelf = createMemoryShelf({ ...cube('new'), opened: () => Promise.reject(new TypeError('a bug')) as never });
  await expect(readServedPoint(shelf, 'gfs', 0, 0, [], { start: 0, end: 1 })).rejects.toThrow('a bug');
});
