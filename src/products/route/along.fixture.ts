/** Weather along a route as a person would write it down: °C, km/h and percent, null unknown. */

import type { ConditionCode } from '../../model/condition.js';
import type { AlongWeather } from './along.js';

type Figures = readonly (number | null)[];

export interface WrittenWeather {
  readonly celsius?: Figures;
  readonly dewPointCelsius?: Figures;
  readonly windKmh?: Figures;
  readonly gustKmh?: Figures;
  readonly windDirection?: Figures;
  readonly percent?: Figures;
  readonly humidityPercent?: Figures;
  readonly mm?: Figures;
  readonly pascals?: Figures;
  readonly condition?: readonly (ConditionCode | null)[];
}

function column(figures: Figures | undefined, canonical: (figure: number) => number = (figure) => figure) {
  return Float64Array.from(figures ?? [], (figure) => (figure === null ? Number.NaN : canonical(figure)));
}

/** What is not written down is an empty column, as of variables that nobody asked for. */
export function alongWeather(written: WrittenWeather): AlongWeather {
  return {
    temperature: column(written.celsius, (celsius) => celsius + 273.15),
    apparentTemperature: column(undefined),
    dewPoint: column(written.dewPointCelsius, (celsius) => celsius + 273.15),
    humidity: column(written.humidityPercent, (percent) => percent / 100),
    pressure: column(written.pascals),
    windSpeed: column(written.windKmh, (kmh) => kmh / 3.6),
    windDirection: column(written.windDirection),
    windGust: column(written.gustKmh, (kmh) => kmh / 3.6),
    cloud: column(undefined),
    uv: column(undefined),
    precipitation: column(written.mm),
    rain: column(undefined),
    snow: column(undefined),
    probability: column(written.percent, (percent) => percent / 100),
    airQuality: column(undefined),
    condition: written.condition ?? [],
  };
}
