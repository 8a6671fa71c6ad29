/**
 * The height that the values of a place refer to, and how values of a model's own ground are moved there.
 *
 * Temperatures and dew points are moved by constant lapses, which commutes with interpolation. The pressure at the ground
 * is moved by the standard atmosphere, with the temperature of its own step.
 */

import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { elevationShift } from '../../science/downscale.js';
import { stationPressure } from '../../science/thermo.js';
import { FADES, GROUND_FROM } from './layer-table.js';
import { edgeShare, farthestOf, sharesOf } from './weights.js';

/** A source at a place. */
export interface Footing {
  readonly dataset: DatasetId;
  /** From the place to the edge of its grid, m; infinite round the globe. */
  readonly edgeDistance: number;
  /** Height of the model's ground, m above mean sea level; NaN unknown. */
  readonly elevation: number;
}

/** The grounds of the sources, best first, mixed as the sources are across their edges; NaN where none is known. */
export function heightOfPlace(sources: readonly Footing[]): number {
  const known = sources.filter(({ elevation }) => !Number.isNaN(elevation));
  if (known.length === 0) return Number.NaN;
  const shares = sharesOf(
    known.map(({ dataset, edgeDistance }, rank) => {
      const below = known.slice(rank + 1);
      return below.length === 0 ? 1 : edgeShare(edgeDistance, farthestOf(below), FADES[dataset].edge);
    }),
  );
  return known.reduce((height, { elevation }, rank) => height + shares[rank]! * elevation, 0);
}

/**
 * Height of the ground that the values of a source refer to, m; NaN unknown. Some sources borrow the ground of another.
 *
 * @param own  its own ground, NaN where it has none
 * @param groundOf  the ground of another dataset, NaN where it has none
 */
export function groundBelow(dataset: DatasetId, own: number, groundOf: (dataset: DatasetId) => number): number {
  const lender = GROUND_FROM[dataset];
  return Number.isNaN(own) && lender !== undefined ? groundOf(lender) : own;
}

/** Correction of a value for `dz` metres up, in the unit of the element. */
export function shiftOf(id: ElementId, dz: number): number {
  if (dz === 0) return 0;
  if (id === 'dew_point') return elevationShift(dz).dewPoint;
  if (id === 'temperature' || id === 'temperature_max' || id === 'temperature_min')
    return elevationShift(dz).temperature;
  return 0;
}

/** Temperature of the standard atmosphere at sea level, K: for models that give no temperature. */
const STANDARD_TEMPERATURE = 288.15;

/**
 * Pressure `dz` metres above the model's ground, Pa.
 *
 * @param temperature  `dz` metres up, K; NaN unknown
 */
export function movedPressure(pressure: number, temperature: number, dz: number): number {
  return stationPressure(pressure, dz, Number.isNaN(temperature) ? STANDARD_TEMPERATURE : temperature);
}
