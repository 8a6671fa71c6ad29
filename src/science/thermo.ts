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

/**
 * Wet-bulb temperature: Stull's fit near sea level, elsewhere the psychrometric equation. Stull ignores pressure and
 * was fitted at 1013 hPa, for humidities of 5 to 99% and −20 to 50 °C; there it is within 1 °C, mostly 0.3 °C.
 */
export function wetBulb(temperatureK: number, humidity: number, pressurePa: number): number {
  const T = temperatureK - FREEZING_K;
  const fitted = pressurePa > 90_000 && humidity >= 0.05 && humidity <= 0.99 && T >= -20 && T <= 50;
  const Tw = fitted ? stullWetBulb(T, humidity * 100) : psychrometricWetBulb(T, humidity, pressurePa / 100);
  return Math.min(Tw + FREEZING_K, temperatureK);
}

/** Stull (2011), JAMC 50, 2267, eq. 1: °C and %. */
function stullWetBulb(T: number, RH: number): number {
  return (
    T * Math.atan(0.151977 * Math.sqrt(RH + 8.313659)) +
    Math.atan(T + RH) -
    Math.atan(RH - 1.676331) +
    0.00391838 * RH * Math.sqrt(RH) * Math.atan(0.023101 * RH) -
    4.686035
  );
}

/** Solves es(Tw) − e = γ (T − Tw) for Tw by at most ten Newton steps from T; °C and hPa. Four do, as a rule. */
function psychrometricWetBulb(T: number, humidity: number, pressureHpa: number): number {
  const gamma = (CP_AIR * pressureHpa) / (EPSILON * VAPORISATION_HEAT);
  const e = humidity * saturationVapourPressureHpa(T + FREEZING_K);
  let Tw = T;
  for (let step = 0; step < 10; step++) {
    const es = saturationVapourPressureHpa(Tw + FREEZING_K);
    const slope = (es * 17.67 * 243.5) / (Tw + 243.5) ** 2;
    const change = (es - e - gamma * (T - Tw)) / (slope + gamma);
    Tw -= change;
    if (Math.abs(change) < 1e-6) break;
  }
  return Tw;
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
