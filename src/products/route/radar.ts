/**
 * Radar along a route: the first layer of precipitation in samples of the next hours, as in the forecast of the place
 * (docs/methods/nowcast-answer.md, "In the forecast"). A sample stands in one quarter hour, so only that one is blended.
 */

import type { Deadline } from '../../base/deadline.js';
import { HOUR, MINUTE, type TimeSpan } from '../../model/time.js';
import { viewRadar, type WatchedRadar } from '../../query/radar/radar-view.js';
import { QUARTER } from '../../query/time/series.js';
import type { TrackSpots } from '../../query/track/track.js';
import { inTime } from '../../query/track/version-opening.js';
import { isAnyWet } from '../../query/weather/phase.js';
import { minuteRates } from '../../query/weather/place/minutes.js';
import { isBegun, quartersOf, spanOfRadar } from '../../query/weather/place/radar-layer.js';
import { SPENT_MINUTES } from '../../science/radar/radar-weight.js';
import type { RecordBins } from './bins.js';
import type { Falls } from './hours.js';
import { later, type Passage, type ViewsAlong } from './passage.js';

/** Looks at the places of the samples that are met in the next hours; a shelf that does not answer in time shows nothing. */
export async function viewsAlong(
  { radar, networks = [] }: WatchedRadar,
  now: number,
  { count, latitudes, longitudes }: Pick<TrackSpots, 'count' | 'latitudes' | 'longitudes'>,
  bins: RecordBins,
  deadline: Deadline,
): Promise<ViewsAlong> {
  const nothing = new Array<null>(count).fill(null);
  const near = nothing.map((_, i) => isNear(bins, i, now));
  if (radar === undefined || !near.includes(true)) return nothing;
  const look = async (isWanted: boolean, i: number) => {
    const place = { latitude: latitudes[i]!, longitude: longitudes[i]! };
    const view = isWanted ? await viewRadar(radar, networks, now, place) : null;
    return view !== null && isOver(spanOfRadar(view), bins.starts[i]!) ? view : null;
  };
  return inTime(Promise.all(near.map(look)), deadline, nothing);
}

function isNear({ starts, seconds }: RecordBins, i: number, now: number): boolean {
  const [start, end] = [starts[i]!, starts[i]! + seconds[i]!];
  return seconds[i] === QUARTER && end > now && start < now + SPENT_MINUTES * MINUTE;
}

function isOver({ start, end }: TimeSpan, quarter: number): boolean {
  return quarter >= start && quarter < end;
}

/** The same spots, with the hours of the neighbours of quarters that radar may count in. */
export function widenedBy(views: ViewsAlong, spots: TrackSpots): TrackSpots {
  if (views.every((view) => view === null)) return spots;
  const widen = (seconds: number) => (time: number, i: number) => (views[i] ? time + seconds : time);
  return { ...spots, starts: spots.starts.map(widen(-HOUR)), ends: spots.ends.map(widen(HOUR)) };
}

/** Amounts and chances with the radar's in their place. @param chances  of the records, 0..1; NaN unknown, or not asked for */
export function withRadarAlong(passage: Passage, falls: Falls, chances: Float64Array): [Falls, Float64Array] {
  const { views, starts, scratch, count } = passage;
  if (falls.totals.length === 0 || views.every((view) => view === null)) return [falls, chances];
  const [totals, hourTotals, shown] = [falls.totals.slice(), falls.hourTotals.slice(), chances.slice()];
  const [before, after] = [neighbours(passage, -QUARTER), neighbours(passage, QUARTER)];
  for (let i = 0; i < count; i++) {
    const view = views[i] ?? null;
    if (view === null) continue;
    const quarters = Float64Array.of(isBegun(view, starts[i]!) ? Number.NaN : before[i]!, falls.totals[i]!, after[i]!);
    const minutes = { start: starts[i]!, step: MINUTE, count: QUARTER / MINUTE };
    const models = {
      rates: minuteRates(starts[i]! - QUARTER, quarters, minutes, scratch),
      chances: scratch.zeros(minutes.count).fill(chances[i] ?? Number.NaN),
    };
    const seen = quartersOf(view, models, minutes, scratch);
    if (seen === null) continue;
    hourTotals[i] = seen.totals[0]! + (falls.hourTotals[i]! - falls.totals[i]!);
    totals[i] = seen.totals[0]!;
    if (i < shown.length) shown[i] = seen.chances[0]!;
  }
  return [{ ...falls, totals, hourTotals, isWet: isAnyWet({ totals: hourTotals, rates: falls.hourRates }) }, shown];
}

/** Totals of the quarters beside those of samples with radar; of other samples their own. */
function neighbours(passage: Passage, seconds: number): Float64Array {
  const { track, views, starts, bins, scratch, count } = passage;
  const begins = later(passage, starts, seconds).map((begin, i) => (views[i] ? begin : starts[i]!));
  return track.totals('precipitation', begins, bins.seconds, scratch.zeros(count));
}
