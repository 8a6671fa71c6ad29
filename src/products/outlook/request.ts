/** A request for an outlook after validation of its shape; field names are those of the interface. */

import type { OutlookInclude, OutlookVariableId } from '../../model/outlook.js';
import type { Dimension, UnitSystem } from '../../model/units.js';

export interface OutlookRequest {
  readonly location: { readonly latitude: number; readonly longitude: number };
  /** Local dates, both inclusive. */
  readonly start: string;
  readonly end: string;
  readonly variables: readonly OutlookVariableId[];
  readonly include?: readonly OutlookInclude[];
  readonly units?: UnitSystem;
  /** "auto" or an IANA zone; default auto. */
  readonly timezone?: string;
  readonly unit_overrides?: Readonly<Partial<Record<Dimension, string>>>;
}
