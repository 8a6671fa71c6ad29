/**
 * Where a server listens for commands of the same data directory: `admin.sock` in it.
 *
 * A socket's path may have 107 bytes on Linux and 103 on macOS (sun_path). For a data directory with a longer one, both
 * sides use a directory under the system's temporary one, named by a hash; as others may write there too, it must be
 * ours and closed to everyone else before either side trusts it.
 */

import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { RecordsError } from '../../base/errors.js';

const LONGEST_PATH = 100; // bytes, a little below both limits

/** The same path for the server and for every command, from the data directory alone. */
export function administrationSocketPath(dataDirectory: string): string {
  const directory = resolve(dataDirectory);
  const path = join(directory, 'admin.sock');
  if (Buffer.byteLength(path) <= LONGEST_PATH) return path;
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  return join(tmpdir(), `weatherglass-${hash}`, 'admin.sock');
}

/**
 * Makes the directory of the socket, mode 0700 where it is new.
 *
 * @throws RecordsError  when it stands outside the data directory and is open to others
 */
export function prepareSocketDirectory(socketPath: string, dataDirectory: string): void {
  const directory = dirname(socketPath);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  requirePrivate(directory, dataDirectory);
}

/**
 * @throws RecordsError  when another user could have put the socket where it is
 */
export function requirePrivate(directory: string, dataDirectory: string): void {
  if (directory === resolve(dataDirectory)) return;
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) return; // no directory, no socket to be deceived by
  const ours = process.getuid === undefined || stat.uid === process.getuid();
  if (!stat.isDirectory() || !ours || (stat.mode & 0o077) !== 0)
    throw new RecordsError(`${directory} must be a directory of this user with mode 0700; it is not`);
}
