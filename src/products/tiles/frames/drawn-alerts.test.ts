import { expect, test } from 'vitest';
import type { ProductState } from '../../../model/product.js';
import type { AlertChange } from '../../../model/tile.js';
import { createAlertSet } from './drawn-alerts.js';

function situation() {
  const told: AlertChange[] = [];
  const state = { version: 'one', ids: ['a', 'b'], product: 'ready' as ProductState, now: 1000.5 };
  const set = createAlertSet(
    {
      drawn: async () => ({
        version: state.version,
        ids: state.ids,
        shapeOf: (id) => ({ id, severity: 'minor', polygons: [], circles: [] }),
      }),
      status: async () => ({
        ...{ product: 'alerts', state: state.product, detail: 'no poll has succeeded' },
        ...{ updatedAt: null, referenceTime: null },
      }),
    },
    { showAlerts: (change) => void told.push(change) },
    { now: () => state.now },
  );
  const tellings = () => told.map(({ version, ids, added }) => [version, ids.join(), added.map(({ id }) => id).join()]);
  return { set, state, tellings };
}

test('who draws is told of each set once, and of a shape once while it stays', async () => {
  const { set, state, tellings } = situation();
  await set.now();
  await set.now();
  Object.assign(state, { version: 'two', ids: ['b', 'c'] });
  await set.now();
  Object.assign(state, { version: 'one', ids: ['a', 'b'] });
  await set.now();
  expect(tellings()).toEqual([
    ['one', 'a,b', 'a,b'],
    ['two', 'b,c', 'c'],
    ['one', 'a,b', 'a'],
  ]);
});

test('a set holds since it was first seen, and is late when the feeds are', async () => {
  const { set, state } = situation();
  await set.now();
  Object.assign(state, { now: 5000, product: 'stale' });
  expect(await set.now()).toEqual({ version: 'one', since: 1000, isLate: true });
});

test.each(['unavailable', 'warming'] as const)('while alerts are %s there is nothing to show', async (product) => {
  const { set, state, tellings } = situation();
  state.product = product;
  expect(await set.now()).toMatchObject({ reason: 'no poll has succeeded' });
  expect(tellings()).toEqual([]);
});
