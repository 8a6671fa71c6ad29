/**
 * Verifies archived nowcasts minute by minute against radar at the stations. The rate at lead 0 of an issue is the observation
 * of its minute (docs/methods/accuracy.md, "Minutes").
 *
 * UTC days are read in order, each once. Forecasts and earlier observations precede the verified minute by less than two hours,
 * so the last two hours of a day are carried into the next, and memory holds one day.
 */

import type { DateSpan } from '../../model/accuracy-record.js';
import { NOWCAST_MINUTES, NOWCAST_SOURCES } from '../../model/nowcast.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { RADAR_NETWORKS, type RadarNetworkId } from '../../model/radar.js';
import {
  DAY,
  formatDate,
  localDateNumber,
  localDay,
  MINUTE,
  type TimeSpan,
  type Zone,
  zoneOf,
} from '../../model/time.js';
import type { VerificationStation } from '../../model/verification-stations.js';
import { countMinutes, type StationNowcast } from '../../science/verification/count-minutes.js';
import { RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { type DateRows, noDateRows } from '../../science/verification/sums-layout.js';
import type { AxisValues, GroupFrame } from '../../store/archive/archive-format.js';
import { type OnDefect, readArchive } from '../../store/archive/archived-issues.js';
import { NOWCAST_ARCHIVE } from '../../store/archive/nowcast-archive.js';
import type { ObjectStore } from '../../store/objects/object-store.js';

export interface MinuteVerification {
  readonly objects: ObjectStore;
  readonly stations: readonly Pick<VerificationStation, 'id' | 'zone'>[];
  /** Local dates of the stations. */
  readonly days: DateSpan;
  /** Receives the defects of damaged objects, which are left out. */
  readonly onDefect: OnDefect;
}

const LAYOUT = RECORD_LAYOUTS['1m'];
/** Largest age of the issues and observations that a minute is compared with, s. */
const BEFORE = NOWCAST_MINUTES * MINUTE;
/** Largest age of a frame that counts as an observation: an older one is extrapolated too far, s. */
const OLDEST_FRAME = 10 * MINUTE;
const RADAR = NOWCAST_SOURCES.indexOf('radar') + 1;
/** Networks that estimate rates from satellites; `source` calls them radar too. */
const SATELLITES: ReadonlySet<RadarNetworkId | null> = new Set(['rrqpe']);

/** Nowcast and observation of a station in one minute. */
interface StationMinute extends StationNowcast {
  /** Observed rate, mm/h; NaN: nothing was observed. */
  readonly observed: number;
  /** Index of the network in `RADAR_NETWORKS`, which has the best first; their number for nowcasts without radar. */
  readonly rank: number;
}

interface MinutesOfStation {
  readonly zone: Zone;
  /** Verified dates, and the time before them that issues are needed from. */
  readonly span: TimeSpan;
  /** Rising times. */
  minutes: StationMinute[];
  /** Null before the first observation. */
  rows: DateRows | null;
}

type Stations = ReadonlyMap<string, MinutesOfStation>;

/**
 * Sums of each date by station id, in `RECORD_LAYOUTS['1m']`. Stations without an observation are absent. A station takes 3 kB
 * for each date.
 *
 * @throws the store's errors  the archive cannot be read
 */
export async function verifyMinutes(request: MinuteVerification): Promise<Map<string, DateRows>> {
  const { days } = request;
  const stations: Stations = new Map(
    request.stations.map(({ id, zone: name }): [string, MinutesOfStation] => {
      const zone = zoneOf(name)!;
      const span = { start: localDay(days[0], zone).start - BEFORE, end: localDay(days[1], zone).end };
      return [id, { zone, span, minutes: [], rows: null }];
    }),
  );
  const { start, end } = spanOf(
    stations,
    request.stations.map(({ id }) => id),
  );
  for (let day = Math.floor(start / DAY); day * DAY < end; day++) {
    await readDay(request, day, stations);
    for (const station of stations.values()) {
      countFrom(station, day * DAY, days);
      station.minutes = station.minutes.filter(({ issueTime }) => issueTime >= (day + 1) * DAY - BEFORE);
    }
  }
  return new Map([...stations].flatMap(([id, { rows }]) => (rows === null ? [] : [[id, rows] as const])));
}

/** Union of the spans of these stations; empty if none is verified. */
function spanOf(stations: Stations, ids: readonly string[]): TimeSpan {
  const spans = ids.flatMap((id) => stations.get(id)?.span ?? []);
  return {
    start: spans.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY),
    end: spans.reduce((last, { end }) => Math.max(last, end), Number.NEGATIVE_INFINITY),
  };
}

async function readDay({ objects, onDefect }: MinuteVerification, day: number, stations: Stations): Promise<void> {
  const spans = new Map<AxisValues, TimeSpan>();
  const isWanted = ({ slotTime, axes }: GroupFrame) => {
    const span = spans.get(axes) ?? spanOf(stations, axes.get('station') as readonly string[]);
    spans.set(axes, span);
    return slotTime >= span.start && slotTime < span.end;
  };
  for await (const issue of readArchive(objects, NOWCAST_ARCHIVE, formatDate(day), onDefect, isWanted))
    for (const [index, { id }] of issue.stations.entries()) {
      const minutes = stations.get(id)?.minutes;
      if (minutes === undefined) continue;
      const own = minuteOf(issue, index);
      const last = minutes.at(-1);
      if (last?.issueTime !== own.issueTime) minutes.push(own);
      else if (own.rank < last.rank) minutes[minutes.length - 1] = own;
    }
}

/** One station of an issue: views, not copies. */
function minuteOf(issue: NowcastIssue, index: number): StationMinute {
  const { issueTime, leads, networks } = issue;
  const own = (values: Float32Array) => values.subarray(index * leads.length, (index + 1) * leads.length);
  const rank = RADAR_NETWORKS.findIndex(({ id }) => id === networks[index]);
  return {
    ...{ issueTime, leads, rates: own(issue.rates), probabilities: own(issue.probabilities) },
    observed: observedRate(issue, index),
    rank: rank < 0 ? RADAR_NETWORKS.length : rank,
  };
}

/** Rate at the minute of the issue if it is based on radar alone and on a recent frame, mm/h; else NaN. */
function observedRate(issue: NowcastIssue, index: number): number {
  const { issueTime, leads, sources, networks, validTimes } = issue;
  const at = index * leads.length;
  const validTime = validTimes[index] ?? Number.NEGATIVE_INFINITY;
  const isFresh = issueTime - validTime <= OLDEST_FRAME;
  const isSeen = leads[0] === 0 && sources[at] === RADAR && !SATELLITES.has(networks[index] ?? null);
  return isFresh && isSeen ? issue.rates[at]! : Number.NaN;
}

/** Adds minutes from `start` on to the rows of their local dates. */
function countFrom(station: MinutesOfStation, start: number, [firstDay, lastDay]: DateSpan): void {
  const { zone, minutes } = station;
  const observed = minutes.filter((minute) => !Number.isNaN(minute.observed));
  if (observed.length === 0) return;
  station.rows ??= noDateRows(LAYOUT, firstDay, lastDay - firstDay + 1);
  const times = observed.map(({ issueTime }) => issueTime);
  const rates = observed.map((minute) => minute.observed);
  const dateOf = (time: number) => (time < start ? Number.NEGATIVE_INFINITY : localDateNumber(time, zone));
  countMinutes(LAYOUT, station.rows, minutes, { times, rates, wet: [] }, dateOf);
}
