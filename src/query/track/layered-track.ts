/** A track that was read, as the rest of the program sees it. */

import type { ElementId } from '../../model/element.js';
import { holdsElement } from '../layers/element-rows.js';
import { ENSEMBLE, orderOf } from '../layers/layer-table.js';
import { blendShareOf } from '../weather/blend.js';
import { blendAlong } from './blend-along.js';
import { type Candidate, candidatesOf, isKnownAt } from './candidates.js';
import { ensembleFinder } from './ensemble-parts.js';
import { type Grounds, groundsOf } from './grounds.js';
import { countMembers } from './members-along.js';
import { movedInstants, type Sampler, sampleMean, sampleTotal } from './samplers.js';
import { lateness, statesOf, trackSourcesOf, unopenedOf } from './spot-states.js';
import type { LayeredTrack, TrackSpots, TrackWant } from './track.js';
import { createTrackFlags } from './track-flags.js';
import type { TrackDataset } from './track-sources.js';
import { checkTime, mixAlong } from './track-values.js';
import type { TrackVersion } from './track-version.js';

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
    ensembleRuns: runsOf(versions, spots),
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

function runsOf(versions: readonly TrackVersion[], spots: TrackSpots): Float64Array {
  const partsAt = ensembleFinder(versions, spots);
  return spots.starts.map((_, i) => {
    const first = partsAt(i)[0];
    return first === undefined || first.windows.columns.length === 0 ? Number.NaN : first.description.referenceTime;
  });
}

function isSource(version: TrackVersion, id: ElementId): boolean {
  const order = ENSEMBLE.includes(version.dataset) ? ENSEMBLE : orderOf(id);
  return version.places.coversAny && order.includes(version.dataset) && holdsElement(version.description, id);
}
