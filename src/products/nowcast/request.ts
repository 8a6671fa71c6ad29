/** A nowcast request after validation of its shape; field names are those of the interface. */

import type { NowcastVariableId } from '../../model/nowcast.js';
import type { Dimension, UnitSystem } from '../../model/units.js';

export interface NowcastRequest {
  readonly location: { readonly latitude: number; readonly longitude: number };
  /** Default all. */
  readonly variables?: readonly NowcastVariableId[];
  readonly units?: UnitSystem;
  /** "auto" or an IANA zone; default auto. */
  readonly timezone?: string;
  readonly unit_overrides?: Readonly<Partial<Record<Dimension, string>>>;
}
