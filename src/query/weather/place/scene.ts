/** What every computation of an answer looks at: one place, its layers, and what is asked for. */

import type { ElementId } from '../../../model/element.js';
import type { Axis } from '../../time/series.js';
import { type Air, airOf } from '../air.js';
import type { ShownScene } from './radar-layer.js';

/** What every computation of one answer looks at. */
export interface Scene extends ShownScene {
  /** Called when some gust had to be estimated from the sustained wind. */
  readonly onEstimatedGusts: () => void;
}

/** An element on an axis of instants; NaN throughout when no source has it. */
export function elementOn({ series, scratch }: Scene, id: ElementId, instants: Axis): Float64Array {
  return series.instants(id, instants, scratch.zeros(instants.count));
}

/** The height of the site, once for each of `count` records. */
export function elevationsOf({ site, scratch }: Scene, count: number): Float64Array {
  return scratch.zeros(count).fill(site.elevation);
}

/**
 * Temperature, dew point and humidity on an axis of instants, mixed from sources that were each moved from their own
 * ground to the height of the place (docs/methods/layers.md, "Height"). Everything that hangs on them is computed
 * afterwards: wet bulb, phase, totals, condition, apparent temperature.
 */
export function airOn(scene: Scene, instants: Axis): Air {
  return airOf((id) => elementOn(scene, id, instants), scene.quantities, scene.scratch);
}
