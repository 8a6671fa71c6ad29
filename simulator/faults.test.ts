import { expect, test } from 'vitest';
import { createFaultQueue, type Fault } from './faults.js';

test('a fault hits the paths that it names, as often as it says', () => {
  const faults = createFaultQueue();
  faults.add({ kind: 'reset', path: '\\.idx$', count: 2 }, { kind: 'status', path: 'f00[12]' });
  expect(faults.take('/f003')).toBeNull();
  expect(['/f001.idx', '/f009.idx', '/f001.idx', '/f001.idx'].map((path) => faults.take(path)?.kind ?? null)).toEqual([
    'reset',
    'reset',
    'status',
    null,
  ]);
  expect(faults.list()).toEqual([]);
});

test('a fault without a count stays until cleared', () => {
  const faults = createFaultQueue();
  faults.add({ kind: 'corrupt', path: '.', count: null });
  for (let n = 0; n < 50; n++) expect(faults.take('/x')?.kind).toBe('corrupt');
  expect(faults.list()).toEqual([{ kind: 'corrupt', path: '.', count: null }]);
  faults.clear();
  expect(faults.take('/x')).toBeNull();
});

test('lateness is no fault of a request; the longest counts', () => {
  const faults = createFaultQueue();
  faults.add({ kind: 'late', path: 'f00', seconds: 60 }, { kind: 'late', path: 'f003', seconds: null });
  expect(faults.take('/f001')).toBeNull();
  expect(['/f001', '/f003', '/f010'].map((path) => faults.latenessOf(path))).toEqual([60, Infinity, 0]);
});

test('an early file has a negative lateness, unless it is late too', () => {
  const faults = createFaultQueue();
  faults.add({ kind: 'early', path: 'a', seconds: 300 });
  expect([faults.latenessOf('/a'), faults.latenessOf('/b')]).toEqual([-300, 0]);
  faults.add({ kind: 'late', path: 'a', seconds: 60 });
  expect(faults.latenessOf('/a')).toBe(60);
  expect(faults.take('/a')).toBeNull();
});

test('a fault of a span of time hits the frames that show it, and no file without a time', () => {
  const faults = createFaultQueue();
  faults.add({ kind: 'late', path: 'Rate', seconds: null, from: 1000, to: 2000 });
  faults.add({ kind: 'corrupt', path: 'Rate', count: 1, from: 5000 });
  faults.add({ kind: 'duplicate', path: 'Rate', to: 100 });
  expect([999, 1000, 2000, 2001].map((at) => faults.latenessOf('/Rate', at))).toEqual([0, Infinity, Infinity, 0]);
  expect(faults.latenessOf('/Rate')).toBe(0);
  expect([faults.take('/Rate'), faults.take('/Rate', 4999), faults.take('/Rate', 5000)?.kind]).toEqual([
    null,
    null,
    'corrupt',
  ]);
  expect([faults.isDuplicate('/Rate', 100), faults.isDuplicate('/Rate', 101)]).toEqual([true, false]);
  expect(faults.list().map(({ kind }) => kind)).toEqual(['late', 'duplicate']);
});

test.each([
  [{ kind: 'early', path: '.' }, 'seconds is 0'],
  [{ kind: 'early', path: '.', seconds: null }, 'seconds is null'],
  [{ kind: 'late', path: '.', from: 'noon' }, 'from is noon'],
  [{ kind: 'sulk', path: '.' }, 'kind is sulk'],
  [{ kind: 'reset', path: '(' }, 'path is (, needs'],
  [{ kind: 'reset' }, 'path is undefined'],
  [{ kind: 'reset', path: '.', count: 0 }, 'count is 0'],
  [{ kind: 'status', path: '.', status: 200 }, 'status is 200'],
  [{ kind: 'late', path: '.', seconds: -1 }, 'seconds is -1'],
])('%o is refused', (fault, message) => {
  expect(() => createFaultQueue().add(fault as Fault)).toThrow(message);
});
