/** Selection of issues that the commands for all archives share, and their reports of missing and damaged issues. */

import type { ObjectDefectError } from '../../base/errors.js';
import type { TextSink } from '../../base/progress.js';
import { formatInstant } from '../../model/time.js';
import { UsageError } from '../exit-status.js';
import type { DataOption } from '../options.js';

export interface ArchiveOptions extends DataOption {
  readonly at?: string;
  readonly station?: readonly string[];
  readonly json?: boolean;
}

interface InspectedIssue {
  readonly issueTime: number;
  readonly stations: readonly { readonly id: string }[];
}

/** Input of a command; tests bring their own. */
export interface ArchiveInspection<Issue> {
  /** Epoch seconds. */
  readonly now: number;
  issues(day: string, onDefect: (defect: ObjectDefectError) => void): AsyncIterable<Issue>;
}

export interface WantedIssues extends Pick<ArchiveOptions, 'at' | 'station'> {
  /** Day of UTC; default: that of `now`. */
  readonly day: string | undefined;
  /** Kind of the issues, for messages: "nowcast". */
  readonly noun: string;
}

/**
 * Shows the wanted issues of a day, one in memory at a time.
 *
 * @param write  prints one issue; `chosen` are the indexes of its stations that are wanted, all where none are named
 * @throws UsageError  the day or the time is none
 * @throws Error  there is no such issue, no such station, or a damaged object
 */
export async function showIssues<Issue extends InspectedIssue>(
  archive: ArchiveInspection<Issue>,
  { day = formatInstant(archive.now).slice(0, 10), at, station, noun }: WantedIssues,
  errors: TextSink,
  write: (issue: Issue, chosen: readonly number[], day: string) => void,
): Promise<void> {
  checkTimes(day, at);
  const ids = station?.map((id) => id.toUpperCase());
  const missing = new Set(ids);
  let defects = 0;
  let shown = 0;
  const issues = archive.issues(day, (defect) => {
    defects += 1;
    errors.write(`weatherglass: ${defect.message}\n`);
  });
  for await (const issue of issues) {
    if (at !== undefined && formatInstant(issue.issueTime).slice(11, 16) !== at) continue;
    for (const { id } of issue.stations) missing.delete(id.toUpperCase());
    shown += 1;
    const chosen = issue.stations.flatMap(({ id }, i) => (ids?.includes(id.toUpperCase()) === false ? [] : [i]));
    write(issue, chosen, day);
  }
  const when = at === undefined ? day : `${day} at ${at}`;
  const damaged = defects === 1 ? '1 damaged object' : `${defects} damaged objects`;
  if (shown === 0)
    throw new Error(`no ${noun} is archived on ${when}${defects === 0 ? '' : ` that can be read; ${damaged}`}`);
  if (missing.size > 0) throw new Error(`no issue on ${when} has the station ${[...missing].join(', ')}`);
  if (defects > 0) throw new Error(`${damaged} on ${when} ${defects === 1 ? 'is' : 'are'} left out`);
}

function checkTimes(day: string, at: string | undefined): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new UsageError(`DAY must be a day of UTC as "2026-11-20"; got "${day}"`);
  if (at !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    throw new UsageError(`--at must be a time of UTC as "12:40"; got "${at}"`);
}
