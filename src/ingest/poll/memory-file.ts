/** Files in which polls remember something: caches beside the store, which are replaced whole, and may be gone or broken. */

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces the file, whole or not at all. Only who holds the lock of the feed may call it. */
export async function replaceFile(path: string, contents: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, contents);
  await rename(`${path}.new`, path);
}

/** Null where there is none. */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The members of the JSON object in the file; none where there is no file, or part of one. */
export async function readMembers(path: string): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readIfThere(path);
  const value = bytes === null ? null : parsed(bytes.toString());
  return isRecord(value) ? value : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // part of a file is not believed
    throw error;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
