/**
 * Writing the record of issued nowcasts: what was said, at which minute, for which stations, from which frame. Without it
 * nobody could say later how good it was.
 *
 * An issue is one chunk of each array, and its `status` is written last: until then it does not exist, and whoever was
 * killed writes it again. A group is bound to its stations and leads; where these change, the day goes on in another.
 */

import { isTagged } from '../../base/errors.js';
import { DAY } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { readMetadata } from '../versions/completion.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { getStored } from '../versions/stored-object.js';
import { versionPrefix } from '../versions/version-keys.js';
import { appendChecksum, bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import {
  ARCHIVE_DATASET,
  archiveDocuments,
  dayOf,
  dayOfGroup,
  groupName,
  ISSUED,
  ISSUED_SIMULATED,
  type IssueArray,
  issueFault,
  issueKey,
  NETWORK_CODES,
  type NowcastIssue,
  statusKey,
} from './archive-layout.js';
import { isClosed } from './closed-days.js';
import { axesOf, type IssueFrame, writeGroup } from './group-writer.js';

/** Sets of stations that a day may have; whoever needs more changes them with every issue. */
const MOST_GROUPS = 100;

type GroupState = 'same' | 'other' | 'absent';

/**
 * Whether a group has these axes and may have more issues; one with issues that is damaged has others, as nothing can be
 * said of it.
 */
async function stateOf(objects: ObjectStore, name: string, axes: ReadonlyMap<string, Uint8Array>): Promise<GroupState> {
  if (await isClosed(objects, name)) return 'other';
  const prefix = versionPrefix(ARCHIVE_DATASET, name);
  try {
    await readMetadata(objects, ARCHIVE_DATASET, name);
    for (const [axis, bytes] of axes)
      if (!Buffer.from(await getStored(objects, `${prefix}/${axis}/c/0`)).equals(bytes)) return 'other';
    return 'same';
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    // Begun and never completed, it has no issue; with one it was complete once, and must not be begun again.
    return (await objects.list(`${prefix}/status/c.`)).length === 0 ? 'absent' : 'other';
  }
}

/** The group of the day with these stations and leads, or the name of the one to make where there is none. */
async function groupFor(
  objects: ObjectStore,
  { issueTime }: IssueFrame,
  axes: ReadonlyMap<string, Uint8Array>,
): Promise<{ readonly name: string; readonly isThere: boolean }> {
  const day = dayOf(issueTime);
  for (let number = 1; number <= MOST_GROUPS; number++) {
    const name = groupName(day, number);
    const state = await stateOf(objects, name, axes);
    if (state !== 'other') return { name, isThere: state === 'same' };
  }
  throw new RangeError(`${day} has ${MOST_GROUPS} sets of stations already`);
}

/** The values of an issue as its arrays have them. */
function arraysOf(issue: NowcastIssue): Record<IssueArray, Uint8Array> {
  const codes = Uint8Array.from(issue.networks, (id) => (id === null ? 0 : NETWORK_CODES.indexOf(id) + 1));
  const times = BigInt64Array.from(issue.validTimes, (time) => BigInt(time ?? 0));
  return {
    rate: bytesOf(issue.rates),
    probability: bytesOf(issue.probabilities),
    confidence: bytesOf(issue.confidence),
    source: bytesOf(issue.sources),
    network: codes,
    frame_time: bytesOf(times),
  };
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

const minuteOf = ({ issueTime }: IssueFrame) => (issueTime % DAY) / 60;

/** True when the archive has an issue of that minute for these stations and leads. */
export async function isIssueWritten(objects: ObjectStore, issue: IssueFrame): Promise<boolean> {
  const { name, isThere } = await groupFor(objects, issue, axesOf(issue));
  return isThere && (await isWritten(objects, statusKey(name, minuteOf(issue))));
}

/**
 * Writes an issue into the group of its day. The same minute again changes nothing: what was said stays said.
 *
 * One writer at a time.
 *
 * @returns whether it was not there yet, and whether it is the first of its stations on its day
 * @throws RangeError  parts of the issue that do not fit each other, or too many
 */
export async function writeIssue(
  objects: ObjectStore,
  issue: NowcastIssue,
): Promise<{ readonly isNew: boolean; readonly beginsDay: boolean }> {
  const fault = issueFault(issue);
  if (fault !== null) throw new RangeError(`nowcast archive: ${fault}`);
  const axes = axesOf(issue);
  const { name, isThere } = await groupFor(objects, issue, axes);
  const minute = minuteOf(issue);
  if (!isThere) await writeGroup(objects, name, issue);
  else if (await isWritten(objects, statusKey(name, minute))) return { isNew: false, beginsDay: false };
  const documents = archiveDocuments(issue.stations.length, issue.leads.length);
  const contents = new Map<string, Uint8Array>();
  for (const [array, bytes] of Object.entries(arraysOf(issue)) as [IssueArray, Uint8Array][])
    contents.set(issueKey(name, array, minute, documents[array]!.shape.length), await encodeChunk(bytes));
  await putAll(objects, contents);
  const status = issue.simulated ? ISSUED_SIMULATED : ISSUED;
  await objects.put(statusKey(name, minute), appendChecksum(Uint8Array.of(status)));
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
  options: { readonly now: number; readonly keepDays: number },
): Promise<string[]> {
  const removed: string[] = [];
  for (const beginning of namesBefore(dayOf(options.now - options.keepDays * DAY))) {
    const keys = await objects.list(`${ARCHIVE_DATASET}/${beginning}`);
    for (const name of versionsAmong(ARCHIVE_DATASET, keys)) {
      if (dayOfGroup(name) === null) continue;
      await removeVersion(objects, ARCHIVE_DATASET, name, keys);
      removed.push(name);
    }
  }
  return removed.sort();
}
