/**
 * One METAR or SPECI: WMO Manual on Codes (No. 306), FM 15 and FM 16; Federal Meteorological Handbook No. 1, chapter 12.
 *
 *   [METAR|SPECI] [COR] CCCC YYGGggZ [AUTO|COR|CCA] wind [dddVddd] visibility [RVR] [weather] [clouds] T/Td pressure [RE..] [trend] RMK …
 *
 * A group that is not known is passed over: national groups are many, and none of them changes what the others say. The
 * reading ends at a trend (NOSIG, BECMG, TEMPO), which is a forecast.
 */

import { MalformedError } from '../../base/errors.js';
import { REPORT_FLAGS, type ReportStation, type StationReport } from '../../model/station-report.js';
import { DAY } from '../../model/time.js';
import {
  CLEAR,
  type CloudLayer,
  readAltimeter,
  readCloud,
  readTemperatures,
  readVisibility,
  readWind,
  type Visibility,
  type Wind,
} from './metar-groups.js';
import { type Remarks, readRemarks } from './remarks.js';
import { isPrecipitation, type WeatherGroup, weatherGroup } from './weather-groups.js';

/** The longest real one of 9,216 has 597 characters. */
export const LONGEST_METAR = 2000;
/** Real ones have at most three weather groups and six layers. */
const MOST_WEATHER = 8;
const MOST_LAYERS = 12;

const HEAD = /^(?:(METAR|SPECI) )?(?:COR )?([A-Z][A-Z0-9]{3}) (\d{2})(\d{2})(\d{2})Z(?: |$)/;
const TIME = /^\d{6}Z$/;
const TREND = /^(NOSIG|BECMG|TEMPO|INTER|FM\d{4}|TL\d{4}|AT\d{4})$/;

/** Beginning of a METAR: whose, and at which minute of which day of a month. */
export interface MetarHead {
  readonly isRoutine: boolean;
  readonly station: string;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** Everything that the groups after the head say. */
interface Body {
  wind: Wind | null;
  visibility: Visibility | null;
  weather: WeatherGroup[];
  weatherTexts: string[];
  layers: CloudLayer[];
  isClear: boolean;
  temperatures: [number, number] | null;
  altimeter: number | null;
  isAutomatic: boolean;
  isCorrected: boolean;
  /** Weather was not observed: "//" in its place. */
  weatherMissing: boolean;
}

/**
 * Reads the head alone.
 *
 * @param where  place of the text for the error: "METAR cache, line 12"
 * @throws MalformedError  it does not begin as a METAR does
 */
export function metarHead(text: string, where: string): MetarHead {
  const parts = HEAD.exec(text);
  const [day, hour, minute] = [3, 4, 5].map((n) => Number(parts?.[n] ?? 99)) as [number, number, number];
  if (parts === null || day < 1 || day > 31 || hour > 23 || minute > 59)
    throw new MalformedError(where, 'must begin with a station and DDHHMMZ', text.slice(0, 40));
  return { isRoutine: parts[1] !== 'SPECI', station: parts[2]!, day, hour, minute };
}

/** Instant that is meant by a day of a month, the one nearest to `near`, epoch seconds; null: no such day there. */
export function timeOfHead({ day, hour, minute }: MetarHead, near: number): number | null {
  const date = new Date(near * 1000);
  const candidates = [-1, 0, 1].flatMap((months) => {
    const time = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day, hour, minute) / 1000;
    return new Date(time * 1000).getUTCDate() === day ? [time] : [];
  });
  const nearest = candidates.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0];
  return nearest !== undefined && Math.abs(nearest - near) < 16 * DAY ? nearest : null;
}

/**
 * Decodes a report. Missing quantities are NaN; see `model/station-report.ts` for units.
 *
 * @param text  from the station or "METAR" on, in one line; what follows "=" is not read
 * @param facts.isRoutine  a METAR and no SPECI; default: what the text says
 * @throws MalformedError  too long, no beginning of a METAR, or NIL
 */
export function decodeMetar(
  text: string,
  facts: { readonly station: ReportStation; readonly time: number; readonly isRoutine?: boolean },
  where = 'METAR',
): StationReport {
  if (text.length > LONGEST_METAR)
    throw new MalformedError(where, `must have at most ${LONGEST_METAR} characters`, text.length);
  const head = metarHead(text, where);
  const [main = '', ...remarks] = text.split('=')[0]!.split(/ RMK(?: |$)/);
  const groups = main.trim().split(/\s+/);
  // The identifier of a station may look like weather: SNRA.
  const body = readBody(groups.slice(groups.findIndex((group) => TIME.test(group)) + 1));
  if (groups[0] === 'COR' || groups[1] === 'COR') body.isCorrected = true;
  if (groups.includes('NIL') && body.temperatures === null)
    throw new MalformedError(where, 'must hold an observation', 'NIL');
  const isWetNow = body.weather.some(isPrecipitation);
  return reportOf(body, readRemarks(remarks.join(' ').trim(), isWetNow), { isRoutine: head.isRoutine, ...facts });
}

function readBody(groups: readonly string[]): Body {
  const body: Body = {
    ...{ wind: null, visibility: null, weather: [], weatherTexts: [], layers: [] },
    ...{ isClear: false, temperatures: null, altimeter: null },
    ...{ isAutomatic: false, isCorrected: false, weatherMissing: false },
  };
  for (const [n, group] of groups.entries()) {
    if (TREND.test(group)) break;
    readGroup(body, group, groups[n - 1] ?? '');
  }
  return body;
}

