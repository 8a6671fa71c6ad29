/**
 * Rain or snow: how a liquid-equivalent total divides into rain, freezing rain, ice pellets and snow, and how deep the
 * frozen part lies.
 *
 * The model's own phase flags decide where they are clear. Rain and snow together, or no flags, are divided by the wet
 * bulb near the ground, since a falling flake takes that temperature:
 *
 *   snow share = 1 / (1 + 6.99e-5 exp(2.0 (Tw + 3.97)))      Tw in °C; a half at 0.81 °C
 *
 * Wang et al. (2019), GRL 46, 13825; Noah-MP has the same. Warm air aloft over a frozen ground layer (850 hPa above
 * 1 °C, Tw below −0.5 °C) melts the snow on its way: at 3 °C it all arrives as water and freezes where it lands, below
 * that the drops freeze again in the air.
 */

const FREEZING_K = 273.15;

/** Share of snow in rain and snow, 0..1. */
export function snowFractionWang(wetBulbK: number): number {
  return 1 / (1 + 6.99e-5 * Math.exp(2.0 * (wetBulbK - FREEZING_K + 3.97)));
}

/** Below a fiftieth there is no second phase to speak of. */
function snowShare(wetBulbK: number): number {
  const share = snowFractionWang(wetBulbK);
  if (share < 0.02) return 0;
  return share > 0.98 ? 1 : share;
}

/** Shares of the liquid-equivalent total; they add up to 1, or all are NaN where the phase is unknown. */
export interface PrecipitationParts {
  readonly rain: number;
  readonly freezingRain: number;
  readonly icePellets: number;
  readonly snow: number;
}

export interface PhaseEvidence {
  /** Flags of the model, 0..1, set from 0.5; NaN when it gives none. */
  readonly rainFlag: number;
  readonly freezingRainFlag: number;
  readonly icePelletsFlag: number;
  readonly snowFlag: number;
  /** K, at the height of the place. */
  readonly wetBulb: number;
  /** K; NaN when unknown or when the ground is above 850 hPa. */
  readonly temperature850: number;
}

const RAIN: PrecipitationParts = { rain: 1, freezingRain: 0, icePellets: 0, snow: 0 };
const FREEZING_RAIN: PrecipitationParts = { rain: 0, freezingRain: 1, icePellets: 0, snow: 0 };
const ICE_PELLETS: PrecipitationParts = { rain: 0, freezingRain: 0, icePellets: 1, snow: 0 };
const SNOW: PrecipitationParts = { rain: 0, freezingRain: 0, icePellets: 0, snow: 1 };

function byWetBulb(wetBulb: number): PrecipitationParts {
  const snow = snowShare(wetBulb);
  return { rain: 1 - snow, freezingRain: 0 * snow, icePellets: 0 * snow, snow };
}

function withoutFlags({ wetBulb, temperature850 }: PhaseEvidence): PrecipitationParts {
  const warmAloft = temperature850 > FREEZING_K + 1 && wetBulb < FREEZING_K - 0.5;
  if (!warmAloft) return byWetBulb(wetBulb);
  return temperature850 >= FREEZING_K + 3 ? FREEZING_RAIN : ICE_PELLETS;
}

/** A place far above or below the model's ground may be on the other side of the melting level: its wet bulb wins. */
function snowFlagAlone({ wetBulb }: PhaseEvidence): PrecipitationParts {
  return wetBulb > FREEZING_K + 2.5 ? byWetBulb(wetBulb) : SNOW;
}

function rainFlagAlone({ wetBulb }: PhaseEvidence): PrecipitationParts {
  return wetBulb < FREEZING_K - 1.5 ? byWetBulb(wetBulb) : RAIN;
}

/** Several flags: an equal share for each, but rain and snow put theirs together and divide it by the wet bulb. */
function severalFlags(
  evidence: PhaseEvidence,
  rain: number,
  freezingRain: number,
  icePellets: number,
  snow: number,
): PrecipitationParts {
  const count = rain + freezingRain + icePellets + snow;
  const melting = rain === 1 && snow === 1 ? snowShare(evidence.wetBulb) : snow;
  return {
    rain: ((rain + snow) * (1 - melting)) / count,
    freezingRain: freezingRain / count,
    icePellets: icePellets / count,
    snow: ((rain + snow) * melting) / count,
  };
}

/** How one interval's precipitation divides into phases. */
export function precipitationParts(evidence: PhaseEvidence): PrecipitationParts {
  const rain = evidence.rainFlag >= 0.5 ? 1 : 0;
  const freezingRain = evidence.freezingRainFlag >= 0.5 ? 1 : 0;
  const icePellets = evidence.icePelletsFlag >= 0.5 ? 1 : 0;
  const snow = evidence.snowFlag >= 0.5 ? 1 : 0;
  const count = rain + freezingRain + icePellets + snow;
  if (count === 0) return withoutFlags(evidence);
  if (count > 1) return severalFlags(evidence, rain, freezingRain, icePellets, snow);
  if (snow === 1) return snowFlagAlone(evidence);
  if (rain === 1) return rainFlagAlone(evidence);
  return icePellets === 1 ? ICE_PELLETS : FREEZING_RAIN;
}

/** Baxter et al. (2005), WAF 20, 729: the mean over the United States. */
const MEAN_SNOW_RATIO = 13;

/**
 * Depth of new snow over its liquid equivalent, by Kuchera's rule: 12 at −2 °C, one more for each degree below, two
 * less for each above, within 5..25. The rule wants the warmest air below 500 hPa; the 2 m temperature stands for it.
 */
export function snowToLiquidRatio(temperatureK: number): number {
  if (Number.isNaN(temperatureK)) return MEAN_SNOW_RATIO;
  const below = 271.16 - temperatureK;
  return Math.min(Math.max(12 + (below < 0 ? 2 * below : below), 5), 25);
}

/** Ice pellets lie three times as deep as their water; US practice measures them with the snow. */
const ICE_PELLETS_RATIO = 3;

/** Depth of new snow and ice pellets, mm, from their liquid equivalents in mm. */
export function snowDepth(snowMm: number, icePelletsMm: number, ratio: number): number {
  return ratio * snowMm + ICE_PELLETS_RATIO * icePelletsMm;
}
