/** A published terrain whose pixels are a function of their place in the world, a clock and a log; for tests. */

import type { Clock } from '../../base/clock.js';
import { type Log, silentLog } from '../../base/log.js';
import { TILE_PIXELS, type TileWindow, tileWindow } from '../../grid/web-mercator.js';
import type { MemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { beginTerrain, publishTerrain as publishVersion } from '../../store/terrain/terrain-writer.js';

/** Height of a pixel of the world, m; NaN missing. */
export type HeightOf = (x: number, y: number) => number;

/** The name of the version. */
export async function publishTerrain(
  objects: MemoryObjects,
  window: TileWindow,
  heightOf: HeightOf,
  now = 0,
): Promise<string> {
  const origin = `test ${now}`;
  const draft = await beginTerrain(objects, { source: 'terrarium', origin, simulated: true, window }, now);
  const side = 2 ** window.zoom;
  for (let y = 0; y < window.down; y++)
    for (let x = 0; x < window.across; x++) {
      const [left, top] = [((window.firstX + x) % side) * TILE_PIXELS, (window.firstY + y) * TILE_PIXELS];
      const heights = Float32Array.from({ length: TILE_PIXELS ** 2 }, (_, i) =>
        heightOf(left + (i % TILE_PIXELS), top + Math.floor(i / TILE_PIXELS)),
      );
      await draft.write(x, y, heights);
    }
  await publishVersion(objects, draft.description.version, now);
  return draft.description.version;
}

export function movingClock(): Clock & { pass(seconds: number): void } {
  let now = 1000;
  return {
    now: () => now,
    pass(seconds) {
      now += seconds;
    },
  };
}

export const GLOBE_2 = tileWindow(null, 2);
/** Pixels along one side of it. */
export const WORLD_2 = TILE_PIXELS * 4;
/** Continuous round the globe, in whole steps of the store at the centres. */
export const rolling: HeightOf = (x, y) =>
  Math.round(4000 * (Math.sin((2 * Math.PI * (x + 0.5)) / WORLD_2) + y / WORLD_2)) / 4;

export function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const line = (_: object, message: string): void => void lines.push(message);
  return { debug: line, info: line, warn: line, error: line, child: () => silentLog, lines };
}
