/**
 * Hail in the storm cells of this world, by the formulas of Witt et al. (1998, Weather and Forecasting 13, 286):
 *
 *   Ė = 5e−6 · 10^(0.084 Z) · W(Z)                W: 0 at 40 dBZ and below, 1 at 50 and above, straight between
 *   SHI = 0.1 ∫ W_T(H) Ė dH                       from the 0 °C level H₀ (m) to the echo's top
 *   POSH = 29 ln(SHI ÷ WT) + 50, 0..100 %         WT = max(20, 57.5 H₀ (km) − 121)
 *   MESH = 2.54 √SHI                              mm
 *
 * W_T is 0 at H₀, 1 from the −20 °C level on, straight between. The world's cells are flat, so a column is made up: above
 * the 0 °C level it has one reflectivity Z = that of the cell's own rain (300 R^1.4) + 15 dB, at most 70, up to 250 m
 * above the −20 °C level for each dB over 40. Levels follow from the temperature at the ground by 6.5 K/km.
 */

const LAPSE_RATE = 0.0065; // K/m
const FREEZING = 273.15;
const COLD_LAYER = 20 / LAPSE_RATE; // m between 0 and −20 °C
const ALOFT = 15; // dB
const STRONGEST = 70; // dBZ
const TOP_PER_DB = 250; // m
/** Below it there are no ice and no updraught to make hail of. */
const LOWEST_FREEZING_LEVEL = 1000; // m

/** dBZ of convective rain, mm/h. */
export function reflectivityOf(rate: number): number {
  return 10 * Math.log10(300 * rate ** 1.4);
}

/** Height of 0 °C, m above mean sea level, over ground of so many K and m. */
export function freezingLevel(temperature: number, elevation: number): number {
  return elevation + (temperature - FREEZING) / LAPSE_RATE;
}

/** J/m/s in the units of SHI. @param cellRate  rain of the cell alone, mm/h */
export function severeHailIndex(cellRate: number, freezing: number): number {
  if (cellRate < 1 || freezing < LOWEST_FREEZING_LEVEL) return 0;
  const z = Math.min(STRONGEST, reflectivityOf(cellRate) + ALOFT);
  if (z <= 40) return 0;
  const flux = 5e-6 * 10 ** (0.084 * z) * Math.min(1, (z - 40) / 10);
  return 0.1 * flux * (COLD_LAYER / 2 + TOP_PER_DB * (z - 40));
}

/** %. */
export function severeHailProbability(index: number, freezing: number): number {
  if (index <= 0) return 0;
  const threshold = Math.max(20, (57.5 * freezing) / 1000 - 121);
  return Math.min(100, Math.max(0, 29 * Math.log(index / threshold) + 50));
}

/** mm. */
export function hailSize(index: number): number {
  return 2.54 * Math.sqrt(index);
}
