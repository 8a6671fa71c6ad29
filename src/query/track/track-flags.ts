/** The models' own phase at spots of a track: as at one place (`layers/phase-flags.ts`), one source gives all four flags. */

import type { ElementId } from '../../model/element.js';
import { type PhaseFlags, rankOfFlags } from '../layers/phase-flags.js';
import { HOUR, nodeAt, stepAt } from '../time/series.js';
import { isKnownAt, type Lane, weightOf } from './lanes.js';
import type { TrackSpots } from './track.js';
import { offsetOf } from './windows.js';

const ROWS = [
  'rain_flag',
  'freezing_rain_flag',
  'ice_pellets_flag',
  'snow_flag',
] as const satisfies readonly ElementId[];

/** The flags of one version, in the order of `ROWS`; null for those that it lacks. */
interface FlagLanes {
  /** Of the first that it has: by it the version is weighed. */
  readonly lane: Lane;
  readonly rows: (Lane | null)[];
}

export interface TrackFlags {
  /** The flags of the step that contains the hour beginning at `time`; the object is used again by the next call. */
  ofHour(i: number, time: number): PhaseFlags;
  /** The flags of the step that ends at `time`. */
  ofStepEnding(i: number, time: number): PhaseFlags;
}

/** @param lanesOf  those of an element; none where it is not wanted */
export function createTrackFlags(spots: TrackSpots, lanesOf: (id: ElementId) => readonly Lane[]): TrackFlags {
  const sources = flagLanes(lanesOf);
  const flags: PhaseFlags = { rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 };
  return {
    ofHour: (i, time) => pick(sources, spots, i, time, false, flags),
    ofStepEnding: (i, time) => pick(sources, spots, i, time, true, flags),
  };
}

function flagLanes(lanesOf: (id: ElementId) => readonly Lane[]): FlagLanes[] {
  const sources: FlagLanes[] = [];
  for (const [row, id] of ROWS.entries())
    for (const lane of lanesOf(id)) {
      let source = sources.find((each) => each.lane.version === lane.version);
      if (source === undefined) {
        source = { lane, rows: [null, null, null, null] };
        sources.push(source);
      }
      source.rows[row] = lane;
    }
  return sources;
}

function pick(
  sources: readonly FlagLanes[],
  spots: TrackSpots,
  i: number,
  time: number,
  isEnd: boolean,
  out: PhaseFlags,
): PhaseFlags {
  let chosen: FlagLanes | null = null;
  let most = -1;
  let rest = 1;
  for (const source of sources) {
    if (!isKnownAt(source.lane, i)) continue;
    const set = highest(source.rows, i, time, isEnd);
    if (Number.isNaN(set)) continue;
    const weight = rest * weightOf(source.lane, spots, i, isEnd ? time : time + HOUR / 2);
    rest -= weight;
    const rank = rankOfFlags(set, weight);
    if (rank <= most) continue;
    most = rank;
    chosen = source;
  }
  out.rainFlag = flagAt(chosen?.rows[0] ?? null, i, time, isEnd);
  out.freezingRainFlag = flagAt(chosen?.rows[1] ?? null, i, time, isEnd);
  out.icePelletsFlag = flagAt(chosen?.rows[2] ?? null, i, time, isEnd);
  out.snowFlag = flagAt(chosen?.rows[3] ?? null, i, time, isEnd);
  return out;
}

/** The highest flag of a step; NaN when none is known. */
function highest(rows: FlagLanes['rows'], i: number, time: number, isEnd: boolean): number {
  let highest = Number.NaN;
  for (let row = 0; row < rows.length; row++) {
    const flag = flagAt(rows[row]!, i, time, isEnd);
    if (flag > highest || Number.isNaN(highest)) highest = flag;
  }
  return highest;
}

/** One flag of the step that contains `time`, or ends at it; NaN unknown. */
function flagAt(lane: Lane | null, i: number, time: number, isEnd: boolean): number {
  return lane === null ? Number.NaN : stepValue(lane, i, time, isEnd);
}

/** What stands over the whole step of a version that contains `time`, or ends at it; NaN unknown. */
export function stepValue(
  { version: { windows, cuts }, column }: Lane,
  i: number,
  time: number,
  isEnd: boolean,
): number {
  const hole = windows.holes[column]?.get(i);
  const { times, edges } = cuts.whole;
  const nodes = hole?.nodes ?? edges;
  const step = isEnd ? nodeAt(nodes, time) : stepAt(nodes, time);
  if (step < 0) return Number.NaN;
  if (hole !== undefined) return hole.values[step]!;
  const ahead = edges.length - times.length;
  return step < ahead ? Number.NaN : windows.values[offsetOf(windows, column, i) + step - ahead]!;
}
