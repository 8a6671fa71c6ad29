/**
 * The published versions along a track, each opened once, as far as that succeeds in time.
 *
 * A version that is defective gives way to the one before, at the spots where it is: a torn chunk costs nothing elsewhere.
 * Where that is defective too the source is out, and what does not come before the deadline is out as well; others answer.
 * Every cube that was opened is given back at the end, also one that comes after it.
 */

import type { Deadline } from '../../base/deadline.js';
import type { CubeShelf, OpenCube } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { isDefect } from '../layers/sources.js';
import { createPlacing } from './spot-places.js';
import type { TrackSpots } from './track.js';
import { AWAY, createTrackVersion, READ, STANDING, type TrackVersion } from './track-version.js';

/** What became of a source at a spot. */
export type Fate = 'nothing' | 'outside' | 'here' | 'defective' | 'overdue';

export interface TrackDataset {
  readonly dataset: DatasetId;
  /** The one that is published, then the one before where that was needed. */
  readonly versions: readonly TrackVersion[];
  /** What could not be opened is so everywhere. */
  readonly unopened: 'defective' | 'overdue' | null;
  /** One for each spot. */
  readonly fates: readonly Fate[];
}

export interface TrackShelf {
  /** As far as they are opened. */
  readonly datasets: readonly TrackDataset[];
  /** Resolves when all are opened, or given up; rejects with what is no defect. */
  readonly opened: Promise<unknown>;
  /** Resolves when one more is; null when all are. */
  nextOpened(): Promise<unknown> | null;
  /** Of all datasets that are opened. */
  versions(): readonly TrackVersion[];
  /** Spots at which a version is defective go over to the one before, or lose the source. */
  giveWay(version: TrackVersion, spots: Iterable<number>): Promise<void>;
  /** Spots at which a version did not come in time lose the source. */
  giveUp(version: TrackVersion, spots: Iterable<number>): void;
  release(): void;
}

type Opened = TrackVersion | 'nothing' | 'defective' | 'overdue';

interface OwnDataset extends TrackDataset {
  versions: TrackVersion[];
  unopened: TrackDataset['unopened'];
  fates: Fate[];
  /** Null until it is asked for. */
  older: Promise<Opened> | null;
}

/**
 * `work`, or what is said when it does not come in time. A deadline keeps what was raced against it for as long as it is
 * kept itself: one for each request, and cancelled.
 */
export async function inTime<Result, Late>(
  work: Promise<Result>,
  deadline: Deadline,
  late: Late,
): Promise<Result | Late> {
  return Promise.race([work, deadline.passed.then(() => late)]);
}

/**
 * Begins to open.
 *
 * @param idsOf  what may be read of a dataset
 */
export function openTrack(
  shelf: CubeShelf,
  now: number,
  spots: TrackSpots,
  datasets: readonly DatasetId[],
  idsOf: (dataset: DatasetId) => readonly ElementId[],
  deadline: Deadline,
): TrackShelf {
  const placesOn = createPlacing(spots);
  const held: OpenCube[] = [];
  let isReleased = false;

  async function openVersion(dataset: DatasetId, isOlder: boolean): Promise<Opened> {
    const cube = await (isOlder ? shelf.openPrevious(dataset, 'route') : shelf.open(dataset, 'route'));
    if (cube === null) return 'nothing';
    if (isReleased) {
      cube.release();
      return 'overdue';
    }
    held.push(cube);
    const places = placesOn(cube.description.grid);
    return createTrackVersion(dataset, cube, isOlder || cube.isPrevious === true, places, now, idsOf(dataset));
  }

  /** An object that is gone is as defective as a torn one. */
  const openSound = (dataset: DatasetId, isOlder: boolean): Promise<Opened> =>
    inTime(
      openVersion(dataset, isOlder).catch((error: unknown) => {
        if (isDefect(error)) return 'defective' as const;
        throw error;
      }),
      deadline,
      'overdue' as const,
    );

  async function openOlder(source: OwnDataset): Promise<Opened> {
    source.older ??= openSound(source.dataset, true);
    const older = await source.older;
    if (typeof older === 'object' && !source.versions.includes(older)) source.versions.push(older);
    return older === 'nothing' ? 'defective' : older;
  }

  async function openDataset(source: OwnDataset): Promise<void> {
    let opened = await openSound(source.dataset, false);
    if (opened === 'defective') opened = await openOlder(source);
    else if (typeof opened === 'object') source.versions.push(opened);
    if (opened === 'defective' || opened === 'overdue') source.unopened = opened;
    settle(source, opened, source.fates.keys());
  }

  function release(): void {
    isReleased = true;
    for (const cube of held.splice(0)) cube.release();
  }

  function sourceOf(version: TrackVersion): OwnDataset {
    return sources.find(({ dataset }) => dataset === version.dataset)!;
  }

  const sources = datasets.map((dataset): OwnDataset => {
    const fates = new Array<Fate>(spots.count).fill('nothing');
    return { dataset, versions: [], unopened: null, fates, older: null };
  });
  const pending = new Set<Promise<void>>();
  for (const source of sources) {
    const opening = openDataset(source).finally(() => pending.delete(opening));
    pending.add(opening);
  }
  return {
    datasets: sources,
    opened: Promise.all(pending),
    nextOpened: () => (pending.size === 0 ? null : Promise.race(pending)),
    versions: () => sources.flatMap(({ versions }) => versions),
    async giveWay(version, lost) {
      const source = sourceOf(version);
      const spotsLost = [...lost];
      const next = version.isOlder ? 'defective' : await openOlder(source);
      for (const i of spotsLost) version.standing[i] = AWAY;
      settle(source, next, spotsLost);
    },
    giveUp(version, lost) {
      const source = sourceOf(version);
      for (const i of lost) {
        version.standing[i] = AWAY;
        source.fates[i] = 'overdue';
      }
    },
    release,
  };
}

/** Puts what was opened, or was not, in its place at some spots. */
function settle({ fates }: OwnDataset, opened: Opened, spots: Iterable<number>): void {
  for (const i of spots) {
    if (typeof opened === 'string') fates[i] = opened;
    else if (opened.places.covers[i] === 0) fates[i] = 'outside';
    else {
      fates[i] = 'here';
      if (opened.standing[i] !== READ) opened.standing[i] = STANDING;
    }
  }
}
