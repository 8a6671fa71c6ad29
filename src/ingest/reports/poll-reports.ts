/**
 * One poll of a feed of station reports:
 *
 *   lock → recall → fetch unless unchanged → decode → add to the last three hours → publish → record hours → remember
 *
 * A file that cannot be had or read changes nothing that is published, and the poll has failed. Hours are recorded from what
 * is published, once an hour, also while the file is unchanged or cannot be had.
 */

import { UpstreamError } from '../../base/errors.js';
import { decodeMetarCache, type ReportList } from '../../decode/metar/metar-cache.js';
import type { StationReport } from '../../model/station-report.js';
import { formatInstant } from '../../model/time.js';
import type { HttpDownload, HttpSettings, Validators } from '../../sources/http-download.js';
import type { ReportFeed } from '../../sources/metar/metar-feed.js';
import type { StoreContext } from '../context.js';
import { openHttp, polling } from '../poll/frame.js';
import { recording } from '../poll/poll-record.js';
import { type ReportMemory, recallReports, rememberReports } from './report-memory.js';
import {
  type PublishedReports,
  publishFresh,
  type ReportStore,
  readPublished,
  recordableHour,
  recordHours,
} from './report-publication.js';
import { WINDOW } from './report-window.js';

export interface ReportOutcome {
  /** `nothing-new`: readers get what they got before. */
  readonly kind: 'published' | 'nothing-new';
  /** Version that readers get; null: none. */
  readonly version: string | null;
  readonly stations: number;
  readonly reports: number;
  /** Lines of the file that were refused, by the rule they broke. */
  readonly refused: Readonly<Record<string, number>>;
  /** Reports and values that were left out or marked by the rules of quality. */
  readonly quality: Readonly<Record<string, number>>;
  /** Days of the record that were written. */
  readonly recorded: readonly string[];
  readonly traffic: { readonly requests: number; readonly bytes: number };
}

/** The next poll follows five minutes later. */
const HTTP: Partial<HttpSettings> = {
  timeouts: { head: 20, idle: 20, total: 90 },
  policy: { attempts: 3, firstPauseSeconds: 1, longestPauseSeconds: 10 },
  longestRetryAfter: 30,
  connectionsPerHost: 1,
};

interface ReportPoll {
  readonly deps: StoreContext;
  readonly feed: ReportFeed;
  readonly memory: ReportMemory;
  readonly http: HttpDownload;
}

/**
 * @throws UpstreamError, MalformedError  the file could not be had or read
 * @throws DirectoryLockedError  another poll of the feed is running
 */
export async function pollReports(deps: StoreContext, feed: ReportFeed): Promise<ReportOutcome> {
  return polling(deps, feed.id, openHttp(deps, HTTP), async (http) => {
    const memory = await recallReports(deps.directory, feed.id);
    try {
      return await recording(deps, feed, memory, () => pollOnce({ deps, feed, memory, http }));
    } finally {
      await rememberReports(deps.directory, feed.id, memory);
    }
  });
}

async function pollOnce(poll: ReportPoll): Promise<ReportOutcome> {
  const { deps, memory, http } = poll;
  const now = deps.clock.now();
  const { objects, log, source } = deps;
  const store: ReportStore = { objects, log, simulated: source.simulated, now, createdAt: now };
  const before = await readPublished(store);
  const isKnown = before.version !== null && before.version === memory.version;
  const fetchAndPublish = async () => {
    const file = await fetchFile(poll, isKnown ? memory.validators : {});
    return { file, published: await publishFresh(store, before, file?.list.reports ?? []) };
  };
  const { file, published } = await fetchAndPublish().catch(async (error: unknown) => {
    // Hours of reports that are here must not be lost while the upstream is away, or sends what cannot be used.
    await recordIfDue(store, memory, before.reports);
    throw error;
  });
  if (file !== null) Object.assign(memory, { validators: file.validators, version: published.version });
  const recorded = await recordIfDue(store, memory, published.reports);
  return tell(poll, { published, refused: file?.list.refused ?? new Map(), recorded, traffic: http.traffic() });
}

interface FetchedFile {
  readonly list: ReportList;
  readonly validators: Validators;
}

/** Null where it is unchanged. */
async function fetchFile({ deps, feed, http }: ReportPoll, unlessStill: Validators): Promise<FetchedFile | null> {
  const url = feed.url(deps.source.baseUrl);
  const options = { ceilingBytes: feed.ceilingBytes, gzip: true, signal: deps.signal };
  const answer = await http.get(url, { ...options, unlessStill });
  if (answer.notModified) return null;
  const list = decodeMetarCache(answer.bytes);
  const newest = list.reports.reduce((latest, { time }) => Math.max(latest, time), 0);
  if (list.reports.length === 0) throw new UpstreamError('not-yet', url, 'holds no report');
  if (newest <= deps.clock.now() - WINDOW)
    throw new UpstreamError(
      'not-yet',
      url,
      `holds no report of the last three hours; the newest is of ${formatInstant(newest)}`,
    );
  if (list.defect !== null)
    deps.log.debug({ feed: feed.id, refused: Object.fromEntries(list.refused), first: list.defect.message }, 'refused');
  return { list, validators: answer.validators };
}

async function recordIfDue(
  store: ReportStore,
  memory: ReportMemory,
  reports: readonly StationReport[],
): Promise<string[]> {
  const hour = recordableHour(store.now);
  if (memory.recordedHour === hour || reports.length === 0) return [];
  const recorded = await recordHours(store, reports);
  memory.recordedHour = hour;
  return recorded;
}

function tell(
  { deps, feed }: ReportPoll,
  parts: Pick<ReportOutcome, 'recorded' | 'traffic'> & {
    readonly published: PublishedReports;
    readonly refused: ReadonlyMap<string, number>;
  },
): ReportOutcome {
  const { published, refused, recorded, traffic } = parts;
  const { isNew, version, stations, reports, counts } = published;
  const kind = isNew ? 'published' : 'nothing-new';
  const outcome = { kind, version, stations, reports: reports.length, recorded, traffic } as const;
  const details = { refused: Object.fromEntries(refused), quality: Object.fromEntries(counts) };
  const left = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const words = [
    `${isNew ? '' : 'nothing new, still '}${stations} stations`,
    ...(left > 0 ? [`${left} lines left out`] : []),
    ...(recorded.length > 0 ? [`hours of ${recorded.join(', ')} recorded`] : []),
  ];
  deps.progress({
    event: kind,
    text: `${feed.title}: ${words.join(', ')}`,
    lasting: true,
    facts: { feed: feed.id, stations, reports: reports.length, left, ...traffic },
  });
  return { ...outcome, ...details };
}
