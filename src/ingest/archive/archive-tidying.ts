/** Closes the days of an archive that are over, and removes those that became too old. */

import type { Clock } from '../../base/clock.js';
import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Archive } from '../../store/archive/archive-format.js';
import { closeDays } from '../../store/archive/closed-days.js';
import { removeOldIssues } from '../../store/archive/issue-writer.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';

interface TidyingDependencies {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Directory for the lock. */
  readonly directory: string;
  /** Days that issues are kept. */
  readonly keepDays: number;
}

/**
 * Tidies an archive after the first issue of a day. It takes seconds, on days that nobody writes to any more, so other
 * writers need not wait for it. The issue is already written: a failure is logged, and the next day tries again.
 *
 * @returns names of the removed groups
 */
export async function tidyArchive<Frame, Issue extends Frame>(
  deps: TidyingDependencies,
  archive: Archive<Frame, Issue>,
): Promise<string[]> {
  const { objects, clock, log, keepDays, directory } = deps;
  const { dataset } = archive.format;
  const now = clock.now();
  const onDefect = ({ key, message }: ObjectDefectError) =>
    log.warn({ key, error: message }, 'an archived issue is damaged and is given up');
  try {
    const lock = await lockDirectory(`${directory}/${dataset}-days`, deps);
    try {
      const removed = await removeOldIssues(objects, archive.format, { now, keepDays });
      await closeDays(objects, archive, { now, onDefect });
      return removed;
    } finally {
      lock.release();
    }
  } catch (error) {
    if (isTagged(error, 'directory-locked')) return []; // another process tidies
    log.warn({ archive: dataset, error: String(error) }, 'days of the archive are not tidied; tomorrow again');
    return [];
  }
}
