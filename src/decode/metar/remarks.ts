/** Remarks of METAR as the United States and Canada code them: FMH-1 (FCM-H1), chapter 12; MANOBS for SLP. */

/** mm of a hundredth of an inch. */
const HUNDREDTH_INCH_MM = 0.254;
const KELVIN = 273.15;

export interface Remarks {
  /** K, tenths of °C; NaN: no T group. */
  readonly temperature: number;
  readonly dewPoint: number;
  /** Last three digits of the sea level pressure in tenths of hPa; null: not reported. */
  readonly seaLevel: number | null;
  /** mm since the last routine report; NaN: not measured. */
  readonly precipitation: number;
  readonly isTrace: boolean;
  /** Precipitation began or ended within the last hour. */
  readonly beganOrEnded: boolean;
  /** Sensor of present weather cannot tell: out of order, or a station without one (AO1). */
  readonly weatherUnknown: boolean;
}

/**
 * An ASOS station reports SLP, or SLPNO where it cannot reduce its pressure. Of 25 reports "AO2" with rain or snow and
 * without SLP in the cache of 2014-12-18 only four had a P group: those stations have no gauge, or do not report it.
 */
const ASOS = /(?:^| )SLP(?:\d{3}|NO)(?: |$)/;
/** Some stations send a zero for the letter. */
const AO2 = /(?:^| )A[O0]2A?(?: |$)/;
const AO1 = /(?:^| )A[O0]1A?(?: |$)/;
/** "RAB07E31", "TSB38RAB25GRB49": times of thunder may come first. */
const BEGAN_OR_ENDED = /(?:^| )(?:TS(?:[BE]\d{2,4})+)?(?:(?:FZ|SH|TS)?(?:DZ|RA|SN|SG|PL|GR|GS|UP)+(?:[BE]\d{2,4})+)+/;

/** @param isWetNow  present weather of the body has precipitation */
export function readRemarks(text: string, isWetNow: boolean): Remarks {
  const [temperature, dewPoint] = tenths(text);
  const seaLevel = /(?:^| )SLP(\d{3})(?: |$)/.exec(text);
  const beganOrEnded = BEGAN_OR_ENDED.test(text);
  const amount = amountOf(text, isWetNow || beganOrEnded);
  return {
    temperature,
    dewPoint,
    seaLevel: seaLevel === null ? null : Number(seaLevel[1]),
    precipitation: amount,
    isTrace: amount === 0 && /(?:^| )P0000(?: |$)/.test(text),
    beganOrEnded,
    weatherUnknown: /(?:^| )PWINO(?: |$)/.test(text) || AO1.test(text),
  };
}

/** T group: "T01761056" is 17.6 °C and −5.6 °C. */
function tenths(text: string): [temperature: number, dewPoint: number] {
  const group = /(?:^| )T([01])(\d{3})(?:([01])(\d{3}))?(?: |$)/.exec(text);
  const value = (sign: string | undefined, digits: string | undefined) =>
    digits === undefined ? Number.NaN : KELVIN + ((sign === '1' ? -1 : 1) * Number(digits)) / 10;
  return group === null ? [Number.NaN, Number.NaN] : [value(group[1], group[2]), value(group[3], group[4])];
}

/**
 * mm since the last routine report. A group P is a measurement, but not of a station without discriminator of precipitation
 * (AO1). Without the group a station with a gauge measured nothing, unless its gauge is out of order (PNO) or it
 * contradicts itself.
 */
function amountOf(text: string, isWet: boolean): number {
  if (AO1.test(text)) return Number.NaN;
  const group = /(?:^| )P(\d{4})(?: |$)/.exec(text);
  if (group !== null) return Number(group[1]) * HUNDREDTH_INCH_MM;
  const hasGauge = AO2.test(text) && ASOS.test(text) && !/(?:^| )PNO(?: |$)/.test(text);
  return hasGauge && !isWet ? 0 : Number.NaN;
}
