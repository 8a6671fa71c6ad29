/** Units in requests and in answers, from the tables of `model/units.ts`. */

import { type TOptional, type TUnsafe, Type } from 'typebox';
import { allowedUnits, DIMENSION_IDS, type Dimension, UNIT_SYSTEMS } from '../../model/units.js';
import { CLOSED, oneOf } from './component.js';

export const UnitSystemSchema = oneOf(UNIT_SYSTEMS, {
  $id: 'UnitSystem',
  default: 'metric',
  description: 'Units of all dimensions at once; `unit_overrides` changes single ones.',
});

function unitOf(dimension: Dimension) {
  return oneOf(allowedUnits(dimension), { description: `Unit of ${dimension.replace('_', ' ')}.` });
}

type Overrides = Record<Dimension, TOptional<TUnsafe<string>>>;

export const UnitOverridesSchema = Type.Object(
  Object.fromEntries(
    DIMENSION_IDS.map((dimension) => [dimension, Type.Optional(unitOf(dimension))]),
  ) as unknown as Overrides,
  { $id: 'UnitOverrides', description: 'Changes the unit of one dimension at a time.', ...CLOSED },
);

export const UnitsSchema = Type.Object(
  {
    system: oneOf(UNIT_SYSTEMS),
    elevation: unitOf('elevation'),
    percentage: oneOf(['%']),
    temperature: unitOf('temperature'),
    precipitation: unitOf('precipitation'),
    precipitation_rate: unitOf('precipitation_rate'),
    pressure: unitOf('pressure'),
    wind_speed: unitOf('wind_speed'),
    visibility: unitOf('visibility'),
    degrees: oneOf(['degree']),
  },
  { $id: 'Units', description: 'The unit of each dimension in this answer.' },
);
