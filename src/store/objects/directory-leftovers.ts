/**
 * What a killed process leaves in a directory store: temporary files, and directories with nothing else in them.
 *
 * They are invisible to `get` and `list`, so all that is at stake is disk space. They go when the last object near them
 * is deleted, which is when retention removes the version that the killed process was writing.
 */

import { readdir, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

const UNFINISHED = /^\.\d+\.[0-9a-f-]+\.unfinished$/;

/** Name for a file that is being written by this process; `unique` must not repeat. */
export function temporaryName(unique: string): string {
  return `.${process.pid}.${unique}.unfinished`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only asks
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Nobody will finish this file. In a container every process is pid 1, hence the second half. */
async function isAbandoned(path: string, name: string): Promise<boolean> {
  const pid = Number(name.split('.')[1]);
  if (!isAlive(pid)) return true;
  return pid === process.pid && (await stat(path)).mtimeMs < performance.timeOrigin;
}

async function removeIfSpent(directory: string): Promise<boolean> {
  const entries = await readdir(directory, { withFileTypes: true });
  if (entries.some((entry) => !entry.isDirectory() && !UNFINISHED.test(entry.name))) return false;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!(await removeIfSpent(path))) return false;
    } else {
      if (!(await isAbandoned(path, entry.name))) return false;
      await unlink(path);
    }
  }
  await rmdir(directory);
  return true;
}

/** Removes `directory` and its parents below `root`, up to the first one that holds an object or a write in progress. */
export async function removeSpentDirectories(root: string, directory: string): Promise<void> {
  try {
    for (let at = directory; at !== root && (await removeIfSpent(at)); at = dirname(at));
  } catch (error) {
    // Another thread put something here, or pruned it first; either way there is nothing left for us to do.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT') throw error;
  }
}
