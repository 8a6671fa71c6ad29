/** The units part of the catalogs: systems, and for each dimension what is allowed and what each system takes. */

import { allowedUnits, DIMENSIONS, type Dimension, UNIT_SYSTEMS, type UnitSystem } from '../../model/units.js';

export interface UnitFamilyRow {
  readonly allowed: readonly string[];
  readonly defaults: Readonly<Record<UnitSystem, string>>;
}

export interface UnitFamilies {
  readonly systems: readonly UnitSystem[];
  readonly default_system: UnitSystem;
  readonly dimensions: Readonly<Partial<Record<Dimension, UnitFamilyRow>>>;
}

export function unitFamilies(dimensions: readonly Dimension[]): UnitFamilies {
  const rows = dimensions.map((dimension): [Dimension, UnitFamilyRow] => [
    dimension,
    { allowed: allowedUnits(dimension), defaults: DIMENSIONS[dimension].defaults },
  ]);
  return { systems: UNIT_SYSTEMS, default_system: 'metric', dimensions: Object.fromEntries(rows) };
}
