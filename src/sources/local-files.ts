/** Files that somebody brings by hand, from the local disk: what is there, bounded, and the bytes of one. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { UpstreamError } from '../base/errors.js';

export interface TreeLimits {
  /** Directories below the one that is named. */
  readonly deepest: number;
  readonly mostFiles: number;
}

/**
 * Paths of the files under a directory, in no particular order; of a file its own. Hidden ones are passed over.
 *
 * @throws UpstreamError  something cannot be read, or there are more
 */
export async function filesUnder(root: string, { deepest, mostFiles }: TreeLimits): Promise<string[]> {
  const found: string[] = [];
  async function walk(path: string, depth: number): Promise<void> {
    const isDirectory = (await stat(path)).isDirectory();
    if (!isDirectory) found.push(path);
    else if (depth < deepest)
      for (const name of await readdir(path)) if (!name.startsWith('.')) await walk(join(path, name), depth + 1);
    if (found.length > mostFiles) throw new UpstreamError('too-large', root, `holds more than ${mostFiles} files`);
  }
  try {
    await walk(root, 0);
  } catch (error) {
    throw cannotRead(root, error);
  }
  return found;
}

/**
 * Lists the given files, and the files below the given directories whose paths match `ending`. A file named directly is
 * always listed. Bounds and errors: see `filesUnder`.
 */
export async function filesNamed(from: readonly string[], limits: TreeLimits, ending = /$/): Promise<string[]> {
  const found: string[] = [];
  for (const root of from)
    found.push(...(await filesUnder(root, limits)).filter((path) => path === root || ending.test(path)));
  return found;
}

/** The bytes of a file. @throws UpstreamError  it cannot be read, or is larger than `mostBytes` */
export async function readLocalFile(path: string, mostBytes: number): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) throw new UpstreamError('too-large', path, `${size} bytes, at most ${mostBytes}`);
    return await readFile(path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** The error for a file that cannot be read: "FILE: unreadable: no such file or directory". */
export function cannotRead(path: string, error: unknown): unknown {
  if (error instanceof UpstreamError) return error;
  const { errno = 0, message } = error as NodeJS.ErrnoException;
  return new UpstreamError('unreadable', path, getSystemErrorMap().get(errno)?.[1] ?? message, { cause: error });
}
