/**
 * Why samples have no weather: what the interface calls it, and what people are told. Coverage degrades per sample: one
 * that nothing answers takes nothing from the others.
 *
 *   the configured region excludes the place          geography_unavailable
 *   no published run covers the place                 provider_unavailable; warming while a source is ingested for the
 *                                                     first time
 *   nothing was ever published                        provider_unavailable; warming while a first ingest runs
 *   the stored data ends before, or begins after, the time; the horizon does; it cannot be read    provider_unavailable
 *   not read within the time of the request    timeout
 */

import { bilinearWeights } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import type { UnavailableReason } from '../../model/route.js';
import { HOUR } from '../../model/time.js';
import { WEATHER_SOURCES } from '../../query/rules/layer-table.js';
import type { LayeredTrack, SpotState } from '../../query/track/track.js';
import { isExcluded, type ServedRegion } from '../uncovered-place.js';
import type { SampleColumns } from './sample.js';

/** What is behind a reason. */
export type Cause =
  | 'outside'
  | 'coming'
  | 'uncovered'
  | 'nothing'
  | 'before'
  | 'after'
  | 'beyond'
  | 'defective'
  | 'late';

const REASONS: Readonly<Record<Cause, UnavailableReason>> = {
  outside: 'geography_unavailable',
  coming: 'warming',
  uncovered: 'provider_unavailable',
  nothing: 'provider_unavailable',
  before: 'provider_unavailable',
  after: 'provider_unavailable',
  beyond: 'provider_unavailable',
  defective: 'provider_unavailable',
  late: 'timeout',
};

/** How an ingest stands that has not brought everything yet. */
export interface Warming {
  /** Something runs that will publish data for the first time. */
  readonly isWarming: boolean;
  /** Some source of the weather was never published. */
  readonly isLacking: boolean;
}

/** Where and when a source of the weather has data. */
interface Reach {
  readonly grid: Grid;
  /** Of its first and last step, epoch seconds, both inclusive. */
  readonly start: number;
  readonly end: number;
}

/** One cause per sample, null where there is weather; samples after those of the track lie beyond the horizon. */
export function causesOf(
  track: LayeredTrack,
  samples: SampleColumns,
  warming: Warming,
  region?: ServedRegion,
): (Cause | null)[] {
  const isOutside = (i: number) =>
    isExcluded(region, { latitude: samples.latitudes[i]!, longitude: samples.longitudes[i]! });
  const reaches = reachesOf(track);
  return Array.from({ length: samples.count }, (_, i) => {
    const state = track.states[i];
    if (state === undefined) return 'beyond';
    if (state === 'unreached') return sideOf(samples.times[i]!, reachesAt(reaches, samples, i));
    if (state === 'known') return strandedOf(reaches, samples, i);
    return causeOf(state, warming, isOutside(i));
  });
}

/**
 * A record that begins with the last step of the data is known at its beginning only: of the rest of it nothing can be
 * told, and so at the first step.
 */
function strandedOf(reaches: readonly Reach[], samples: SampleColumns, i: number): Cause | null {
  const time = samples.times[i]!;
  const isNear = ({ start, end }: Reach) => Math.abs(time - start) < HOUR || Math.abs(time - end) < HOUR;
  if (!reaches.some(isNear)) return null; // spares nearly all samples the look at the grids
  const here = reachesAt(reaches, samples, i);
  const isKnown = here.length === 0 || here.some(({ start, end }) => time >= start && time <= end);
  return isKnown ? null : sideOf(time, here);
}

/** @param isOutside  whether the configured region excludes the place */
function causeOf(
  state: Exclude<SpotState, 'known' | 'unreached'>,
  { isWarming, isLacking }: Warming,
  isOutside: boolean,
): Cause {
  if (state !== 'outside' && state !== 'nothing') return state;
  if (isOutside) return 'outside';
  if (isWarming && (isLacking || state === 'nothing')) return 'coming';
  return state === 'outside' ? 'uncovered' : 'nothing';
}

function reachesOf({ sources }: LayeredTrack): Reach[] {
  return sources
    .filter(({ dataset }) => WEATHER_SOURCES.includes(dataset))
    .map(({ description: { grid, times } }) => ({ grid, start: times[0]!, end: times[times.length - 1]! }));
}

/** Those that cover a sample. */
function reachesAt(reaches: readonly Reach[], { latitudes, longitudes }: SampleColumns, i: number): Reach[] {
  return reaches.filter(({ grid }) => bilinearWeights(grid, latitudes[i]!, longitudes[i]!).length > 0);
}

function sideOf(time: number, reaches: readonly Reach[]): Cause {
  return reaches.length > 0 && reaches.every(({ start }) => time < start) ? 'before' : 'after';
}

export function reasonOf(cause: Cause | null): UnavailableReason | null {
  return cause === null ? null : REASONS[cause];
}

type Sentence = (count: number) => string;

const WORDS: Readonly<Record<Cause, Sentence>> = {
  outside: (n) => `${n} ${lies(n)} outside the region that this service covers`,
  coming: (n) => `${n} ${waits(n)} for the first model runs, which are being prepared`,
  uncovered: (n) => `for ${n} no model run that covers the place has been ingested yet`,
  nothing: (n) => `for ${n} no model run has been ingested yet`,
  before: (n) => `${n} ${lies(n)} before the stored data begins`,
  after: (n) => `${n} ${lies(n)} after the newest data for the place ends`,
  beyond: (n) => `${n} ${lies(n)} beyond the horizon of the forecast`,
  defective: (n) => `for ${n} the stored model runs cannot be read`,
  late: (n) => `${n} could not be read within the time of this request`,
};

/** "1 sample", "3 samples" */
export function samplesOf(count: number): string {
  return count === 1 ? '1 sample' : `${count} samples`;
}

function lies(count: number): string {
  return count === 1 ? 'lies' : 'lie';
}

function waits(count: number): string {
  return count === 1 ? 'waits' : 'wait';
}

/** "2 of 12 samples have no weather: 1 lies outside …; 1 could not be read …." Null where all have. */
export function unavailableMessage(causes: readonly (Cause | null)[]): string | null {
  const unavailable = causes.filter((cause) => cause !== null);
  if (unavailable.length === 0) return null;
  const parts = (Object.keys(WORDS) as Cause[]).flatMap((cause) => {
    const count = unavailable.filter((each) => each === cause).length;
    return count === 0 ? [] : [WORDS[cause](count)];
  });
  const [noun, verb] = causes.length === 1 ? ['sample', 'has'] : ['samples', unavailable.length === 1 ? 'has' : 'have'];
  return `${unavailable.length} of ${causes.length} ${noun} ${verb} no weather: ${parts.join('; ')}.`;
}
