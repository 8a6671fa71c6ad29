/**
 * The point read from the version that can serve it: the published one, or the one before when that is defective.
 *
 * A published version was checked when it was written, so a defect is the disk's doing. The shelf logs it with its
 * object and offset; the caller says in the answer that it stands on an older run.
 */

import { isTagged } from '../base/errors.js';
import type { CubeShelf, OpenCube } from '../model/cube.js';
import type { ElementId } from '../model/element.js';
import type { TimeSpan } from '../model/time.js';
import { type PointSeries, readPoint } from './point.js';

export type ServedPoint =
  | { readonly kind: 'series'; readonly series: PointSeries; readonly degraded: boolean }
  /** The point lies outside the region that the dataset holds. */
  | { readonly kind: 'outside' }
  /** Nothing was ever published. */
  | { readonly kind: 'nothing' }
  /** The published version is defective, and there is no older one that can be read. */
  | { readonly kind: 'defective' };

/** Reads `elements` of `dataset` over `span` at a point; `latitude` −90..90, `longitude` −180..180. */
export async function readServedPoint(
  shelf: CubeShelf,
  dataset: string,
  latitude: number,
  longitude: number,
  elements: readonly ElementId[],
  span: TimeSpan,
): Promise<ServedPoint> {
  const attempt = (open: () => Promise<OpenCube | null>) => readFrom(open, latitude, longitude, elements, span);
  const published = await attempt(() => shelf.open(dataset));
  if (published.kind !== 'defective') return published;
  const previous = await attempt(() => shelf.openPrevious(dataset));
  if (previous.kind === 'nothing') return published;
  return previous.kind === 'series' ? { ...previous, degraded: true } : previous;
}

async function readFrom(
  open: () => Promise<OpenCube | null>,
  latitude: number,
  longitude: number,
  elements: readonly ElementId[],
  span: TimeSpan,
): Promise<ServedPoint> {
  try {
    const cube = await open();
    if (cube === null) return { kind: 'nothing' };
    try {
      const series = await readPoint(cube, latitude, longitude, elements, span);
      return series === null ? { kind: 'outside' } : { kind: 'series', series, degraded: false };
    } finally {
      cube.release();
    }
  } catch (error) {
    // An object that a published version names and that is gone is as defective as a torn one.
    if (isTagged(error, 'object-defect') || isTagged(error, 'object-missing')) return { kind: 'defective' };
    throw error;
  }
}
