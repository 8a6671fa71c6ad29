/**
 * Smoke with what is seen of it: the model's smoke in its bands, plumes that an analyst drew, fires on top.
 *
 * A plume says 5, 16 or 27 µg/m³, roughly, and of the whole column of air; the model says more exactly what is near the
 * ground. So a plume shows only where the model shows nothing, which below 9 µg/m³ is less than all but the lightest
 * plumes mean, and beside them it is what the model misses. Where plumes overlap the densest counts.
 */

import type { SmokePlume } from '../../../../model/fire.js';
import type { FireSource, TileAddress } from '../../../../model/tile.js';
import { SMOKE_STYLE } from '../../styles/air-styles.js';
import { plumeIndex } from '../../styles/fire-styles.js';
import { createPolygonFill, PIXEL_CENTRES } from '../areas/polygon-fill.js';
import { fillTile, type ProjectedPolygon, projectArea, WORLD_UNITS } from '../areas/projected-area.js';
import type { Painter } from '../painter.js';
import { paintSlices, slicesOf } from '../slices/slice-painter.js';
import { isObserved, paintDots } from './fire-painter.js';

export const paintFireSmoke: Painter = async (order, readers, pixels) => {
  const seen = (kind: FireSource['kind']) => order.sources.find((one) => isObserved(one, kind));
  const [plumes, fires] = [seen('plumes'), seen('fires')];
  // All are read before anything is painted: what is read meanwhile paints in the same arrays.
  const [smoke, drawn, burning] = await Promise.all([
    slicesOf(order, readers),
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

/** Densest first, so that it is there already where a lighter one comes. Made once for each day of plumes. */
function projected(plumes: readonly SmokePlume[]): readonly DrawnPlume[] {
  const known =
    projections.get(plumes) ??
    plumes
      .flatMap(({ density, polygons }) =>
        projectArea(polygons).map((polygon) => ({ polygon, index: plumeIndex(density) })),
      )
      .sort((a, b) => b.index - a.index);
  projections.set(plumes, known);
  return known;
}

const fill = createPolygonFill(PIXEL_CENTRES);
const covered = new Int32Array(fill.rows * fill.words);
/**
 * Adds plumes where the pixels are still empty.
 *
 * @returns whether any pixel has changed
 */
export function paintPlumes(plumes: readonly SmokePlume[], address: TileAddress, pixels: Uint8Array): boolean {
  const here = projected(plumes).filter(({ polygon }) => meets(polygon, address));
  const tile = fillTile(address);
  let isPainted = false;
  for (const index of new Set(here.map((plume) => plume.index))) {
    covered.fill(0);
    for (const plume of here) if (plume.index === index) fill.fill(plume.polygon.at(address.z).rings, tile, covered);
    isPainted = markEmpty(index, pixels) || isPainted;
  }
  return isPainted;
}

/** Writes an index where the pixels that are covered are empty. */
function markEmpty(index: number, pixels: Uint8Array): boolean {
  let isPainted = false;
  for (let word = 0; word < covered.length; word++)
    for (let bits = covered[word]!; bits !== 0; bits &= bits - 1) {
      const at = 32 * word + 31 - Math.clz32(bits & -bits);
      if (pixels[at] !== 0) continue;
      pixels[at] = index;
      isPainted = true;
    }
  return isPainted;
}

function meets({ box: [west, north, east, south] }: ProjectedPolygon, { z, x, y }: TileAddress): boolean {
  const side = WORLD_UNITS / 2 ** z;
  return west <= (x + 1) * side && east >= x * side && north <= (y + 1) * side && south >= y * side;
}
