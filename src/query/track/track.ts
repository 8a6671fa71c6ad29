/**
 * Weather at many places, each looked at over its own time: what a route reads. All arrays have one entry per spot.
 */

import type { CubeDescription } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import type { PhaseFlags } from '../rules/phase-flags.js';

/** Where and when is looked. */
export interface TrackSpots {
  readonly count: number;
  /** −90..90 */
  readonly latitudes: Float64Array;
  /** −180..180 */
  readonly longitudes: Float64Array;
  /** Of the ground, m above mean sea level; NaN: the ground of the models. */
  readonly heights: Float64Array;
  /** Whole hours over which states and totals are asked for, epoch seconds, [start, end). */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

/** An element that is wanted, and how long before `starts` it is looked at too, seconds (means of the air's quality). */
export interface TrackWant {
  readonly id: ElementId;
  readonly before?: number;
}

/**
 * known: some source of the weather answers at the spot in its time; outside: no grid reaches the place; nothing: no
 * weather was ever published; unreached: sources cover the place, but none reaches the time; defective: what covers it
 * cannot be read; late: what covers it did not answer in time.
 */
export type SpotState = 'known' | 'outside' | 'nothing' | 'unreached' | 'defective' | 'late';

/** One source along the track. */
export interface TrackSource {
  readonly dataset: DatasetId;
  readonly description: CubeDescription;
  /** Its newest run is older than it should be. */
  readonly late: boolean;
  /** Spots at which it was read because something was left for it. */
  readonly used: number;
  /** Spots at which the newest version is defective and the one before answered. */
  readonly degraded: number;
  /** Spots at which no version can be read. */
  readonly defective: number;
  /** Spots at which it did not answer in time, so that others answered, or none. */
  readonly overdue: number;
}

/** A source of which no version could be opened: where it would answer is not known. */
export interface UnopenedSource {
  readonly dataset: DatasetId;
  readonly cause: 'defective' | 'overdue';
}

/** Members of the ensemble in an hour of each spot. */
export interface MemberCounts {
  /** Members whose total of the hour is known. */
  readonly known: Float64Array;
  /** Of those, the ones with at least the threshold. */
  readonly exceeding: Float64Array;
}

/** What the National Blend says of an hour of each spot; NaN unknown. */
export interface BlendChances {
  /** Chance of the hour, 0..1. */
  readonly hour: Float64Array;
  /** How much its run counts at the middle of the hour, 0..1: it fades out towards its end. */
  readonly weight: Float64Array;
  /** Chance of the six hours that the hour lies in, 0..1. */
  readonly sixHours: Float64Array;
}

/** Everything read; nothing of it waits. Canonical units, NaN unknown, values moved to the height of each spot. */
export interface LayeredTrack {
  readonly states: readonly SpotState[];
  /** Those that cover any spot, in the order of the list of datasets. */
  readonly sources: readonly TrackSource[];
  /** Published, and not among `sources` because not even their grid is known. */
  readonly unopened: readonly UnopenedSource[];
  /** Height that the numbers of a spot speak of, m; NaN unknown. */
  readonly elevations: Float64Array;
  /** Share of land, 0..1; NaN unknown. */
  readonly land: Float64Array;
  /** Largest height by which the temperature of a source had to be moved, m, before it is limited; NaN none. */
  readonly rises: Float64Array;
  /**
   * Time from which leads are counted at each spot in an hour, epoch seconds (`rules/weights.ts`); NaN where no ensemble is
   * read.
   */
  leadOrigins(hours: Float64Array): Float64Array;
  /** Share of the Blend beside the ensemble: a half, or all of it to the one that is in time. */
  readonly blendShare: number;
  /** True where any source of the element covers any spot. */
  has(id: ElementId): boolean;
  /**
   * A state at one instant of each spot, NaN where the instant is NaN. Returns `out`.
   *
   * @throws RangeError when an instant, here and below, lies outside what was asked for: [starts − before, ends]
   */
  instants(id: ElementId, times: Float64Array, out: Float64Array): Float64Array;
  /** The total of one interval of each spot, [starts[i], starts[i] + seconds[i]). */
  totals(id: ElementId, starts: Float64Array, seconds: Float64Array, out: Float64Array): Float64Array;
  /** The mean over one interval of each spot. */
  means(id: ElementId, starts: Float64Array, seconds: Float64Array, out: Float64Array): Float64Array;
  /** Phase by the models' own flags in the hour of spot i that begins at `hour`; the object is used again by the next call. */
  flags(i: number, hour: number): PhaseFlags;
  /** The flags of the step of spot i that ends at `time`. */
  flagsOfStepEnding(i: number, time: number): PhaseFlags;
  /** @param threshold  mm in the hour */
  members(hours: Float64Array, threshold: number): MemberCounts;
  /**
   * Ranks the amounts of the members at spot i in the step that contains the hour, mm an hour, smallest first; unknown ones
   * left out. Valid until the next call.
   */
  rankedMembers(i: number, hour: number): Float64Array;
  /** Share of regional models in the totals of an hour of each spot, 0..1. */
  regional(hours: Float64Array): Float64Array;
  blend(hours: Float64Array): BlendChances;
}
