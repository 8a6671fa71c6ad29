/**
 * Hail from the severe hail index, and its chance along a nowcast.
 *
 *   MESH = 2.54 SHI^0.5 mm                                        Witt et al. (1998), WAF 13, 286
 *   MESH75 = 15.096 SHI^0.206,  MESH95 = 22.157 SHI^0.212 mm      Murillo & Homeyer (2019), JAMC 58, 947, as corrected
 *   POSH = clip(29 ln(SHI / WT) + 50, 0, 100) %,  WT = max(20, 57.5 H0 − 121)     Witt et al., H0 melting level in km
 *
 * SHI in J m⁻¹ s⁻¹. Witt's size was fitted to 147 reports and is too large for big hail; MESH75, the 75th percentile of
 * 5,897 reports, is what is told. Hail is not extrapolated as rain is: its chance fades by e in half an hour, about the
 * life of a cell.
 */

const FADING_MINUTES = 30;
/** Below this chance, ratio, no size is told. */
const LEAST_CHANCE = 0.1;

/** mm, Witt's; 0 where the index is not positive. */
export function hailSizeWitt(shi: number): number {
  return 2.54 * Math.max(0, shi) ** 0.5;
}

/** mm: three of four hailstones reported were smaller; 0 where the index is not positive. */
export function hailSize75(shi: number): number {
  return 15.096 * Math.max(0, shi) ** 0.206;
}

/** mm: 95 of 100 reported were smaller; 0 where the index is not positive. */
export function hailSize95(shi: number): number {
  return 22.157 * Math.max(0, shi) ** 0.212;
}

/**
 * Chance of severe hail, ratio 0..1.
 *
 * @param meltingLevelKm  height of 0 °C above the radar, km
 */
export function severeHailChance(shi: number, meltingLevelKm: number): number {
  if (shi <= 0) return 0;
  const threshold = Math.max(20, 57.5 * meltingLevelKm - 121);
  return Math.min(1, Math.max(0, 0.29 * Math.log(shi / threshold) + 0.5));
}

/** What is left of a chance of hail `leadMinutes` after it was seen. */
export function fadedHailChance(chance: number, leadMinutes: number): number {
  return chance * Math.exp(-leadMinutes / FADING_MINUTES);
}

/**
 * Size to be expected where the chance seen is `chance`: of the index, of Witt's size on a grid without the index; 0 where
 * the chance is below a tenth, NaN where neither is known.
 */
export function expectedHailSize(chance: number, shi: number, witt: number): number {
  if (chance < LEAST_CHANCE) return 0;
  return Number.isNaN(shi) ? witt : hailSize75(shi);
}
