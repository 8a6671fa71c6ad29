/**
 * What must be computed for which variable: quantities need elements of the cubes and other quantities. A request pays
 * only for what it asks for; without this, wet bulb and phase of 384 hours would be computed for a list of temperatures.
 */

import type { ElementId } from '../../model/element.js';
import type { ForecastVariableId } from '../../model/variables.js';

interface Needs {
  readonly elements?: readonly ElementId[];
  readonly quantities?: readonly Quantity[];
}

/** In an order that respects the needs. */
const QUANTITIES = {
  temperature: { elements: ['temperature'] },
  dewPoint: { elements: ['dew_point'], quantities: ['temperature'] },
  humidity: { quantities: ['temperature', 'dewPoint'] },
  pressure: { elements: ['pressure_msl'] },
  wind: { elements: ['wind_u', 'wind_v'] },
  direction: { quantities: ['wind'] },
  gust: { elements: ['wind_gust'], quantities: ['wind'] },
  cloud: { elements: ['cloud_cover'] },
  // Amounts and chances are read from one pool.
  totals: { elements: ['precipitation', 'probability_1h', 'probability_6h'] },
  phase: {
    elements: [
      'rain_flag',
      'snow_flag',
      'freezing_rain_flag',
      'ice_pellets_flag',
      'temperature_850hpa',
      'pressure_surface',
    ],
    quantities: ['totals', 'humidity'],
  },
  probability: { quantities: ['totals'] },
  uv: { elements: ['ozone'], quantities: ['cloud'] },
  condition: {
    elements: ['visibility', 'cape', 'precipitation_rate', 'smoke_pm2_5', 'dust_pm10', 'pm2_5'],
    quantities: ['phase', 'probability', 'gust', 'cloud'],
  },
  apparent: { quantities: ['humidity', 'wind'] },
  extremes: { elements: ['temperature_max', 'temperature_min'], quantities: ['temperature'] },
  airQuality: { elements: ['pm2_5', 'pm10', 'ozone_ground'] },
} as const satisfies Readonly<Record<string, { elements?: readonly ElementId[]; quantities?: readonly string[] }>>;

export type Quantity = keyof typeof QUANTITIES;

const OF_VARIABLE: Readonly<Record<ForecastVariableId, Quantity | null>> = {
  temperature: 'temperature',
  apparent_temperature: 'apparent',
  temperature_max: 'extremes',
  temperature_min: 'extremes',
  dew_point: 'dewPoint',
  condition: 'condition',
  humidity: 'humidity',
  pressure: 'pressure',
  wind_speed: 'wind',
  wind_gust: 'gust',
  wind_direction: 'direction',
  precipitation: 'totals',
  rain_total: 'phase',
  snow_total: 'phase',
  precipitation_probability: 'probability',
  cloud_cover: 'cloud',
  uv_index: 'uv',
  air_quality_index: 'airQuality',
  sunrise: null,
  sunset: null,
};

/** The quantities that `variables` need, with everything that those stand on. */
export function quantitiesFor(variables: Iterable<ForecastVariableId>): ReadonlySet<Quantity> {
  const found = new Set<Quantity>();
  const add = (quantity: Quantity) => {
    if (found.has(quantity)) return;
    found.add(quantity);
    for (const needed of (QUANTITIES[quantity] as Needs).quantities ?? []) add(needed);
  };
  for (const variable of variables) {
    const quantity = OF_VARIABLE[variable];
    if (quantity !== null) add(quantity);
  }
  return found;
}

/** The elements to read for `quantities`, each once. */
export function elementsFor(quantities: Iterable<Quantity>): Set<ElementId> {
  const elements = new Set<ElementId>();
  for (const quantity of quantities)
    for (const element of (QUANTITIES[quantity] as Needs).elements ?? []) elements.add(element);
  return elements;
}

/** Groups of elements: where no source has any of one group, `variable` can only be null. None for those without needs. */
export function essentialElements(variable: ForecastVariableId): readonly Alternatives[] {
  const quantity = OF_VARIABLE[variable];
  return quantity === null ? [] : ESSENTIAL[quantity];
}

type Alternatives = readonly ElementId[];

const ESSENTIAL: Readonly<Record<Quantity, readonly Alternatives[]>> = {
  temperature: [['temperature']],
  dewPoint: [['dew_point']],
  humidity: [['temperature'], ['dew_point']],
  pressure: [['pressure_msl']],
  wind: [['wind_u'], ['wind_v']],
  direction: [['wind_u'], ['wind_v']],
  gust: [['wind_gust', 'wind_u']],
  cloud: [['cloud_cover']],
  totals: [['precipitation']],
  phase: [['precipitation']],
  probability: [['precipitation', 'probability_1h', 'probability_6h']],
  uv: [['cloud_cover']],
  // A sky needs cloud; a wet code, fog, smoke or wind does without.
  condition: [['cloud_cover', 'precipitation', 'precipitation_rate', 'visibility', 'wind_gust', 'wind_u']],
  apparent: [['temperature']],
  extremes: [['temperature']],
  airQuality: [],
};
