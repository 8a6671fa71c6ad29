/**
 * Windows of many cells at once: each chunk is asked for once, its windows are copied out, and the chunk is let go.
 */

import type { CellWindow, CubeDescription, WindowReads } from '../../model/cube.js';
import { locateCell } from './cube-layout.js';

/** Where a decoded chunk comes from: at hand, or the promise of it. */
export type ChunkSource = (shard: number, chunk: number) => Int16Array | Promise<Int16Array>;

interface ChunkWindows {
  readonly shard: number;
  readonly chunk: number;
  /** Which of the windows, and which cell of the chunk each of them is of. */
  readonly indexes: number[];
  readonly places: number[];
}

/** @throws RangeError  a window is not of the cube */
export function readWindowsOf(
  description: CubeDescription,
  windows: readonly CellWindow[],
  chunkAt: ChunkSource,
  report: (error: unknown) => void,
): WindowReads {
  const results = new Array<Int16Array | Error | null>(windows.length).fill(null);
  async function settle(group: ChunkWindows): Promise<void> {
    try {
      const loaded = chunkAt(group.shard, group.chunk);
      const chunk = loaded instanceof Int16Array ? loaded : await loaded;
      for (const [n, i] of group.indexes.entries())
        results[i] = copyWindow(chunk, group.places[n]!, description, windows[i]!);
    } catch (error) {
      report(error);
      for (const i of group.indexes) results[i] = error as Error;
    }
  }
  const groups = groupByChunk(description, windows);
  return { results, done: Promise.all(groups.map(settle)).then(() => undefined) };
}

function groupByChunk({ grid, times }: CubeDescription, windows: readonly CellWindow[]): ChunkWindows[] {
  const groups = new Map<string, ChunkWindows>();
  for (const [i, window] of windows.entries()) {
    const { y, x, from, to } = window;
    if (!(from >= 0 && from <= to && to <= times.length))
      throw new RangeError(`steps ${from} to ${to} of a series of ${times.length}`);
    const { shard, chunk, place } = locateCell(grid, { y, x });
    const key = `${shard}/${chunk}`;
    const group = groups.get(key) ?? { shard, chunk, indexes: [], places: [] };
    groups.set(key, group);
    group.indexes.push(i);
    group.places.push(place);
  }
  return [...groups.values()];
}

function copyWindow(chunk: Int16Array, place: number, description: CubeDescription, { from, to }: CellWindow) {
  const [elements, times, steps] = [description.elements.length, description.times.length, to - from];
  const copy = new Int16Array(elements * steps);
  for (let element = 0; element < elements; element++) {
    const start = (place * elements + element) * times + from;
    for (let k = 0; k < steps; k++) copy[element * steps + k] = chunk[start + k]!;
  }
  return copy;
}
