/** A track that was read, as the rest of the program sees it. */

import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { holdsElement } from '../layers/element-rows.js';
import { ENSEMBLE, GLOBAL_SOURCES, orderOf, WEATHER_SOURCES } from '../rules/layer-table.js';
import { inOrder } from '../rules/order.js';
import { type FlagSource, flagsBySource, type PhaseFlags, pickFlags } from '../rules/phase-flags.js';
import { leadOrigin, regionalShare } from '../rules/weights.js';
import { blendShareOf, blendSixHoursAt, hourStepAt } from '../weather/blend.js';
import { type Candidate, candidatesOf, isKnownAt, weightOf } from './candidates.js';
import { ensembleFinder } from './ensemble-parts.js';
import { type Grounds, groundsOf } from './grounds.js';
import { countMembers, createRankedMembers } from './members-along.js';
import { edgesAt, movedInstants, type Sampler, sampleMean, sampleTotal, stepValue } from './samplers.js';
import { lateness, statesOf, trackSourcesOf, unopenedOf } from './spot-states.js';
import type { BlendChances, LayeredTrack, TrackSpots, TrackWant } from './track.js';
import type { TrackDataset } from './track-sources.js';
import { checkTime, mixAlong } from './track-values.js';
import { AWAY, type TrackVersion } from './track-version.js';
import { offsetOf } from './windows.js';

type SamplerOf = (candidate: Candidate) => Sampler;

export function createTrack(
  datasets: readonly TrackDataset[],
  spots: TrackSpots,
  wants: readonly TrackWant[],
): LayeredTrack {
  const versions = datasets.flatMap((source) => source.versions);
  const grounds = groundsOf(versions, spots);
  const candidates = createCandidates(versions, wants);
  const steps = remembered((version: TrackVersion) => grounds.steps(version));
  const moved: SamplerOf = (candidate) => movedInstants(candidate, steps(candidate.version));
  const along = (
    id: ElementId,
    samplerOf: SamplerOf,
    starts: Float64Array,
    seconds: Float64Array | null,
    out: Float64Array,
  ) => {
    const own = candidates(id);
    const before = wants.find((want) => want.id === id)?.before ?? 0;
    const wanted = { id, before, candidates: own, samplers: own.map(samplerOf) };
    return mixAlong(wanted, spots, starts, seconds, out);
  };
  const flags = createTrackFlags(spots, candidates);
  const check = (i: number, time: number) => checkTime(spots, { id: 'rain_flag', before: 0 }, i, time, time);
  return {
    states: statesOf(datasets, spots, wants),
    sources: trackSourcesOf(datasets),
    unopened: unopenedOf(datasets),
    elevations: grounds.elevations,
    land: grounds.land,
    rises: largestRises(candidates('temperature'), grounds, spots),
    leadOrigins: (hours) => originsOf(versions, spots, hours),
    blendShare: blendShareOf(lateness(datasets)),
    has: (id) => versions.some((version) => isSource(version, id)),
    instants: (id, times, out) => along(id, moved, times, null, out),
    totals: (id, starts, seconds, out) => along(id, () => sampleTotal, starts, seconds, out),
    means: (id, starts, seconds, out) => along(id, () => sampleMean, starts, seconds, out),
    flags(i, hour) {
      check(i, hour);
      return flags.ofHour(i, hour);
    },
    flagsOfStepEnding(i, time) {
      check(i, time);
      return flags.ofStepEnding(i, time);
    },
    members: (hours, threshold) => countMembers(versions, spots, hours, threshold),
    rankedMembers: createRankedMembers(versions, spots),
    regional: (hours) => regionalAlong(candidates('precipitation'), spots, hours),
    blend: (hours) => blendAlong(candidates('probability_1h'), candidates('probability_6h'), spots, hours),
  };
}

/** The candidates of what is wanted, and none of anything else. */
function createCandidates(
  versions: readonly TrackVersion[],
  wants: readonly TrackWant[],
): (id: ElementId) => readonly Candidate[] {
  return remembered((id) => {
    const index = wants.findIndex((each) => each.id === id);
    return index < 0 ? [] : candidatesOf(versions, wants[index]!, index);
  });
}

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

function largestRises(candidates: readonly Candidate[], grounds: Grounds, { count }: TrackSpots): Float64Array {
  const largest = new Float64Array(count).fill(Number.NaN);
  for (const candidate of candidates) {
    const rises = grounds.rises(candidate.version);
    for (let i = 0; i < count; i++) {
      if (!isKnownAt(candidate, i)) continue;
      const rise = Math.abs(rises[i]!);
      if (rise > largest[i]! || Number.isNaN(largest[i]!)) largest[i] = rise;
    }
  }
  return largest;
}

