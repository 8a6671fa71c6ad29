/** Units in requests and responses, from the tables of `model/units.ts`. */

import { type TOptional, type TUnsafe, Type } from 'typebox';
import { allowedUnits, DIMENSION_IDS, DISTANCE, type Dimension, UNIT_SYSTEMS } from '../../model/units.js';
import { CLOSED, oneOf } from './component.js';

export const UnitSystemSchema = oneOf(UNIT_SYSTEMS, {
  $id: 'UnitSystem',
  description: 'Units of all dimensions. Default `metric`. Use `unit_overrides` to change single dimensions.',
});

function unitOf(dimension: Dimension) {
  return oneOf(allowedUnits(dimension), { description: `Unit of ${dimension.replace('_', ' ')}.` });
}

const DISTANCE_UNIT = oneOf(Object.keys(DISTANCE.units), { description: 'Unit of distance.' });

type Overrides = Record<Dimension, TOptional<TUnsafe<string>>>;

const OVERRIDES = Object.fromEntries(
  DIMENSION_IDS.map((dimension) => [dimension, Type.Optional(unitOf(dimension))]),
) as unknown as Overrides;

export const UnitOverridesSchema = Type.Object(OVERRIDES, {
  $id: 'UnitOverrides',
  description: 'Units of single dimensions, in place of those of `units`.',
  ...CLOSED,
});

export const ObservationUnitOverridesSchema = Type.Object(
  { temperature: OVERRIDES.temperature, precipitation: OVERRIDES.precipitation },
  {
    $id: 'ObservationUnitOverrides',
    description: 'Units of single dimensions, in place of those of `units`.',
    ...CLOSED,
  },
);

export const RouteUnitOverridesSchema = Type.Object(
  { ...OVERRIDES, distance: Type.Optional(DISTANCE_UNIT) },
  { $id: 'RouteUnitOverrides', description: 'Units of single dimensions, in place of those of `units`.', ...CLOSED },
);

const UNITS = {
  system: oneOf(UNIT_SYSTEMS, { description: 'Requested unit system.' }),
  elevation: unitOf('elevation'),
  percentage: oneOf(['%'], { description: 'Unit of percentages, always `%`.' }),
  temperature: unitOf('temperature'),
  precipitation: unitOf('precipitation'),
  precipitation_rate: unitOf('precipitation_rate'),
  pressure: unitOf('pressure'),
  wind_speed: unitOf('wind_speed'),
  visibility: unitOf('visibility'),
};

export const UnitsSchema = Type.Object(
  { ...UNITS, degrees: oneOf(['degree'], { description: 'Unit of wind directions, always `degree`.' }) },
  { $id: 'Units', description: 'Units of the values in this response.' },
);

export const RouteUnitsSchema = Type.Object(
  { ...UNITS, distance: DISTANCE_UNIT },
  { $id: 'RouteUnits', description: 'Units of the values in this response.' },
);

export const ObservationUnitsSchema = Type.Object(
  { system: UNITS.system, temperature: UNITS.temperature, precipitation: UNITS.precipitation },
  { $id: 'ObservationUnits', description: 'Units of the values in this response.' },
);
