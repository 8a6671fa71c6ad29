/**
 * Forecast elements: the physical quantities that a forecast cube stores, one row each.
 *
 * They are what models give, not what the interface answers (that is `variables.ts`): wind as u and v, precipitation
 * per native step, phase as flags. `step` is the packing step: a stored integer n means n × step + base, in `unit`.
 * The step is at or below the precision that the sources ship, so packing is not what limits accuracy.
 *
 * `kind` says what a value at time T stands for:
 *   instant   the state at T
 *   interval  the interval that ends at T and begins at the step before it (totals, in mm per interval)
 *   mean      the mean over the step that ends at T (concentrations); a feed's instants become the mean of both ends
 *   window    a few hours that end at T, how many is the feed's habit (`CubeOrigin.windowSeconds`); missing where T does
 *             not end a whole window (the models' own extremes, probabilities of six hours)
 */

export interface ElementDefinition {
  readonly id: string;
  readonly unit: 'K' | 'Pa' | 'm/s' | 'mm' | 'mm/h' | 'ratio' | 'm' | 'DU' | 'J/kg' | 'µg/m³' | 'ppb';
  readonly kind: 'instant' | 'interval' | 'mean' | 'window';
  readonly step: number;
  readonly base: number;
  readonly description: string;
}

/** Members of the ensemble that probabilities come from: the control, 0, and 30 perturbed ones. */
export const ENSEMBLE_MEMBERS = 31;

/** "precipitation_member_07": what one member gives for the step, as `precipitation`. */
export type MemberElementId = `precipitation_member_${string}`;

/** @param member 0 … `ENSEMBLE_MEMBERS` − 1 */
export function memberElement(member: number): MemberElementId {
  return `precipitation_member_${String(member).padStart(2, '0')}`;
}

const MEMBER_ELEMENTS = Array.from({ length: ENSEMBLE_MEMBERS }, (_, member) => ({
  id: memberElement(member),
  unit: 'mm' as const,
  kind: 'interval' as const,
  step: 0.01,
  base: 0,
  description: `liquid-equivalent total of the step, ensemble member ${member}`,
}));

