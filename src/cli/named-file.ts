/** Files that are named on the command line. */

import { readFileSync, writeFileSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

/**
 * What `read` makes of a file that an option names.
 *
 * @throws Error  the file is not there or may not be read, naming the option; whatever else `read` throws
 */
export function readNamed<T>(option: string, path: string, read: (path: string) => T): T {
  return withNamed(option, path, 'read', () => read(path));
}

/** @throws Error  the file cannot be written, naming the option */
export function writeNamed(option: string, path: string, content: string | Uint8Array): void {
  withNamed(option, path, 'written', () => writeFileSync(path, content));
}

function withNamed<T>(option: string, path: string, verb: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = getSystemErrorMap().get((error as NodeJS.ErrnoException).errno ?? 0)?.[1];
    if (why === undefined) throw error;
    throw new Error(`${option} must name a file that can be ${verb} (${why}); got "${path}"`);
  }
}

/** The text of the file that `--request` names; "-" is standard input. */
export function readRequest(path: string): string {
  return readNamed('--request', path, (file) => readFileSync(file === '-' ? 0 : file, 'utf8'));
}
