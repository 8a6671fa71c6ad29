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

import { isDeepStrictEqual } from 'node:util';
import { isTagged } from '../../base/errors.js';
import { sharedTurns } from '../../base/turns.js';
import { DAY } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey } from '../versions/completion.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { appendChecksum, encodeChunk } from '../zarr/chunk-codec.js';
import { encodeIndex } from '../zarr/shard-index.js';
import {
  type Archive,
  type ArchiveFormat,
  closedName,
  dayOf,
  type GroupFrame,
  ISSUED,
  ISSUED_SIMULATED,
  isClosedName,
  issueKey,
  slotOf,
  startOfDay,
  statusKey,
  valueBytes,
} from './archive-format.js';
import { type OpenGroup, openGroup, readIssue, slotsOf } from './archive-group.js';
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
export async function closeDays<Frame, Issue extends Frame>(
  objects: ObjectStore,
  archive: Archive<Frame, Issue>,
  { now, onDefect }: { readonly now: number; readonly onDefect: OnDefect },
): Promise<string[]> {
  const { dataset } = archive.format;
  const closed: string[] = [];
  for (let back = LOOKED_BACK_DAYS; back >= OPEN_DAYS; back--) {
    const keys = await objects.list(`${dataset}/${dayOf(now - back * DAY)}`);
    for (const name of versionsAmong(dataset, keys))
      if (!isClosedName(name) && (await closeGroup(objects, archive, { name, keys, onDefect }))) closed.push(name);
  }
  return closed;
}

interface Closing {
  readonly name: string;
  readonly keys: readonly string[];
  readonly onDefect: OnDefect;
}

async function closeGroup<Frame, Issue extends Frame>(
  objects: ObjectStore,
  archive: Archive<Frame, Issue>,
  { name, keys, onDefect }: Closing,
): Promise<boolean> {
  const { format } = archive;
  if (!keys.includes(completionKey(format.dataset, closedName(name)))) {
    if (slotsOf(format, keys, name).length === 0) return false;
    const group = await soundOf(() => openGroup(objects, format, name, keys), onDefect);
    if (group === null || isTooLarge(group)) return false;
    await writeClosed(objects, archive, group, onDefect);
  }
  await removeVersion(objects, format.dataset, name, keys);
  return true;
}

function isTooLarge({ arrays, lengths, slots }: OpenGroup): boolean {
  const bytes = arrays.reduce((sum, array) => sum + valueBytes(array, lengths), 0);
  return bytes * slots.length > MOST_BYTES;
}

async function writeClosed<Frame, Issue extends Frame>(
  objects: ObjectStore,
  archive: Archive<Frame, Issue>,
  group: OpenGroup,
  onDefect: OnDefect,
): Promise<void> {
  const format = { ...archive.format, arrays: group.arrays };
  const statuses = new Uint8Array(format.slots);
  const shards = new Map(format.arrays.map((array) => [array, beginShard(format.slots)]));
  for (const slot of group.slots) {
    // Read as a reader would: what is damaged is found before the last sound copy of the rest is given up.
    const issue = await soundOf(() => readIssue(archive, group, slot), onDefect);
    if (issue === null) continue;
    statuses[slot] = await group.status(slot);
    for (const [array, shard] of shards) shard.add(slot, (await group.chunk(array, slot)).stored);
    await sharedTurns.pause();
  }
  const name = closedName(group.name);
  const contents = shardContents(format, name, statuses, shards);
  await writeGroup(objects, format, name, { slotTime: group.start, axes: group.axes }, contents);
}

/**
 * Writes a day that is over as a closed group, in one piece: a past that was not issued hour by hour. Where the group is begun
 * and not complete, it is written anew. One writer at a time, as for issues.
 *
 * @param issues  of one day of UTC and of the same stations, each in a slot of its own
 * @throws RangeError  an issue cannot be archived, or they do not fit each other; the day has a closed group already
 */
export async function writeClosedDay<Frame, Issue extends Frame>(
  objects: ObjectStore,
  archive: Archive<Frame, Issue>,
  issues: readonly Issue[],
): Promise<void> {
  const { format } = archive;
  const frames = issues.map((issue) => archive.frameOf(issue));
  const fault = issues.map((issue) => archive.faultOf(issue)).find((rule) => rule !== null) ?? dayFault(format, frames);
  if (fault !== null) throw new RangeError(`${format.dataset}: ${fault}`);
  const day = dayOf(frames[0]!.slotTime);
  if (await isClosed(objects, format, day)) throw new RangeError(`${format.dataset}: ${day} is closed already`);
  const statuses = new Uint8Array(format.slots);
  const shards = new Map(format.arrays.map((array) => [array, beginShard(format.slots)]));
  // Inner chunks lie in the order of their slots, as those of a group that was open.
  const inOrder = frames.map(({ slotTime }, n) => ({ slot: slotOf(format, slotTime), issue: issues[n]! }));
  for (const { slot, issue } of inOrder.sort((a, b) => a.slot - b.slot)) {
    const { values, simulated } = archive.encode(issue);
    statuses[slot] = simulated ? ISSUED_SIMULATED : ISSUED;
    for (const [array, shard] of shards) shard.add(slot, await encodeChunk(values.get(array.name)!));
  }
  const name = closedName(day);
  const contents = shardContents(format, name, statuses, shards);
  await writeGroup(objects, format, name, { slotTime: startOfDay(day)!, axes: frames[0]!.axes }, contents);
}

/** The rule that the frames of a day break; null: none. */
function dayFault(format: ArchiveFormat, frames: readonly GroupFrame[]): string | null {
  const [first] = frames;
  if (first === undefined) return 'a day has an issue';
  const slots = new Set(frames.map(({ slotTime }) => slotOf(format, slotTime)));
  if (slots.size !== frames.length) return 'each issue has a slot of its own';
  return frames.every(
    ({ slotTime, axes }) => dayOf(slotTime) === dayOf(first.slotTime) && isDeepStrictEqual(axes, first.axes),
  )
    ? null
    : 'issues are of one day and of the same stations';
}

type Shards = ReadonlyMap<ArchiveFormat['arrays'][number], ReturnType<typeof beginShard>>;

/** Objects of a closed group: its statuses, and a shard for each array. */
function shardContents(format: ArchiveFormat, name: string, statuses: Uint8Array, shards: Shards) {
  const contents = new Map([[statusKey(format, name, 0), appendChecksum(statuses)]]);
  for (const [array, shard] of shards) contents.set(issueKey(format, name, array, 0), shard.bytes());
  return contents;
}

function beginShard(slots: number) {
  const index = { offsets: new Float64Array(slots), lengths: new Uint32Array(slots) };
  const parts: Uint8Array[] = [];
  let end = 0;
  return {
    add(slot: number, stored: Uint8Array): void {
      index.offsets[slot] = end;
      index.lengths[slot] = stored.length;
      parts.push(stored);
      end += stored.length;
    },
    bytes: () => new Uint8Array(Buffer.concat([...parts, encodeIndex(index)])),
  };
}

/** True when a closed group has replaced a group. */
export async function isClosed(objects: ObjectStore, { dataset }: ArchiveFormat, name: string): Promise<boolean> {
  try {
    await objects.get(completionKey(dataset, closedName(name)));
    return true;
  } catch (error) {
    if (isTagged(error, 'object-missing')) return false;
    throw error;
  }
}
