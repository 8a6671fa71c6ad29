/**
 * Writes issues into their archive: what was issued, when, for which stations. Without it nobody could say later how good
 * it was.
 *
 * An issue is one chunk of each array, and its `status` is written last: until then it does not exist, and the next
 * attempt writes it again. A group is bound to its stations and leads; where these change, the day continues in another.
 */

import { isTagged } from '../../base/errors.js';
import { DAY } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { getStored } from '../versions/stored-object.js';
import { versionPrefix } from '../versions/version-keys.js';
import { appendChecksum, encodeChunk } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import {
  type Archive,
  type ArchiveFormat,
  dayOf,
  dayOfGroup,
  type GroupFrame,
  groupName,
  ISSUED,
  ISSUED_SIMULATED,
  issueKey,
  slotOf,
  statusKey,
} from './archive-format.js';
import { isClosed } from './closed-days.js';
import { encodeAxes, writeGroup } from './group-writer.js';

/** Sets of stations that a day may have; a writer that needs more changes them with every issue. */
const MOST_GROUPS = 100;

type GroupState = 'same' | 'other' | 'absent';

/**
 * State of a group for an issue with these axes. `same`: it takes the issue. `other`: it is closed, has other axes or
 * arrays, or is damaged and holds issues. `absent`: it can be made.
 */
async function stateOf(
  objects: ObjectStore,
  format: ArchiveFormat,
  name: string,
  axes: ReadonlyMap<string, Uint8Array>,
): Promise<GroupState> {
  if (await isClosed(objects, format, name)) return 'other';
  const prefix = versionPrefix(format.dataset, name);
  try {
    const { arrays } = await readGroup(objects, format.dataset, name, format.identity);
    // An earlier release began the group, without arrays that are optional since.
    if (format.arrays.some((array) => !Object.hasOwn(arrays.fields, array.name))) return 'other';
    for (const [axis, bytes] of axes)
      if (!Buffer.from(await getStored(objects, `${prefix}/${axis}/c/0`)).equals(bytes)) return 'other';
    return 'same';
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    // Begun and never completed, it has no issue; with one it was complete once, and must not be begun again.
    return (await objects.list(`${prefix}/status/c.`)).length === 0 ? 'absent' : 'other';
  }
}

/** The group of the day with these axes, or the name of the one to make where there is none. */
async function groupFor(
  objects: ObjectStore,
  format: ArchiveFormat,
  frame: GroupFrame,
): Promise<{ readonly name: string; readonly isThere: boolean }> {
  const axes = encodeAxes(format, frame);
  const day = dayOf(frame.slotTime);
  for (let number = 1; number <= MOST_GROUPS; number++) {
    const name = groupName(day, number);
    const state = await stateOf(objects, format, name, axes);
    if (state !== 'other') return { name, isThere: state === 'same' };
  }
  throw new RangeError(`${day} has ${MOST_GROUPS} sets of stations already`);
}

async function isWritten(objects: ObjectStore, key: string): Promise<boolean> {
  try {
    await objects.get(key);
    return true;
  } catch (error) {
    if (isTagged(error, 'object-missing')) return false;
    throw error;
  }
}

/** True when the archive has an issue in that slot for these stations and leads. */
export async function isIssueWritten<Frame, Issue extends Frame>(
  objects: ObjectStore,
  { format, frameOf }: Archive<Frame, Issue>,
  wanted: Frame,
): Promise<boolean> {
  const frame = frameOf(wanted);
  const { name, isThere } = await groupFor(objects, format, frame);
  return isThere && (await isWritten(objects, statusKey(format, name, slotOf(format, frame.slotTime))));
}

/**
 * Writes an issue into the group of its day. A second issue of the same slot changes nothing: the first one stands.
 *
 * One writer at a time.
 *
 * @returns whether it is new, and whether it is the first of its stations on its day
 * @throws RangeError  parts of the issue do not fit each other, or are too many
 */
export async function writeIssue<Frame, Issue extends Frame>(
  objects: ObjectStore,
  archive: Archive<Frame, Issue>,
  issue: Issue,
): Promise<{ readonly isNew: boolean; readonly beginsDay: boolean }> {
  const { format } = archive;
  const fault = archive.faultOf(issue);
  if (fault !== null) throw new RangeError(`${format.dataset}: ${fault}`);
  const frame = archive.frameOf(issue);
  const { name, isThere } = await groupFor(objects, format, frame);
  const slot = slotOf(format, frame.slotTime);
  if (!isThere) await writeGroup(objects, format, name, frame);
  else if (await isWritten(objects, statusKey(format, name, slot))) return { isNew: false, beginsDay: false };
  const { values, simulated } = archive.encode(issue);
  const contents = new Map<string, Uint8Array>();
  for (const array of format.arrays)
    contents.set(issueKey(format, name, array, slot), await encodeChunk(values.get(array.name)!));
  await putAll(objects, contents);
  const status = simulated ? ISSUED_SIMULATED : ISSUED;
  await objects.put(statusKey(format, name, slot), appendChecksum(Uint8Array.of(status)));
  return { isNew: true, beginsDay: !isThere };
}

/** The first year that may have an archive. */
const FIRST_YEAR = 2020;

/**
 * Beginnings of the names of all groups before a day: its month by the day, its year by the month, then whole years. What
 * is kept is a million objects and more, and none of them is listed.
 */
function namesBefore(day: string): string[] {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const two = (n: number) => String(n).padStart(2, '0');
  const names = Array.from({ length: date - 1 }, (_, i) => `${year}-${two(month)}-${two(i + 1)}`);
  for (let before = 1; before < month; before++) names.push(`${year}-${two(before)}-`);
  for (let before = FIRST_YEAR; before < year; before++) names.push(`${before}-`);
  return names;
}

/**
 * Removes the groups of days that ended more than `keepDays` days before the day of `now`, and returns their names, sorted.
 *
 * @param options.now  epoch seconds
 */
export async function removeOldIssues(
  objects: ObjectStore,
  { dataset }: ArchiveFormat,
  options: { readonly now: number; readonly keepDays: number },
): Promise<string[]> {
  const removed: string[] = [];
  for (const beginning of namesBefore(dayOf(options.now - options.keepDays * DAY))) {
    const keys = await objects.list(`${dataset}/${beginning}`);
    for (const name of versionsAmong(dataset, keys)) {
      if (dayOfGroup(name) === null) continue;
      await removeVersion(objects, dataset, name, keys);
      removed.push(name);
    }
  }
  return removed.sort();
}
