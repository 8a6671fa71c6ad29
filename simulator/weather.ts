/**
 * Weather of one row of places at one instant, from its climate, waves, storm cells, ground and sun.
 *
 *   lift x      climate + waves + front; cloud = 1 ÷ (1 + exp(−2.2 (x − 0.15)))
 *   rain        3.2 mm/h × moisture × (x − 1)^1.5 where x > 1, so cloud is at least 0.86 there; plus the cells
 *   front       where the temperature wave passes zero inside a trough
 *   wind        geostrophic from the pressure waves, slowed and turned towards the low by friction, more over land
 *   dew point   temperature − depression, the depression small where air rises or rain falls, never negative
 *   phase       snow by the wet bulb; freezing rain and ice pellets below 0 °C under a warm layer at 850 hPa
 *
 * Chosen for speed and mutual consistency, not for skill: every relation is one that a forecaster would recognise, and
 * none needs a neighbour in space or time. Canonical units throughout.
 */

import type { Climate } from './climate.js';
import type { Places } from './places.js';
import type { PointSums, Points } from './points.js';
import { createRowWaves, PRESSURE_WAVENUMBERS, type RowWaves, WAVENUMBERS } from './waves.js';

const EARTH_RADIUS = 6_371_229;
const ROTATION = 7.292e-5; // rad/s
const AIR_DENSITY = 1.2; // kg/m³
/** Below this Coriolis parameter (12° of latitude) geostrophy fades out instead of dividing by zero. */
const CORIOLIS_FLOOR = 3e-5;
const LAPSE_RATE = 0.0065; // K/m
const BAROMETRIC_EXPONENT = 5.2559; // g M ÷ (R L)
const FREEZING = 273.15;
const FARTHEST_VIEW = 24_100; // m, where GFS caps visibility
/** What a µg/m³ of smoke adds to the view's denominator: 4 m²/g of extinction and 3.912 of Koschmieder's law. */
const SMOKE_HAZE = (4e-6 * FARTHEST_VIEW) / 3.912;

/** Names of the fields of a weather grid. */
export const WEATHER_FIELDS = [
  'temperature',
  'dewPoint',
  'pressureMsl',
  'pressureSurface',
  'windU',
  'windV',
  'gust',
  'precipitationRate',
  'rainShare',
  'freezingRainShare',
  'icePelletsShare',
  'snowShare',
  'cloudCover',
  'visibility',
  'ozone',
  'cape',
  'temperature850hpa',
  'smoke',
] as const;
export type WeatherField = (typeof WEATHER_FIELDS)[number];

/** All fields at one instant, each float32 [row, column] of its places. Shares are of the rate, 0 where it is dry. */
export type WeatherGrid = Readonly<Record<WeatherField, Float32Array>>;

export function createWeatherGrid(points: number): WeatherGrid {
  const entries = WEATHER_FIELDS.map((field) => [field, new Float32Array(points)] as const);
  return Object.fromEntries(entries) as Record<WeatherField, Float32Array>;
}

/** Land fraction and elevation, m, of each point, and the trigonometry of its longitude. */
type GroundPoints = Pick<Places, 'landness' | 'elevation' | 'cosines' | 'sines'>;

/** Working memory of one row, reused from row to row. */
export interface RowScratch extends PointSums {
  readonly waves: RowWaves;
}

export function createRowScratch(columns: number): RowScratch {
  return { waves: createRowWaves(), ...createPointSums(columns) };
}

export function createPointSums(points: number): PointSums {
  const row = () => new Float64Array(points);
  return {
    pressure: row(),
    slopeNorth: row(),
    slopeEast: row(),
    warmth: row(),
    lift: row(),
    cellRain: row(),
    cellCover: row(),
    smoke: row(),
  };
}

/**
 * Sums the Fourier series of `scratch.waves` over the columns; clears the cells.
 *
 * @param slopes  false leaves the slopes of pressure at 0, for those who need no wind
 */
export function sumRowWaves(scratch: RowScratch, places: Places, slopes: boolean): void {
  const { pressure, slopeNorth, slopeEast, warmth, lift, waves } = scratch;
  for (const row of [pressure, slopeNorth, slopeEast, warmth, lift, scratch.cellRain, scratch.cellCover, scratch.smoke])
    row.fill(0);
  const columns = pressure.length;
  for (let k = 1; k <= WAVENUMBERS; k++) {
    const [wc, ws] = [waves.warmth[2 * k]!, waves.warmth[2 * k + 1]!];
    const [lc, ls] = [waves.lift[2 * k]!, waves.lift[2 * k + 1]!];
    if (wc === 0 && ws === 0 && lc === 0 && ls === 0) continue;
    if (k <= PRESSURE_WAVENUMBERS) {
      if (slopes) sumPressureAndSlopes(scratch, places, k);
      else sumPressure(scratch, places, k);
    }
    for (let j = 0, at = k * columns; j < columns; j++, at++) {
      const c = places.cosines[at]!;
      const s = places.sines[at]!;
      warmth[j]! += wc * c + ws * s;
      lift[j]! += lc * c + ls * s;
    }
  }
}

