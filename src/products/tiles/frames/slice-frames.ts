/** Frames of a model's field: the times that its newest run keeps maps of, from the one that holds now to the last. */

import { isTagged } from '../../../base/errors.js';
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
}

/** Of the run that can be read; null where there is none, or it keeps no maps of the field. */
export async function sliceTimes(
  shelf: CubeShelf,
  dataset: DatasetId,
  field: MapFieldId,
  isDamaged: IsDamaged,
  now: number,
): Promise<SliceTimes | null> {
  const run = await soundRun(shelf, dataset, isDamaged);
  const times = run?.maps?.find((map) => map.field === field)?.times;
  if (run === null || times === undefined || times.length === 0) return null;
  return { dataset, field, times, version: run.version, isLate: isStale(dataset, run.referenceTime, now) };
}

/** The published run, or the one before where it cannot be read. */
async function soundRun(shelf: CubeShelf, dataset: DatasetId, isDamaged: IsDamaged): Promise<CubeDescription | null> {
  const newest = await descriptionOf(() => shelf.open(dataset));
  if (newest !== null && !isDamaged(dataset, newest.version)) return newest;
  const before = await descriptionOf(() => shelf.openPrevious(dataset));
  return before !== null && !isDamaged(dataset, before.version) ? before : null;
}

async function descriptionOf(open: () => Promise<OpenCube | null>): Promise<CubeDescription | null> {
  try {
    const cube = await open();
    cube?.release();
    return cube?.description ?? null;
  } catch (error) {
    // The shelf has told of it.
    if (isTagged(error, 'object-defect') || isTagged(error, 'object-missing')) return null;
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
export function sliceFrames(candidates: readonly SliceTimes[], now: number): LayerFrames | NoFrames {
  const slices = candidates.find((candidate) => sliceAt(candidate, now) !== null);
  if (slices === undefined) return { reason: absence(candidates[0]), retryAfterSeconds: RETRY_SECONDS };
  const first = indexAt(slices, now);
  const { dataset, version, field, isLate } = slices;
  const frames = Array.from(slices.times.subarray(first), (time): TileFrame => {
    return { validTime: time, sources: [{ kind: 'slice', dataset, version, field, time }], isLate };
  });
  return { frames, current: frames[0]!, until: frames[1]?.validTime ?? null };
}

function absence(first: SliceTimes | undefined): string {
  if (first === undefined) return 'no model run with maps of it has been ingested yet';
  const last = formatInstant(first.times.at(-1)!);
  return `the maps of the newest run of ${datasetTitle(first.dataset)} end at ${last}`;
}
