/**
 * UV index from the sun's height, the ozone column and cloud.
 *
 *   UVI = 12.5 μ^2.42 (Ω/300)^−1.23 × (1 + 0.06 z) × cloud factor
 *
 *   μ   cosine of the sun's zenith angle at the middle of the interval
 *   Ω   ozone column, DU                 Madronich (2007), Photochem. Photobiol. 83, 1537
 *   z   height of the place, km          6% per km and the cloud factors: US EPA, "Calculating the UV Index"
 */

const USUAL_OZONE_DU = 300;
/** A noon sun in the zenith at 4000 m under the thinnest ozone of the tropics: there is no usual weather above it. */
const LARGEST_INDEX = 20;

/** Unknown ozone counts as the world's usual 300 DU; night is 0. */
export function clearSkyUv(cosZenith: number, ozoneDU: number): number {
  if (cosZenith <= 0) return 0;
  const ozone = Number.isNaN(ozoneDU) ? USUAL_OZONE_DU : ozoneDU;
  return 12.5 * cosZenith ** 2.42 * (ozone / 300) ** -1.23;
}

/** Clear, scattered, broken and overcast of the NWS (100, 89, 73, 31%) at the middle of their share of the sky. */
const CLOUD_SHARES = [0, 0.4375, 0.75, 1] as const;
const CLOUD_FACTORS = [1, 0.89, 0.73, 0.31] as const;

/** Share of the UV that passes cloud of this cover, piecewise linear. */
export function cloudFactor(cloud: number): number {
  let i = 1;
  while (i < CLOUD_SHARES.length - 1 && cloud > CLOUD_SHARES[i]!) i++;
  const along = (cloud - CLOUD_SHARES[i - 1]!) / (CLOUD_SHARES[i]! - CLOUD_SHARES[i - 1]!);
  return CLOUD_FACTORS[i - 1]! + along * (CLOUD_FACTORS[i]! - CLOUD_FACTORS[i - 1]!);
}

/** Gain with height above the sea; unknown height counts as sea level. */
export function elevationFactor(elevationM: number): number {
  return Number.isNaN(elevationM) ? 1 : 1 + 0.06 * (elevationM / 1000);
}

/** The index under cloud. Night is 0 whatever the cloud; a day of unknown cloud is NaN. */
export function uvIndex(cosZenith: number, ozoneDU: number, elevationM: number, cloud: number): number {
  const clear = clearSkyUv(cosZenith, ozoneDU);
  if (clear === 0) return 0;
  return Math.min(clear * elevationFactor(elevationM) * cloudFactor(cloud), LARGEST_INDEX);
}
