/**
 * All sources at many places at once, each place over its own short time: what a route reads.
 *
 * It answers what a `LayeredPoint` does at each of the places, by the same order, fades, heights and formulas; different
 * is how it reads. A cube is opened once, what it says of a spot whatever the element (the cells around it, how far the
 * edge is, the ground) is found once, cells are read once for all spots around them, and of each element only the few
 * steps around a spot's time are kept. One value is then a direct evaluation at one instant: a point read is series,
 * maps and promises, of which the arithmetic is the smallest part.
 *
 * Nothing is waited for after the deadline: what has not come is out at its spots, and others answer there. A deadline in
 * two steps leaves those the time of the second, in which all that may answer are read at once.
 */

import { type Deadline, startDeadline } from '../../base/deadline.js';
import type { CubeShelf } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { datasetsOf } from '../layers/layers.js';
import { MEMBERS } from '../layers/members.js';
import { ENSEMBLE, orderOf } from '../rules/layer-table.js';
import { type Candidate, candidatesOf, EVERY_ELEMENT } from './candidates.js';
import { readSpots } from './cell-reading.js';
import { createFilling, type Filling } from './filling.js';
import { createTrack } from './layered-track.js';
import type { LayeredTrack, TrackSpots, TrackWant } from './track.js';
import { unreadOf } from './track-plan.js';
import { openTrack, type TrackShelf } from './track-sources.js';
import { READ, type TrackVersion } from './track-version.js';
import { inTime } from './version-opening.js';
import { columnsOf } from './windows.js';

/** A version is opened in a few ms. */
const SOFT_DEADLINE_SECONDS = 0.25;

/** What is read. */
interface Reading {
  readonly shelf: TrackShelf;
  readonly spots: TrackSpots;
  readonly wants: readonly TrackWant[];
  readonly ensemble: boolean;
  readonly deadline: Deadline;
  readonly softDeadline: Deadline;
}

/**
 * Reads what is wanted at the spots. Cubes are given back when it resolves, and in every other case.
 *
 * @param ensemble  whether the members of the ensemble are wanted
 * @param softDeadline  until it nothing is read while a cube is not yet open; after it those that are open are read in
 *   full, as if the others were not there, so that one that hangs does not take with it what all others know
 */
export async function readTrack(
  shelf: CubeShelf,
  now: number,
  spots: TrackSpots,
  wants: readonly TrackWant[],
  ensemble: boolean,
  deadline: Deadline,
  softDeadline: Deadline = startDeadline(SOFT_DEADLINE_SECONDS),
): Promise<LayeredTrack> {
  const idsOf = (dataset: DatasetId): readonly ElementId[] =>
    ENSEMBLE.includes(dataset) ? MEMBERS : wants.flatMap(({ id }) => (orderOf(id).includes(dataset) ? [id] : []));
  const open = openTrack(shelf, now, spots, datasetsOf(wants, ensemble), idsOf, deadline);
  try {
    await readAll({ shelf: open, spots, wants, ensemble, deadline, softDeadline });
    return createTrack(open.datasets, spots, wants);
  } finally {
    open.release();
    softDeadline.cancel();
  }
}

const NO_SPOTS = new Int32Array(0);

/** Reads until nothing that may have a say is missing. */
async function readAll(reading: Reading): Promise<void> {
  const { shelf, spots, wants, ensemble, deadline, softDeadline } = reading;
  await inTime(shelf.opened, softDeadline, null);
  const everySpot = Int32Array.from(spots.starts.keys());
  let changed = NO_SPOTS;
  let candidates: readonly (readonly Candidate[])[] = [];
  let versions: readonly TrackVersion[] = [];
  for (;;) {
    const opened = shelf.versions();
    if (opened.length !== versions.length) {
      versions = opened;
      changed = everySpot;
      candidates = wants.map((want, index) => candidatesOf(opened, want, index));
    }
    const unread = unreadOf(versions, spots, candidates, ensemble, changed, shelf.hurried);
    changed = NO_SPOTS;
    if (unread.size === 0) {
      const more = shelf.nextOpened();
      if (more === null) return void (await shelf.opened);
      await more;
      continue;
    }
    const lost = await Promise.all(
      [...unread].map(([version, needs]) =>
        deadline.isPassed() ? giveUp(shelf, version, spotsIn(needs)) : readVersion(reading, candidates, version, needs),
      ),
    );
    changed = Int32Array.from(new Set(lost.flatMap((each) => [...each])));
  }
}

function giveUp(shelf: TrackShelf, version: TrackVersion, late: Int32Array): Int32Array {
  shelf.giveUp(version, late);
  return late;
}

/** Those with any need, in order. */
function spotsIn(needs: Int32Array): Int32Array {
  const spots: number[] = [];
  for (let i = 0; i < needs.length; i++) if (needs[i] !== 0) spots.push(i);
  return Int32Array.from(spots);
}

/** The spots at which it could not be read. */
async function readVersion(
  reading: Reading,
  candidates: readonly (readonly Candidate[])[],
  version: TrackVersion,
  needs: Int32Array,
): Promise<Int32Array> {
  const { shelf, deadline } = reading;
  const missing = spotsIn(needs);
  const cells = readSpots(fillingOf(reading, candidates, version, needs), missing);
  try {
    await inTime(cells.done, deadline, null);
  } finally {
    cells.close();
  }
  const lost = missing.filter((i) => version.standing[i] !== READ);
  shelf.giveUp(
    version,
    lost.filter((i) => !cells.torn.has(i)),
  );
  if (cells.torn.size > 0) await shelf.giveWay(version, Int32Array.from(cells.torn));
  return lost;
}

function fillingOf(
  { shelf, spots }: Reading,
  candidates: readonly (readonly Candidate[])[],
  version: TrackVersion,
  needs: Int32Array,
): Filling {
  const own = candidates.flatMap((each) => each.filter((candidate) => candidate.version === version));
  const before = Math.max(0, ...own.map((candidate) => candidate.before));
  const after = Math.max(0, ...own.map((candidate) => candidate.after));
  // Of one that is not yet open it is not known whether it stands below.
  const ends = shelf.isOpening() ? [] : candidates.map((each) => each.at(-1));
  const lasts = new Set(ends.flatMap((candidate) => (candidate?.version === version ? [candidate.id] : [])));
  const isLast = (id: ElementId) => lasts.has(id) && !TOLD.has(id);
  return createFilling(version, spots, { before, after }, needs, elementsOn(candidates, version), isLast);
}

/** Which of the wanted elements stand on a column of a version. */
function elementsOn(candidates: readonly (readonly Candidate[])[], { dataset, description }: TrackVersion) {
  if (ENSEMBLE.includes(dataset)) return () => EVERY_ELEMENT;
  const sets = new Map<ElementId, number>();
  for (const { id, element } of candidates.flatMap((each) => each.slice(0, 1)))
    for (const column of columnsOf(description, id)) sets.set(column, (sets.get(column) ?? 0) | element);
  return (id: ElementId) => sets.get(id) ?? 0;
}

/** Elements whose weight is told, so that it counts also where nothing stands below. */
const TOLD: ReadonlySet<ElementId> = new Set(['probability_1h']);
