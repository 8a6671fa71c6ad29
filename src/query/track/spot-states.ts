/** What there is to say of the spots and sources of a track, when all that comes in time has come. */

import type { DatasetId } from '../../model/dataset.js';
import { orderOf, WEATHER_SOURCES } from '../rules/layer-table.js';
import type { SpotState, TrackSource, TrackSpots, TrackWant, UnopenedSource } from './track.js';
import type { Fate, TrackDataset } from './track-sources.js';
import { AWAY, READ, STANDING, type TrackVersion, touchesSpot } from './track-version.js';

export function statesOf(
  datasets: readonly TrackDataset[],
  spots: TrackSpots,
  wants: readonly TrackWant[],
): SpotState[] {
  const weather = datasets.filter(({ dataset }) => WEATHER_SOURCES.includes(dataset));
  const versions = weather.flatMap((source) => source.versions);
  const fates = weather.map((source) => source.fates);
  const isWanted = wants.some(({ id }) => orderOf(id).some((dataset) => WEATHER_SOURCES.includes(dataset)));
  return Array.from({ length: spots.count }, (_, i) => stateAt(versions, fates, isWanted, spots, i));
}

/** @param isWanted  whether anything of the weather was: then what reaches a spot and was not read there has nothing of it */
function stateAt(
  versions: readonly TrackVersion[],
  fates: readonly (readonly Fate[])[],
  isWanted: boolean,
  spots: TrackSpots,
  i: number,
): SpotState {
  let reached: number = AWAY;
  let isCovered = false;
  for (const version of versions) {
    const standing = version.standing[i]!;
    if (standing === AWAY) continue;
    isCovered = true;
    if (standing > reached && touchesSpot(version, spots, i)) reached = standing;
    if (reached === READ) return 'known';
  }
  const has = (fate: Fate) => fates.some((each) => each[i] === fate);
  if (has('overdue') && (isWanted || reached === AWAY)) return 'late';
  if (reached === STANDING) return 'known';
  if (has('defective')) return 'defective';
  if (isCovered) return 'unreached';
  return has('outside') ? 'outside' : 'nothing';
}

/** Those that cover any spot. */
export function trackSourcesOf(datasets: readonly TrackDataset[]): TrackSource[] {
  return datasets.flatMap(({ dataset, versions, fates }) => {
    const newest = versions.find(({ places }) => places.coversAny);
    if (newest === undefined) return [];
    const { description, late } = newest;
    const used = usedOf(versions, false) + usedOf(versions, true);
    const [defective, overdue] = [timesIn(fates, 'defective'), timesIn(fates, 'overdue')];
    return [{ dataset, description, late, used, degraded: usedOf(versions, true), defective, overdue }];
  });
}

function usedOf(versions: readonly TrackVersion[], isOlder: boolean): number {
  const own = versions.filter((version) => version.isOlder === isOlder);
  return own.reduce((sum, { standing }) => sum + standing.reduce((read, each) => read + (each === READ ? 1 : 0), 0), 0);
}

function timesIn(fates: readonly Fate[], fate: Fate): number {
  return fates.reduce((sum, each) => sum + (each === fate ? 1 : 0), 0);
}

export function unopenedOf(datasets: readonly TrackDataset[]): UnopenedSource[] {
  return datasets.flatMap(({ dataset, unopened }) => (unopened === null ? [] : [{ dataset, cause: unopened }]));
}

/** Whether the newest version of a dataset that could be opened is late. */
export function lateness(datasets: readonly TrackDataset[]): { dataset: DatasetId; late: boolean }[] {
  return datasets.flatMap(({ dataset, versions }) => (versions[0] ? [{ dataset, late: versions[0].late }] : []));
}
