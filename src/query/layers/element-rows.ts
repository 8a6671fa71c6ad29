/** Where an element lies in a cube, by a table that is made once for each version: reads ask for it hundreds of times. */

import type { CubeDescription } from '../../model/cube.js';
import { type ElementId, elementOf } from '../../model/element.js';
import { PARTNERS } from '../rules/layer-table.js';

const tables = new WeakMap<CubeDescription, ReadonlyMap<ElementId, number>>();

/** Index among the elements of the cube; −1 when it lacks the element. */
export function rowOf(description: CubeDescription, id: ElementId): number {
  let table = tables.get(description);
  if (table === undefined) {
    table = new Map(description.elements.map((element, row) => [element, row]));
    tables.set(description, table);
  }
  return table.get(id) ?? -1;
}

/** Whether a cube has an element, and the other half of it: half a wind is none. */
export function holdsElement(description: CubeDescription, id: ElementId): boolean {
  const partner = PARTNERS[id];
  return rowOf(description, id) >= 0 && (partner === undefined || rowOf(description, partner) >= 0);
}

/** Totals and means belong to the time between two steps, all else to a step. */
export function isOfIntervals(id: ElementId): boolean {
  const { kind } = elementOf(id);
  return kind === 'interval' || kind === 'mean';
}
