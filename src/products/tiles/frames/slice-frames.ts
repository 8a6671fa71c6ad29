/** Frames of a model's field: the times that its newest run keeps maps of, from the one that holds now to the last. */

import type { CubeShelf, OpenCube } from '../../../model/cube.js';
import { type DatasetId, datasetTitle } from '../../../model/dataset.js';
import type { MapFieldId } from '../../../model/map-slice.js';
import type { SliceSource } from '../../../model/tile.js';
import { formatInstant } from '../../../model/time.js';
import { isStale } from '../../../query/layers/freshness.js';
import type { LayerFrames, NoFrames, TileFrame } from './frame.js';
import { readableVersion } from './readable-version.js';
import type { IsUnreadable } from './unreadable-versions.js';

const RETRY_SECONDS = 120;

/** The times of one field in one run. */
export interface SliceTimes {
  readonly dataset: DatasetId;
  readonly version: string;
  readonly field: MapFieldId;
  /** Epoch seconds, rising. */
  readonly times: Float64Array;
  readonly isLate: boolean;
  readonly isSimulated: boolean;
  /** False: the newest run cannot be read, and this is the one before it. */
  readonly isNewest: boolean;
}

/** Why a dataset shows nothing. */
export interface NoSlices {
  readonly dataset: DatasetId;
  readonly lack: 'run' | 'maps' | 'readable';
}

/** Times of the newest run that can be read. */
export async function sliceTimes(
  shelf: CubeShelf,
  dataset: DatasetId,
  field: MapFieldId,
  isUnreadable: IsUnreadable,
  now: number,
): Promise<SliceTimes | NoSlices> {
  const runs = {
    newest: () => runOf(shelf.open(dataset)),
    previous: () => runOf(shelf.openPrevious(dataset)),
  };
  const { version: run, isNewest } = await readableVersion(runs, (version) => isUnreadable(dataset, version, field));
  if (run === null) return { dataset, lack: isNewest ? 'run' : 'readable' };
  const { description, version } = run;
  const times = description.maps?.find((map) => map.field === field)?.times;
  if (times === undefined || times.length === 0) return { dataset, lack: isNewest ? 'maps' : 'readable' };
  const { referenceTime, simulated: isSimulated } = description;
  const isLate = !isNewest || isStale(dataset, referenceTime, now);
  return { dataset, field, times, version, isLate, isSimulated, isNewest };
}

export function hasSlices(found: SliceTimes | NoSlices): found is SliceTimes {
  return 'times' in found;
}

/** A published run may be read whatever becomes of it: its maps are read by whoever draws. */
async function runOf(opening: Promise<OpenCube | null>) {
  const cube = await opening;
  cube?.release();
  if (cube === null) return null;
  const { description, isPrevious = false } = cube;
  return { description, version: description.version, isPrevious };
}

/** Index of the last time that does not come after `time`; −1: all do. */
function indexAt({ times }: SliceTimes, time: number): number {
  return times.findLastIndex((one) => one <= time);
}

/** How long the last time holds: as long as the one before it, s. */
function holdingTime({ times }: SliceTimes): number {
  return times.length > 1 ? times.at(-1)! - times.at(-2)! : 3600;
}

/** What holds at `time`; null where the run does not say. */
export function sliceAt(slices: SliceTimes, time: number): SliceSource | null {
  const at = slices.times[indexAt(slices, time)];
  if (at === undefined || time > slices.times.at(-1)! + holdingTime(slices)) return null;
  const { dataset, version, field } = slices;
  return { kind: 'slice', dataset, version, field, time: at };
}

/** @param candidates  the first of them that says what holds now answers alone */
export function sliceFrames(candidates: readonly (SliceTimes | NoSlices)[], now: number): LayerFrames | NoFrames {
  const chosen = candidates.findIndex((candidate) => hasSlices(candidate) && sliceAt(candidate, now) !== null);
  if (chosen < 0) return noFrames(candidates);
  const slices = candidates[chosen] as SliceTimes;
  const fault = faultOf(candidates.slice(0, chosen), slices);
  const first = indexAt(slices, now);
  const { dataset, version, field, isSimulated } = slices;
  const told = { isLate: slices.isLate || fault !== null, isSimulated, ...(fault !== null && { fault }) };
  const frames = Array.from(slices.times.subarray(first), (time): TileFrame => {
    return { validTime: time, sources: [{ kind: 'slice', dataset, version, field, time }], ...told };
  });
  return { frames, current: frames[0]!, until: frames[1]?.validTime ?? null };
}

function noFrames(candidates: readonly (SliceTimes | NoSlices)[]): NoFrames {
  return {
    reason: candidates.map(absence).join('; '),
    retryAfterSeconds: RETRY_SECONDS,
    isUnreadable: candidates.some(isUnread),
    isOutdated: candidates.some(hasSlices),
  };
}

/** True when the newest run cannot be read. */
export function isUnread(found: SliceTimes | NoSlices): boolean {
  return hasSlices(found) ? !found.isNewest : found.lack === 'readable';
}

/** Names the runs that cannot be read: that of the shown dataset, and of those that it stands in for; null: none. */
function faultOf(better: readonly (SliceTimes | NoSlices)[], shown: SliceTimes): string | null {
  const faults = better.filter(isUnread).map((found) => unreadRun(found, `${datasetTitle(shown.dataset)} is shown`));
  if (isUnread(shown)) faults.push(unreadRun(shown, 'the run before it is shown'));
  return faults.length === 0 ? null : faults.join('; ');
}

/** "the newest run of GFS cannot be read, the run before it is shown" */
export function unreadRun({ dataset }: SliceTimes | NoSlices, consequence: string): string {
  return `the newest run of ${datasetTitle(dataset)} cannot be read, ${consequence}`;
}

function absence(found: SliceTimes | NoSlices): string {
  const title = datasetTitle(found.dataset);
  if (hasSlices(found)) {
    const [first, last] = [found.times[0]!, found.times.at(-1)!].map((time) => formatInstant(time));
    const run = found.isNewest ? 'newest run' : 'newest run that can be read';
    return `the maps of the ${run} of ${title} are of ${first} to ${last}`;
  }
  if (found.lack === 'run') return `no run of ${title} has been ingested yet`;
  // It was made before maps were, or by an older release.
  return found.lack === 'maps'
    ? `the stored run of ${title} has no maps of it, the next one has`
    : `the maps of ${title} cannot be read`;
}
