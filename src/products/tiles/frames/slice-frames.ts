/** Frames of a model's field: the times that its newest run keeps maps of, from the one that holds now to the last. */

import { isUnreadable } from '../../../base/errors.js';
import type { CubeDescription, CubeShelf, OpenCube } from '../../../model/cube.js';
import { type DatasetId, datasetTitle } from '../../../model/dataset.js';
import type { MapFieldId } from '../../../model/map-slice.js';
import type { SliceSource } from '../../../model/tile.js';
import { formatInstant } from '../../../model/time.js';
import { isStale } from '../../../query/layers/freshness.js';
import type { IsDamaged, LayerFrames, NoFrames, TileFrame } from './frame.js';

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
}

/** Why a dataset shows nothing. */
export interface NoSlices {
  readonly dataset: DatasetId;
  readonly lack: 'run' | 'maps' | 'readable';
}

/** Of the run that can be read. */
export async function sliceTimes(
  shelf: CubeShelf,
  dataset: DatasetId,
  field: MapFieldId,
  isDamaged: IsDamaged,
  now: number,
): Promise<SliceTimes | NoSlices> {
  const run = await soundRun(shelf, dataset, isDamaged);
  if (run === null || run === 'damaged') return { dataset, lack: run === null ? 'run' : 'readable' };
  const times = run.maps?.find((map) => map.field === field)?.times;
  if (times === undefined || times.length === 0) return { dataset, lack: 'maps' };
  const { version, referenceTime, simulated: isSimulated } = run;
  return { dataset, field, times, version, isLate: isStale(dataset, referenceTime, now), isSimulated };
}

export function hasSlices(found: SliceTimes | NoSlices): found is SliceTimes {
  return 'times' in found;
}

/** The published run, or the one before where it cannot be read; null where nothing is published. */
async function soundRun(
  shelf: CubeShelf,
  dataset: DatasetId,
  isDamaged: IsDamaged,
): Promise<CubeDescription | 'damaged' | null> {
  const newest = await descriptionOf(() => shelf.open(dataset));
  if (newest !== null && !isDamaged(dataset, newest.version)) return newest;
  const before = await descriptionOf(() => shelf.openPrevious(dataset));
  if (before !== null && !isDamaged(dataset, before.version)) return before;
  return newest === null ? null : 'damaged';
}

async function descriptionOf(open: () => Promise<OpenCube | null>): Promise<CubeDescription | null> {
  try {
    const cube = await open();
    cube?.release();
    return cube?.description ?? null;
  } catch (error) {
    // Logged by the store.
    if (isUnreadable(error)) return null;
    throw error;
  }
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
  const slices = candidates.filter(hasSlices).find((candidate) => sliceAt(candidate, now) !== null);
  if (slices === undefined) return { reason: candidates.map(absence).join('; '), retryAfterSeconds: RETRY_SECONDS };
  const first = indexAt(slices, now);
  const { dataset, version, field, isLate, isSimulated } = slices;
  const frames = Array.from(slices.times.subarray(first), (time): TileFrame => {
    return { validTime: time, sources: [{ kind: 'slice', dataset, version, field, time }], isLate, isSimulated };
  });
  return { frames, current: frames[0]!, until: frames[1]?.validTime ?? null };
}

function absence(found: SliceTimes | NoSlices): string {
  const title = datasetTitle(found.dataset);
  if (hasSlices(found)) {
    const [first, last] = [found.times[0]!, found.times.at(-1)!].map((time) => formatInstant(time));
    return `the maps of the newest run of ${title} are of ${first} to ${last}`;
  }
  if (found.lack === 'run') return `no run of ${title} has been ingested yet`;
  // It was made before maps were, or by an older release.
  return found.lack === 'maps'
    ? `the stored run of ${title} has no maps of it, the next one has`
    : `the maps of ${title} cannot be read`;
}
