/** How a feed of fires or smoke stands, for who looks at it: what is published, how the last polls went, what the upstream has. */

import type { Clock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import type { TimedVersion } from '../../model/timed-version.js';
import type { FireFeed } from '../../sources/fire-feed.js';
import { createFireShelf } from '../../store/fires/fire-shelf.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { askOnce } from '../poll/frame.js';
import { type FireMemory, recallFires } from './kept-files.js';

export interface FireState {
  /** Null when nothing was ever published. */
  readonly newest: TimedVersion | null;
  /** All null when it was never polled. */
  readonly poll: Omit<FireMemory, 'files'>;
}

/** @throws ObjectDefectError  what is published is damaged, and so is what was published before */
export async function fireStateOf(
  { objects, directory }: { readonly objects: ObjectStore; readonly directory: string },
  { id, dataset }: FireFeed,
): Promise<FireState> {
  const shelf = createFireShelf({ objects, clock: { now: () => 0 }, log: silentLog });
  const [newest, poll] = [await shelf.newest(dataset), await recallFires(directory, id)];
  return { newest, poll };
}

/**
 * Addresses of the feed's files that the upstream has, and of those that it has not and should.
 *
 * @throws UpstreamError  it does not answer
 */
export async function offeredFiles(
  feed: FireFeed,
  baseUrl: string,
  clock: Clock,
): Promise<{ readonly urls: readonly string[]; readonly missing: readonly string[] }> {
  const [urls, missing]: [string[], string[]] = [[], []];
  await askOnce(clock, async (http) => {
    for (const { url, mayBeAbsent } of feed.files(baseUrl, clock.now()))
      if ((await http.head(url)) !== null) urls.push(url);
      else if (!mayBeAbsent) missing.push(url);
  });
  return { urls, missing };
}
