/** What a drawing thread knows of alerts: versions, and what it was told of them. */

import { expect, test } from 'vitest';
import { isTagged } from '../../../../base/errors.js';
import { polygon } from '../../../../grid/alert-areas.fixture.js';
import type { AlertShape, TileAddress } from '../../../../model/tile.js';
import { alertChange, createAlertScene } from './alert-scene.js';

const square = (id: string, west: number): AlertShape => ({
  id,
  severity: 'severe',
  polygons: [polygon(`${west} 0, ${west + 1} 0, ${west + 1} 1, ${west} 1`)],
  circles: [],
});

const WORLD: TileAddress = { z: 0, x: 0, y: 0 };

function drawn(version: string, ...shapes: AlertShape[]) {
  const ids = shapes.map(({ id }) => id);
  return { version, ids, shapeOf: (id: string) => shapes.find((shape) => shape.id === id)! };
}

test('a version has the shapes that were told of it or before, and none that ended', () => {
  const scenes = createAlertScene();
  const [a, b, c] = [square('a', 0), square('b', 50), square('c', 100)];
  scenes.show({ version: 'one', ids: ['a', 'b'], added: [a, b] });
  scenes.show({ version: 'two', ids: ['b', 'c'], added: [c] });
  const polygonsOf = (version: string) => scenes.at(version).near(WORLD).length;
  expect([polygonsOf('one'), polygonsOf('two')]).toEqual([2, 2]);
  const [first, second] = [scenes.at('one').near(WORLD), scenes.at('two').near(WORLD)];
  // b is the same object, with what was worked out for it
  expect(second.filter((one) => first.includes(one))).toHaveLength(1);
});

test('a tile gets the polygons whose box it meets, with a margin of a pixel', () => {
  const scenes = createAlertScene();
  scenes.show({ version: 'one', ids: ['a', 'b'], added: [square('a', 0), square('b', 50)] });
  const near = (z: number, x: number, y: number) => scenes.at('one').near({ z, x, y }).length;
  expect(near(1, 1, 0)).toBe(2);
  expect(near(1, 0, 0)).toBe(1); // a touches 0° E
  expect(near(5, 16, 15)).toBe(1);
  expect(near(5, 20, 15)).toBe(1);
  expect(near(5, 3, 3)).toBe(0);
  expect(() => near(13, 0, 0)).toThrow(RangeError);
});

test('an unknown version is missing, and so is one that many others came after', () => {
  const scenes = createAlertScene();
  const isMissing = (version: string) => {
    try {
      scenes.at(version);
      return false;
    } catch (error) {
      return isTagged(error, 'object-missing') && error.key === `alerts/${version}`;
    }
  };
  expect(isMissing('one')).toBe(true);
  for (const version of ['one', 'two', 'three', 'four', 'one']) scenes.show({ version, ids: [], added: [] });
  expect(['one', 'two', 'three', 'four'].map(isMissing)).toEqual([false, false, false, false]);
  scenes.show({ version: 'five', ids: [], added: [] });
  expect(['one', 'two', 'three', 'four', 'five'].map(isMissing)).toEqual([false, true, false, false, false]);
  expect(scenes.at('one').near(WORLD)).toEqual([]);
});

test('a shape that was never told, or is forgotten, is refused, and the versions stand', () => {
  const scenes = createAlertScene();
  scenes.show({ version: 'one', ids: ['a'], added: [square('a', 0)] });
  expect(() => scenes.show({ version: 'two', ids: ['a', 'b'], added: [] })).toThrow(
    new RangeError('alert shape b of version two was not told'),
  );
  expect(scenes.at('one').near(WORLD)).toHaveLength(1);
  for (const version of ['w', 'x', 'y', 'z']) scenes.show({ version, ids: [], added: [] });
  expect(() => scenes.show({ version: 'three', ids: ['a'], added: [] })).toThrow(RangeError);
});

test('a change says what is new to one who knows the shapes before', () => {
  const [a, b] = [square('a', 0), square('b', 50)];
  expect(alertChange(new Set(), drawn('one', a, b))).toEqual({ version: 'one', ids: ['a', 'b'], added: [a, b] });
  expect(alertChange(new Set(['a', 'z']), drawn('two', a, b))).toEqual({
    version: 'two',
    ids: ['a', 'b'],
    added: [b],
  });
});
