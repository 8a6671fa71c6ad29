/**
 * The secrets that are mixed into every key hash.
 *
 * `WEATHERGLASS_PEPPER` holds them (newest first, separated by commas); without it they are lines of the file `pepper`
 * in the data directory, made at the first start with mode 0600. Losing them makes every key worthless, so the file is
 * flushed to the disk before it gets its name: a power cut leaves a whole pepper or none.
 */

import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../base/errors.js';
import type { RandomBytes } from './api-keys.js';

/** 32 characters of base64url carry 192 bits, as much as the secrets they protect. */
const SHORTEST = 32;

/**
 * The peppers of a data directory, newest first; makes the file when there is none.
 *
 * @param setting  value of `WEATHERGLASS_PEPPER`, null when it is not set
 * @throws ConfigError  when a pepper is too short to be a secret, or there is none in the file
 */
export function loadPeppers(dataDirectory: string, setting: string | null, random: RandomBytes): readonly Uint8Array[] {
  const origin = pepperOrigin(dataDirectory, setting);
  if (setting !== null) return peppersOf(setting.split(','), origin);
  const text = readIfPresent(origin) ?? makePepperFile(origin, dataDirectory, random);
  return peppersOf(text.split('\n'), origin);
}

/** False when the next `loadPeppers` makes the first pepper. */
export function hasPeppers(dataDirectory: string, setting: string | null): boolean {
  return setting !== null || existsSync(pepperOrigin(dataDirectory, setting));
}

/** The setting or the path of the file that the peppers come from. */
export function pepperOrigin(dataDirectory: string, setting: string | null): string {
  return setting === null ? join(dataDirectory, 'pepper') : 'WEATHERGLASS_PEPPER';
}

function peppersOf(lines: readonly string[], origin: string): readonly Uint8Array[] {
  const peppers = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (peppers.length === 0) throw new ConfigError(origin, 'must hold at least one pepper', '');
  for (const pepper of peppers)
    if (pepper.length < SHORTEST)
      throw new ConfigError(
        origin,
        `each pepper must have at least ${SHORTEST} characters`,
        `${pepper.length} characters`,
      );
  return peppers.map((pepper) => new TextEncoder().encode(pepper));
}

function readIfPresent(path: string): string | null {
  try {
    // a file restored from a backup often comes back readable for everyone
    if (statSync(path).mode & 0o077) chmodSync(path, 0o600);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new ConfigError(path, `must be a readable file (${(error as Error).message})`, path);
  }
}

/** A server and a command may both be first: whoever links the name first made the pepper, the other one reads it. */
function makePepperFile(path: string, dataDirectory: string, random: RandomBytes): string {
  const draft = `${path}.${Buffer.from(random(8)).toString('hex')}`;
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${Buffer.from(random(32)).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
    flush(draft);
    linkUnlessTaken(draft, path);
    flush(dataDirectory);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(path, `must be a file that can be made (${(error as Error).message})`, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function linkUnlessTaken(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Content survives a power cut once the file is flushed, its name once the directory is. */
function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
