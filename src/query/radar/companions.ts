/**
 * What MRMS tells beside the rate (flag, hail, lightning, quality of the radar), along the way that the rain comes; what is
 * said of the time to come, and of the radar, at the place itself.
 *
 * Each grid is read at its own age; one that is missing, defective or too old leaves its quantity unknown and nothing else.
 */

import type { GridPosition } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import type { RadarDatasetId, RadarFrame, RadarNetworkId, RadarShelf, TiledField } from '../../model/radar.js';
import { fadedHailChance } from '../../science/radar/hail.js';
import { hailWithin } from '../../science/radar/hail-search.js';
import { quarterHourChance } from '../../science/radar/lightning.js';
import { diskShape } from '../../science/radar/pixel-mask.js';
import { type Departures, departureAt, isSameGrid, leadOf, moveToGrid, nearestAt, type Spot } from './departures.js';
import { isFrameUsable } from './frame-age.js';
import { newestReadable } from './newest-frame.js';
import { pixelKm } from './pixel-size.js';
import { columnsAround } from './watching.js';

const HAIL_RADIUS_KM = 5;

const DATASETS = {
  flag: 'mrms-flag',
  posh: 'mrms-posh',
  shi: 'mrms-shi',
  mesh: 'mrms-mesh',
  next30: 'mrms-lightning-30',
  next60: 'mrms-lightning-60',
  quality: 'mrms-quality',
} as const satisfies Readonly<Record<string, RadarDatasetId>>;

type CompanionName = keyof typeof DATASETS;

/** Frames that are in time, by what they tell. */
export type Companions = Readonly<Partial<Record<CompanionName, RadarFrame>>>;

const NAMES = Object.keys(DATASETS) as CompanionName[];
export const NO_COMPANIONS: Companions = {};

/** @param now  epoch seconds */
export async function readCompanions(shelf: RadarShelf, network: RadarNetworkId, now: number): Promise<Companions> {
  if (network !== 'mrms') return NO_COMPANIONS;
  const frames = await Promise.all(NAMES.map((name) => newestReadable(shelf, DATASETS[name])));
  const found: Partial<Record<CompanionName, RadarFrame>> = {};
  for (const [i, frame] of frames.entries())
    if (frame !== null && isFrameUsable(network, now - frame.description.validTime)) found[NAMES[i]!] = frame;
  return found;
}

/** Age of the oldest of them at `start`, s; 0 without any. */
export function oldestAge(companions: Companions, start: number): number {
  return NAMES.reduce((oldest, name) => {
    const frame = companions[name];
    return frame === undefined ? oldest : Math.max(oldest, start - frame.description.validTime);
  }, 0);
}

/** Reads one companion along the trajectory. */
interface Reader {
  readonly frame: RadarFrame;
  readonly age: number;
  readonly around: number;
  readonly grid: Grid | null;
}

function readerOf(frame: RadarFrame | undefined, path: Departures, start: number): Reader | null {
  if (frame === undefined) return null;
  const { grid, validTime } = frame.description;
  const ownGrid = isSameGrid(grid, path.grid) ? null : grid;
  return { frame, age: start - validTime, around: columnsAround(frame), grid: ownGrid };
}

/** Where the air that arrives at the place was `lead` minutes before, on the companion's own grid. */
function findDeparture({ grid }: Reader, path: Departures, lead: number, spot: Spot): void {
  departureAt(path, lead, spot);
  if (grid !== null) moveToGrid(spot, path.grid, grid);
}

/** The same of a minute's air when the companion was seen. Returns the lead, min. */
function findSpot(reader: Reader, path: Departures, minute: number, spot: Spot): number {
  const lead = leadOf(minute, reader.age);
  findDeparture(reader, path, lead, spot);
  return lead;
}

function findPlace(reader: Reader, path: Departures, spot: Spot): void {
  findDeparture(reader, path, 0, spot);
}

