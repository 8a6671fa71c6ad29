/** Reads the issues of a day, one after the other. */

import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import { DAY } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey } from '../versions/completion.js';
import { versionsAmong } from '../versions/pointer.js';
import {
  type Archive,
  type ArchiveFormat,
  closedName,
  dayOf,
  dayOfGroup,
  isClosedName,
  startOfDay,
} from './archive-format.js';
import { type OpenGroup, openGroup, readIssue, slotsOf } from './archive-group.js';

/** Receives what is damaged. */
export type OnDefect = (defect: ObjectDefectError) => void;

/** True for a group that is read: it has issues, and no closed group has replaced it. */
function isReadable(format: ArchiveFormat, keys: ReadonlySet<string>, name: string): boolean {
  const isComplete = (group: string) => keys.has(completionKey(format.dataset, group));
  if (isClosedName(name)) return isComplete(name);
  return !isComplete(closedName(name)) && slotsOf(format, [...keys], name).length > 0;
}

/** Readable groups of a day. */
async function* openGroupsOf(
  objects: ObjectStore,
  format: ArchiveFormat,
  day: string,
  onDefect: OnDefect,
): AsyncGenerator<OpenGroup> {
  const keys = await objects.list(`${format.dataset}/${day}`);
  const present = new Set(keys);
  for (const name of versionsAmong(format.dataset, keys)) {
    if (dayOfGroup(name) !== day || !isReadable(format, present, name)) continue;
    const group = await soundOf(() => openGroup(objects, format, name, keys), onDefect);
    if (group !== null) yield group;
  }
}

/** Days of UTC that have a group which can be read, "2026-11-20", ascending. */
export async function archivedDays<Frame, Issue extends Frame>(
  objects: ObjectStore,
  { format }: Archive<Frame, Issue>,
): Promise<string[]> {
  const days = new Map<string, string[]>();
  for (const key of await objects.list(`${format.dataset}/`)) {
    const day = dayOfGroup(key.split('/')[1]!);
    if (day === null) continue;
    const known = days.get(day);
    if (known === undefined) days.set(day, [key]);
    else known.push(key);
  }
  const hasIssues = (keys: readonly string[]) => {
    const present = new Set(keys);
    return versionsAmong(format.dataset, keys).some((name) => isReadable(format, present, name));
  };
  return [...days].flatMap(([day, keys]) => (hasIssues(keys) ? [day] : [])).sort();
}

/**
 * The issues of a day in the order of their slots, one in memory at a time.
 *
 * @param day  "2026-11-20", UTC
 * @param onDefect  receives what is damaged, which is then left out; without it the reading ends there
 * @throws ObjectDefectError  a group or an issue is damaged, and there is no `onDefect`
 * @throws RangeError  no such day
 */
export async function* readArchive<Frame, Issue extends Frame>(
  objects: ObjectStore,
  archive: Archive<Frame, Issue>,
  day: string,
  onDefect: OnDefect = (defect) => {
    throw defect;
  },
): AsyncGenerator<Issue> {
  if (startOfDay(day) === null) throw new RangeError(`the archive has days of UTC as "2026-11-20"; got "${day}"`);
  const found: { group: OpenGroup; slot: number }[] = [];
  for await (const group of openGroupsOf(objects, archive.format, day, onDefect))
    found.push(...group.slots.map((slot) => ({ group, slot })));
  found.sort((a, b) => a.slot - b.slot);
  for (const { group, slot } of found) {
    const issue = await soundOf(() => readIssue(archive, group, slot), onDefect);
    if (issue !== null) yield issue;
  }
}

/**
 * The newest readable issue at or before a time; null: the days that are looked at have none.
 *
 * @param options.now  epoch seconds
 * @param options.days  days that are looked at, the day of `now` included
 */
export async function newestIssue<Frame, Issue extends Frame>(
  objects: ObjectStore,
  archive: Archive<Frame, Issue>,
  { now, days }: { readonly now: number; readonly days: number },
): Promise<Issue | null> {
  for (let back = 0; back < days; back++) {
    const found: { group: OpenGroup; slot: number }[] = [];
    for await (const group of openGroupsOf(objects, archive.format, dayOf(now - back * DAY), () => undefined))
      found.push(...group.slots.map((slot) => ({ group, slot })));
    found.sort((a, b) => b.slot - a.slot);
    for (const { group, slot } of found) {
      if (group.start + (slot * DAY) / archive.format.slots > now) continue;
      const issue = await soundOf(
        () => readIssue(archive, group, slot),
        () => undefined,
      );
      if (issue !== null) return issue;
    }
  }
  return null;
}

/** The value; null, after `onDefect`, where it is damaged. */
export async function soundOf<Value>(read: () => Promise<Value>, onDefect: OnDefect): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    onDefect(error);
    return null;
  }
}
