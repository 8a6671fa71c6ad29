/** The data directory: closed to other users when it is made, and checked for having been opened since. */

import { mkdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../base/errors.js';
import type { Log } from '../base/log.js';

/** @throws ConfigError  when it is no directory and cannot be made */
export function makeDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const rule = `must be a directory that can be made and written (${(error as Error).message})`;
    throw new ConfigError('WEATHERGLASS_DATA', rule, path);
  }
}

/** The directory itself, and what in it holds secrets or opens the service to whoever can read or write it. */
const PRIVATE = ['.', 'records', 'pepper', 'keys.journal', 'admin.sock'];

/** Warns of each part of the data directory that other users can read or write: whoever does can forge or replace keys. */
export function warnOfOpenFiles(dataDirectory: string, log: Log): void {
  if (process.platform === 'win32') return; // modes say nothing there
  for (const name of PRIVATE) {
    const path = join(dataDirectory, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && (stats.mode & 0o077) !== 0) warn(path, stats, log);
  }
}

/** The worst first. */
const ACCESS = [
  [0o002, 'every user of this machine can change it'],
  [0o020, 'the users of its group can change it'],
  [0o007, 'every user of this machine can read it'],
  [0o070, 'the users of its group can read it'],
] as const;

function warn(path: string, stats: Stats, log: Log): void {
  const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0');
  const [, access] = ACCESS.find(([bits]) => (stats.mode & bits) !== 0)!;
  const mend = `chmod ${stats.isDirectory() ? 700 : 600} ${path}`;
  log.warn({ path, mode }, `${path} has mode ${mode}, so ${access}; to close it, run: ${mend}`);
}
