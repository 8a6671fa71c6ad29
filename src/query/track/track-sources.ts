/**
 * The published versions along a track, each opened once, as far as that succeeds in time.
 *
 * A version that is defective gives way to the one before, at the spots where it is: a torn chunk costs nothing elsewhere.
 * Where that is defective too the source is out, and what does not come before the deadline is out as well; others answer.
 * Every cube that was opened is given back at the end, also one that comes after it.
 */

import type { Deadline } from '../../base/deadline.js';
import type { CubeShelf } from '../../model/cube.js';
import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import { createPlacing } from './spot-places.js';
import type { TrackSpots } from './track.js';
import { AWAY, READ, STANDING, type TrackVersion } from './track-version.js';
import { closeOpening, type Opened, type Opening, openSound } from './version-opening.js';

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
  /** Whether any is not yet opened, nor given up. */
  isOpening(): boolean;
  /** 1 at spots at which a version did not come in time: there is no time left for one after the other. */
  readonly hurried: Uint8Array;
  /** Of all datasets that are opened. */
  versions(): readonly TrackVersion[];
  /** Spots at which a version is defective go over to the one before, or lose the source. */
  giveWay(version: TrackVersion, spots: Int32Array): Promise<void>;
  /** Spots at which a version did not come in time lose the source. */
  giveUp(version: TrackVersion, spots: Int32Array): void;
  release(): void;
}

interface OwnDataset extends TrackDataset {
  versions: TrackVersion[];
  unopened: TrackDataset['unopened'];
  fates: Fate[];
  /** Null until it is asked for. */
  older: Promise<Opened> | null;
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
  const opening: Opening = { shelf, track: { now, placesOn: createPlacing(spots), idsOf, held: [] } };
  const hurried = new Uint8Array(spots.count);
  const everySpot = Int32Array.from(hurried.keys());

  async function openOlder(source: OwnDataset): Promise<Opened> {
    source.older ??= openSound(opening, source.dataset, true, deadline);
    const older = await source.older;
    if (typeof older === 'object' && !source.versions.includes(older)) source.versions.push(older);
    return older === 'nothing' ? 'defective' : older;
  }

  async function openDataset(source: OwnDataset): Promise<void> {
    let opened = await openSound(opening, source.dataset, false, deadline);
    if (opened === 'defective') opened = await openOlder(source);
    else if (typeof opened === 'object') source.versions.push(opened);
    if (opened === 'defective' || opened === 'overdue') source.unopened = opened;
    settle(source, opened, everySpot);
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
    const done = openDataset(source).finally(() => pending.delete(done));
    pending.add(done);
  }
  return {
    datasets: sources,
    opened: Promise.all(pending),
    nextOpened: () => (pending.size === 0 ? null : Promise.race(pending)),
    isOpening: () => pending.size > 0,
    hurried,
    versions: () => sources.flatMap(({ versions }) => versions),
    async giveWay(version, lost) {
      const source = sourceOf(version);
      const next = version.isOlder ? 'defective' : await openOlder(source);
      for (const i of lost) version.standing[i] = AWAY;
      settle(source, next, lost);
    },
    giveUp(version, lost) {
      const source = sourceOf(version);
      for (const i of lost) {
        version.standing[i] = AWAY;
        source.fates[i] = 'overdue';
        hurried[i] = 1;
      }
    },
    release: () => closeOpening(opening),
  };
}

/** Puts what was opened, or was not, in its place at some spots. */
function settle({ fates }: OwnDataset, opened: Opened, spots: Int32Array): void {
  for (let n = 0; n < spots.length; n++) {
    const i = spots[n]!;
    if (typeof opened === 'string') fates[i] = opened;
    else if (opened.places.covers[i] === 0) fates[i] = 'outside';
    else {
      fates[i] = 'here';
      if (opened.standing[i] !== READ) opened.standing[i] = STANDING;
    }
  }
}
