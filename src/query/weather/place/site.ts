/** A place, and what the models' precipitation there is made of. */

import type { LayeredPoint } from '../../layers/layers.js';
import type { Calibration } from '../chances.js';
import type { Quantity } from '../quantities.js';
import type { Scratch } from '../scratch.js';

/** The place of an answer. */
export interface Site {
  readonly latitude: number;
  readonly longitude: number;
  /** Height that the answer speaks of, m above mean sea level; NaN unknown. */
  readonly elevation: number;
}

/** Evidence for amounts and chances; the same for one hour whichever hours stand around it. */
export interface FallScene {
  readonly site: Site;
  readonly series: LayeredPoint;
  readonly quantities: ReadonlySet<Quantity>;
  /** Learned from verified forecasts; null: none. */
  readonly calibration: Calibration | null;
  readonly scratch: Scratch;
}