function originsOf(versions: readonly TrackVersion[], spots: TrackSpots, hours: Float64Array): Float64Array {
  const partsAt = ensembleFinder(versions, spots);
  const weather = versions.filter(({ dataset }) => WEATHER_SOURCES.includes(dataset));
  return hours.map((hour, i) => {
    const first = partsAt(i)[0];
    if (first === undefined || first.windows.columns.length === 0) return Number.NaN;
    const runs = weather.flatMap(({ description, places, standing }) =>
      places.covers[i] === 1 && standing[i] !== AWAY ? [description] : [],
    );
    return leadOrigin(first.description.referenceTime, runs, hour + HOUR / 2);
  });
}

function isSource(version: TrackVersion, id: ElementId): boolean {
  const order = ENSEMBLE.includes(version.dataset) ? ENSEMBLE : orderOf(id);
  return version.places.coversAny && order.includes(version.dataset) && holdsElement(version.description, id);
}

/** The models' own phase at spots of a track. */
interface TrackFlags {
  /** The flags of the step that contains the hour beginning at `time`; the object is used again by the next call. */
  ofHour(i: number, time: number): PhaseFlags;
  /** The flags of the step that ends at `time`. */
  ofStepEnding(i: number, time: number): PhaseFlags;
}

/** @param candidatesOf  the candidates of an element; none where it is not requested */
function createTrackFlags(spots: TrackSpots, candidatesOf: (id: ElementId) => readonly Candidate[]): TrackFlags {
  const found = flagsBySource(candidatesOf, ({ version }) => version);
  const flags: PhaseFlags = { rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 };
  let spot = 0;
  const isKnown = (candidate: Candidate | undefined) => candidate !== undefined && isKnownAt(candidate, spot);
  const sources = inOrder([...found.keys()], orderOf('rain_flag')).map((version): FlagSource => {
    const rows = found.get(version)!;
    return {
      flag(row, time, isEnd) {
        const candidate = rows[row];
        return candidate !== undefined && isKnownAt(candidate, spot)
          ? stepValue(candidate, spot, time, isEnd)
          : Number.NaN;
      },
      weight: (time) => weightOf(rows.find(isKnown)!, spots, spot, time),
    };
  });
  const pick = (i: number, time: number, isEnd: boolean) => {
    spot = i;
    return pickFlags(sources, time, isEnd, flags);
  };
  return { ofHour: (i, time) => pick(i, time, false), ofStepEnding: (i, time) => pick(i, time, true) };
}

function regionalAlong(candidates: readonly Candidate[], spots: TrackSpots, hours: Float64Array): Float64Array {
  const isGlobal = ({ version }: Candidate) => GLOBAL_SOURCES.includes(version.dataset);
  return hours.map((hour, i) => {
    const known = candidates.filter((candidate) => isKnownAt(candidate, i));
    return regionalShare(known, isGlobal, (candidate) => weightOf(candidate, spots, i, hour + HOUR / 2));
  });
}

/**
 * Probabilities of the National Blend for an hour at every spot.
 *
 * @param hourly, sixHourly  candidates of the two elements; none where they are not wanted
 */
function blendAlong(
  hourly: readonly Candidate[],
  sixHourly: readonly Candidate[],
  spots: TrackSpots,
  hours: Float64Array,
): BlendChances {
  const unknown = () => new Float64Array(spots.count).fill(Number.NaN);
  const chances = { hour: unknown(), weight: unknown(), sixHours: unknown() };
  for (let i = 0; i < spots.count; i++) {
    const start = hours[i]!;
    if (Number.isNaN(start)) continue;
    const ofHour = hourly.find((candidate) => isKnownAt(candidate, i));
    const ofSix = sixHourly.find((candidate) => isKnownAt(candidate, i));
    if (ofHour !== undefined) {
      checkTime(spots, ofHour, i, start, start + HOUR);
      chances.hour[i] = hourAt(ofHour, i, start);
      chances.weight[i] = weightOf(ofHour, spots, i, start + HOUR / 2);
    }
    if (ofSix !== undefined) chances.sixHours[i] = sixHoursAt(ofSix, i, start);
  }
  return chances;
}

/** The value of the one-hour step that begins at `start`. */
function hourAt(candidate: Candidate, i: number, start: number): number {
  return hourStepAt(edgesAt(candidate, i), start) < 0 ? Number.NaN : stepValue(candidate, i, start, false);
}

/** The first window of six hours in which the whole hour lies. */
function sixHoursAt({ version: { windows, cuts }, column }: Candidate, i: number, start: number): number {
  const first = windows.first[i]!;
  const end = first + windows.count[i]!;
  const offset = offsetOf(windows, column, i);
  const nodes = cuts.whole.times.subarray(first, end);
  return blendSixHoursAt({ nodes, values: windows.values.subarray(offset + first, offset + end) }, start);
}
