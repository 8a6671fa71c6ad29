/**
 * What the polls of a feed read before, so that nothing is fetched or stored twice: validators for conditional requests,
 * files that never change, digests of messages that were handed to the records.
 *
 * It is a cache beside the records, and must never outlive them: the feed's poll state holds the digest of the memory
 * that belongs to it (in the place of an ETag, which with several documents has no other meaning). A memory with another
 * digest, from a poll that was killed before its state was stored or of records that were put back, counts as none; that
 * costs one poll in full.
 */

import { createHash } from 'node:crypto';
import type { Validators } from '../../sources/http-download.js';
import { readIfThere, replaceFile } from '../poll/memory-file.js';

export interface DocumentMemory {
  /** Address of the document that led here; null where polls begin. */
  readonly from: string | null;
  /** Held only while everything that the document led to has been read: then its being unchanged says that all is. */
  readonly validators: Validators | null;
  /** Of what never changes: it need not be asked for again. */
  readonly isRead: boolean;
  /** Polls in a row in which it was broken or not there. */
  readonly failures: number;
  /** Of its messages, all of which the records have. */
  readonly digests: readonly string[];
}

/** By address. */
export type PollMemory = ReadonlyMap<string, DocumentMemory>;

/** @param digest  that the poll state names; null: there is none */
export async function readMemory(path: string, digest: string | null): Promise<PollMemory> {
  if (digest === null) return new Map();
  const text = (await readIfThere(path))?.toString() ?? '';
  return digestOf(text) === digest ? new Map(JSON.parse(text) as [string, DocumentMemory][]) : new Map();
}

/** Replaces the stored memory, whole or not at all; returns the digest for the poll state. */
export async function writeMemory(path: string, memory: PollMemory): Promise<string> {
  const text = JSON.stringify([...memory]);
  await replaceFile(path, text);
  return digestOf(text);
}

/** Short, since thousands are kept: 128 bits of SHA-256. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
