/** How the values of one variable are said in the units of an answer: the same in every product that shows it. */

import { type Conversion, converter, type Dimension } from './units.js';
import { type ForecastVariableId, forecastVariable } from './variables.js';

/** Ratios become percent; degrees and indexes stay as they are. `units` names one unit for each dimension. */
export function conversionOf(variable: ForecastVariableId, units: Readonly<Record<Dimension, string>>): Conversion {
  const { unitFamily, decimals = 0 } = forecastVariable(variable);
  if (unitFamily === 'percentage') return { factor: 100, offset: 0, decimals };
  if (unitFamily === 'none' || unitFamily === 'degrees') return { factor: 1, offset: 0, decimals };
  return converter(unitFamily, units[unitFamily]);
}
