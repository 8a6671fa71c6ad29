import { expect, test } from 'vitest';
import { createDrawnTiles } from './drawn-tiles.js';
import type { OrderedTile } from './tile-location.js';

const ADDRESS = { layer: 'radar', z: 3, x: 1, y: 2 } as const;

/** Of one picture, however it was asked for. */
function tileAt(time: number | null): OrderedTile {
  return {
    request: { ...ADDRESS, time, site: null },
    ...{ tag: 'frame-3-1-2', validTime: 1000, maxAge: 120, isLate: false, isSimulated: false },
    order: { ...ADDRESS, sources: [], validTime: 1000 },
  };
}

test('a tile is the last one of all questions that it was given for, drawn or found', async () => {
  let drawn = 0;
  const drawing = {
    draw: async () => Uint8Array.of(++drawn),
    ...{ showAlerts: () => undefined, close: async () => undefined },
  };
  const tiles = createDrawnTiles({ drawing, cacheBytes: 1e6, store: null });
  const [newest, ofTime, later] = [tileAt(null), tileAt(1000), tileAt(1060)];
  expect((await Promise.all([tiles.get(newest), tiles.get(ofTime)])).map(({ outcome }) => outcome)).toEqual([
    'MISS',
    'MISS',
  ]);
  expect((await tiles.get(later)).outcome).toBe('HIT');
  expect(drawn).toBe(1);
  for (const { request } of [newest, ofTime, later])
    expect(tiles.last(request)).toMatchObject({ outcome: 'STALE', tag: 'frame-3-1-2', bytes: Buffer.of(1) });
  expect(tiles.last(tileAt(2000).request)).toBeNull();
});
