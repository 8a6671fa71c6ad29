/**
 * Reads the cells that spots need of one version, chunk by chunk: each once, for all spots around it. A chunk is a call
 * of its own, so that one that is torn or does not come costs only the spots that need it. A spot's window is filled when
 * the last of its cells is there; then they are let go.
 */

import { isUnreadable } from '../../base/errors.js';
import { combineFlagsInto, combineInto, type FourCorners } from '../layers/point.js';
import { meansToTotals } from '../time/series.js';
import type { Steps } from '../time/time-cuts.js';
import { type ChunkPlan, type ChunkRead, planChunks } from './chunk-plan.js';
import { type Filling, measureWindow } from './filling.js';
import { isWholeBeside, noteGaps, stepsSeen } from './gaps.js';
import { CORNERS } from './spot-places.js';
import { READ, STANDING } from './track-version.js';
import { makeRoom, offsetOf } from './windows.js';

export interface CellReading {
  /** Resolves when every chunk was read or could not be; rejects with any other error. */
  readonly done: Promise<unknown>;
  /** Spots with a chunk that is not what was written. */
  readonly torn: ReadonlySet<number>;
  /** What comes after it is let go. */
  close(): void;
}

/** What chunks are taken into. */
interface Intake {
  readonly filling: Filling;
  readonly spots: Int32Array;
  readonly plan: ChunkPlan;
  readonly torn: Set<number>;
}

/** The only thing that a read holds which hangs, perhaps for ever: it is emptied when nobody waits any more. */
interface Waiting {
  intake: Intake | null;
}

/** Begins to read; spots count as read when their window is filled. */
export function readSpots(filling: Filling, spots: Int32Array): CellReading {
  const { version } = filling;
  for (const i of spots) {
    version.standing[i] = STANDING;
    measureWindow(filling, i);
  }
  makeRoom(version.windows, spots);
  const plan = planChunks(version, spots);
  const torn = new Set<number>();
  const waiting: Waiting = { intake: { filling, spots, plan, torn } };
  const done = Array.from(plan.chunks, (chunk) => takeLater(version.cube.readCells(chunk.cells), chunk, waiting));
  return {
    done: Promise.all(done),
    torn,
    close: () => {
      waiting.intake = null;
    },
  };
}

function takeLater(cells: Promise<Int16Array[]>, chunk: ChunkRead, waiting: Waiting): Promise<void> {
  return cells.then(
    (data) => {
      if (waiting.intake !== null) takeChunk(waiting.intake, chunk, data);
    },
    (error: unknown) => {
      // Nobody waits for it any more, and the store has told of it.
      if (waiting.intake === null) return;
      if (!isUnreadable(error)) throw error;
      const { spots, torn } = waiting.intake;
      for (const reader of chunk.readers) torn.add(spots[reader]!);
    },
  );
}

function takeChunk({ filling, spots, plan }: Intake, chunk: ChunkRead, data: readonly Int16Array[]): void {
  chunk.data = data;
  for (const reader of chunk.readers) {
    const left = plan.missing[reader]! - 1;
    plan.missing[reader] = left;
    if (left > 0) continue;
    fillSpot(filling, plan, reader, spots[reader]!);
    letGo(plan, reader);
  }
}

/** The corners of the spot at hand; nothing in it outlives a call. */
const NO_CELL = new Int16Array(0);
type Corners = { -readonly [Name in keyof FourCorners]: FourCorners[Name] };
const four: Corners = { a: NO_CELL, b: NO_CELL, c: NO_CELL, d: NO_CELL, wa: 0, wb: 0, wc: 0, wd: 0 };

function fillSpot(filling: Filling, { ofCorners, cellOf }: ChunkPlan, reader: number, i: number): void {
  const { places, standing } = filling.version;
  const at = CORNERS * reader;
  four.a = ofCorners[at]!.data![cellOf[at]!]!;
  four.b = ofCorners[at + 1]!.data![cellOf[at + 1]!]!;
  four.c = ofCorners[at + 2]!.data![cellOf[at + 2]!]!;
  four.d = ofCorners[at + 3]!.data![cellOf[at + 3]!]!;
  const weights = places.weights;
  four.wa = weights[CORNERS * i]!;
  four.wb = weights[CORNERS * i + 1]!;
  four.wc = weights[CORNERS * i + 2]!;
  four.wd = weights[CORNERS * i + 3]!;
  fillWindow(filling, four, i);
  four.a = four.b = four.c = four.d = NO_CELL;
  standing[i] = READ;
}

function letGo({ ofCorners }: ChunkPlan, reader: number): void {
  const first = CORNERS * reader;
  for (let at = first; at < first + CORNERS; at++) {
    const chunk = ofCorners[at]!;
    if (ofCorners.indexOf(chunk, first) < at) continue;
    chunk.waiting--;
    if (chunk.waiting === 0) chunk.data = null;
  }
}

/** Puts what the cells have of a spot into its window, for which there is room. */
function fillWindow(filling: Filling, four: FourCorners, i: number): void {
  const { version, plain } = filling;
  const { windows, cuts } = version;
  const { times, edges } = cuts.whole;
  const [first, count] = [windows.first[i]!, windows.count[i]!];
  const ahead = edges.length - times.length;
  const seen = stepsSeen(filling, i, times);
  // Columns that were unpacked before are unpacked again: the window is a new one.
  const needs = filling.needs[i]! | windows.filled[i]!;
  windows.filled[i] = needs;
  for (const { index, elements, seeks } of plain) {
    if ((elements & needs) === 0) continue;
    const { row, packing, kind, partner } = windows.columns[index]!;
    const { step, base } = packing;
    const offset = offsetOf(windows, index, i);
    const at = row * times.length;
    const isWhole = combineInto(four, at + first, count, step, base, windows.values, offset + first);
    if (kind === 'mean') meansToTotals(edges, windows.values, offset - ahead, first + ahead, first + ahead + count);
    if (seeks === 'nowhere') continue;
    if (!isWhole || (seeks === 'beside' && !isWholeBeside(four, at, first, count, seen)))
      // Both halves of a wind count as missing where one is, whether or not the other has gaps itself.
      noteGaps(filling, four, partner < 0 ? [index] : [index, partner], i);
  }
  if ((filling.flagElements & needs) !== 0) fillFlags(filling, four, i, seen);
}

/** Places of the flags of a spot; nothing in it outlives a call. */
const places: number[] = [];

function fillFlags(filling: Filling, four: FourCorners, i: number, seen: Steps): void {
  const { version, flagRows, flagColumns } = filling;
  const { windows } = version;
  const [first, count] = [windows.first[i]!, windows.count[i]!];
  for (let flag = 0; flag < flagColumns.length; flag++) places[flag] = offsetOf(windows, flagColumns[flag]!, i) + first;
  const isWhole = combineFlagsInto(four, flagRows, first, count, windows.values, places);
  if (!isWhole || !flagRows.every(({ offset }) => isWholeBeside(four, offset, first, count, seen)))
    noteGaps(filling, four, flagColumns, i);
}
