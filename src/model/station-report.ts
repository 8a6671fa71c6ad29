/** Reports of weather stations: single observations, and what is kept of them for each hour. Units are canonical. */

/** A station that reports, as its network lists it. */
export interface ReportStation {
  /** Location indicator of ICAO, or the identifier that the network gives: "KJFK", "EDDF", "K5SM". */
  readonly id: string;
  /** Degrees north, degrees east. */
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea; NaN: not known. */
  readonly elevation: number;
}

/** Quantities of a report that are one number; NaN: not reported. */
export const REPORT_QUANTITIES = [
  /** K; tenths of a degree Celsius where a T group gives them, else whole degrees. */
  'temperature',
  'dew_point',
  /** Direction from which the wind blows, degrees from true north, 0 to below 360; NaN: calm, variable or not reported. */
  'wind_direction',
  /** m/s, mean of two or ten minutes by the rule of the country. */
  'wind_speed',
  'wind_gust',
  /** Altimeter setting (QNH), Pa. */
  'altimeter',
  /** Pressure reduced to sea level by the station itself, Pa. */
  'pressure_msl',
  /** m; a lower bound where `visibilityAtLeast` is set. */
  'visibility',
  /** Share of the sky, 0..1; NaN also where only the absence of significant cloud is reported (NSC, CAVOK). */
  'cloud_cover',
  /** Height above the ground of the lowest layer that covers more than half of the sky, m; NaN: there is none. */
  'ceiling',
  /** Since the last routine hourly report, mm. */
  'precipitation',
] as const;
export type ReportQuantity = (typeof REPORT_QUANTITIES)[number];

/** Bits of the flags of a report. */
export const REPORT_FLAGS = {
  /** A routine report (METAR); without it a special one (SPECI). */
  routine: 1,
  corrected: 2,
  /** Made without an observer. */
  automatic: 4,
  /** Direction of the wind is variable: `wind_direction` is NaN. */
  variableWind: 8,
  /** True visibility is `visibility` or more. */
  visibilityAtLeast: 16,
  /** Precipitation was too little to measure; `precipitation` is 0. */
  trace: 32,
  /** Present weather was observed: without a weather group there is none. */
  weatherObserved: 64,
  /** Precipitation fell at the time of the report, or in the hour before by its remarks. */
  wet: 128,
  /** Temperature contradicts the reports before and after it; do not use it. */
  temperatureSuspect: 256,
} as const;

/** One observation of one station. */
export interface StationReport extends Readonly<Record<ReportQuantity, number>> {
  readonly station: ReportStation;
  /** Time of observation, epoch seconds. */
  readonly time: number;
  /** `REPORT_FLAGS`, OR'ed. */
  readonly flags: number;
  /** Groups of present weather, separated by spaces, in the code of WMO table 4678: "-SHRA BR". Empty: none. */
  readonly weather: string;
}

/** Reports by columns: stations in the order of their ids, of each its reports in the order of time. */
export interface ReportTable {
  readonly stations: readonly ReportStation[];
  /** Number of reports of each station. */
  readonly counts: Int32Array;
  /** Epoch seconds, of each report. */
  readonly times: Float64Array;
  /** Values of a quantity, of each report; NaN: not reported. */
  readonly values: Readonly<Record<ReportQuantity, Float32Array>>;
  readonly flags: Uint16Array;
  readonly weather: readonly string[];
}

export const HOURS_OF_DAY = 24;

/** What is known of the precipitation of an hour without its amount. */
export const OCCURRENCES = ['unknown', 'dry', 'wet'] as const;
export const OCCURRENCE = { unknown: 0, dry: 1, wet: 2 } as const;

/**
 * Hourly observations of a day of UTC, arrays over [station, hour], hours 0 to 23. The values of hour T are the temperature
 * at T and the precipitation of the hour that ends at T.
 */
export interface StationHours {
  /** First second of the day, epoch seconds. */
  readonly start: number;
  readonly stations: readonly ReportStation[];
  /** K, of the report nearest to the hour, at most ten minutes away; NaN: none. */
  readonly temperatures: Float32Array;
  /** Minutes from the hour to that report, −10 to 10; 0 where there is none. */
  readonly offsets: Int8Array;
  /** mm; NaN: not measured. */
  readonly amounts: Float32Array;
  /** `OCCURRENCE` by present weather of the reports of the hour, whatever its amount. */
  readonly occurrences: Uint8Array;
  readonly simulated: boolean;
}
