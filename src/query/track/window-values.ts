/** From the cells around a spot to the values of its window: the corners combined, and what is missing nearby noted. */

import { combineFlagsInto, combineInto, type FourCorners } from '../layers/point.js';
import { meansToTotals } from '../time/series.js';
import type { Steps } from '../time/time-cuts.js';
import type { Filling } from './filling.js';
import { isWholeBeside, noteGaps, stepsSeen } from './gaps.js';
import { offsetOf } from './windows.js';

/** Puts what the cells have of a spot into its window, for which there is room. */
export function fillWindow(filling: Filling, four: FourCorners, i: number): void {
  const { version, plain } = filling;
  const { windows, cuts } = version;
  const { times, edges } = cuts.whole;
  const [first, count] = [windows.first[i]!, windows.count[i]!];
  const ahead = edges.length - times.length;
  const seen = stepsSeen(filling, i, times);
  // What was unpacked before is unpacked again: the window is a new one.
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
      // What one half of a wind lacks the other lacks too, whether or not it has gaps itself.
      noteGaps(filling, four, partner < 0 ? [index] : [index, partner], i);
  }
  if ((filling.flagElements & needs) !== 0) fillFlags(filling, four, i, seen);
}

/** Where the flags of a spot go; nothing in it outlives a call. */
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
