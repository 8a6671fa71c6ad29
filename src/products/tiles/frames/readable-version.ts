/** Which version of a dataset maps are drawn from: the published one, or the one before where that cannot be read. */

import { isUnreadable } from '../../../base/errors.js';

export interface ReadableVersion<Version> {
  /** Null: nothing was published, or neither version can be read. */
  readonly version: Version | null;
  /** False: the published version cannot be read. */
  readonly isNewest: boolean;
}

interface Versions<Version> {
  newest(): Promise<Version | null>;
  previous(): Promise<Version | null>;
}

/** @param hasFailed  tells whether drawing from the version of that name has failed */
export async function readableVersion<Version extends { readonly version: string; readonly isPrevious?: boolean }>(
  versions: Versions<Version>,
  hasFailed: (version: string) => boolean,
): Promise<ReadableVersion<Version>> {
  const newest = await unlessDamaged(versions.newest);
  if (newest === null) return { version: null, isNewest: true };
  if (newest === 'damaged') return { version: null, isNewest: false };
  const isPrevious = newest.isPrevious === true;
  if (!hasFailed(newest.version)) return { version: newest, isNewest: !isPrevious };
  const before = isPrevious ? null : await unlessDamaged(versions.previous);
  const isReadable = before !== null && before !== 'damaged' && !hasFailed(before.version);
  return { version: isReadable ? before : null, isNewest: false };
}

/** The shelf that reads the documents has logged the defect. */
async function unlessDamaged<Version>(read: () => Promise<Version>): Promise<Version | 'damaged'> {
  try {
    return await read();
  } catch (error) {
    if (isUnreadable(error)) return 'damaged';
    throw error;
  }
}
