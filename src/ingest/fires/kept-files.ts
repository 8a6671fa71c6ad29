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
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Validators } from '../../sources/http-download.js';

export interface KeptFile {
  readonly bytes: Uint8Array;
  readonly validators: Validators;
}

export interface ObservationMemory {
  readonly files: Map<string, RememberedFile>;
  lastSuccess: number | null;
  lastFailure: number | null;
  failure: string | null;
}

interface RememberedFile {
  readonly digest: string;
  readonly validators: Validators;
}

const MEMORY = 'polls.json';

/** An empty one where there is none yet, or it was not written by us. */
export async function recallObservations(directory: string, feed: string): Promise<ObservationMemory> {
  const text = await textOf(join(directory, feed, MEMORY));
  return (text === null ? null : memoryOf(text)) ?? emptyMemory();
}

function emptyMemory(): ObservationMemory {
  return { files: new Map(), lastSuccess: null, lastFailure: null, failure: null };
}

async function textOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function memoryOf(text: Buffer): ObservationMemory | null {
  const { files, lastSuccess, lastFailure, failure } = recordOf(parsed(text));
  const entries = Object.entries(recordOf(files));
  const isWhole =
    entries.every(([, file]) => isRemembered(file)) &&
    [lastSuccess, lastFailure].every((at) => at === null || typeof at === 'number') &&
    (failure === null || typeof failure === 'string');
  return isWhole ? ({ files: new Map(entries), lastSuccess, lastFailure, failure } as ObservationMemory) : null;
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null; // half of a file is no memory
    throw error;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isRemembered(value: unknown): value is RememberedFile {
  const { digest, validators } = recordOf(value);
  const { etag = '', lastModified = '' } = recordOf(validators);
  return typeof digest === 'string' && typeof etag === 'string' && typeof lastModified === 'string';
}

/** The copy of a file; null where there is none that the memory knows. */
export async function keptFile(
  directory: string,
  feed: string,
  { files }: ObservationMemory,
  name: string,
): Promise<KeptFile | null> {
  const known = files.get(name);
  const bytes = known === undefined ? null : await textOf(join(directory, feed, name));
  return bytes !== null && digestOf(bytes) === known?.digest ? { bytes, validators: known.validators } : null;
}

/** Takes the place of the copy that is there. */
export async function keepFile(
  directory: string,
  feed: string,
  memory: ObservationMemory,
  name: string,
  { bytes, validators }: KeptFile,
): Promise<void> {
  await replace(join(directory, feed), name, bytes);
  memory.files.set(name, { digest: digestOf(bytes), validators });
}

/** Replaces what is remembered, whole or not at all; copies of files that are not among `names` go. */
export async function rememberObservations(
  directory: string,
  feed: string,
  memory: ObservationMemory,
  names: readonly string[],
): Promise<void> {
  const gone = [...memory.files.keys()].filter((name) => !names.includes(name));
  for (const name of gone) memory.files.delete(name);
  await replace(join(directory, feed), MEMORY, JSON.stringify({ ...memory, files: Object.fromEntries(memory.files) }));
  for (const name of gone) await rm(join(directory, feed, name), { force: true });
}

async function replace(directory: string, name: string, contents: Uint8Array | string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, name);
  await writeFile(`${path}.new`, contents);
  await rename(`${path}.new`, path);
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
