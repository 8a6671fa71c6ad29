/**
 * Station reports from files, by hand. Their own newest report stands for now, so that files of another day can be looked
 * at. Readers get them until the next poll; their hours are added to the record.
 */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { decodeMetarCache } from '../../decode/metar/metar-cache.js';
import type { StationReport } from '../../model/station-report.js';
import { HOUR } from '../../model/time.js';
import { filesNamed, readLocalFile } from '../../sources/local-files.js';
import type { ReportFeed } from '../../sources/metar/metar-feed.js';
import type { StoreContext } from '../context.js';
import { locked } from '../poll/frame.js';
import { publishFresh, readPublished, recordHours } from './report-publication.js';
import { WINDOW } from './report-window.js';

const TREE = { deepest: 3, mostFiles: 2000 };
const ENDINGS = /\.csv(\.gz)?$/i;

export interface ReportFilesOutcome {
  readonly files: number;
  readonly stations: number;
  readonly reports: number;
  readonly version: string | null;
  /** Days of the record that were written. */
  readonly recorded: readonly string[];
}

/**
 * @throws UpstreamError  a file cannot be read, or there is none of these
 * @throws MalformedError  none of them is what it should be
 * @throws DirectoryLockedError  a poll of the feed is running
 */
export async function ingestReportFiles(
  deps: StoreContext,
  feed: ReportFeed,
  from: readonly string[],
): Promise<ReportFilesOutcome> {
  const paths = (await filesNamed(from, TREE, ENDINGS)).sort();
  if (paths.length === 0) throw new UpstreamError('not-yet', from.join(' '), `holds no file of ${feed.title}`);
  return locked(deps, feed.id, async () => {
    const { objects, log, source, clock, progress } = deps;
    const store = (now: number) => ({ objects, log, simulated: source.simulated, now, createdAt: clock.now() });
    const recorded = new Set<string>();
    let [files, published]: [number, Awaited<ReturnType<typeof publishFresh>> | null] = [0, null];
    let refused: Error | null = null;
    for (const path of paths) {
      deps.signal?.throwIfAborted();
      const reports = await readReportFile(deps, feed, path).catch((error: unknown) => {
        if (!isTagged(error, 'malformed')) throw error;
        log.warn({ feed: feed.id, path, reason: error.message }, 'a file is refused');
        refused ??= error;
        return null;
      });
      if (reports === null) continue;
      files++;
      const now = newestOf(reports);
      published = await publishFresh(store(now), await readPublished(store(now)), reports);
      for (const day of await recordHours(store(now), published.reports, hoursOf(now), NO_HOURS)) recorded.add(day);
    }
    if (published === null) throw refused ?? new UpstreamError('not-yet', from.join(' '), 'holds no report');
    const { stations, version } = published;
    const outcome = { files, stations, reports: published.reports.length, version, recorded: [...recorded] };
    const text = `${feed.title}: ${stations} stations of ${files} files`;
    progress({ event: 'published', text, lasting: true, facts: { feed: feed.id, files, stations, version } });
    return outcome;
  });
}

async function readReportFile(
  { log }: StoreContext,
  feed: ReportFeed,
  path: string,
): Promise<readonly StationReport[]> {
  const { reports, refused } = decodeMetarCache(await readLocalFile(path, feed.ceilingBytes));
  if (reports.length === 0) throw new UpstreamError('not-yet', path, 'holds no report');
  log.debug({ feed: feed.id, path, refused: Object.fromEntries(refused) }, 'read');
  return reports;
}

function newestOf(reports: readonly StationReport[]): number {
  return reports.reduce((newest, { time }) => Math.max(newest, time), 0);
}

/** Hours that reports until `now` can say something of. */
const hoursOf = (now: number) => ({ first: now - WINDOW, last: now + HOUR });
/** A file holds a part of an hour's reports. */
const NO_HOURS = { first: 0, last: -1 };
