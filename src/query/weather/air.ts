/** Moist air of records: what is wrong with a mix of sources is put right, and humidity follows. */

import { relativeHumidity } from '../../science/thermo.js';
import type { Quantity } from './quantities.js';
import type { Scratch } from './scratch.js';

/** Values of what nobody asked for. */
export const NOTHING = new Float64Array(0);

/** K and ratio, one value per instant, NaN unknown; empty where not asked for. */
export interface Air {
  readonly temperature: Float64Array;
  readonly dewPoint: Float64Array;
  readonly humidity: Float64Array;
}

/**
 * The dew point is cut to the temperature, in place: each is moved to the height of the place by a lapse of its own.
 *
 * @param dewPoint  all NaN where it was not read
 */
export function airOf(
  temperature: Float64Array,
  dewPoint: Float64Array,
  quantities: ReadonlySet<Quantity>,
  scratch: Scratch,
): Air {
  for (let i = 0; i < temperature.length; i++) if (dewPoint[i]! > temperature[i]!) dewPoint[i] = temperature[i]!;
  const humidity = quantities.has('humidity') ? scratch.zeros(temperature.length) : NOTHING;
  for (let i = 0; i < humidity.length; i++) humidity[i] = relativeHumidity(temperature[i]!, dewPoint[i]!);
  return { temperature, dewPoint, humidity };
}
