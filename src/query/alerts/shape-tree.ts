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
  readonly placed: PlacedArea;
  readonly shape: PlacedShape;
}

export interface Shape {
  readonly area: Area;
  readonly uses: readonly Use[];
}

/** Shapes of all infos that have not ended at `now`. */
export function listShapes(entries: readonly Entry[], now: number): Shape[] {
  const shapes = new Map<Area, Use[]>();
  const add = (use: Use): void => {
    const uses = shapes.get(use.shape.shape);
    if (uses === undefined) shapes.set(use.shape.shape, [use]);
    else uses.push(use);
  };
  for (const entry of entries)
    for (const [info, areas] of entry.placement.entries()) {
      if (entry.windows[info]!.until <= now) continue;
      for (const placed of areas) for (const shape of placed.shapes) add({ entry, info, placed, shape });
    }
  return Array.from(shapes, ([area, uses]) => ({ area, uses }));
}

/** Shapes of which a box holds the point; degrees, longitude −180..180. */
export type Candidates = (latitude: number, longitude: number) => Iterable<Shape>;

export function plantTree(shapes: readonly Shape[]): Candidates {
  const ofBox = shapes.flatMap((shape) => shape.area.boxes.map(() => shape));
  if (ofBox.length === 0) return () => [];
  const tree = new Flatbush(ofBox.length);
  for (const { area } of shapes)
    for (const { west, south, east, north } of area.boxes) tree.add(west, south, east, north);
  tree.finish();
  return (latitude, longitude) => {
    const found = tree.search(longitude, latitude, longitude, latitude);
    return new Set(found.map((box) => ofBox[box]!));
  };
}
