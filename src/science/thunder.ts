/**
 * Chance of lightning from a model: flashes go with rain that falls through buoyant air.
 *
 *   F = 1.3e-11 × P × CAPE        flashes per m² and s, P in kg m⁻² s⁻¹, CAPE in J/kg
 *
 * Romps et al. (2014), Science 346, 851. As a Poisson process, the chance of a flash within 5 km. It saturates
 * (1 mm/h at 1000 J/kg for an hour is 64%), so it says where thunder is likely rather than how likely it is.
 */

const FLASHES_PER_JOULE = 1.3e-11;
const AREA_M2 = Math.PI * 5000 ** 2;
const LEAST_CAPE = 100;
const LEAST_CLOUD = 0.3;

/** Ratio 0..1 over `seconds`; 0 under weak buoyancy or thin cloud. */
export function thunderProbability(rateMmPerHour: number, cape: number, cloud: number, seconds: number): number {
  if (cape < LEAST_CAPE || cloud < LEAST_CLOUD || rateMmPerHour <= 0) return 0;
  if (Number.isNaN(cloud)) return Number.NaN;
  const flashes = FLASHES_PER_JOULE * (rateMmPerHour / 3600) * cape * AREA_M2 * seconds;
  return 1 - Math.exp(-flashes);
}
