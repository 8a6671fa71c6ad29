/**
 * Map layout of the forecast cubes: the few fields that tiles draw, kept once more as whole pictures of one time each.
 *
 * `kind` says what a picture of time T shows: `instant` the state at T; `step` the mean over the step of the cube that begins
 * at T, so that a picture of rain is of what falls from then on. An index of air quality is that of the hour, or step, that begins
 * at T, with the hours before it as the point forecast takes them.
 */

import type { DatasetId } from './dataset.js';
import type { Grid } from './field.js';
import type { Packing } from './packing.js';

/** Value = n × step + base, in `unit`; n an int16. */
export const MAP_FIELDS = [
  { id: 'temperature', unit: 'K', kind: 'instant', step: 0.02, base: 273.15 },
  { id: 'precipitation_rate', unit: 'mm/h', kind: 'step', step: 0.01, base: 0 },
  { id: 'smoke_pm2_5', unit: 'µg/m³', kind: 'step', step: 0.1, base: 3200 },
  { id: 'air_quality_index', unit: '1', kind: 'step', step: 0.1, base: 0 },
] as const satisfies readonly {
  id: string;
  unit: string;
  kind: 'instant' | 'step';
  step: number;
  base: number;
}[];

export type MapField = (typeof MAP_FIELDS)[number];
export type MapFieldId = MapField['id'];

export function mapFieldOf(field: MapFieldId): MapField {
  return MAP_FIELDS.find(({ id }) => id === field)!;
}

/** Which fields the cubes of a dataset keep as maps; of others none. */
export const MAP_FIELDS_OF: Readonly<Partial<Record<DatasetId, readonly MapFieldId[]>>> = {
  gfs: ['temperature', 'precipitation_rate'],
  hrrr: ['temperature', 'precipitation_rate', 'smoke_pm2_5'],
  aqm: ['air_quality_index'],
  'gefs-aerosol': ['smoke_pm2_5', 'air_quality_index'],
};

/** From how long before the reference time to how long after it maps are kept, s. */
export const MAP_SPAN = { before: 3 * 3600, after: 48 * 3600 } as const;

/** One field at one time. `values`: int16 [y, x] in the order of the grid, −32768 missing. */
export interface MapSlice {
  readonly grid: Grid;
  readonly packing: Packing;
  readonly values: Int16Array;
}

/** Of a cube: the times of which it keeps a field as a map, epoch seconds, rising. */
export interface MapTimes {
  readonly field: MapFieldId;
  readonly times: Float64Array;
}
