/**
 * What the polls of a feed remember: of each file the newest copy that could be read, with the validators for the next
 * conditional request, and how the last polls went.
 *
 *   <directory>/<feed>/polls.json      validators and digests, by the names of the files
 *   <directory>/<feed>/<name>          the copy
 *
 * A copy counts only with the digest that the memory has for it: a poll that was killed between the two leaves a copy that
 * counts as none, and the file is fetched in full once more. It is a cache beside the store, and may be deleted.
 */

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Validators } from '../../sources/http-download.js';
import { isRecord, readIfThere, readMembers, replaceFile } from '../poll/memory-file.js';
import { isPollRecord, NEVER_POLLED, type PollRecord } from '../poll/poll-record.js';

export interface KeptFile {
  readonly bytes: Uint8Array;
  readonly validators: Validators;
}

export interface FireMemory extends PollRecord {
  readonly files: Map<string, RememberedFile>;
}

interface RememberedFile {
  readonly digest: string;
  readonly validators: Validators;
}

const MEMORY = 'polls.json';

/** An empty one where there is none yet, or it was not written by us. */
export async function recallFires(directory: string, feed: string): Promise<FireMemory> {
  const members = await readMembers(join(directory, feed, MEMORY));
  const files = isRecord(members.files) ? Object.entries(members.files) : [];
  if (!files.every(isRemembered) || !isPollRecord(members)) return { files: new Map(), ...NEVER_POLLED };
  const { lastSuccess, lastFailure, failure } = members;
  return { files: new Map(files), lastSuccess, lastFailure, failure };
}

function isRemembered(file: [string, unknown]): file is [string, RememberedFile] {
  const [, value] = file;
  if (!isRecord(value) || !isRecord(value.validators)) return false;
  const { etag = '', lastModified = '' } = value.validators;
  return typeof value.digest === 'string' && typeof etag === 'string' && typeof lastModified === 'string';
}

/** The copy of a file; null where there is none that the memory knows. */
export async function keptFile(
  directory: string,
  feed: string,
  { files }: FireMemory,
  name: string,
): Promise<KeptFile | null> {
  const known = files.get(name);
  const bytes = known === undefined ? null : await readIfThere(join(directory, feed, name));
  return bytes !== null && digestOf(bytes) === known?.digest ? { bytes, validators: known.validators } : null;
}

/** Takes the place of the copy that is there. */
export async function keepFile(
  directory: string,
  feed: string,
  memory: FireMemory,
  name: string,
  { bytes, validators }: KeptFile,
): Promise<void> {
  await replaceFile(join(directory, feed, name), bytes);
  memory.files.set(name, { digest: digestOf(bytes), validators });
}

/** Replaces what is remembered, whole or not at all; copies of files that are not among `names` go. */
export async function rememberFires(
  directory: string,
  feed: string,
  memory: FireMemory,
  names: readonly string[],
): Promise<void> {
  const gone = [...memory.files.keys()].filter((name) => !names.includes(name));
  for (const name of gone) memory.files.delete(name);
  const contents = { ...memory, files: Object.fromEntries(memory.files) };
  await replaceFile(join(directory, feed, MEMORY), JSON.stringify(contents));
  for (const name of gone) await rm(join(directory, feed, name), { force: true });
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
