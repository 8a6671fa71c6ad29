import { expect, test } from 'vitest';
import { createMemoryAlerts } from '../../../test/memory-alerts.js';
import { RecordsError } from '../../base/errors.js';
import type { AlertMessage } from '../../model/alert.js';
import type { AlertRecords } from '../../model/records.js';
import { area, at, codes, info, message, square } from '../../query/alerts/messages.fixture.js';
import { createViewKeeper } from './view.js';

const HERE = info({ areas: [area({ polygons: [square(0, 0)] })], expires: at('20:00') });
const clock = { now: () => at('12:00') };
const one = (identifier: string): AlertMessage => message(identifier, { infos: [HERE] });

function keeperOf(changes: Partial<AlertRecords> = {}) {
  const records = createMemoryAlerts();
  const keeper = createViewKeeper({ records: { ...records, ...changes }, feeds: [], clock });
  const ids = () =>
    keeper
      .current()!
      .index.at(0.5, 0.5, at('12:00'))
      .map(({ id }) => id);
  return { records, keeper, ids };
}

test('there is no view before the first refresh, and an empty one after it', async () => {
  const { keeper } = keeperOf();
  expect(keeper.current()).toBeNull();
  await keeper.refresh();
  expect(keeper.current()).toMatchObject({ number: 1, newestMessage: null, watches: [] });
});

test('a refresh takes up what came, changed and went, and a view in hand stays what it was', async () => {
  const { records, keeper, ids } = keeperOf();
  await records.add('a', [one('x'), one('y')], 100);
  await keeper.refresh();
  const before = keeper.current()!;
  expect([ids(), before.newestMessage]).toEqual([['x', 'y'], 100]);
  await records.add(
    'a',
    [message('c', { messageType: 'cancel', references: ['x'], sent: at('11:00'), infos: [] })],
    200,
  );
  expect(ids()).toEqual(['x', 'y']);
  await keeper.refresh();
  expect([ids(), keeper.current()!.newestMessage]).toEqual([['y'], 200]);
  expect(before.index.at(0.5, 0.5, at('12:00'))).toHaveLength(2);
  await records.forget(at('23:00') + 2 * 86_400);
  await keeper.refresh();
  expect(ids()).toEqual([]);
});

test('zones that are replaced move the alerts that name them', async () => {
  const { records, keeper, ids } = keeperOf();
  const coded = info({ areas: [area({ geocodes: codes('ugc', 'TXC001') })], expires: at('20:00') });
  await records.add('a', [message('coded', { infos: [coded] })], 100);
  await keeper.refresh();
  expect(ids()).toEqual([]);
  const zone = { scheme: 'ugc', value: 'TXC001', name: null } as const;
  await records.putZones('ugc', 'v1', [{ ...zone, polygons: [square(0, 0)] }]);
  await keeper.refresh();
  expect(ids()).toEqual(['coded']);
  await records.putZones('ugc', 'v2', [{ ...zone, polygons: [square(10, 10)] }]);
  await keeper.refresh();
  expect(ids()).toEqual([]);
});

test('a refresh without news changes nothing, one with a poll only keeps the index', async () => {
  const { records, keeper } = keeperOf();
  await records.add('a', [one('x')], 100);
  await keeper.refresh();
  const before = keeper.current()!;
  await keeper.refresh();
  expect(keeper.current()).toBe(before);
  const state = { etag: null, lastModified: null, lastSuccess: 5, lastFailure: null, failure: null };
  await records.setPollState('a', state);
  await keeper.refresh();
  expect(keeper.current()).toMatchObject({ number: before.number + 1 });
  expect(keeper.current()!.index).toBe(before.index);
});

test('when the records fail the view stands, and nothing is missed by the next refresh', async () => {
  let fails = false;
  const records = createMemoryAlerts();
  const zones = (): ReturnType<AlertRecords['zones']> =>
    fails ? Promise.reject(new RecordsError('cannot read zones')) : records.zones();
  const keeper = createViewKeeper({ records: { ...records, zones }, feeds: [], clock });
  await keeper.refresh();
  fails = true;
  await records.add('a', [one('x')], 100);
  await records.putZones('ugc', 'v1', []);
  await expect(keeper.refresh()).rejects.toThrow('cannot read zones');
  expect(keeper.current()).toMatchObject({ number: 1 });
  fails = false;
  await keeper.refresh();
  expect(keeper.current()!.index.at(0.5, 0.5, at('12:00'))).toHaveLength(1);
});

test('two refreshes at once are one after the other, and both end in the newest view', async () => {
  const { records, keeper, ids } = keeperOf();
  const first = keeper.refresh();
  await records.add('a', [one('x')], 100);
  await Promise.all([first, keeper.refresh()]);
  expect(ids()).toEqual(['x']);
});
