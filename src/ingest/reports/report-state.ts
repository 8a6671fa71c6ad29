/** State of a feed of station reports, for `doctor`: what is published, how the last polls went, what the upstream has. */

import type { Clock } from '../../base/clock.js';
import type { ReportFeed } from '../../sources/metar/metar-feed.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { REPORTS_DATASET, type ReportVersion } from '../../store/reports/report-documents.js';
import { readReportVersion } from '../../store/reports/report-reader.js';
import { readPointer } from '../../store/versions/pointer.js';
import { askOnce } from '../poll/frame.js';
import type { PollRecord } from '../poll/poll-record.js';
import { recallReports } from './report-memory.js';

export interface ReportState {
  /** Null when nothing was ever published. */
  readonly newest: ReportVersion | null;
  /** All null when it was never polled. */
  readonly poll: PollRecord;
}

/** @throws ObjectDefectError  what is published is damaged */
export async function reportStateOf(
  { objects, directory }: { readonly objects: ObjectStore; readonly directory: string },
  { id }: ReportFeed,
): Promise<ReportState> {
  const pointer = await readPointer(objects, REPORTS_DATASET);
  const newest = pointer === null ? null : await readReportVersion(objects, pointer.version);
  const { lastSuccess, lastFailure, failure } = await recallReports(directory, id);
  return { newest, poll: { lastSuccess, lastFailure, failure } };
}

/** @throws UpstreamError  it does not answer */
export async function offeredReports(
  feed: ReportFeed,
  baseUrl: string,
  clock: Clock,
): Promise<{ readonly urls: readonly string[]; readonly missing: readonly string[] }> {
  const url = feed.url(baseUrl);
  const head = await askOnce(clock, (http) => http.head(url));
  return head === null ? { urls: [], missing: [url] } : { urls: [url], missing: [] };
}
