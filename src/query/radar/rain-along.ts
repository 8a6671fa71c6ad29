/** Rate, chance and weight of the minutes at a place, along the way that its rain comes. */

import { LRUCache } from 'lru-cache';
import type { GridPosition } from '../../grid/grid.js';
import type { RadarFrame, TiledField } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';
import { calibratedChance } from '../../science/radar/calibration.js';
import { chanceAt, widestDiskKm } from '../../science/radar/chance-at.js';
import { radarWeight, SPENT_MINUTES } from '../../science/radar/radar-weight.js';
import { rateAt } from '../../science/radar/rate-at.js';
import { type Departures, departureAt, departuresTo, leadOf } from './departures.js';
import { type PixelKm, pixelKm } from './pixel-size.js';
import { isObserved } from './watching.js';

/** One entry per minute; NaN unknown. */
export interface RainMinutes {
  /** mm/h */
  readonly rates: Float64Array;
  /** Chance of at least 0.1 mm/h, 0..1, calibrated where the frame brings a calibration. */
  readonly probabilities: Float64Array;
  /** Of the radar against the models, 0..1; 0 where the rate is unknown. */
  readonly weights: Float64Array;
}

/** Rain that a frame brings to a place. What is returned is shared and is not to be changed. */
export interface PlaceRain {
  /** The minutes [first, end) of `SPENT_MINUTES`, at their indices; others may be unknown. */
  minutes(first: number, end: number): RainMinutes;
}

/** Nowcast, forecast and route ask about the same place one after the other; 6 KB each. */
const MOST_PLACES = 512;
const kept = new WeakMap<RadarFrame, LRUCache<string, PlaceRain>>();

/**
 * Computed when it is first asked for, and kept for the frame and the minute.
 *
 * @param start  beginning of minute 0, epoch seconds
 */
export function rainAt(frame: RadarFrame, position: GridPosition, start: number): PlaceRain {
  const ofFrame = kept.get(frame) ?? new LRUCache<string, PlaceRain>({ max: MOST_PLACES });
  kept.set(frame, ofFrame);
  const key = `${start}/${position.y}/${position.x}`;
  const found = ofFrame.get(key) ?? placeRain(frame, position, start);
  ofFrame.set(key, found);
  return found;
}

function placeRain(frame: RadarFrame, position: GridPosition, start: number): PlaceRain {
  const age = start - frame.description.validTime;
  const km = pixelKm(frame.description.grid, position.y, position.x);
  const unknown = () => new Float64Array(SPENT_MINUTES).fill(Number.NaN);
  const rain = { rates: unknown(), probabilities: unknown(), weights: new Float64Array(SPENT_MINUTES) };
  const isKnown = new Uint8Array(SPENT_MINUTES);
  return {
    minutes(first, end) {
      const from = isKnown.indexOf(0, first);
      if (from < 0 || from >= end) return rain;
      const path = departuresTo(frame, position, Math.ceil(leadOf(end - 1, age)));
      fillRain(rain, { frame, path, age, km }, from, end);
      isKnown.fill(1, from, end);
      return rain;
    },
  };
}

interface RainWay {
  readonly frame: RadarFrame;
  /** To the place; as long as the lead of the last minute that is asked for. */
  readonly path: Departures;
  /** s between the frame and the beginning of minute 0; negative for one that is newer. */
  readonly age: number;
  readonly km: PixelKm;
}

/** Sets the minutes [first, end) as far as they are known. */
function fillRain(rain: RainMinutes, way: RainWay, first: number, end: number): void {
  const { frame, path, age, km } = way;
  if (isDryAround(way, first, end)) {
    rain.rates.fill(0, first, end);
    rain.probabilities.fill(0, first, end);
    for (let minute = first; minute < end; minute++) rain.weights[minute] = radarWeight(leadOf(minute, age));
    return;
  }
  const spot = { row: 0, column: 0 };
  for (let minute = first; minute < end; minute++) {
    const lead = leadOf(minute, age);
    departureAt(path, lead, spot);
    if (!isObserved(frame, spot.row, spot.column)) continue;
    // Near the edge of coverage the part of the disk that is seen decides, as it does on the rate.
    const share = chanceAt(frame.field, spot.row, spot.column, lead, km.row, km.column, path.around, 0);
    // The disk of the chance holds that of the rate.
    const rate = share === 0 ? 0 : rateAt(frame.field, spot.row, spot.column, lead, km.row, km.column, path.around);
    if (Number.isNaN(rate)) continue;
    rain.rates[minute] = rate;
    rain.probabilities[minute] = calibratedChance(frame.skill?.calibration ?? [], lead, share);
    rain.weights[minute] = radarWeight(lead);
  }
}

/** Most places on most days: no pixel that any of the disks may reach is wet or unobserved, told by whole tiles. */
function isDryAround({ frame, path, age, km }: RainWay, first: number, end: number): boolean {
  const lastLead = leadOf(end - 1, age);
  const [from, to] = [Math.floor(leadOf(first, age)), Math.min(path.rows.length - 1, Math.ceil(lastLead))];
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [left, right] = [top, bottom];
  for (let lead = Math.min(from, to); lead <= to; lead++) {
    const [row, column] = [path.rows[lead]!, path.columns[lead]!];
    if (row < top) top = row;
    if (row > bottom) bottom = row;
    if (column < left) left = column;
    if (column > right) right = column;
  }
  const radius = widestDiskKm(lastLead) / 2;
  const [high, wide] = [radius / km.row + 1, radius / km.column + 1];
  return areTilesDry(frame.field, [top - high, bottom + high], [left - wide, right + wide]);
}

type Range = readonly [first: number, last: number];

/** False for a box that reaches beyond the field. */
function areTilesDry({ rows, columns, tiles }: TiledField, [top, bottom]: Range, [left, right]: Range): boolean {
  if (!(top >= 0 && left >= 0 && bottom <= rows - 1 && right <= columns - 1)) return false;
  const across = tilesAlong(columns);
  for (let row = Math.floor(top) >> 7; row <= Math.floor(bottom) >> 7; row++)
    for (let column = Math.floor(left) >> 7; column <= Math.floor(right) >> 7; column++)
      if (tiles[row * across + column] !== 0) return false;
  return true;
}
