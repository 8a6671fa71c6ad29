/**
 * What an upstream lacked although its steps can have it. Such elements stay missing in the cube, so it is told once per
 * run: in the log, in the outcome and in the ledger.
 */

import type { SliceContent } from './staging/slice-format.js';

/** Number of steps without the element or static field, by its id; nothing for what is complete. */
export type AbsentElements = Readonly<Record<string, number>>;

export function absentElements(slices: readonly Pick<SliceContent, 'absent'>[]): AbsentElements {
  const counts: Record<string, number> = {};
  for (const id of slices.flatMap(({ absent }) => absent)) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

/** "without ozone (209 steps), elevation (1 step)"; null when nothing is absent. */
export function describeAbsent(absent: AbsentElements): string | null {
  const parts = Object.entries(absent).map(([id, steps]) => `${id} (${steps} step${steps === 1 ? '' : 's'})`);
  return parts.length === 0 ? null : `without ${parts.join(', ')}`;
}
