/**
 * The type of what falls as MRMS codes it, from the rate, what cells have of it, and the air at the ground:
 *
 *   −3 −1  not seen           3  snow, where half of it is          7  hail: POSH of 50% or more
 *   0      nothing            6  convective: cells have half       96  the same in tropical air
 *   1      warm stratiform   10  cool stratiform, below 5 °C       91  stratiform in tropical air
 *
 * Tropical air is 25 °C or more at a dew point of 22 °C or more. Real flags come from reflectivity and a model's air.
 */

const DRY_BELOW = 0.05; // mm/h, which the files round to 0
const COOL = 278.15; // K
const TROPICAL = { temperature: 298.15, dewPoint: 295.15 } as const;
const HAIL_FROM = 50; // %

export interface FlagInput {
  /** mm/h, and below 0 what stands for an unseen place. */
  readonly rate: number;
  readonly cellRate: number;
  readonly temperature: number;
  readonly dewPoint: number;
  /** Of what falls, or would. */
  readonly snowShare: number;
  /** POSH, %. */
  readonly hail: number;
}

export function precipitationFlag({ rate, cellRate, temperature, dewPoint, snowShare, hail }: FlagInput): number {
  if (rate < 0) return rate;
  if (rate < DRY_BELOW) return 0;
  if (hail >= HAIL_FROM) return 7;
  if (snowShare >= 0.5) return 3;
  const isConvective = cellRate >= rate / 2;
  const isTropical = temperature >= TROPICAL.temperature && dewPoint >= TROPICAL.dewPoint;
  if (isConvective) return isTropical ? 96 : 6;
  if (isTropical) return 91;
  return temperature < COOL ? 10 : 1;
}