function readGroup(body: Body, group: string, before: string): void {
  if (readFlag(body, group) || readCondition(body, group)) return;
  const wind = body.wind === null ? readWind(group) : null;
  if (wind !== null) {
    body.wind = wind;
    return;
  }
  const whole = /^\d$/.test(before) && /^\d\/\d{1,2}SM$/.test(group) ? Number(before) : 0;
  // Before the wind or behind the temperature four digits are something else.
  const visibility = body.visibility ?? (body.temperatures === null ? readVisibility(group, whole) : null);
  if (body.visibility === null && visibility !== null) {
    body.visibility = visibility;
    return;
  }
  // "/////" also stands for a wind that is missing, so a pair without values gives way to a later one.
  const isOpen = body.altimeter === null && (body.temperatures ?? []).every(Number.isNaN);
  const temperatures = isOpen ? readTemperatures(group) : null;
  if (temperatures !== null) {
    body.temperatures = temperatures;
    return;
  }
  const altimeter = readAltimeter(group);
  if (altimeter !== null && (body.altimeter === null || Number.isNaN(body.altimeter))) body.altimeter = altimeter;
}

function readFlag(body: Body, group: string): boolean {
  if (group === 'AUTO') body.isAutomatic = true;
  else if (group === 'COR' || /^CC[A-Z]$/.test(group)) body.isCorrected = true;
  else if (group === '//') body.weatherMissing = true;
  else if (CLEAR.has(group)) body.isClear = true;
  else return false;
  return true;
}

function readCondition(body: Body, group: string): boolean {
  const cloud = readCloud(group);
  if (cloud !== null) {
    if (body.layers.length < MOST_LAYERS) body.layers.push(cloud);
    return true;
  }
  const weather = weatherGroup(group);
  if (weather === null) return false;
  if (body.weather.length < MOST_WEATHER) {
    body.weather.push(weather);
    if (weather.qualifier !== 'RE') body.weatherTexts.push(group);
  }
  return true;
}

function reportOf(
  body: Body,
  remarks: Remarks,
  facts: { readonly station: ReportStation; readonly time: number; readonly isRoutine: boolean },
): StationReport {
  const [wholeTemperature, wholeDewPoint] = body.temperatures ?? [Number.NaN, Number.NaN];
  const altimeter = body.altimeter ?? Number.NaN;
  const ceiling = body.layers.find(({ cover }) => cover > 0.5)?.base ?? Number.NaN;
  return {
    station: facts.station,
    time: facts.time,
    flags: flagsOf(body, remarks, facts.isRoutine),
    weather: body.weatherTexts.join(' '),
    temperature: finer(remarks.temperature, wholeTemperature),
    dew_point: finer(remarks.dewPoint, wholeDewPoint),
    wind_direction: body.wind?.direction ?? Number.NaN,
    wind_speed: body.wind?.speed ?? Number.NaN,
    wind_gust: body.wind?.gust ?? Number.NaN,
    altimeter,
    pressure_msl: remarks.seaLevel === null ? Number.NaN : seaLevelPressure(remarks.seaLevel, altimeter),
    visibility: body.visibility?.metres ?? Number.NaN,
    cloud_cover: coverOf(body),
    ceiling,
    precipitation: remarks.precipitation,
  };
}

/** Tenths of the remarks, unless they contradict the whole degrees, which are what is checked by eye. */
function finer(tenths: number, whole: number): number {
  return Number.isNaN(tenths) || Math.abs(tenths - whole) > 1.05 ? whole : tenths;
}

/** Layers of the United States are sums from below; elsewhere the largest one is the least that is covered. */
function coverOf({ layers, isClear }: Body): number {
  if (layers.length > 0) return Math.max(...layers.map(({ cover }) => cover));
  return isClear ? 0 : Number.NaN;
}

/**
 * Pa of the last three digits in tenths of hPa. Hundreds are those that bring it nearest to the altimeter setting, since
 * deep lows and strong highs are more than 50 hPa apart; without one FMH-1 puts 500 and more below 1000 hPa.
 */
function seaLevelPressure(digits: number, altimeter: number): number {
  const [low, high] = [90_000 + 10 * digits, 100_000 + 10 * digits];
  if (Number.isNaN(altimeter)) return digits >= 500 ? low : high;
  return Math.abs(low - altimeter) < Math.abs(high - altimeter) ? low : high;
}

function flagsOf(body: Body, remarks: Remarks, isRoutine: boolean): number {
  const wet = body.weather.some(isPrecipitation) || remarks.beganOrEnded;
  const cannotTell = body.weatherMissing || body.visibility === null || (body.isAutomatic && remarks.weatherUnknown);
  const observed = body.weather.length > 0 || remarks.beganOrEnded || !cannotTell;
  const of = (name: keyof typeof REPORT_FLAGS, isSet: boolean) => (isSet ? REPORT_FLAGS[name] : 0);
  return (
    of('routine', isRoutine) |
    of('corrected', body.isCorrected) |
    of('automatic', body.isAutomatic) |
    of('variableWind', body.wind?.isVariable ?? false) |
    of('visibilityAtLeast', body.visibility?.isAtLeast ?? false) |
    of('trace', remarks.isTrace) |
    of('weatherObserved', observed) |
    of('wet', wet)
  );
}
