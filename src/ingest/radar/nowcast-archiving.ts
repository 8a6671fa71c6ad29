/**
 * The record of what is said with each new frame, written when it is said:
 *
 *   the published frame, and when it was published → is there an issue of that minute? → what is said at the stations
 *        → lock → write → once a day, close the days that are over and remove the old ones
 *
 * It stands on what is published and on nothing that a poll remembers. So a poll that was killed before it came here leaves
 * the issue to the next one, within some minutes: later the models may have moved on, and an issue that is made up
 * afterwards is none. A gap in the record is honest.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { ISSUE_LEADS, type IssueStation, type NowcastIssue } from '../../model/nowcast-issue.js';
import { RADAR_NETWORKS, type RadarNetworkId } from '../../model/radar.js';
import { isIssueWritten, writeIssue } from '../../store/archive/issue-writer.js';
import { NOWCAST_ARCHIVE } from '../../store/archive/nowcast-archive.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { type DirectoryLock, lockDirectory } from '../../store/tables/directory-lock.js';
import { readPointer } from '../../store/versions/pointer.js';
import { validTimeOf } from '../../store/versions/timed-version.js';
import { tidyArchive } from '../archive/archive-tidying.js';

/** After so many seconds a frame that was published is not archived any more. */
const LATEST = 300;
/** Looks at a lock that another network's process holds, and the pause between two: 20 s, many times what writing takes. */
const LOOKS = 80;
/** Each look at a lock of another container watches it for 5 s. */
const LOOKS_ELSEWHERE = 4;
const PAUSE_MS = 250;

export interface ArchivingDependencies {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Directory for the lock. */
  readonly directory: string;
  /** Days that issues are kept. */
  readonly keepDays: number;
  /** Where the network is the first to answer. */
  readonly stations: readonly IssueStation[];
  /** What is said at these stations at a time, epoch seconds. */
  issue(stations: readonly IssueStation[], time: number): Promise<NowcastIssue>;
  /** Between two looks at the lock. */
  readonly pause?: () => Promise<unknown>;
}

export interface ArchivedNowcasts {
  /** Epoch seconds, a whole minute. */
  readonly issueTime: number;
  /** Stations at which something was said. */
  readonly nowcasts: number;
  /** Days that were removed, as the archive names them. */
  readonly removed: readonly string[];
}

/**
 * Archives what is said with the newest frame of a network. Null where there is nothing to archive: no frame, none that is
 * new, or none that anything is said from.
 *
 * @throws DirectoryLockedError  another process writes and does not end
 */
export async function archiveNewest(
  deps: ArchivingDependencies,
  network: RadarNetworkId,
): Promise<ArchivedNowcasts | null> {
  const { objects, clock, stations } = deps;
  const published = await publishedOf(objects, network);
  if (published === null || stations.length === 0 || clock.now() - published.publishedAt > LATEST) return null;
  const issueTime = Math.floor(published.publishedAt / 60) * 60;
  if (await isIssueWritten(objects, NOWCAST_ARCHIVE, { issueTime, stations, leads: ISSUE_LEADS })) return null;
  const issue = await deps.issue(stations, issueTime);
  const isSaid = issue.networks.some((one, i) => one === network && issue.validTimes[i] === published.validTime);
  if (!isSaid || (await publishedOf(objects, network))?.validTime !== published.validTime) return null;
  const { isNew, beginsDay } = await writeAlone(deps, issue);
  if (!isNew) return null;
  return { issueTime, nowcasts: nowcastsIn(issue), removed: beginsDay ? await tidyArchive(deps, NOWCAST_ARCHIVE) : [] };
}

async function publishedOf(objects: ObjectStore, network: RadarNetworkId) {
  const { rate } = RADAR_NETWORKS.find(({ id }) => id === network)!;
  const pointer = await readPointer(objects, rate);
  return pointer && { publishedAt: pointer.publishedAt, validTime: validTimeOf(pointer.version) };
}

/** The archive has one writer at a time; the networks have a process each. */
async function writeAlone(deps: ArchivingDependencies, issue: NowcastIssue): ReturnType<typeof writeIssue> {
  const lock = await lockArchive(deps);
  try {
    return await writeIssue(deps.objects, NOWCAST_ARCHIVE, issue);
  } finally {
    lock.release();
  }
}

async function lockArchive(deps: ArchivingDependencies): Promise<DirectoryLock> {
  const { directory, pause = () => wait(PAUSE_MS) } = deps;
  for (let look = 1; ; look++) {
    try {
      return await lockDirectory(`${directory}/nowcast-archive`, deps);
    } catch (error) {
      if (!isTagged(error, 'directory-locked')) throw error;
      if (look >= (error.holder.isElsewhere ? LOOKS_ELSEWHERE : LOOKS)) throw error;
    }
    await pause();
  }
}

function nowcastsIn({ stations, leads, sources }: NowcastIssue): number {
  return stations.filter((_, i) => sources.subarray(i * leads.length, (i + 1) * leads.length).some(Boolean)).length;
}
