/**
 * Units of the answers: which each dimension may have, which each system takes, and the only conversion there is.
 *
 *   answer = canonical × factor + offset, rounded to `decimals`
 *
 * Canonical units are K, Pa, m/s, mm, mm/h and m. Factors follow from exact definitions (1 in = 25.4 mm,
 * 1 ft = 0.3048 m, 1 mi = 1609.344 m) and from 1 inHg = 3386.3886666667 Pa. Systems are those of the interface;
 * where it shows no unit, and for all decimals, the choice is ours.
 */

import { NULL_SCALED, type UnitsObject } from './answer.js';

export const UNIT_SYSTEMS = ['metric', 'us', 'si'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** How a canonical value is said in one unit. */
export interface Conversion {
  readonly factor: number;
  readonly offset: number;
  /** Digits after the decimal point in answers. */
  readonly decimals: number;
}

export interface DimensionDefinition {
  /** Unit that is used inside. */
  readonly canonical: string;
  /** Allowed units, in the order of the interface. */
  readonly units: Readonly<Record<string, Conversion>>;
  readonly defaults: Readonly<Record<UnitSystem, string>>;
}

const METRES_PER_MILE = 1609.344;
const PASCALS_PER_INHG = 3386.3886666667;

export const DIMENSIONS = {
  elevation: {
    canonical: 'm',
    units: {
      m: { factor: 1, offset: 0, decimals: 0 },
      ft: { factor: 1 / 0.3048, offset: 0, decimals: 0 },
    },
    defaults: { metric: 'm', us: 'ft', si: 'm' },
  },
  temperature: {
    canonical: 'K',
    units: {
      degC: { factor: 1, offset: -273.15, decimals: 1 },
      degF: { factor: 1.8, offset: -459.67, decimals: 1 },
      K: { factor: 1, offset: 0, decimals: 1 },
    },
    defaults: { metric: 'degC', us: 'degF', si: 'K' },
  },
  precipitation: {
    canonical: 'mm',
    units: {
      mm: { factor: 1, offset: 0, decimals: 2 },
      in: { factor: 1 / 25.4, offset: 0, decimals: 3 },
      m: { factor: 1e-3, offset: 0, decimals: 6 },
    },
    defaults: { metric: 'mm', us: 'in', si: 'm' },
  },
  precipitation_rate: {
    canonical: 'mm/h',
    units: {
      'mm/h': { factor: 1, offset: 0, decimals: 2 },
      'in/h': { factor: 1 / 25.4, offset: 0, decimals: 3 },
      'm/s': { factor: 1 / 3.6e6, offset: 0, decimals: 10 },
    },
    defaults: { metric: 'mm/h', us: 'in/h', si: 'm/s' },
  },
  pressure: {
    canonical: 'Pa',
    units: {
      hPa: { factor: 0.01, offset: 0, decimals: 1 },
      inHg: { factor: 1 / PASCALS_PER_INHG, offset: 0, decimals: 2 },
      Pa: { factor: 1, offset: 0, decimals: 0 },
    },
    defaults: { metric: 'hPa', us: 'inHg', si: 'Pa' },
  },
  wind_speed: {
    canonical: 'm/s',
    units: {
      'km/h': { factor: 3.6, offset: 0, decimals: 1 },
      mph: { factor: 3600 / METRES_PER_MILE, offset: 0, decimals: 1 },
      'm/s': { factor: 1, offset: 0, decimals: 1 },
    },
    defaults: { metric: 'km/h', us: 'mph', si: 'm/s' },
  },
  visibility: {
    canonical: 'm',
    units: {
      km: { factor: 1e-3, offset: 0, decimals: 1 },
      mi: { factor: 1 / METRES_PER_MILE, offset: 0, decimals: 1 },
      m: { factor: 1, offset: 0, decimals: 0 },
    },
    defaults: { metric: 'km', us: 'mi', si: 'm' },
  },
} as const satisfies Readonly<Record<string, DimensionDefinition>>;

export type Dimension = keyof typeof DIMENSIONS;

/** Only of routes, so not among the dimensions that every request may override. */
export const DISTANCE = {
  canonical: 'm',
  units: {
    m: { factor: 1, offset: 0, decimals: 0 },
    km: { factor: 1e-3, offset: 0, decimals: 3 },
    ft: { factor: 1 / 0.3048, offset: 0, decimals: 0 },
    mi: { factor: 1 / METRES_PER_MILE, offset: 0, decimals: 3 },
  },
  defaults: { metric: 'km', us: 'mi', si: 'm' },
} as const satisfies DimensionDefinition;

export const DIMENSION_IDS = Object.keys(DIMENSIONS) as readonly Dimension[];

/** Units that `dimension` may be asked in, in the order of the interface. */
export function allowedUnits(dimension: Dimension): readonly string[] {
  return Object.keys(DIMENSIONS[dimension].units);
}

/** The units object of an answer. `overrides` were validated before; they win over the system's defaults. */
export function resolveUnits(
  system: UnitSystem,
  overrides: Readonly<Partial<Record<Dimension, string>>> = {},
): UnitsObject {
  const unit = (dimension: Dimension) => overrides[dimension] ?? DIMENSIONS[dimension].defaults[system];
  return {
    system,
    elevation: unit('elevation'),
    percentage: '%',
    temperature: unit('temperature'),
    precipitation: unit('precipitation'),
    precipitation_rate: unit('precipitation_rate'),
    pressure: unit('pressure'),
    wind_speed: unit('wind_speed'),
    visibility: unit('visibility'),
    degrees: 'degree',
  };
}

/**
 * From the canonical unit of `dimension` to `unit`.
 *
 * @throws RangeError for a unit that the dimension does not have.
 */
export function converter(dimension: Dimension, unit: string): Conversion {
  const { units }: DimensionDefinition = DIMENSIONS[dimension];
  const conversion = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (conversion === undefined) throw new RangeError(`${dimension} has no unit "${unit}"`);
  return conversion;
}

/**
 * From the canonical unit of `dimension` to `unit`, for differences of two values such as errors: a difference of 1 K is one
 * of 1.8 °F, and never one of 33.8 °F.
 *
 * @throws RangeError for a unit that the dimension does not have.
 */
export function differenceConverter(dimension: Dimension, unit: string): Conversion {
  return { ...converter(dimension, unit), offset: 0 };
}

export type RouteUnits = Omit<UnitsObject, 'degrees'> & { readonly distance: string };

/** The units object of a route: with a distance, and without the degrees that no route of the interface has. */
export function resolveRouteUnits(
  system: UnitSystem,
  { distance, ...overrides }: Readonly<Partial<Record<Dimension | 'distance', string>>> = {},
): RouteUnits {
  const { degrees: _, ...units } = resolveUnits(system, overrides);
  return { ...units, distance: distance ?? DISTANCE.defaults[system] };
}

const LARGEST_SCALED = 2147483647;

/**
 * value × 10^decimals as an integer, halves away from zero; `NULL_SCALED` for NaN and for what no int32 holds.
 *
 * A half is meant as a person writes it: 1.005 with two decimals is 101, although the nearest double lies below
 * (1.005 × 100 = 100.49999999999999). So whatever is within a billionth of the last place, or within the rounding
 * noise of a double, of a half counts as that half.
 */
export function roundScaled(value: number, decimals: number): number {
  return roundedTo(value * 10 ** decimals);
}

/** `roundScaled` of a value that is scaled already. */
function roundedTo(scaled: number): number {
  const magnitude = Math.abs(scaled);
  const rounded = Math.floor(magnitude + 0.5 + Math.max(1e-9, magnitude * 2 ** -50));
  if (!(rounded <= LARGEST_SCALED)) return NULL_SCALED;
  return scaled < 0 && rounded !== 0 ? -rounded : rounded;
}

/** A whole column of canonical values to the scaled integers of an answer; one entry each, NaN becomes `NULL_SCALED`. */
export function scaleColumn(values: ArrayLike<number>, { factor, offset, decimals }: Conversion): Int32Array {
  const scaled = new Int32Array(values.length);
  const scale = 10 ** decimals;
  for (let i = 0; i < scaled.length; i++) scaled[i] = roundedTo((values[i]! * factor + offset) * scale);
  return scaled;
}
