/**
 * Innovations: what stations observed minus what the forecast says there, at the height of the station and the time of the
 * report. The forecast is read by the track, without any correction, so that it is the background of every product.
 */

import { LRUCache } from 'lru-cache';
import type { Deadline } from '../../base/deadline.js';
import type { CubeShelf } from '../../model/cube.js';
import type { StationReport } from '../../model/station-report.js';
import { HOUR, MINUTE } from '../../model/time.js';
import { readTrack } from '../track/read-track.js';
import type { LayeredTrack, SpotState, TrackSpots } from '../track/track.js';
import { inTime } from '../track/version-opening.js';
import { CORRECTED, type Innovation } from './increments.js';

/** 200 bytes each: the newest reports of all stations of the world, twice in the hour. */
const MOST_KEPT = 20_000;
/** A source may become late without another version: what was read is read again after this time. */
const LONGEST_KEPT = 10 * MINUTE;
/** Stations that one request reads at most: as many as a route has samples. */
const MOST_READ = 2000;

export interface InnovationReader {
  /**
   * Innovations of some reports, in their order; null: no forecast there, none read in time, too many to read, or one of
   * both is simulated and the other is not.
   */
  of(reports: readonly StationReport[], options: InnovationOptions): Promise<(Innovation | null)[]>;
}

export interface InnovationOptions extends ReadingOptions {
  /** Versions of all that the forecast is made from; innovations are kept while it is the same. */
  readonly versions: string;
}

interface ReadingOptions {
  /** Epoch seconds. */
  readonly now: number;
  readonly deadline: Deadline;
  /** Whether the reports are simulated. */
  readonly simulated: boolean;
}

/** Innovation, or null for good; undefined: not read, another request may try. */
type Outcome = Innovation | null | undefined;

export function createInnovationReader(shelf: CubeShelf): InnovationReader {
  const kept = new LRUCache<string, { readonly innovation: Innovation | null }>({ max: MOST_KEPT });
  const reading = new Map<string, Promise<Outcome>>();
  let generation = '';

  function read(reports: readonly StationReport[], options: ReadingOptions): void {
    const began = generation;
    const batch = readInnovations(shelf, reports, options);
    for (const [n, report] of reports.entries()) {
      const key = keyOf(report);
      const one = batch
        .then((outcomes) => {
          const innovation = outcomes[n];
          if (innovation !== undefined && began === generation) kept.set(key, { innovation });
          return innovation;
        })
        .finally(() => {
          if (reading.get(key) === one) reading.delete(key);
        });
      reading.set(key, one);
    }
  }

  async function outcomeOf(report: StationReport, deadline: Deadline): Promise<Innovation | null> {
    const known = kept.get(keyOf(report));
    if (known !== undefined) return known.innovation;
    const pending = reading.get(keyOf(report));
    return (pending && (await inTime(pending, deadline, null))) ?? null;
  }

  return {
    of(reports, options) {
      const { versions, now, deadline, simulated } = options;
      const present = `${versions}/${simulated}/${Math.floor(now / LONGEST_KEPT)}`;
      if (present !== generation) {
        kept.clear();
        reading.clear();
        generation = present;
      }
      const missing = reports.filter((report) => !kept.has(keyOf(report)) && !reading.has(keyOf(report)));
      if (missing.length > 0) read(missing.slice(0, MOST_READ), options);
      return Promise.all(reports.map((report) => outcomeOf(report, deadline)));
    },
  };
}

/** A corrected report has the time of the one that it replaces, and other values. */
function keyOf({ station, time, temperature, dew_point }: StationReport): string {
  return `${station.id} ${time} ${temperature} ${dew_point}`;
}

async function readInnovations(
  shelf: CubeShelf,
  reports: readonly StationReport[],
  { now, deadline, simulated }: ReadingOptions,
): Promise<Outcome[]> {
  const wants = CORRECTED.map((id) => ({ id }));
  const track = await readTrack(shelf, now, spotsOf(reports), wants, false, deadline);
  const times = Float64Array.from(reports, ({ time }) => time);
  const forecast = (id: (typeof CORRECTED)[number]) => track.instants(id, times, new Float64Array(reports.length));
  const [temperatures, dewPoints] = [forecast('temperature'), forecast('dew_point')];
  // A simulated report says nothing of real weather, and a real one nothing of the simulated world.
  const isForeign = track.sources.some(({ description }) => description.simulated !== simulated);
  return reports.map((report, i) => {
    if (!isSettled(track, i)) return undefined;
    if (isForeign) return null;
    const values = {
      temperature: report.temperature - temperatures[i]!,
      dew_point: report.dew_point - dewPoints[i]!,
    };
    return Object.values(values).every(Number.isNaN) ? null : { station: report.station, time: report.time, values };
  });
}

const SETTLED: ReadonlySet<SpotState> = new Set(['known', 'outside', 'nothing', 'unreached']);

/** False where a source did not come in time: then others gave the values that it gives at the place. */
function isSettled(track: LayeredTrack, i: number): boolean {
  const isOverdue =
    track.sources.some(({ overdue }) => overdue > 0) || track.unopened.some(({ cause }) => cause === 'overdue');
  return SETTLED.has(track.states[i]!) && !isOverdue;
}

function spotsOf(reports: readonly StationReport[]): TrackSpots {
  const starts = Float64Array.from(reports, ({ time }) => Math.floor(time / HOUR) * HOUR);
  return {
    count: reports.length,
    latitudes: Float64Array.from(reports, ({ station }) => station.latitude),
    longitudes: Float64Array.from(reports, ({ station }) => station.longitude),
    heights: Float64Array.from(reports, ({ station }) => station.elevation),
    starts,
    ends: starts.map((start) => start + HOUR),
  };
}
