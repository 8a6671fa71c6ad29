/**
 * Rain and radar reflectivity:
 *
 *   Z = a R^b        Z in mm⁶ m⁻³ (dBZ = 10 log₁₀ Z), R in mm/h
 *
 * with a, b of convective rain 300, 1.4 (Fulton et al. 1998, WAF 13, 377: the default of the US radars), of stratiform rain
 * 200, 1.6 (Marshall & Palmer 1948, J. Meteor. 5, 165) and of snow 75, 2 (liquid equivalent; as MRMS has it, Zhang et al. 2016,
 * BAMS 97, 621). No correction of the bright band. Above 53 dBZ it is hail that reflects, so rain is capped there: at 104 mm/h
 * when convective.
 */

const RELATIONS = {
  convective: { a: 300, b: 1.4 },
  stratiform: { a: 200, b: 1.6 },
  snow: { a: 75, b: 2 },
} as const;

export type RainKind = keyof typeof RELATIONS;

const CAP_DBZ = 53;

/** mm/h at a reflectivity in dBZ; a weak echo is a little rain, never none. NaN stays NaN. */
export function rateOfReflectivity(dbz: number, kind: RainKind): number {
  return uncappedRate(Math.min(dbz, CAP_DBZ), kind);
}

/** The same as if it were never hail: the rate that has this reflectivity. */
export function uncappedRate(dbz: number, kind: RainKind): number {
  const { a, b } = RELATIONS[kind];
  return (10 ** (dbz / 10) / a) ** (1 / b);
}

/** dBZ of a rate in mm/h; −Infinity where nothing falls. NaN stays NaN. */
export function reflectivityOfRate(rate: number, kind: RainKind): number {
  const { a, b } = RELATIONS[kind];
  return 10 * Math.log10(a * rate ** b);
}
