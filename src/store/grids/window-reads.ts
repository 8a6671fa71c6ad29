/**
 * Windows of many cells at once: each chunk is asked for once, its windows are copied out, and the chunk is let go.
 *
 * Not held, because 2,000 places on the way round the globe lie in 4,500 chunks of GFS, 180 MB decoded; their windows
 * of some hours are 3 MB. And not asked for all at once: a decompression blocks the loop for 0.1 ms, and what has come
 * by then is decompressed in one go, so 4,500 would keep every other request waiting for half a second.
 *
 * Chunks beside each other are not read in one range. From a directory that saved 5% on a route due east and nothing on
 * one due north, since a chunk costs 10 µs to read and 100 to check and decompress.
 */

import type { CellWindow, CubeDescription, WindowReads } from '../../model/cube.js';
import type { ChunkSource } from './cube-chunks.js';
import { locateCell } from './cube-layout.js';
import { chunksPerShard } from './shard-index.js';

/**
 * Reads under way at once in one shard; with 8 the disk is never what is waited for. Counted by shard and not in all, so
 * that reads which hang keep nobody waiting but their shard.
 */
const READS_PER_SHARD = 8;

/** The windows in one chunk. */
interface ChunkWindows {
  readonly shard: number;
  readonly chunk: number;
  /** Which of the windows, and for each of them which cell of the chunk. */
  readonly indexes: number[];
  readonly places: number[];
}

/**
 * @param report  told of each chunk that cannot be read, when it happens
 * @throws RangeError  a window has steps that the cube has not
 */
export function readWindowsOf(
  description: CubeDescription,
  windows: readonly CellWindow[],
  chunkAt: ChunkSource,
  report: (error: unknown) => void,
): WindowReads {
  const results = new Array<Int16Array | Error | null>(windows.length).fill(null);

  async function settle({ shard, chunk, indexes, places }: ChunkWindows): Promise<void> {
    try {
      const loaded = chunkAt(shard, chunk);
      const cells = loaded instanceof Int16Array ? loaded : await loaded;
      for (const [n, i] of indexes.entries()) results[i] = copyWindow(cells, places[n]!, description, windows[i]!);
    } catch (error) {
      report(error);
      for (const i of indexes) results[i] = error instanceof Error ? error : new Error(String(error));
    }
  }

  async function settleAll(waiting: Iterable<ChunkWindows>): Promise<void> {
    for (const group of waiting) await settle(group);
  }

  const reads = [...groupByShard(groupByChunk(description, windows))].flatMap((groups) => {
    const waiting = groups.values();
    return Array.from({ length: Math.min(READS_PER_SHARD, groups.length) }, () => settleAll(waiting));
  });
  return { results, done: Promise.all(reads).then(() => undefined) };
}

function groupByChunk({ grid, times }: CubeDescription, windows: readonly CellWindow[]): Iterable<ChunkWindows> {
  const groups = new Map<number, ChunkWindows>();
  const perShard = chunksPerShard(grid);
  for (const [i, window] of windows.entries()) {
    const { from, to } = window;
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || from > to || to > times.length)
      throw new RangeError(`steps ${from} to ${to} of a series of ${times.length}`);
    const { shard, chunk, place } = locateCell(grid, window);
    const number = shard * perShard + chunk;
    const group = groups.get(number) ?? { shard, chunk, indexes: [], places: [] };
    if (group.indexes.length === 0) groups.set(number, group);
    group.indexes.push(i);
    group.places.push(place);
  }
  return groups.values();
}

function groupByShard(groups: Iterable<ChunkWindows>): Iterable<ChunkWindows[]> {
  const shards = new Map<number, ChunkWindows[]>();
  for (const group of groups) {
    const others = shards.get(group.shard);
    if (others === undefined) shards.set(group.shard, [group]);
    else others.push(group);
  }
  return shards.values();
}

/** Shape [element, step]; a loop, because a window is shorter than what a call of `set` costs. */
function copyWindow(
  cells: Int16Array,
  place: number,
  { elements, times }: CubeDescription,
  { from, to }: CellWindow,
): Int16Array {
  const steps = to - from;
  const copy = new Int16Array(elements.length * steps);
  let at = 0;
  for (let element = 0; element < elements.length; element++) {
    const start = (place * elements.length + element) * times.length;
    for (let k = start + from; k < start + to; k++) copy[at++] = cells[k]!;
  }
  return copy;
}
