/**
 * Memory of the polls of station series: which stations are kept, in which order, when base and recent days were built.
 *
 *   <directory>/<feed>/stations.json      the list; the numbers of its stations never change, new ones come at its end
 *   <directory>/<feed>/polls.json         how the last polls went
 *   <directory>/<feed>/spills/            values as filed
 *
 * All of it may be deleted: the next poll then begins with a first load.
 */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedStation } from '../../decode/ghcn/ghcn-stations.js';
import type { Box } from '../../model/box.js';
import { isRecord, readMembers, replaceFile } from '../poll/memory-file.js';
import { isPollRecord, NEVER_POLLED, type PollRecord } from '../poll/poll-record.js';
import { openSpill, type Spill } from './spill-file.js';

export interface StationList {
  /** Unique: spill files of another list number other stations. */
  readonly name: string;
  /** Epoch seconds of the newest lists that it was made of. */
  readonly listedAt: number;
  readonly region: Box | null;
  readonly simulated: boolean;
  readonly stations: readonly ListedStation[];
  /** Ids of those that the upstream lists no more; lists of earlier releases do not say. */
  readonly unlisted?: readonly string[];
}

/** A file of the upstream that was refused: while it is the same, another download leads to the same. */
export interface RefusedFile {
  readonly etag: string;
  readonly reason: string;
  /** List that it was read for. */
  readonly list: string;
  /** Epoch seconds. */
  readonly refusedAt: number;
  /** It has far fewer values than the one before; left out: another rule was broken. */
  readonly isShrunken?: boolean;
}

export interface StationMemory extends PollRecord {
  /** Epoch seconds; null: never. */
  baseBuiltAt: number | null;
  recentBuiltAt: number | null;
  /** Versions that the polls published: where others are published, or none, both are built again. */
  baseVersion: string | null;
  recentVersion: string | null;
  /** List that the base was built with. */
  baseList: string | null;
  /** By their addresses. */
  refusedFiles: Record<string, RefusedFile>;
  /** Days, since 1970-01-01, on which files were refused for too few values, by their addresses. */
  shrunkenFiles: Record<string, number[]>;
}

const [MEMORY, LIST, SPILLS] = ['polls.json', 'stations.json', 'spills'];

export async function recallStations(directory: string, feed: string): Promise<StationMemory> {
  const members = await readMembers(join(directory, feed, MEMORY));
  const timeOf = (name: string) => (typeof members[name] === 'number' ? members[name] : null);
  const textOf = (name: string) => (typeof members[name] === 'string' ? members[name] : null);
  const record: PollRecord = isPollRecord(members) ? members : NEVER_POLLED;
  return {
    lastSuccess: record.lastSuccess,
    lastFailure: record.lastFailure,
    failure: record.failure,
    baseBuiltAt: timeOf('baseBuiltAt'),
    recentBuiltAt: timeOf('recentBuiltAt'),
    baseVersion: textOf('baseVersion'),
    recentVersion: textOf('recentVersion'),
    baseList: textOf('baseList'),
    refusedFiles: refusedIn(members.refusedFiles),
    shrunkenFiles: shrunkenIn(members.shrunkenFiles),
  };
}

function refusedIn(value: unknown): Record<string, RefusedFile> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, file]) => isRefused(file))) as Record<string, RefusedFile>;
}

function shrunkenIn(value: unknown): Record<string, number[]> {
  if (!isRecord(value)) return {};
  const areDays = (days: unknown) => Array.isArray(days) && days.every((day) => Number.isSafeInteger(day));
  return Object.fromEntries(Object.entries(value).filter(([, days]) => areDays(days))) as Record<string, number[]>;
}

function isRefused(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { etag, reason, list, refusedAt } = value;
  return [etag, reason, list].every((text) => typeof text === 'string') && Number.isFinite(refusedAt);
}

export function rememberStations(directory: string, feed: string, memory: StationMemory): Promise<void> {
  return replaceFile(join(directory, feed, MEMORY), JSON.stringify(memory));
}

/** Null: there is none, or it is not whole. */
export async function recallList(directory: string, feed: string): Promise<StationList | null> {
  const members = await readMembers(join(directory, feed, LIST));
  const { name, listedAt, stations } = members;
  if (typeof name !== 'string' || typeof listedAt !== 'number' || !Array.isArray(stations)) return null;
  return stations.every(isListed) ? (members as unknown as StationList) : null;
}

function isListed(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, name, latitude, longitude, elevation } = value;
  const areNumbers = Number.isFinite(latitude) && Number.isFinite(longitude);
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    areNumbers &&
    (elevation === null || Number.isFinite(elevation))
  );
}

export function rememberList(directory: string, feed: string, list: StationList): Promise<void> {
  return replaceFile(join(directory, feed, LIST), JSON.stringify(list));
}

export function spillPath(directory: string, feed: string, name: string): string {
  return join(directory, feed, SPILLS!, `${name}.bin`);
}

/** Spill files of a list that can be read, by their names; all others are removed. */
export async function openSpills(directory: string, feed: string, list: string): Promise<Map<string, Spill>> {
  const spills = new Map<string, Spill>();
  for (const file of await spillFiles(directory, feed)) {
    const path = join(directory, feed, SPILLS!, file);
    const spill = file.endsWith('.bin') ? await openSpill(path, list) : null;
    if (spill === null) await rm(path, { force: true });
    else spills.set(file.slice(0, -4), spill);
  }
  return spills;
}

async function spillFiles(directory: string, feed: string): Promise<string[]> {
  try {
    return (await readdir(join(directory, feed, SPILLS!))).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