/** PrecipFlag codes of the pixels that the rain comes from; −1 unknown. */
export function fillFlags(companions: Companions, path: Departures, start: number, flags: Int16Array): void {
  flags.fill(-1);
  const reader = readerOf(companions.flag, path, start);
  if (reader === null) return;
  const spot = { row: 0, column: 0 };
  for (let minute = 0; minute < flags.length; minute++) {
    findSpot(reader, path, minute, spot);
    const code = nearestAt(reader.frame.field, spot, reader.around);
    if (!Number.isNaN(code)) flags[minute] = code;
  }
}

/** A field on the same pixels as another frame, which was seen at almost the same time. */
function fieldLike(frame: RadarFrame | undefined, other: RadarFrame): TiledField | null {
  return frame !== undefined && isSameGrid(frame.description.grid, other.description.grid) ? frame.field : null;
}

/** Chance of severe hail within 5 km, ratio, and its size, mm; NaN without volume data. */
export function fillHail(
  companions: Companions,
  path: Departures,
  start: number,
  chances: Float64Array,
  sizes: Float64Array,
): void {
  chances.fill(Number.NaN);
  sizes.fill(Number.NaN);
  const reader = readerOf(companions.posh, path, start);
  if (reader === null) return;
  const { frame, around } = reader;
  const fields = {
    posh: frame.field,
    shi: fieldLike(companions.shi, frame),
    mesh: fieldLike(companions.mesh, frame),
  };
  const spot = { row: 0, column: 0 };
  findPlace(reader, path, spot);
  if (Number.isNaN(spot.row)) return; // beyond the grid of hail
  const km = pixelKm(frame.description.grid, spot.row, spot.column);
  const shape = diskShape(HAIL_RADIUS_KM / km.row, HAIL_RADIUS_KM / km.column);
  for (let minute = 0; minute < chances.length; minute++) {
    const lead = findSpot(reader, path, minute, spot);
    const hail = hailWithin(fields, shape, Math.round(spot.row), Math.round(spot.column), around);
    chances[minute] = fadedHailChance(hail.chance, lead);
    sizes[minute] = hail.size;
  }
}

/**
 * Chance of a flash in the quarter hour of each minute, ratio; NaN where no grid tells it. The next 30 minutes as long as they
 * last, then the next 60, also beyond.
 */
export function fillLightning(companions: Companions, path: Departures, start: number, chances: Float64Array): void {
  const next30 = readerOf(companions.next30, path, start);
  const next60 = readerOf(companions.next60, path, start);
  for (let minute = 0; minute < chances.length; minute++) {
    const isSoon = next30 !== null && leadOf(minute, next30.age) <= 30;
    const soon = isSoon ? flashChance(next30, 30, path, minute) : Number.NaN;
    chances[minute] = Number.isNaN(soon) ? flashChance(next60, 60, path, minute) : soon;
  }
}

/**
 * A grid of the next `span` minutes says of a pixel what is to come there, the storms that are on their way included: so far
 * it is read at the place itself. What comes later is what it says of where that air is when the grid ends.
 */
function flashChance(reader: Reader | null, span: number, path: Departures, minute: number): number {
  if (reader === null) return Number.NaN;
  const spot = { row: 0, column: 0 };
  findDeparture(reader, path, Math.max(0, leadOf(minute, reader.age) - span), spot);
  return quarterHourChance(nearestAt(reader.frame.field, spot, reader.around), span);
}

/** Quality of the radar at the place, 0..1; 1 where nothing tells it. */
export function qualityAt({ quality }: Companions, path: Departures, { x, y }: GridPosition): number {
  if (quality === undefined) return 1;
  const spot = { row: y, column: x };
  if (!isSameGrid(quality.description.grid, path.grid)) moveToGrid(spot, path.grid, quality.description.grid);
  const index = nearestAt(quality.field, spot, columnsAround(quality));
  return Number.isNaN(index) ? 1 : index;
}
