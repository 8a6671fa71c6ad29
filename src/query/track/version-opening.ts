/** Opens single versions of the shelf, as far as they are sound and come in time. */

import type { Deadline } from '../../base/deadline.js';
import { isUnreadable } from '../../base/errors.js';
import type { CubeShelf, OpenCube } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import type { SpotPlaces } from './spot-places.js';
import { createTrackVersion, type TrackVersion } from './track-version.js';

export type Opened = TrackVersion | 'nothing' | 'defective' | 'overdue';

/**
 * `work`, or what is said when it does not come in time. What is raced against a deadline is kept for as long as that is:
 * there is one for each request, and the timer goes with it.
 */
export async function inTime<Result, Late>(
  work: Promise<Result>,
  deadline: Deadline,
  late: Late,
): Promise<Result | Late> {
  return Promise.race([work, deadline.passed.then(() => late)]);
}

/**
 * What an opening that is under way may look at. It is the only thing that one holds which hangs, perhaps for ever, and it
 * is emptied when the track is done.
 */
export interface Opening {
  readonly shelf: CubeShelf;
  /** Null when the track is done. */
  track: {
    readonly now: number;
    readonly placesOn: (grid: Grid) => SpotPlaces;
    readonly idsOf: (dataset: DatasetId) => readonly ElementId[];
    /** To be given back. */
    readonly held: OpenCube[];
  } | null;
}

async function openVersion(opening: Opening, dataset: DatasetId, isOlder: boolean): Promise<Opened> {
  const { shelf } = opening;
  const cube = await (isOlder ? shelf.openPrevious(dataset, 'route') : shelf.open(dataset, 'route'));
  if (cube === null) return 'nothing';
  if (opening.track === null) {
    cube.release();
    return 'overdue';
  }
  const { now, placesOn, idsOf, held } = opening.track;
  held.push(cube);
  const places = placesOn(cube.description.grid);
  return createTrackVersion(dataset, cube, isOlder || cube.isPrevious === true, places, now, idsOf(dataset));
}

function defectOf(error: unknown): 'defective' {
  if (isUnreadable(error)) return 'defective';
  throw error;
}

/** Opens one version and holds it until the track is done. Rejects with errors that do not come from reading it. */
export function openSound(opening: Opening, dataset: DatasetId, isOlder: boolean, deadline: Deadline): Promise<Opened> {
  return inTime(openVersion(opening, dataset, isOlder).catch(defectOf), deadline, 'overdue' as const);
}

/** Gives back what is held; what comes later is given back when it comes. */
export function closeOpening(opening: Opening): void {
  for (const cube of opening.track?.held ?? []) cube.release();
  opening.track = null;
}
