/**
 * Shapes by place. Not alerts but shapes are in the tree (flatbush, a packed Hilbert R-tree), each with all that it stands
 * for: a zone that twenty alerts name is found once and tested once.
 */

import Flatbush from 'flatbush';
import type { Area } from '../../grid/areas.js';
import type { Entry } from './entries.js';
import type { PlacedArea, PlacedShape } from './placement.js';

/** What a shape stands for. */
export interface Use {
  readonly entry: Entry;
  /** Position in the message. */
  readonly info: number;
  /** Position in the info. */
  readonly area: number;
  readonly placed: PlacedArea;
  readonly shape: PlacedShape;
}

export interface Shape {
  readonly area: Area;
  readonly uses: readonly Use[];
}

/** Shapes of all infos that have not ended at `now`. */
export function listShapes(entries: readonly Entry[], now: number): readonly Shape[] {
  const shapes = new Map<Area, { readonly area: Area; readonly uses: Use[] }>();
  const add = (use: Use): void => {
    const known = shapes.get(use.shape.shape);
    if (known === undefined) shapes.set(use.shape.shape, { area: use.shape.shape, uses: [use] });
    else known.uses.push(use);
  };
  for (const entry of entries)
    for (const [info, areas] of entry.placement.entries()) {
      if (entry.windows[info]!.until <= now) continue;
      for (const [area, placed] of areas.entries())
        for (const shape of placed.shapes) add({ entry, info, area, placed, shape });
    }
  return [...shapes.values()];
}

/** Shapes of which a box holds the point; degrees, longitude −180..180. */
export type Candidates = (latitude: number, longitude: number) => Iterable<Shape>;

export function plantTree(shapes: readonly Shape[]): Candidates {
  const ofBox: Shape[] = [];
  for (const shape of shapes) for (let i = 0; i < shape.area.boxes.length; i++) ofBox.push(shape);
  if (ofBox.length === 0) return () => [];
  const tree = new Flatbush(ofBox.length);
  for (const { area } of shapes)
    for (const { west, south, east, north } of area.boxes) tree.add(west, south, east, north);
  tree.finish();
  return (latitude, longitude) => {
    const found = tree.search(longitude, latitude, longitude, latitude);
    return found.length === 1 ? [ofBox[found[0]!]!] : new Set(found.map((box) => ofBox[box]!));
  };
}
