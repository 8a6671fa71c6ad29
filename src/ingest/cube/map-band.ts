/** What the maps of one band are taken from: the values that its series are written from, all of the time axis. */

import type { ElementId } from '../../model/element.js';

/** One band of a cube. */
export interface BandValues {
  /** Packed integers [element, time, cell]. */
  readonly values: Int16Array;
  readonly elements: readonly ElementId[];
  /** Epoch seconds. */
  readonly times: Float64Array;
}

/** Values of one element at one time. */
export function cellsOf({ values, elements, times }: BandValues): number {
  return values.length / (elements.length * times.length);
}
