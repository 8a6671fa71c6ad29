/**
 * What the polls of a feed remember: files that were read, so that nothing is fetched twice, files that were refused, so
 * that a broken one is not fetched every minute, and how the last polls went.
 *
 * It is a cache beside the store. Without it files that are published already are fetched once more, and are found to be
 * the same.
 */

import { join } from 'node:path';
import { isRecord, readMembers, replaceFile } from '../poll/memory-file.js';
import { isPollRecord, NEVER_POLLED, type PollRecord } from '../poll/poll-record.js';

/** A file that could not be used, by its address. */
export interface RefusedFile {
  readonly times: number;
  /** The last time, epoch seconds. */
  readonly at: number;
  readonly reason: string;
}

export interface RadarMemory extends PollRecord {
  /** The part of the world that was kept, as a text: with another one grids differ rightly. */
  region: string;
  /** When each file was read, epoch seconds, by its address. */
  readonly read: Map<string, number>;
  readonly refused: Map<string, RefusedFile>;
}

/** A file is asked for so often: an upload may be under way when it is first met. */
const CHANCES = 3;
/** Not sooner after a failure, s. */
const PAUSE = 60;
/** Longer than any file is listed that could still be wanted, s. */
const KEPT = 2 * 3600;

export function memoryPath(directory: string, feed: string): string {
  return join(directory, `${feed}.json`);
}

/** Null where there is none yet, or it was not written by us: part of a file is not believed either. */
export async function recallRadar(directory: string, feed: string): Promise<RadarMemory | null> {
  const members = await readMembers(memoryPath(directory, feed));
  const { region, read, refused } = members;
  if (typeof region !== 'string' || !arePairs(read, isTime) || !arePairs(refused, isRefusedFile)) return null;
  if (!isPollRecord(members)) return null;
  const { lastSuccess, lastFailure, failure } = members;
  return { region, read: new Map(read), refused: new Map(refused), lastSuccess, lastFailure, failure };
}

function arePairs<T>(list: unknown, isValue: (value: unknown) => value is T): list is [string, T][] {
  const isPair = (pair: unknown) => Array.isArray(pair) && typeof pair[0] === 'string' && isValue(pair[1]);
  return Array.isArray(list) && list.every(isPair);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number';
}

function isRefusedFile(value: unknown): value is RefusedFile {
  if (!isRecord(value)) return false;
  const { times, at, reason } = value;
  return isTime(times) && isTime(at) && typeof reason === 'string';
}

export function emptyMemory(region: string): RadarMemory {
  return { region, read: new Map(), refused: new Map(), ...NEVER_POLLED };
}

/** Replaces what is stored, whole or not at all; what is too old to matter is forgotten. */
export async function rememberRadar(directory: string, feed: string, memory: RadarMemory, now: number): Promise<void> {
  const path = memoryPath(directory, feed);
  const kept = {
    ...memory,
    read: [...memory.read].filter(([, at]) => at > now - KEPT),
    refused: [...memory.refused].filter(([, { at }]) => at > now - KEPT),
  };
  await replaceFile(path, JSON.stringify(kept));
}

/** True for a file that may be fetched now: not read yet, and not refused too often or just now. */
export function isWorthFetching({ read, refused }: RadarMemory, url: string, now: number): boolean {
  const before = refused.get(url);
  // A clock that was set back must not make the pause longer.
  return !read.has(url) && (before === undefined || (before.times < CHANCES && Math.abs(now - before.at) >= PAUSE));
}

/** @param refusal.isItsFault  false: it was not even met, and keeps its chances */
export function noteRefusal(
  { refused }: RadarMemory,
  url: string,
  { reason, isItsFault, now }: { readonly reason: string; readonly isItsFault: boolean; readonly now: number },
): void {
  refused.set(url, { times: (refused.get(url)?.times ?? 0) + (isItsFault ? 1 : 0), at: now, reason });
}

/** A file that is dated ahead is no fault yet; true the first time. */
export function noteAhead({ refused }: RadarMemory, url: string, now: number): boolean {
  if (refused.has(url)) return false;
  refused.set(url, { times: 0, at: now, reason: 'from the future' });
  return true;
}
