/**
 * Radar along a route: the first layer of precipitation in samples of the next hours, as in the forecast of the place
 * (docs/methods/nowcast-answer.md, "In the forecast"). Of each sample the whole hour is blended: records of an hour sum its
 * quarters, and the phase of a quarter is that of its hour.
 */

import type { Deadline } from '../../base/deadline.js';
import { HOUR, MINUTE, type TimeSpan } from '../../model/time.js';
import { type RadarView, viewRadar, type WatchedRadar } from '../../query/radar/radar-view.js';
import { QUARTER } from '../../query/time/series.js';
import type { TrackSpots } from '../../query/track/track.js';
import { inTime } from '../../query/track/version-opening.js';
import { NOTHING } from '../../query/weather/air.js';
import { largest } from '../../query/weather/gusts.js';
import type { HourPhases, PhaseShares } from '../../query/weather/phase.js';
import { minuteRates } from '../../query/weather/place/minutes.js';
import { QUARTERS_PER_HOUR, totalOfHour } from '../../query/weather/place/modelled.js';
import { type BesideQuarter, PHASES, quarterBeside, setHourPhase } from '../../query/weather/place/radar-beside.js';
import {
  chanceOfHour,
  isBegun,
  quartersOf,
  type RadarQuarters,
  spanOfRadar,
} from '../../query/weather/place/radar-layer.js';
import type { RecordFacts } from '../../query/weather/weather.js';
import { agreedHourChance, quarterChance } from '../../science/agreement.js';
import { quarterProbability } from '../../science/probability.js';
import { SPENT_MINUTES } from '../../science/radar/radar-weight.js';
import type { RecordBins } from './bins.js';
import { type HoursAlong, modelledAlong } from './modelled.js';
import { later, type Passage, type ViewsAlong } from './passage.js';

/** Looks at the places of the samples that are met in the next hours; a shelf that does not answer in time shows nothing. */
export async function viewsAlong(
  { radar, networks = [] }: WatchedRadar,
  now: number,
  { count, latitudes, longitudes }: Pick<TrackSpots, 'count' | 'latitudes' | 'longitudes'>,
  bins: RecordBins,
  { deadline, wantsBeside }: { readonly deadline: Deadline; readonly wantsBeside: boolean },
): Promise<ViewsAlong> {
  const nothing = new Array<null>(count).fill(null);
  const near = nothing.map((_, i) => isNear(bins, i, now));
  if (radar === undefined || !near.includes(true)) return nothing;
  const look = async (isWanted: boolean, i: number) => {
    const place = { latitude: latitudes[i]!, longitude: longitudes[i]! };
    const view = isWanted ? await viewRadar(radar, networks, now, place, wantsBeside) : null;
    return view !== null && isOver(spanOfRadar(view), bins, i) ? view : null;
  };
  return inTime(Promise.all(near.map(look)), deadline, nothing);
}

function isNear(bins: RecordBins, i: number, now: number): boolean {
  return isOver({ start: now, end: now + SPENT_MINUTES * MINUTE }, bins, i);
}

/** Whether any of the record of a sample lies in a span. */
function isOver({ start, end }: TimeSpan, { starts, seconds }: RecordBins, i: number): boolean {
  return starts[i]! < end && starts[i]! + seconds[i]! > start;
}

/** The same spots, with the hours beside those that radar may count in. */
export function widenedBy(views: ViewsAlong, spots: TrackSpots): TrackSpots {
  if (views.every((view) => view === null)) return spots;
  const widen = (seconds: number) => (time: number, i: number) => (views[i] ? time + seconds : time);
  return { ...spots, starts: spots.starts.map(widen(-HOUR)), ends: spots.ends.map(widen(HOUR)) };
}

/** Quarters and totals of the hours of the samples as they are shown, and the chances of their records; NaN unknown. */
export interface ShownAlong extends Pick<HoursAlong, 'quarters' | 'totals' | 'chances'> {
  /** True where the chance of any record stands on the amount alone. */
  readonly uncalibrated: boolean;
  /** Quarters of each sample's hour in which radar counts; null: in none. */
  readonly seen: readonly (RadarQuarters | null)[];
}

/** Where the quarter in which the record of sample i begins stands among those of the hours. */
export function quarterOf({ starts, hours }: Passage, i: number): number {
  return i * QUARTERS_PER_HOUR + (starts[i]! - hours[i]!) / QUARTER;
}

/** @param models  of the hours of the samples: quarters and totals become those that the radar counts in */
export function shownAlong(passage: Passage, models: HoursAlong): ShownAlong {
  const { views, count, scratch } = passage;
  const around = neighboursAlong(passage);
  const chances = scratch.zeros(count);
  const seenBy = new Array<RadarQuarters | null>(count).fill(null);
  let uncalibrated = false;
  for (let i = 0; i < count; i++) {
    const view = views[i] ?? null;
    const seen = view === null ? null : seenAt(passage, view, i, models, around);
    seenBy[i] = seen;
    if (seen !== null) setQuarters(passage, i, models, seen);
    chances[i] = chanceOfRecord(passage, i, models, seen);
    if (models.standIns[i] === 1 && !isDecided(passage, i, seen)) uncalibrated = true;
  }
  return { quarters: models.quarters, totals: models.totals, chances, uncalibrated, seen: seenBy };
}

/** The hours before and after those of samples with radar; null where there are none. */
interface Neighbours {
  readonly before: HoursAlong;
  readonly after: HoursAlong;
}

function neighboursAlong(passage: Passage): Neighbours | null {
  const { views, hours } = passage;
  if (views.every((view) => view === null)) return null;
  const beside = (seconds: number) =>
    modelledAlong(
      passage,
      later(passage, hours, seconds).map((hour, i) => (views[i] ? hour : Number.NaN)),
    );
  return { before: beside(-HOUR), after: beside(HOUR) };
}

