/** Files that are named on the command line. */

import { readFileSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

/**
 * What `read` makes of a file that an option names.
 *
 * @throws RangeError  where the file is not there or may not be read, naming the option; whatever else `read` throws
 */
export function readNamed<T>(option: string, path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    const why = getSystemErrorMap().get((error as NodeJS.ErrnoException).errno ?? 0)?.[1];
    if (why === undefined) throw error;
    throw new RangeError(`${option} must name a file that can be read (${why}); got "${path}"`);
  }
}

/** The text of the file that `--request` names; "-" is standard input. */
export function readRequest(path: string): string {
  return readNamed('--request', path, (file) => readFileSync(file === '-' ? 0 : file, 'utf8'));
}
