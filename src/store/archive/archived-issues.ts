/** Reading what nowcasts said on a day, issue by issue. */

import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey } from '../versions/completion.js';
import { versionsAmong } from '../versions/pointer.js';
import { minutesOf, type OpenGroup, openGroup, readIssue } from './archive-group.js';
import {
  ARCHIVE_DATASET,
  closedName,
  dayOfGroup,
  isClosedName,
  type NowcastIssue,
  startOfDay,
} from './archive-layout.js';

/** Told of what is damaged. */
export type OnDefect = (defect: ObjectDefectError) => void;

/** True for a group that is read: one with issues, and none that a closed one has taken the place of. */
function isReadable(keys: ReadonlySet<string>, name: string): boolean {
  const isComplete = (group: string) => keys.has(completionKey(ARCHIVE_DATASET, group));
  if (isClosedName(name)) return isComplete(name);
  return !isComplete(closedName(name)) && minutesOf([...keys], name).length > 0;
}

/**
 * The issues of a day in the order of their minutes, one in memory at a time.
 *
 * @param day  "2026-11-20", UTC
 * @param onDefect  told of what is damaged, which is then left out; without it the reading ends there
 * @throws ObjectDefectError  a group or an issue is damaged, and there is no `onDefect`
 * @throws RangeError  no such day
 */
export async function* readArchive(
  objects: ObjectStore,
  day: string,
  onDefect: OnDefect = (defect) => {
    throw defect;
  },
): AsyncGenerator<NowcastIssue> {
  if (startOfDay(day) === null) throw new RangeError(`the archive has days of UTC as "2026-11-20"; got "${day}"`);
  const keys = await objects.list(`${ARCHIVE_DATASET}/${day}`);
  const present = new Set(keys);
  const found: { group: OpenGroup; minute: number }[] = [];
  for (const name of versionsAmong(ARCHIVE_DATASET, keys)) {
    if (dayOfGroup(name) !== day || !isReadable(present, name)) continue;
    const group = await soundOf(() => openGroup(objects, name, keys), onDefect);
    if (group !== null) found.push(...group.minutes.map((minute) => ({ group, minute })));
  }
  found.sort((a, b) => a.minute - b.minute);
  for (const { group, minute } of found) {
    const issue = await soundOf(() => readIssue(group, minute), onDefect);
    if (issue !== null) yield issue;
  }
}

/** Null, and told of, where it is damaged. */
export async function soundOf<Value>(read: () => Promise<Value>, onDefect: OnDefect): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    onDefect(error);
    return null;
  }
}