export const ELEMENTS = [
  {
    id: 'temperature',
    unit: 'K',
    kind: 'instant',
    step: 0.02,
    base: 273.15,
    description: 'air temperature 2 m above ground',
  },
  { id: 'dew_point', unit: 'K', kind: 'instant', step: 0.02, base: 273.15, description: 'dew point 2 m above ground' },
  {
    id: 'temperature_max',
    unit: 'K',
    kind: 'window',
    step: 0.02,
    base: 273.15,
    description: 'highest 2 m temperature of six hours',
  },
  {
    id: 'temperature_min',
    unit: 'K',
    kind: 'window',
    step: 0.02,
    base: 273.15,
    description: 'lowest 2 m temperature of six hours',
  },
  {
    id: 'pressure_msl',
    unit: 'Pa',
    kind: 'instant',
    step: 2,
    base: 100_000,
    description: 'pressure reduced to mean sea level',
  },
  {
    id: 'pressure_surface',
    unit: 'Pa',
    kind: 'instant',
    step: 2,
    base: 70_000,
    description: 'pressure at the ground of the model',
  },
  {
    id: 'wind_u',
    unit: 'm/s',
    kind: 'instant',
    step: 0.02,
    base: 0,
    description: 'wind towards east 10 m above ground',
  },
  {
    id: 'wind_v',
    unit: 'm/s',
    kind: 'instant',
    step: 0.02,
    base: 0,
    description: 'wind towards north 10 m above ground',
  },
  { id: 'wind_gust', unit: 'm/s', kind: 'instant', step: 0.02, base: 0, description: 'gust at the surface' },
  {
    id: 'precipitation',
    unit: 'mm',
    kind: 'interval',
    step: 0.01,
    base: 0,
    description: 'liquid-equivalent total of the step',
  },
  {
    id: 'precipitation_rate',
    unit: 'mm/h',
    kind: 'instant',
    step: 0.01,
    base: 0,
    description: 'liquid-equivalent rate',
  },
  { id: 'rain_flag', unit: 'ratio', kind: 'interval', step: 0.01, base: 0, description: 'categorical rain, 0 or 1' },
  { id: 'snow_flag', unit: 'ratio', kind: 'interval', step: 0.01, base: 0, description: 'categorical snow, 0 or 1' },
  {
    id: 'freezing_rain_flag',
    unit: 'ratio',
    kind: 'interval',
    step: 0.01,
    base: 0,
    description: 'categorical freezing rain, 0 or 1',
  },
  {
    id: 'ice_pellets_flag',
    unit: 'ratio',
    kind: 'interval',
    step: 0.01,
    base: 0,
    description: 'categorical ice pellets, 0 or 1',
  },
  {
    id: 'cloud_cover',
    unit: 'ratio',
    kind: 'instant',
    step: 0.001,
    base: 0,
    description: 'total cloud of the whole atmosphere',
  },
  { id: 'visibility', unit: 'm', kind: 'instant', step: 10, base: 0, description: 'visibility at the surface' },
  { id: 'ozone', unit: 'DU', kind: 'instant', step: 0.1, base: 300, description: 'total ozone column' },
  {
    id: 'cape',
    unit: 'J/kg',
    kind: 'instant',
    step: 1,
    base: 0,
    description: 'convective available potential energy, surface based',
  },
  {
    id: 'temperature_850hpa',
    unit: 'K',
    kind: 'instant',
    step: 0.02,
    base: 273.15,
    description: 'air temperature at 850 hPa',
  },
  {
    id: 'wind_u_700hpa',
    unit: 'm/s',
    kind: 'instant',
    step: 0.02,
    base: 0,
    description: 'wind towards east at 700 hPa',
  },
  {
    id: 'wind_v_700hpa',
    unit: 'm/s',
    kind: 'instant',
    step: 0.02,
    base: 0,
    description: 'wind towards north at 700 hPa',
  },
  {
    id: 'probability_1h',
    unit: 'ratio',
    kind: 'interval',
    step: 0.001,
    base: 0,
    description: 'chance of more than 0.254 mm in the hour',
  },
  {
    id: 'probability_6h',
    unit: 'ratio',
    kind: 'window',
    step: 0.001,
    base: 0,
    description: 'chance of more than 0.254 mm in six hours',
  },
  {
    id: 'pm2_5',
    unit: 'µg/m³',
    kind: 'mean',
    step: 0.05,
    base: 1600,
    description: 'particles below 2.5 µm at the ground',
  },
  {
    id: 'pm10',
    unit: 'µg/m³',
    kind: 'mean',
    step: 0.2,
    base: 6400,
    description: 'particles below 10 µm at the ground',
  },
  { id: 'ozone_ground', unit: 'ppb', kind: 'mean', step: 0.02, base: 500, description: 'ozone at the ground' },
  {
    id: 'smoke_pm2_5',
    unit: 'µg/m³',
    kind: 'mean',
    step: 0.1,
    base: 3200,
    description: 'particles below 2.5 µm from fires, near the ground',
  },
  { id: 'dust_pm10', unit: 'µg/m³', kind: 'mean', step: 0.2, base: 6400, description: 'mineral dust below 10 µm' },
  ...MEMBER_ELEMENTS,
] as const satisfies readonly ElementDefinition[];

export type ElementId = (typeof ELEMENTS)[number]['id'];

/** Fields that do not change with time, stored once per dataset version beside the cube, float32. */
export const STATIC_FIELDS = ['elevation', 'land'] as const;
/** `elevation`: height of the model's ground, m above mean sea level. `land`: 1 land, 0 water. */
export type StaticFieldId = (typeof STATIC_FIELDS)[number];

const BY_ID: ReadonlyMap<string, ElementDefinition> = new Map(ELEMENTS.map((element) => [element.id, element]));

/** @throws RangeError for an id that is not in the table. */
export function elementOf(id: ElementId): ElementDefinition {
  const element = BY_ID.get(id);
  if (element === undefined) throw new RangeError(`no element "${id}"`);
  return element;
}
