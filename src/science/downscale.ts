/**
 * From the height of the model's ground to the height of the place.
 *
 * Temperature falls by the standard 6.5 K/km. The dew point falls by 5.2 K/km, the middle of 4.5 to 5.8 K/km that
 * Liston & Elder (2006), J. Hydromet. 7, 217, derive from vapour pressure through the year. Everything that follows
 * from the two (humidity, apparent temperature, phase, condition) is to be made after this.
 */

const TEMPERATURE_LAPSE = 0.0065;
const DEW_POINT_LAPSE = 0.0052;
/** Beyond this the free air between the two heights says nothing sure any more. */
export const LARGEST_ADJUSTMENT_M = 1500;

export interface SurfaceAir {
  readonly temperature: number;
  readonly dewPoint: number;
}

export interface ElevationStep {
  /** Height of the place minus height of the model's ground, m, within ±`LARGEST_ADJUSTMENT_M`. */
  readonly dz: number;
  /** True when the difference was larger: answers warn `elevation_clamped`. */
  readonly clamped: boolean;
}

/** Step from the model's ground to the place; no step where either height is unknown. */
export function elevationStep(placeM: number, modelM: number): ElevationStep {
  const difference = placeM - modelM;
  if (Number.isNaN(difference)) return { dz: 0, clamped: false };
  const dz = Math.min(Math.max(difference, -LARGEST_ADJUSTMENT_M), LARGEST_ADJUSTMENT_M);
  return { dz, clamped: dz !== difference };
}

/** What is added to temperature and dew point for `dz` metres up, K. Who mixes them keeps the dew point below. */
export function elevationShift(dz: number): SurfaceAir {
  return { temperature: -TEMPERATURE_LAPSE * dz, dewPoint: -DEW_POINT_LAPSE * dz };
}