function sumPressure({ pressure, waves }: RowScratch, places: Places, k: number): void {
  const [pc, ps] = [waves.pressure[2 * k]!, waves.pressure[2 * k + 1]!];
  const columns = pressure.length;
  for (let j = 0, at = k * columns; j < columns; j++, at++)
    pressure[j]! += pc * places.cosines[at]! + ps * places.sines[at]!;
}

function sumPressureAndSlopes({ pressure, slopeNorth, slopeEast, waves }: RowScratch, places: Places, k: number): void {
  const [pc, ps] = [waves.pressure[2 * k]!, waves.pressure[2 * k + 1]!];
  const [nc, ns] = [waves.slope[2 * k]!, waves.slope[2 * k + 1]!];
  const columns = pressure.length;
  for (let j = 0, at = k * columns; j < columns; j++, at++) {
    const c = places.cosines[at]!;
    const s = places.sines[at]!;
    pressure[j]! += pc * c + ps * s;
    slopeNorth[j]! += nc * c + ns * s;
    slopeEast[j]! += k * (ps * c - pc * s);
  }
}

/** What a row has in common at an instant. */
export interface RowSetting {
  readonly latitude: number;
  readonly climate: Climate;
  /** rad; hour angle at Greenwich. */
  readonly declination: number;
  readonly hourAngle: number;
  /** Added to temperature and dew point near the ground, K: the trend of the world and the known bias of a forecast. */
  readonly bias: number;
  readonly extent: WeatherExtent;
}

/** `statistics` leaves out wind, view, smoke and CAPE, of which nobody takes means: what is between the steps of GFS. */
export type WeatherExtent = 'all' | 'statistics';

/** Turns the sums of a row into weather; `first` is the index of the row's first point in the grid. */
export function fillWeatherRow(out: WeatherGrid, scratch: RowScratch, places: Places, first: number, row: RowSetting) {
  const columns = places.longitudes.length;
  fillSpan(out, scratch, places, { first, sums: 0, angles: columns, count: columns }, row);
}

/** Turns the sums of scattered points, or of one place at many instants, into weather; each has a setting of its own. */
export function fillWeatherPoints(
  out: WeatherGrid,
  scratch: PointSums,
  points: GroundPoints & Pick<Points, 'latitudes'>,
  settingOf: (n: number) => RowSetting,
): void {
  for (let n = 0; n < points.latitudes.length; n++)
    fillSpan(out, scratch, points, { first: n, sums: n, angles: n, count: 1 }, settingOf(n));
}

/** Points of one latitude: where they begin in the grid, in the sums, and among the cosines and sines of longitude. */
interface Span {
  readonly first: number;
  readonly sums: number;
  readonly angles: number;
  readonly count: number;
}

/** One loop for both: a function for each point would box every number that it is given. */
function fillSpan(
  out: WeatherGrid,
  scratch: PointSums,
  ground: GroundPoints,
  { first, sums, angles, count }: Span,
  row: RowSetting,
): void {
  const c = rowConstants(row);
  for (let i = 0; i < count; i++) {
    const n = first + i;
    const j = sums + i;
    const landness = Math.min(1, Math.max(0, ground.landness[n]!));
    const lift = totalLift(scratch, j, row.climate, landness);
    const clouded = 1 / (1 + Math.exp(-2.2 * (lift - 0.15)));
    const cover = Math.max(clouded, scratch.cellCover[j]!);
    out.precipitationRate[n] = rainRate(lift, c.moisture) + scratch.cellRain[j]!;
    out.cloudCover[n] = cover;
    const daily = dailyCycle(c, ground.cosines[angles + i]!, ground.sines[angles + i]!, landness, cover);
    fillAir(out, scratch, ground, n, j, row, c, landness, daily, clouded);
    fillPhase(out, n);
    if (row.extent === 'statistics') continue;
    fillWind(out, scratch, n, j, row, c, landness, daily);
    fillSight(out, scratch, n, j, row, clouded, daily);
  }
}

/** What lift alone makes, mm/h. */
function rainRate(lift: number, moisture: number): number {
  return lift > 1 ? moisture * (lift - 1) * Math.sqrt(lift - 1) : 0;
}

