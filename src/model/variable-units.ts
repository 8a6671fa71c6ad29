/** How the values of one variable are said in the units of an answer: the same in every product that shows it. */

import { NOWCAST_VARIABLES, type NowcastVariable, type NowcastVariableId } from './nowcast.js';
import { type Conversion, converter, type Dimension } from './units.js';
import { type ForecastVariableId, forecastVariable } from './variables.js';

/** Ratios become percent; degrees and indexes stay as they are. `units` names one unit for each dimension. */
export function conversionOf(variable: ForecastVariableId, units: Readonly<Record<Dimension, string>>): Conversion {
  const { unitFamily, decimals = 0 } = forecastVariable(variable);
  if (unitFamily === 'percentage') return { factor: 100, offset: 0, decimals };
  if (unitFamily === 'none' || unitFamily === 'degrees') return { factor: 1, offset: 0, decimals };
  return converter(unitFamily, units[unitFamily]);
}

/** What falls in a minute is a sixtieth of what falls in an hour: it has one decimal more, metres enough as they are. */
const OF_A_MINUTE: ReadonlySet<NowcastVariableId> = new Set(['precipitation', 'rain_total', 'snow_total']);
const FINEST_DECIMALS = 6;

/** The same of the nowcast's variables. Ratios become whole percent. @throws RangeError for a variable that is a text */
export function nowcastConversionOf(
  variable: NowcastVariableId,
  units: Readonly<Record<Dimension, string>>,
): Conversion {
  const { unitFamily } = nowcastVariable(variable);
  if (unitFamily === 'percentage') return { factor: 100, offset: 0, decimals: 0 };
  if (unitFamily !== 'precipitation' && unitFamily !== 'precipitation_rate')
    throw new RangeError(`${variable} is no number`);
  const conversion = converter(unitFamily, units[unitFamily]);
  if (!OF_A_MINUTE.has(variable)) return conversion;
  return { ...conversion, decimals: Math.min(FINEST_DECIMALS, conversion.decimals + 1) };
}

function nowcastVariable(variable: NowcastVariableId): NowcastVariable {
  const found: NowcastVariable | undefined = NOWCAST_VARIABLES.find(({ id }) => id === variable);
  if (found === undefined) throw new RangeError(`no variable of the nowcast "${variable}"`);
  return found;
}
