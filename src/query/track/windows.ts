/**
 * What a track keeps of one version: of every wanted element the few steps around the time of each spot, the corners
 * combined, so that the chunks that they came in can go. Two thousand spots of twenty elements are some two megabytes
 * for each source, their chunks several hundred.
 *
 * Values are in canonical units and speak of the model's own ground; NaN missing. Those of one element lie together, spot
 * after spot: elements are looked at one after the other, along the whole track.
 */

import type { CubeDescription } from '../../model/cube.js';
import { type ElementDefinition, type ElementId, elementOf } from '../../model/element.js';
import type { Packing } from '../../model/packing.js';
import type { TimeSpan } from '../../model/time.js';
import { holdsElement, rowOf } from '../layers/element-rows.js';
import { FLAGS } from '../layers/point.js';
import { PARTNERS } from '../rules/layer-table.js';

export interface Gap {
  /** Instants with a value, or ends of intervals, epoch seconds. */
  readonly nodes: Float64Array;
  /** As those of the windows; those of intervals may be NaN. */
  readonly values: Float64Array;
  /** Temperatures at the nodes of surface pressure, NaN missing; null for other elements. */
  readonly temperatures: Float64Array | null;
  readonly stretches: readonly TimeSpan[];
}

/** An element as it lies in the cube. */
export interface Column {
  readonly id: ElementId;
  readonly kind: ElementDefinition['kind'];
  /** Of the cube. */
  readonly row: number;
  readonly packing: Packing;
  /** The column of its other half, −1 none: half a wind is none. */
  readonly partner: number;
}

export interface Windows {
  readonly columns: readonly Column[];
  readonly indexes: ReadonlyMap<ElementId, number>;
  /** The steps [first, first + count) of each spot; none before it is read. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** Where a spot begins within each column. */
  readonly at: Int32Array;
  /** The set of elements (`candidates.ts`) that were unpacked at each spot; the others must not be looked at. */
  readonly filled: Int32Array;
  /** Steps of all spots together: where a column ends and the next one begins. */
  size: number;
  values: Float64Array;
  /** By column and spot, where steps in or near the window are missing; null where none is. */
  readonly gaps: (Map<number, Gap> | null)[];
}

/** Empty ones, for what a cube has of `ids`. */
export function createWindows(spots: number, description: CubeDescription, ids: readonly ElementId[]): Windows {
  const order = columnsFor(description, ids);
  const columns = order.map((id): Column => {
    const row = rowOf(description, id);
    const other = PARTNERS[id];
    const partner = other === undefined ? -1 : order.indexOf(other);
    return { id, kind: elementOf(id).kind, row, packing: description.packings[row]!, partner };
  });
  return {
    columns,
    indexes: new Map(order.map((id, index) => [id, index])),
    first: new Int32Array(spots),
    count: new Int32Array(spots),
    at: new Int32Array(spots),
    filled: new Int32Array(spots),
    size: 0,
    values: new Float64Array(0),
    gaps: order.map(() => null),
  };
}

function columnsFor(description: CubeDescription, ids: readonly ElementId[]): ElementId[] {
  return [...new Set(ids.flatMap((id) => columnsOf(description, id)))];
}

/** An element with what it stands on; nothing of a pair that the cube has one half of. */
export function columnsOf(description: CubeDescription, id: ElementId): readonly ElementId[] {
  const partner = PARTNERS[id];
  if (!holdsElement(description, id)) return [];
  if (partner !== undefined) return [id, partner];
  // The pressure of the ground is moved with the temperature of its own step.
  if (id === 'pressure_surface' && rowOf(description, 'temperature') >= 0) return [id, 'temperature'];
  // Which corner a flag comes from hangs on all four of them.
  return FLAGS.has(id) ? [...FLAGS].filter((flag) => rowOf(description, flag) >= 0) : [id];
}

/** Room for spots whose `first` and `count` were set; what is there keeps its values. */
export function makeRoom(windows: Windows, spots: Int32Array): void {
  const { columns, count, at, size, values } = windows;
  let end = size;
  for (const i of spots) {
    at[i] = end;
    end += count[i]!;
  }
  const larger = new Float64Array(columns.length * end);
  if (size > 0)
    for (let column = 0; column < columns.length; column++)
      larger.set(values.subarray(column * size, (column + 1) * size), column * end);
  windows.size = end;
  windows.values = larger;
}

/** Where step 0 of a spot stands among the values of a column, or would stand. */
export function offsetOf({ size, at, first }: Windows, column: number, i: number): number {
  return column * size + at[i]! - first[i]!;
}
