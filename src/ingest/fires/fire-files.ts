/**
 * Fires and plumes from files, by hand: lists of FIRMS as CSV, days of HMS as ZIP. Their own newest fire stands for now, so
 * that files of another day can be looked at. Readers get them until the next poll.
 */

import { isTagged, UpstreamError } from '../../base/errors.js';
import type { FireFeed } from '../../sources/fire-feed.js';
import { filesNamed, readLocalFile } from '../../sources/local-files.js';
import type { StoreContext } from '../context.js';
import { locked } from '../poll/frame.js';
import { type Contents, contentsOf, publishContents } from './fire-publication.js';
import { newestFire, newestPlume } from './fire-selection.js';

const TREE = { deepest: 3, mostFiles: 1000 };
const ENDINGS = { fires: /\.(csv|txt)$/i, plumes: /\.zip$/i } as const;
const LARGEST_FILE = 128 << 20;

export interface FireFilesOutcome {
  readonly files: number;
  readonly count: number;
  readonly version: string;
}

/**
 * @throws UpstreamError  a file cannot be read, or there is none of these
 * @throws MalformedError  none of them is what it should be
 * @throws DirectoryLockedError  a poll of the feed is running
 */
export async function ingestFireFiles(
  deps: StoreContext,
  feed: FireFeed,
  from: readonly string[],
): Promise<FireFilesOutcome> {
  const contents = await readContents(deps, feed, await pathsIn(feed, from));
  const { objects, source, clock, progress } = deps;
  const publication = {
    objects,
    simulated: source.simulated,
    createdAt: clock.now(),
    now: newestOf(contents) ?? clock.now(),
  };
  return locked(deps, feed.id, async () => {
    const { version, count } = await publishContents(publication, feed.dataset, contents);
    const outcome = { files: contents.length, count, version };
    const text = `${feed.title}: ${count} ${feed.observed} of ${contents.length} files`;
    progress({ event: 'published', text, lasting: true, facts: { feed: feed.id, ...outcome } });
    return outcome;
  });
}

async function pathsIn({ dataset, title }: FireFeed, from: readonly string[]): Promise<string[]> {
  const paths = await filesNamed(from, TREE, ENDINGS[dataset]);
  if (paths.length === 0) throw new UpstreamError('not-yet', from.join(' '), `holds no file of ${title}`);
  return paths.sort().reverse(); // the newest day first, by the names of HMS
}

/** A file that is not what it should be is told of, and stops nothing. */
async function readContents(
  { log, signal }: StoreContext,
  { id, dataset }: FireFeed,
  paths: readonly string[],
): Promise<Contents[]> {
  const contents: Contents[] = [];
  let refused: Error | null = null;
  for (const path of paths) {
    signal?.throwIfAborted();
    const bytes = await readLocalFile(path, LARGEST_FILE);
    try {
      contents.push(await contentsOf(dataset, bytes));
    } catch (error) {
      if (!isTagged(error, 'malformed')) throw error;
      log.warn({ feed: id, path, reason: error.message }, 'a file is not taken');
      refused ??= error;
    }
  }
  if (contents.length === 0 && refused !== null) throw refused;
  return contents;
}

function newestOf(contents: readonly Contents[]): number | null {
  const times = contents.map((one) => (one.kind === 'fires' ? newestFire(one.fires) : newestPlume(one.plumes)));
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
