/** Moist air of records: what is wrong with a mix of sources is put right, and humidity follows. */

import type { ElementId } from '../../model/element.js';
import { relativeHumidity } from '../../science/thermo.js';
import type { Quantity } from './quantities.js';
import type { Scratch } from './scratch.js';

/** Values of what nobody asked for. */
export const NOTHING = new Float64Array(0);

/** Reads an element at one instant of each record: canonical units, NaN unknown. What it gives may be changed. */
export type StateReader = (id: ElementId) => Float64Array;

/** K and ratio, one value per instant, NaN unknown; empty where not asked for. */
export interface Air {
  readonly temperature: Float64Array;
  readonly dewPoint: Float64Array;
  readonly humidity: Float64Array;
}

const NO_AIR: Air = { temperature: NOTHING, dewPoint: NOTHING, humidity: NOTHING };

/** Dew points are cut to the temperature: each of the two is moved to the height of the place by a lapse of its own. */
export function airOf(read: StateReader, quantities: ReadonlySet<Quantity>, scratch: Scratch): Air {
  if (!quantities.has('temperature')) return NO_AIR;
  const temperature = read('temperature');
  const dewPoint = quantities.has('dewPoint') ? read('dew_point') : NOTHING;
  for (let i = 0; i < dewPoint.length; i++) if (dewPoint[i]! > temperature[i]!) dewPoint[i] = temperature[i]!;
  const humidity = quantities.has('humidity') ? scratch.zeros(temperature.length) : NOTHING;
  for (let i = 0; i < humidity.length; i++) humidity[i] = relativeHumidity(temperature[i]!, dewPoint[i]!);
  return { temperature, dewPoint, humidity };
}
