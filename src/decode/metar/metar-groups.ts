/** Groups of the body of a METAR, one reader for each: WMO Manual on Codes (No. 306), FM 15; FMH-1, chapter 12. */

const KELVIN = 273.15;
const METRES_PER_FOOT = 0.3048;
const METRES_PER_MILE = 1609.344;
/** Pa of an inch of mercury. */
const INCH_OF_MERCURY = 3386.389;
const SPEEDS: Readonly<Record<string, number>> = { KT: 1852 / 3600, MPS: 1, KMH: 1 / 3.6 };

export interface Wind {
  /** Degrees, 0 to below 360; NaN: calm, variable or not reported. */
  readonly direction: number;
  /** m/s; NaN: not reported. */
  readonly speed: number;
  readonly gust: number;
  readonly isVariable: boolean;
}

/** "27015G25KT", "VRB02MPS", "/////KT", "00000KT"; null: no wind group. */
export function readWind(group: string): Wind | null {
  const parts = /^(\d{3}|VRB|\/\/\/)P?(\d{2,3}|\/\/)(?:GP?(\d{2,3}|\/\/))?(KT|MPS|KMH)$/.exec(group);
  if (parts === null) return null;
  const factor = SPEEDS[parts[4]!]!;
  const [speed, gust] = [parts[2], parts[3]].map((digits) => factor * Number(digits ?? Number.NaN)) as [number, number];
  const isVariable = parts[1] === 'VRB';
  // North is 360; 000 is the direction of calm air.
  const degrees = parts[1] === '000' || Number(parts[1]) > 360 ? Number.NaN : Number(parts[1]) % 360;
  return { direction: speed === 0 ? Number.NaN : degrees, speed, gust, isVariable };
}

export interface Visibility {
  /** m */
  readonly metres: number;
  readonly isAtLeast: boolean;
}

/** Largest value of the code, which says "10 km or more", and its counterpart of automatic stations in statute miles. */
const OPEN_ENDED = new Set(['9999', '9999NDV', '10SM', 'CAVOK']);

/**
 * "9999", "0800", "4000NE", "CAVOK", "10SM", "1/2SM", "M1/4SM", "P6SM"; null: no visibility group.
 *
 * @param whole  miles of the group before, of "1 1/2SM"
 */
export function readVisibility(group: string, whole = 0): Visibility | null {
  const isAtLeast = OPEN_ENDED.has(group) || /^P.*SM$/.test(group);
  if (group === 'CAVOK' || group.startsWith('9999')) return { metres: 10_000, isAtLeast };
  const metric = /^(\d{4})(?:NDV|N|NE|E|SE|S|SW|W|NW|M)?$|^(\d{1,2})KM$/.exec(group);
  if (metric !== null)
    return { metres: metric[2] === undefined ? Number(metric[1]) : 1000 * Number(metric[2]), isAtLeast };
  const miles = /^[MP]?(\d{1,2})(?:\/(\d{1,2}))?SM$/.exec(group);
  if (miles === null || Number(miles[2] ?? 1) === 0) return null;
  return { metres: METRES_PER_MILE * (whole + Number(miles[1]) / Number(miles[2] ?? 1)), isAtLeast };
}

/** Middle of the class of okta, as a share of the sky: few 1–2, scattered 3–4, broken 5–7, overcast 8. */
const COVERS: Readonly<Record<string, number>> = { FEW: 1.5 / 8, SCT: 3.5 / 8, BKN: 6 / 8, OVC: 1, VV: 1 };

export interface CloudLayer {
  /** Share of the sky, 0..1. */
  readonly cover: number;
  /** m above the ground; NaN: not reported. Of an obscured sky (VV) the vertical visibility. */
  readonly base: number;
}

/** "FEW012", "BKN035CB", "OVC///", "VV002"; null: no cloud group. */
export function readCloud(group: string): CloudLayer | null {
  const parts = /^(FEW|SCT|BKN|OVC|VV)(\d{3}|\/\/\/)?(?:CB|TCU|\/\/\/|[A-Z]{2})?$/.exec(group);
  if (parts === null) return null;
  return { cover: COVERS[parts[1]!]!, base: 100 * METRES_PER_FOOT * Number(parts[2] ?? Number.NaN) };
}

/** Clear by an observer, or as far up as an automatic station sees. "NSC" and "CAVOK" leave insignificant cloud open. */
export const CLEAR: ReadonlySet<string> = new Set(['SKC', 'CLR', 'NCD']);

/** "17/M06", "21/", "//" …: temperature and dew point, K, NaN where not reported; null: no such group. */
export function readTemperatures(group: string): [temperature: number, dewPoint: number] | null {
  const parts = /^(M?\d{2}|\/\/|XX)\/(M?\d{2}|\/\/|XX)?$/.exec(group);
  if (parts === null) return null;
  const kelvin = (text = '') => (/\d/.test(text) ? KELVIN + Number(text.replace('M', '-')) : Number.NaN);
  return [kelvin(parts[1]), kelvin(parts[2])];
}

/** "A2992" or "Q1013": altimeter setting, Pa; NaN where not reported; null: no such group. */
export function readAltimeter(group: string): number | null {
  const parts = /^(?:A(\d{4})|Q(\d{4})|[AQ]\/\/\/\/)(?:\.\d)?$/.exec(group);
  if (parts === null) return null;
  if (parts[1] !== undefined) return (Number(parts[1]) / 100) * INCH_OF_MERCURY;
  return parts[2] === undefined ? Number.NaN : Number(parts[2]) * 100;
}