/** mm/h at full lift of the latitude: warm air holds more. */
function moistureOf(climate: Climate): number {
  return 3.2 * Math.exp(0.055 * (climate.temperature - 286));
}

/** Precipitation alone, mm/h, of a row as `fillWeatherRow` has it: a member of an ensemble ships nothing else. */
export function fillPrecipitationRow(
  out: Float32Array,
  scratch: RowScratch,
  places: Places,
  first: number,
  climate: Climate,
): void {
  const moisture = moistureOf(climate);
  for (let j = 0; j < places.longitudes.length; j++) {
    const landness = Math.min(1, Math.max(0, places.landness[first + j]!));
    out[first + j] = rainRate(totalLift(scratch, j, climate, landness), moisture) + scratch.cellRain[j]!;
  }
}

/** The same for scattered points. */
export function fillPrecipitationPoints(
  out: Float32Array,
  scratch: PointSums,
  points: Points,
  climates: readonly Climate[],
): void {
  for (let n = 0; n < out.length; n++) {
    const landness = Math.min(1, Math.max(0, points.landness[n]!));
    const climate = climates[n]!;
    out[n] = rainRate(totalLift(scratch, n, climate, landness), moistureOf(climate)) + scratch.cellRain[n]!;
  }
}

type RowConstants = ReturnType<typeof rowConstants>;

function rowConstants({ latitude, climate, declination, hourAngle }: RowSetting) {
  const phi = (latitude * Math.PI) / 180;
  const noon = Math.max(0, Math.cos(phi - declination));
  const midnight = Math.max(0, -Math.cos(phi + declination));
  const coriolis = 2 * ROTATION * Math.sin(phi);
  return {
    /** Half the range of the sun's height over the day, 0 in polar day and night. */
    swing: Math.min(1, noon - midnight),
    // Hottest at 15 h, coldest near sunrise: a first harmonic three hours late and a second that sharpens the day.
    firstCos: Math.cos(hourAngle - Math.PI / 4),
    firstSin: Math.sin(hourAngle - Math.PI / 4),
    secondCos: 0.18 * Math.cos(2 * hourAngle - Math.PI / 3),
    secondSin: 0.18 * Math.sin(2 * hourAngle - Math.PI / 3),
    moisture: moistureOf(climate),
    geostrophic: coriolis / (coriolis * coriolis + CORIOLIS_FLOOR * CORIOLIS_FLOOR) / (AIR_DENSITY * EARTH_RADIUS),
    cos: Math.max(0.05, Math.cos(phi)),
    /** Turning of friction: anticlockwise in the north, fading at the equator. */
    turn: coriolis / (Math.abs(coriolis) + CORIOLIS_FLOOR),
  };
}

/** Departure of temperature from its daily mean, K: up to 7 K over dry clear land, half a degree over sea. */
function dailyCycle(c: RowConstants, cos: number, sin: number, landness: number, cover: number): number {
  const first = c.firstCos * cos - c.firstSin * sin;
  const second = c.secondCos * (cos * cos - sin * sin) - c.secondSin * 2 * sin * cos;
  return c.swing * (0.5 + 6.5 * landness) * (1 - 0.6 * cover) * (first + second);
}

function totalLift(scratch: PointSums, j: number, climate: Climate, landness: number): number {
  const trough = Math.min(1.5, Math.max(0, -scratch.pressure[j]! / 800));
  const across = scratch.warmth[j]! / 1.6;
  const front = (0.9 * climate.stormTrack * trough) / (1 + across * across);
  return climate.lift + climate.liftLand * landness + scratch.lift[j]! + front;
}

function fillAir(
  out: WeatherGrid,
  scratch: PointSums,
  ground: GroundPoints,
  n: number,
  j: number,
  { climate, bias }: RowSetting,
  c: RowConstants,
  landness: number,
  daily: number,
  clouded: number,
): void {
  const rate = out.precipitationRate[n]!;
  const soaked = Math.min(1, rate / 2);
  const seasonal = climate.temperature + climate.seasonSea + climate.seasonLand * landness;
  // Steeper in the middle than at its crests: fronts.
  const wave = scratch.warmth[j]!;
  const synoptic = (1.25 * wave) / Math.sqrt(1 + (wave / 9) ** 2);
  const elevation = ground.elevation[n]!;
  const seaLevel = seasonal + synoptic + daily - 1.5 * soaked;
  const temperature = seaLevel - LAPSE_RATE * elevation + bias;
  const dryness = 2 + (5 + 7 * landness) * (1 - clouded) + (0.3 + 0.3 * landness) * daily;
  // Cold air holds so little vapour that its dew point cannot be far below.
  const depression = Math.max(0.1, dryness * (1 - 0.85 * soaked) * Math.min(1, Math.max(0.35, (seasonal - 235) / 55)));
  out.temperature[n] = temperature;
  out.dewPoint[n] = temperature - depression;
  const pressure = 101_300 + climate.pressure + scratch.pressure[j]!;
  out.pressureMsl[n] = pressure;
  const fall = LAPSE_RATE * elevation;
  out.pressureSurface[n] =
    elevation > 0 ? pressure * (1 - fall / (temperature - bias + fall)) ** BAROMETRIC_EXPONENT : pressure;
  // The colder the ground, the stronger the inversion under 850 hPa.
  const inversion = Math.min(0.8, Math.max(0, (276 - seasonal) / 40));
  out.temperature850hpa[n] =
    seasonal - 9.5 * (1 - inversion) + 1.1 * synoptic + 0.0012 * scratch.slopeEast[j]! * c.turn;
  out.ozone[n] = climate.ozone - 0.012 * scratch.pressure[j]!;
}

