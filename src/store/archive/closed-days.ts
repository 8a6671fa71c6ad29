/**
 * Closing days that are over: a group of thousands of small objects becomes one of two dozen.
 *
 * Seven objects an issue are what makes an issue whole or absent while it is written, and on a disk with blocks of 4 KB each
 * takes more room than it holds: of MRMS 20 MB a day instead of 1. Nothing is encoded anew: the stored chunks go one behind
 * the other into a shard for each array.
 *
 *   write the closed group, its complete.json last     both are there, the closed one is read
 *   remove the other
 */

import { isTagged } from '../../base/errors.js';
import { sharedTurns } from '../../base/turns.js';
import { DAY } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey } from '../versions/completion.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { appendChecksum } from '../zarr/chunk-codec.js';
import { encodeIndex } from '../zarr/shard-index.js';
import { minutesOf, type OpenGroup, openGroup, readIssue, valueBytes } from './archive-group.js';
import {
  ARCHIVE_DATASET,
  closedName,
  dayOf,
  ISSUE_ARRAYS,
  type IssueArray,
  isClosedName,
  issueKey,
  MINUTES_OF_DAY,
  statusKey,
} from './archive-layout.js';
import { type OnDefect, soundOf } from './archived-issues.js';
import { writeGroup } from './group-writer.js';

/** The day before is left open: an issue of its last minute may still come. */
const OPEN_DAYS = 2;
/** How far back open days are looked for: a service that stood still goes on where it stopped. */
const LOOKED_BACK_DAYS = 30;
/** A day that would take more memory than this stays as it is, bytes: MRMS with ten thousand stations. */
const MOST_BYTES = 512 << 20;

/**
 * Closes the groups of days that are over for a day and more, and returns their names.
 *
 * One writer at a time, as for issues.
 *
 * @param options.now  epoch seconds
 * @param options.onDefect  told of damaged issues, which are not taken over, and of damaged groups, which stay open
 */
export async function closeDays(
  objects: ObjectStore,
  { now, onDefect }: { readonly now: number; readonly onDefect: OnDefect },
): Promise<string[]> {
  const closed: string[] = [];
  for (let back = LOOKED_BACK_DAYS; back >= OPEN_DAYS; back--) {
    const keys = await objects.list(`${ARCHIVE_DATASET}/${dayOf(now - back * DAY)}`);
    for (const name of versionsAmong(ARCHIVE_DATASET, keys))
      if (!isClosedName(name) && (await closeGroup(objects, name, keys, onDefect))) closed.push(name);
  }
  return closed;
}

async function closeGroup(
  objects: ObjectStore,
  name: string,
  keys: readonly string[],
  onDefect: OnDefect,
): Promise<boolean> {
  if (!keys.includes(completionKey(ARCHIVE_DATASET, closedName(name)))) {
    if (minutesOf(keys, name).length === 0) return false;
    const group = await soundOf(() => openGroup(objects, name, keys), onDefect);
    if (group === null || isTooLarge(group)) return false;
    await writeClosed(objects, group, onDefect);
  }
  await removeVersion(objects, ARCHIVE_DATASET, name, keys);
  return true;
}

function isTooLarge(group: OpenGroup): boolean {
  const bytes = ISSUE_ARRAYS.reduce((sum, array) => sum + valueBytes(array, group), 0);
  return bytes * group.minutes.length > MOST_BYTES;
}

async function writeClosed(objects: ObjectStore, group: OpenGroup, onDefect: OnDefect): Promise<void> {
  const statuses = new Uint8Array(MINUTES_OF_DAY);
  const shards = new Map(ISSUE_ARRAYS.map(({ name }) => [name, beginShard()]));
  for (const minute of group.minutes) {
    // Read as a reader would: what is damaged is found before the last sound copy of the rest is given up.
    const issue = await soundOf(() => readIssue(group, minute), onDefect);
    if (issue === null) continue;
    statuses[minute] = await group.status(minute);
    for (const [array, shard] of shards) shard.add(minute, (await group.chunk(array, minute)).stored);
    await sharedTurns.pause();
  }
  const name = closedName(group.name);
  const contents = new Map([[statusKey(name, 0), appendChecksum(statuses)]]);
  for (const [array, shard] of shards) contents.set(shardKey(name, array), shard.bytes());
  const frame = { issueTime: group.start, stations: group.stations, leads: group.leads };
  await writeGroup(objects, name, frame, contents);
}

function shardKey(name: string, array: IssueArray): string {
  return issueKey(name, array, 0, ISSUE_ARRAYS.find((one) => one.name === array)!.byLead ? 3 : 2);
}

function beginShard() {
  const index = { offsets: new Float64Array(MINUTES_OF_DAY), lengths: new Uint32Array(MINUTES_OF_DAY) };
  const parts: Uint8Array[] = [];
  let end = 0;
  return {
    add(minute: number, stored: Uint8Array): void {
      index.offsets[minute] = end;
      index.lengths[minute] = stored.length;
      parts.push(stored);
      end += stored.length;
    },
    bytes: () => new Uint8Array(Buffer.concat([...parts, encodeIndex(index)])),
  };
}

/** True when a closed group has taken the place of a group. */
export async function isClosed(objects: ObjectStore, name: string): Promise<boolean> {
  try {
    await objects.get(completionKey(ARCHIVE_DATASET, closedName(name)));
    return true;
  } catch (error) {
    if (isTagged(error, 'object-missing')) return false;
    throw error;
  }
}
