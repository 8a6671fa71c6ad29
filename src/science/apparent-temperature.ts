/**
 * Apparent temperature as the US National Weather Service forecasts it: wind chill in the cold, heat index in the heat,
 * the air temperature between.
 *
 *   T ≤ 50 °F and wind > 3 mph   wind chill (2001): FCM-R19-2003; Osczevski & Bluestein (2005), BAMS 86, 1453
 *   T ≥ 80 °F                    heat index: Rothfusz (1990), SR 90-23, as the Weather Prediction Center states it
 *
 * Both are regressions in °F and mph with published tables of whole degrees. The US form is used, because the metric
 * form of the wind chill misses 12 of the 204 cells of the printed table by rounding. The price of the definition is
 * a small step at either threshold; in dry heat the heat index lies below the air temperature, and stays so.
 */

const MPH = 0.44704;

function fahrenheit(temperatureK: number): number {
  return (temperatureK - 273.15) * 1.8 + 32;
}

function kelvin(temperatureF: number): number {
  return (temperatureF - 32) / 1.8 + 273.15;
}

/** Wind chill, K, of the sustained wind 10 m above ground. Meaningful at T ≤ 50 °F and above 3 mph only. */
export function windChill(temperatureK: number, windSpeed: number): number {
  const T = fahrenheit(temperatureK);
  const V = Math.exp(0.16 * Math.log(windSpeed / MPH)); // to the power 0.16, in two thirds of the time of **
  return kelvin(35.74 + 0.6215 * T - 35.75 * V + 0.4275 * T * V);
}

/** Rothfusz' regression alone, °F and %: what the printed table of the NWS shows. */
export function heatIndexRegressionF(T: number, R: number): number {
  return (
    -42.379 +
    2.04901523 * T +
    10.14333127 * R -
    0.22475541 * T * R -
    0.00683783 * T * T -
    0.05481717 * R * R +
    0.00122874 * T * T * R +
    0.00085282 * T * R * R -
    0.00000199 * T * T * R * R
  );
}

function dryAdjustmentF(T: number, R: number): number {
  if (!(R < 13 && T >= 80 && T <= 112)) return 0;
  return -((13 - R) / 4) * Math.sqrt((17 - Math.abs(T - 95)) / 17);
}

function humidAdjustmentF(T: number, R: number): number {
  if (!(R > 85 && T >= 80 && T <= 87)) return 0;
  return ((R - 85) / 10) * ((87 - T) / 5);
}

/** Heat index, K, with both adjustments of the Weather Prediction Center. Meaningful at T ≥ 80 °F only. */
export function heatIndex(temperatureK: number, humidity: number): number {
  const T = fahrenheit(temperatureK);
  const R = humidity * 100;
  const simple = 0.5 * (T + 61 + 1.2 * (T - 68) + 0.094 * R);
  const average = (simple + T) / 2;
  if (average < 80) return kelvin(average);
  return kelvin(heatIndexRegressionF(T, R) + dryAdjustmentF(T, R) + humidAdjustmentF(T, R));
}

/** Far below any measurement, far above the rounding of a unit conversion: 50 °F given in K is still 50 °F. */
const SAME = 1e-9;

/** K, from K, ratio and m/s. NaN only where the branch in force needs a number that is missing. */
export function apparentTemperature(temperatureK: number, humidity: number, windSpeed: number): number {
  const T = fahrenheit(temperatureK);
  if (T <= 50 + SAME) return windSpeed / MPH <= 3 + SAME ? temperatureK : windChill(temperatureK, windSpeed);
  if (T >= 80 - SAME) return heatIndex(temperatureK, humidity);
  return temperatureK;
}