function fillWind(
  out: WeatherGrid,
  scratch: PointSums,
  n: number,
  j: number,
  { climate }: RowSetting,
  c: RowConstants,
  landness: number,
  daily: number,
): void {
  const geostrophicU = -c.geostrophic * (scratch.slopeNorth[j]! + climate.pressureSlope);
  const geostrophicV = (c.geostrophic * scratch.slopeEast[j]!) / c.cos;
  const slowed = 0.74 - 0.24 * landness;
  const sin = (0.26 + 0.21 * landness) * c.turn; // 15° over sea, 28° over land
  const cos = Math.sqrt(1 - sin * sin);
  const u = slowed * (geostrophicU * cos - geostrophicV * sin) + climate.trades;
  const v = slowed * (geostrophicU * sin + geostrophicV * cos);
  const speed = Math.sqrt(u * u + v * v);
  const turbulence = 1.22 + 0.33 * landness + 0.03 * Math.max(0, daily);
  out.windU[n] = u;
  out.windV[n] = v;
  out.gust[n] = speed * turbulence + 2.2 * Math.sqrt(scratch.cellRain[j]!) + 0.4;
}

/** Share of what falls that is frozen when it arrives, by the wet bulb, whatever happened to it on the way. */
export function frozenShare(temperature: number, dewPoint: number): number {
  const wetBulb = temperature - 0.35 * (temperature - dewPoint);
  return Math.min(1, Math.max(0, (FREEZING + 2.2 - wetBulb) / 2));
}

/** How far a warm layer at 850 hPa melts it, 0..1, and how far the ground is cold enough to freeze it again. */
export function meltedShare(temperature: number, temperature850hpa: number): number {
  return Math.min(1, Math.max(0, FREEZING - temperature)) * noseOf(temperature850hpa);
}

function noseOf(temperature850hpa: number): number {
  return Math.min(1, Math.max(0, (temperature850hpa - FREEZING) / 2));
}

function fillPhase(out: WeatherGrid, n: number): void {
  const wet = out.precipitationRate[n]! > 0;
  const snow = frozenShare(out.temperature[n]!, out.dewPoint[n]!);
  const nose = noseOf(out.temperature850hpa[n]!);
  const melted = wet ? snow * meltedShare(out.temperature[n]!, out.temperature850hpa[n]!) : 0;
  out.freezingRainShare[n] = melted * nose;
  out.icePelletsShare[n] = melted * (1 - nose);
  out.snowShare[n] = wet ? snow - melted : 0;
  out.rainShare[n] = wet ? 1 - snow : 0;
}

/** m, through precipitation, mist and smoke. */
export function viewAt({ precipitationRate, snowShare, temperature, dewPoint, smoke }: WeatherGrid, n: number): number {
  const mist = Math.max(0, 1.2 - (temperature[n]! - dewPoint[n]!));
  const hazes = precipitationRate[n]! * (0.6 + 6 * snowShare[n]!) + 9 * mist * mist + SMOKE_HAZE * smoke[n]!;
  return FARTHEST_VIEW / (1 + hazes);
}

function fillSight(
  out: WeatherGrid,
  scratch: PointSums,
  n: number,
  j: number,
  { climate }: RowSetting,
  clouded: number,
  daily: number,
): void {
  out.smoke[n] = scratch.smoke[j]!;
  out.visibility[n] = viewAt(out, n);
  const moist = Math.max(0, out.dewPoint[n]! - 284);
  const unstable = (0.25 + 0.5 * clouded + 0.25 * climate.convection) * Math.max(0, 1 + 0.06 * daily);
  out.cape[n] = Math.min(6000, 75 * moist * unstable * (1 + Math.min(1, 0.2 * scratch.cellRain[j]!)));
}