/** The quarters of the sample's hour in which the radar counts; null: it counts in none. */
function seenAt(
  { hours, scratch }: Passage,
  view: RadarView,
  i: number,
  models: HoursAlong,
  around: Neighbours | null,
): RadarQuarters | null {
  const hour = hours[i]!;
  const span = spanOfRadar(view);
  const [start, end] = [Math.max(span.start, hour), Math.min(span.end, hour + HOUR)];
  const minutes = { start, step: MINUTE, count: (end - start) / MINUTE };
  const quarters = scratch.zeros((end - start) / QUARTER + 2);
  const first = i * QUARTERS_PER_HOUR;
  for (let j = 0; j < quarters.length; j++) {
    const k = (start - hour) / QUARTER - 1 + j;
    const source = k < 0 ? around?.before : k < QUARTERS_PER_HOUR ? models : around?.after;
    quarters[j] = source?.quarters[first + ((k + QUARTERS_PER_HOUR) % QUARTERS_PER_HOUR)] ?? Number.NaN;
  }
  // As in the forecast: the quarter that has begun does without the one before it.
  if (isBegun(view, start)) quarters[0] = Number.NaN;
  const rates = minuteRates(start - QUARTER, quarters, minutes, scratch);
  const chances = scratch.zeros(minutes.count).fill(quarterProbability(models.chances[i]!));
  return quartersOf(view, { rates, chances }, minutes, scratch);
}

function setQuarters({ hours }: Passage, i: number, { quarters, totals }: HoursAlong, seen: RadarQuarters): void {
  quarters.set(seen.totals, i * QUARTERS_PER_HOUR + (seen.start - hours[i]!) / QUARTER);
  totals[i] = totalOfHour(quarters, i);
}

/** @param models  with the radar's quarters, but the models' chances */
function chanceOfRecord(passage: Passage, i: number, models: HoursAlong, seen: RadarQuarters | null): number {
  const { bins, starts, hours } = passage;
  const modelled = models.chances[i]!;
  if (bins.seconds[i] === HOUR) {
    if (seen === null) return modelled;
    const together = chanceOfHour(seen.chances, (hours[i]! - seen.start) / QUARTER, modelled);
    return agreedHourChance(together, models.totals[i]!);
  }
  const ofRadar = seen?.chances[(starts[i]! - seen.start) / QUARTER];
  return ofRadar ?? quarterChance(modelled, models.quarters[quarterOf(passage, i)]!);
}

/** Hail and lightning of the records as radar has them, 0..1; NaN unknown, empty where it looks at none. */
export type BesideAlong = Pick<RecordFacts, 'hail' | 'lightning'>;

const NO_BESIDE: BesideAlong = { hail: NOTHING, lightning: NOTHING };

/**
 * Sets the phases of records with radar, as in the forecast of the place, and finds hail and lightning there.
 *
 * @param quarters  amounts of the hours as they are shown, mm
 * @param phases  of the models; those of records with radar are overwritten
 */
export function besideAlong(
  passage: Passage,
  seenBy: ShownAlong['seen'],
  quarters: Float64Array,
  phases: HourPhases,
): BesideAlong {
  const { views, count, scratch } = passage;
  if (views.every((view) => view?.beside == null)) return NO_BESIDE;
  const [hail, lightning] = [scratch.missing(count), scratch.missing(count)];
  for (let i = 0; i < count; i++) {
    const [view, seen] = [views[i] ?? null, seenBy[i] ?? null];
    if (view === null || view.beside === null || seen === null) continue;
    const beside = view.beside();
    const found = Array.from(seen.totals, (_, k) => quarterBeside(view, beside, seen, k, phases, i));
    for (const quarter of recordQuarters(passage, i, seen, found)) {
      hail[i] = largest(hail[i]!, quarter.hail);
      lightning[i] = largest(lightning[i]!, quarter.lightning);
    }
    setRecordPhase(passage, i, seen, found, quarters, phases.shares);
  }
  return { hail, lightning };
}

/** The quarters of `found` that lie in the record of sample i. */
function recordQuarters(
  { bins, starts }: Passage,
  i: number,
  seen: RadarQuarters,
  found: readonly BesideQuarter[],
): readonly BesideQuarter[] {
  const first = (starts[i]! - seen.start) / QUARTER;
  return found.slice(Math.max(0, first), Math.max(0, first + bins.seconds[i]! / QUARTER));
}

function setRecordPhase(
  passage: Passage,
  i: number,
  seen: RadarQuarters,
  found: readonly BesideQuarter[],
  quarters: Float64Array,
  shares: PhaseShares,
): void {
  const { bins, hours } = passage;
  if (bins.seconds[i] === HOUR) {
    const first = (seen.start - hours[i]!) / QUARTER;
    const ofHour = quarters.subarray(i * QUARTERS_PER_HOUR, (i + 1) * QUARTERS_PER_HOUR);
    setHourPhase(shares, i, ofHour, (k) => found[k - first]?.phase ?? null);
    return;
  }
  const [own] = recordQuarters(passage, i, seen, found);
  if (own !== undefined) for (const name of PHASES) shares[name][i] = own.phase[name];
}

/** Whether the radar alone decides on the chance of a record. */
function isDecided({ bins, starts }: Passage, i: number, seen: RadarQuarters | null): boolean {
  if (seen === null) return false;
  const first = (starts[i]! - seen.start) / QUARTER;
  for (let k = first; k < first + bins.seconds[i]! / QUARTER; k++) if (seen.decided[k] !== 1) return false;
  return true;
}
