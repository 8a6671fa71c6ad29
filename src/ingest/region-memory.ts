/**
 * That a feed has nothing in the configured region, remembered beside its staged slices, so that its files are not
 * fetched again every minute to find that out. Another region, or the simulated upstream for the real one, asks anew.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isTagged } from '../base/errors.js';
import type { SliceOrigin } from './staging/staging-area.js';

const NAME = 'outside-region.json';

/** @param directory  of the feed's staging area */
export async function isKnownOutside(directory: string, origin: SliceOrigin): Promise<boolean> {
  if (origin.region === null) return false;
  try {
    return (await readFile(join(directory, NAME), 'utf8')) === textOf(origin);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

export async function rememberOutside(directory: string, origin: SliceOrigin): Promise<void> {
  const path = join(directory, NAME);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, textOf(origin));
}

/** For whoever asks for a run by name, which is fetched whatever was found before. */
export async function forgetOutside(directory: string): Promise<void> {
  await rm(join(directory, NAME), { force: true });
}

/** True when the error says that region and grid have no cell in common. */
export function saysOutside(error: unknown): boolean {
  return isTagged(error, 'config') && error.setting === 'WEATHERGLASS_REGION';
}

function textOf({ simulated, region }: SliceOrigin): string {
  return `${JSON.stringify({ simulated, region })}\n`;
}
