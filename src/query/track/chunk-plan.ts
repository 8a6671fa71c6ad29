/** Which chunks a version is read in: each once, for all spots around its cells. */

import type { Cell } from '../../model/cube.js';
import { CHUNK_COLUMNS, CHUNK_ROWS, chunkColumns } from '../../store/cubes/cube-layout.js';
import { CORNERS } from './spot-places.js';
import type { TrackVersion } from './track-version.js';

/** One call. */
export interface ChunkRead {
  readonly cells: Cell[];
  /** As numbers, y × columns + x. */
  readonly keys: number[];
  /** Positions in the list of spots. */
  readonly readers: number[];
  /** Null before it is there, and when nobody needs it any more. */
  data: readonly Int16Array[] | null;
  /** Spots that wait for it or for another one. */
  waiting: number;
}

export interface ChunkPlan {
  readonly chunks: Iterable<ChunkRead>;
  /** Of each corner of each spot: the chunk, and which of its cells. */
  readonly ofCorners: ChunkRead[];
  readonly cellOf: Int32Array;
  /** Chunks that each spot still waits for. */
  readonly missing: Uint8Array;
}

export function planChunks({ places, description }: TrackVersion, spots: Int32Array): ChunkPlan {
  const chunks = new Map<number, ChunkRead>();
  const ofCorners = new Array<ChunkRead>(CORNERS * spots.length);
  const cellOf = new Int32Array(CORNERS * spots.length);
  const missing = new Uint8Array(spots.length);
  const across = chunkColumns(description.grid);
  for (let reader = 0; reader < spots.length; reader++)
    for (let corner = 0; corner < CORNERS; corner++) {
      const key = places.cells[CORNERS * spots[reader]! + corner]!;
      const x = key % places.columns;
      const y = (key - x) / places.columns;
      const place = Math.floor(y / CHUNK_ROWS) * across + Math.floor(x / CHUNK_COLUMNS);
      let chunk = chunks.get(place);
      if (chunk === undefined) {
        chunk = { cells: [], keys: [], readers: [], data: null, waiting: 0 };
        chunks.set(place, chunk);
      }
      if (chunk.readers.at(-1) !== reader) {
        chunk.readers.push(reader);
        chunk.waiting++;
        missing[reader] = missing[reader]! + 1;
      }
      const at = CORNERS * reader + corner;
      ofCorners[at] = chunk;
      cellOf[at] = cellIn(chunk, key, y, x);
    }
  return { chunks: chunks.values(), ofCorners, cellOf, missing };
}

function cellIn(chunk: ChunkRead, key: number, y: number, x: number): number {
  const known = chunk.keys.indexOf(key);
  if (known >= 0) return known;
  chunk.keys.push(key);
  return chunk.cells.push({ y, x }) - 1;
}
