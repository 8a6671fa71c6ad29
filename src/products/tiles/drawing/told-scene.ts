/**
 * What threads are told of the alerts. What is sent to a thread is copied in one go, while nobody is answered: of 5,000 zones
 * 48 MB in 0.2 s. So a large change is sent in parts, each of which is a set of its own that is on its way to the whole.
 */

import type { AlertChange, AlertShape } from '../../../model/tile.js';

/** Numbers of coordinates in a part: half a megabyte, copied in some 2 ms. */
const PART_NUMBERS = 65_536;
/** A shape costs something besides its corners. */
const SHAPE_NUMBERS = 128;

/** What was last told of the alerts, for threads that start later. */
export interface ToldScene {
  /** @returns what threads that know the set before it are to be told, in this order */
  show(change: AlertChange): readonly AlertChange[];
  /** What a thread that knows nothing is to be told, in this order. */
  whole(): readonly AlertChange[];
}

export function createToldScene(): ToldScene {
  let shapes: ReadonlyMap<string, AlertShape> = new Map();
  let last: AlertChange | null = null;
  return {
    show(change) {
      const before = last?.ids ?? [];
      const known = new Map([...shapes, ...change.added.map((shape) => [shape.id, shape] as const)]);
      shapes = new Map(change.ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : [])));
      last = change;
      return partsOf(change, before);
    },
    whole: () => (last === null ? [] : partsOf({ ...last, added: [...shapes.values()] }, [])),
  };
}

/** @param before  what whoever is told has already */
function partsOf(change: AlertChange, before: readonly string[]): readonly AlertChange[] {
  const groups = groupsOf(change.added);
  let ids = before;
  return groups.map((added, i) => {
    if (i === groups.length - 1) return { ...change, added };
    ids = [...ids, ...added.map(({ id }) => id)];
    // One name for all of them, so that they together take the place of one version.
    return { version: `${change.version} in part`, ids, added };
  });
}

/** At least one, which may be empty. */
function groupsOf(shapes: readonly AlertShape[]): readonly (readonly AlertShape[])[] {
  const groups: AlertShape[][] = [[]];
  let numbers = 0;
  for (const shape of shapes) {
    numbers += numbersOf(shape);
    if (numbers > PART_NUMBERS && groups.at(-1)!.length > 0) {
      groups.push([]);
      numbers = numbersOf(shape);
    }
    groups.at(-1)!.push(shape);
  }
  return groups;
}

function numbersOf({ polygons }: AlertShape): number {
  return polygons.flat().reduce((sum, ring) => sum + ring.length, SHAPE_NUMBERS);
}
