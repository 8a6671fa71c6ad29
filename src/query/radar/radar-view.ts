/**
 * What the radar shows of a place for as long as it has a weight: the first layer of precipitation in forecasts and along
 * routes. The network that answers, and every minute of it, are those of the nowcast.
 */

import type { Place } from '../../grid/grid.js';
import { RADAR_NETWORKS, type RadarDatasetId, type RadarNetworkId, type RadarShelf } from '../../model/radar.js';
import { MINUTE } from '../../model/time.js';
import { SPENT_MINUTES } from '../../science/radar/radar-weight.js';
import {
  type Companions,
  fillFlags,
  fillHail,
  fillLightning,
  NO_COMPANIONS,
  oldestAge,
  readCompanions,
} from './companions.js';
import { departureAt, departuresTo, leadOf } from './departures.js';
import { frameVersions } from './newest-frame.js';
import { type PlaceRain, rainAt } from './rain-along.js';
import { isObserved, lookAt, type WatchingFrame } from './watching.js';

export interface RadarView {
  readonly network: RadarNetworkId;
  readonly dataset: RadarDatasetId;
  /** Of the frame, epoch seconds, as `createdAt`. */
  readonly validTime: number;
  readonly createdAt: number;
  readonly simulated: boolean;
  /** Beginning of minute 0, epoch seconds. */
  readonly start: number;
  /** Minutes in which the radar may have a weight. */
  readonly count: number;
  readonly rain: PlaceRain['minutes'];
  /** Flags, hail and lightning of those minutes; null where they were not asked for, or nothing tells them. */
  readonly beside: (() => BesideRain) | null;
}

/** What MRMS tells beside the rate, one entry per minute. */
export interface BesideRain {
  /** PrecipFlag codes, −1 unknown. */
  readonly flags: Int16Array;
  /** Chance of severe hail within 5 km, 0..1; NaN unknown. */
  readonly hail: Float64Array;
  /** Chance of a flash in the quarter hour of the minute, 0..1; NaN unknown. */
  readonly lightning: Float64Array;
}

/**
 * The first of the networks that sees where this minute's rain comes from; null where none does.
 *
 * @param networks  the best one first
 * @param now  epoch seconds
 * @param wantsBeside  whether flags, hail and lightning are looked at
 */
export async function viewRadar(
  shelf: RadarShelf,
  networks: readonly RadarNetworkId[],
  now: number,
  place: Place,
  wantsBeside = false,
): Promise<RadarView | null> {
  for (const network of networks) {
    const found = await lookAt(shelf, network, now, place);
    const view = found !== null && 'frame' in found ? viewOf(found, now) : null;
    if (view === null) continue;
    const companions = wantsBeside ? await readCompanions(shelf, network, now) : NO_COMPANIONS;
    if (companions === NO_COMPANIONS) return view;
    return { ...view, beside: besideOf(companions, found as WatchingFrame, view) };
  }
  return null;
}

/** Fills the minutes when they are first looked at. */
function besideOf(companions: Companions, { frame, position }: WatchingFrame, view: RadarView): () => BesideRain {
  let made: BesideRain | null = null;
  return () => {
    if (made !== null) return made;
    const { start, count, validTime } = view;
    const oldest = Math.max(start - validTime, oldestAge(companions, start));
    const path = departuresTo(frame, position, Math.ceil(leadOf(Math.max(0, count - 1), oldest)));
    const values = () => new Float64Array(count);
    made = { flags: new Int16Array(count), hail: values(), lightning: values() };
    fillFlags(companions, path, start, made.flags);
    fillHail(companions, path, start, made.hail, values());
    fillLightning(companions, path, start, made.lightning);
    return made;
  };
}

/** Null where the pixel that this minute's rain comes from was not observed. */
function viewOf({ network, frame, position }: WatchingFrame, now: number): RadarView | null {
  const start = Math.floor(now / MINUTE) * MINUTE;
  const { dataset, validTime, createdAt, simulated } = frame.description;
  const age = start - validTime;
  const lead = leadOf(0, age);
  const spot = { row: 0, column: 0 };
  departureAt(departuresTo(frame, position, Math.ceil(lead)), lead, spot);
  if (!isObserved(frame, spot.row, spot.column)) return null;
  const count = Math.max(0, Math.min(SPENT_MINUTES, Math.ceil(SPENT_MINUTES - age / MINUTE)));
  return {
    ...{ network, dataset, validTime, createdAt, simulated, start, count },
    rain: rainAt(frame, position, start).minutes,
    beside: null,
  };
}

/** Radar that forecasts and routes look at; without it the models are the first layer. */
export interface WatchedRadar {
  readonly radar?: RadarShelf;
  /** Those that are taken in, the best one first. */
  readonly networks?: readonly RadarNetworkId[];
}

/** Names the newest frames of rates: while it stays the same, so does every view of the same minute. */
export async function ratesVersion({ radar, networks = [] }: WatchedRadar): Promise<string> {
  const rates = RADAR_NETWORKS.filter(({ id }) => networks.includes(id));
  return radar === undefined
    ? 'none'
    : frameVersions(
        radar,
        rates.map(({ rate }) => rate),
      );
}
