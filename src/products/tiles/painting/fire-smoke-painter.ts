/**
 * Smoke with what is seen of it: the model's smoke in its bands, plumes that an analyst drew, fires on top.
 *
 * A plume says 5, 16 or 27 µg/m³, roughly, and of the whole column of air; the model says more exactly what is near the
 * ground. So a plume shows only where the model shows nothing, which below 9 µg/m³ is less than all but the lightest
 * plumes mean, and beside them it is what the model misses. Where plumes overlap the densest counts.
 */

import type { SmokePlume } from '../../../model/fire.js';
import type { ObservationSource, SliceSource, TileAddress } from '../../../model/tile.js';
import { SMOKE_STYLE } from '../styles/air-styles.js';
import { plumeIndex } from '../styles/fire-styles.js';
import { isObserved, paintDots } from './fire-painter.js';
import { type Painter, TILE_AREA } from './painter.js';
import { createPolygonFill, PIXEL_CENTRES } from './polygon-fill.js';
import { fillTile, type ProjectedPolygon, projectArea, WORLD_UNITS } from './projected-area.js';
import { paintSlices } from './slice-painter.js';

export const paintFireSmoke: Painter = async (order, readers, pixels) => {
  const slices = order.sources.filter((one): one is SliceSource => one.kind === 'slice');
  const seen = (kind: ObservationSource['kind']) => order.sources.find((one) => isObserved(one, kind));
  const [plumes, fires] = [seen('plumes'), seen('fires')];
  // All are read before anything is painted: what is read meanwhile paints in the same arrays.
  const [smoke, drawn, burning] = await Promise.all([
    Promise.all(slices.map((source) => readers.slice(source))),
    plumes === undefined ? null : readers.plumes(plumes),
    fires === undefined ? null : readers.fires(fires),
  ]);
  const bySlices = paintSlices(smoke, order, SMOKE_STYLE, pixels);
  const byPlumes = drawn !== null && paintPlumes(drawn, order, pixels);
  const byFires = burning !== null && paintDots(burning, order, 'fire-smoke', pixels);
  return bySlices || byPlumes || byFires;
};

/** A polygon with its index in the palette. */
interface DrawnPlume {
  readonly polygon: ProjectedPolygon;
  readonly index: number;
}

const projections = new WeakMap<readonly SmokePlume[], readonly DrawnPlume[]>();

/** Lightest first. Made once for each day of plumes. */
function projected(plumes: readonly SmokePlume[]): readonly DrawnPlume[] {
  const known =
    projections.get(plumes) ??
    plumes
      .flatMap(({ density, polygons }) =>
        projectArea(polygons).map((polygon) => ({ polygon, index: plumeIndex(density) })),
      )
      .sort((a, b) => a.index - b.index);
  projections.set(plumes, known);
  return known;
}

const fill = createPolygonFill(PIXEL_CENTRES);
const covered = new Int32Array(fill.rows * fill.words);
/** Of the densest plume at each pixel. Painting never waits, so that one array serves all tiles of a thread. */
const densest = new Uint8Array(TILE_AREA);

/**
 * Adds plumes where the pixels are still empty.
 *
 * @returns whether any pixel has changed
 */
export function paintPlumes(plumes: readonly SmokePlume[], address: TileAddress, pixels: Uint8Array): boolean {
  const here = projected(plumes).filter(({ polygon }) => meets(polygon, address));
  if (here.length === 0) return false;
  densest.fill(0);
  for (const { polygon, index } of here) {
    covered.fill(0);
    fill.fill(polygon.at(address.z).rings, fillTile(address), covered);
    mark(index);
  }
  let isPainted = false;
  for (let at = 0; at < TILE_AREA; at++)
    if (pixels[at] === 0 && densest[at] !== 0) {
      pixels[at] = densest[at]!;
      isPainted = true;
    }
  return isPainted;
}

/** Plumes come with the densest last. */
function mark(index: number): void {
  for (let word = 0; word < covered.length; word++) {
    const bits = covered[word]!;
    if (bits === 0) continue;
    for (let bit = 0; bit < 32; bit++) if ((bits >>> bit) & 1) densest[32 * word + bit] = index;
  }
}

function meets({ box: [west, north, east, south] }: ProjectedPolygon, { z, x, y }: TileAddress): boolean {
  const side = WORLD_UNITS / 2 ** z;
  return west <= (x + 1) * side && east >= x * side && north <= (y + 1) * side && south >= y * side;
}
