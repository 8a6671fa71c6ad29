/** A request for history after validation of its shape; field names are those of the interface. */

import type { HistoricalInclude, HistoricalVariableId } from '../../model/historical.js';
import type { UnitSystem } from '../../model/units.js';

export interface HistoricalRequest {
  readonly location: { readonly latitude: number; readonly longitude: number };
  /** Local dates, both inclusive. */
  readonly start: string;
  readonly end: string;
  readonly variables: readonly HistoricalVariableId[];
  readonly include?: readonly HistoricalInclude[];
  readonly units?: UnitSystem;
  /** "auto" or an IANA zone; default auto. */
  readonly timezone?: string;
  readonly unit_overrides?: { readonly temperature?: string; readonly precipitation?: string };
}
