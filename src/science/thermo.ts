/**
 * Moisture and pressure of air near the ground.
 *
 * Saturation is taken over water at every temperature, as screens and synoptic reports do: over ice the humidity of
 * the same cold air would read higher. Humidity is a ratio 0..1. NaN in, NaN out.
 */

const FREEZING_K = 273.15;

/** Noah-MP's constants: heat capacity of dry air, J/(kg K), and heat of vaporisation, J/kg. */
const CP_AIR = 1004.64;
const VAPORISATION_HEAT = 2.5104e6;
/** Molar mass of water over that of dry air. */
const EPSILON = 0.622;

/** Bolton's exponent, T in °C. */
function saturationExponent(T: number): number {
  return (17.67 * T) / (T + 243.5);
}

/** Es = 6.112 exp(17.67 T / (T + 243.5)), hPa and °C: Bolton (1980), MWR 108, 1046, eq. 10. Within 0.1% from −30 to 35 °C. */
export function saturationVapourPressureHpa(temperatureK: number): number {
  return 6.112 * Math.exp(saturationExponent(temperatureK - FREEZING_K));
}

/** Relative humidity from temperature and dew point: es(dew point) / es(temperature). */
export function relativeHumidity(temperatureK: number, dewPointK: number): number {
  const ratio = saturationExponent(dewPointK - FREEZING_K) - saturationExponent(temperatureK - FREEZING_K);
  return Math.min(Math.exp(ratio), 1);
}

/** Below this humidity the dew point runs off to absolute zero; it is what a screen hygrometer can still tell. */
const LEAST_HUMIDITY = 0.01;

/** Bolton's equation solved for the dew point; never above the temperature. */
export function dewPoint(temperatureK: number, humidity: number): number {
  const T = temperatureK - FREEZING_K;
  const x = Math.log(Math.max(humidity, LEAST_HUMIDITY)) + saturationExponent(T);
  return Math.min((243.5 * x) / (17.67 - x) + FREEZING_K, temperatureK);
}

/** A step this short, K, leaves an error below 1e-6 K, because Halley's method is of third order. */
const SETTLED_K = 0.1;
const MOST_STEPS = 10;

/**
 * Wet-bulb temperature, K: solves es(Tw) − e = γ (T − Tw), the psychrometric equation with γ = cp p / (ε L), by Halley's
 * method from T. Within 0.2 K of the ventilated psychrometer of WMO-No. 8 from −20 to 40 °C, at every pressure. Over
 * water also below 0 °C. Two or three steps do.
 */
export function wetBulb(temperatureK: number, humidity: number, pressurePa: number): number {
  const T = temperatureK - FREEZING_K;
  const gamma = (CP_AIR * pressurePa) / 100 / (EPSILON * VAPORISATION_HEAT);
  let es = saturationVapourPressureHpa(temperatureK);
  const e = humidity * es;
  let Tw = T;
  for (let step = 0; step < MOST_STEPS; step++) {
    const f = es - e - gamma * (T - Tw);
    const steepness = (17.67 * 243.5) / (Tw + 243.5) ** 2;
    const slope = es * steepness + gamma;
    const curvature = es * steepness * (steepness - 2 / (Tw + 243.5));
    const change = (2 * f * slope) / (2 * slope * slope - f * curvature);
    Tw -= change;
    if (!(Math.abs(change) >= SETTLED_K)) break;
    es = saturationVapourPressureHpa(Tw + FREEZING_K);
  }
  return Math.min(Tw + FREEZING_K, temperatureK);
}

/** Fall of temperature with height in the standard atmosphere, K/m, and the exponent g / (R × lapse). */
const LAPSE = 0.0065;
const EXPONENT = 5.25578;

/**
 * Pressure `elevationM` above a level of known pressure, such as the sea, with the standard lapse between; the
 * temperature is that at the height asked for.
 */
export function stationPressure(pressurePa: number, elevationM: number, temperatureK: number): number {
  const fall = LAPSE * elevationM;
  return pressurePa * (1 - fall / (temperatureK + fall)) ** EXPONENT;
}
