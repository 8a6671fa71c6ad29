/** `weatherglass inspect nowcast-archive [DAY]`: the nowcasts that were issued at the verification stations. */

import { Command } from 'commander';
import type { ObjectDefectError } from '../../base/errors.js';
import type { TextSink } from '../../base/progress.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { formatInstant } from '../../model/time.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, withDataOption } from '../options.js';
import {
  issueHeading,
  issueLine,
  issueRecord,
  isWet,
  LEGEND,
  stationHeading,
  stationLine,
} from './nowcast-issue-lines.js';

interface ArchiveOptions extends DataOption {
  readonly at?: string;
  readonly station?: readonly string[];
  readonly wet?: boolean;
  readonly json?: boolean;
}

/** What the command needs; tests bring their own. */
export interface ArchiveInspection {
  /** Epoch seconds. */
  readonly now: number;
  issues(day: string, onDefect: (defect: ObjectDefectError) => void): AsyncIterable<NowcastIssue>;
}

export type OpenArchive = (options: DataOption) => Promise<ArchiveInspection>;

/** The command `nowcast-archive`, a child of `inspect`. */
export function nowcastArchive(
  open: OpenArchive = openConfigured,
  sink: TextSink = process.stdout,
  errors: TextSink = process.stderr,
): Command {
  return withDataOption(new Command('nowcast-archive'))
    .description('The nowcasts that were issued at the verification stations on a day, and what they said')
    .argument('[day]', 'day of UTC as "2026-11-20"; default today')
    .option('--at <HH:MM>', 'only the issue of this minute, UTC')
    .option('--station <id...>', 'what was said at these stations, by their ICAO ids')
    .option('--wet', 'only the stations where it is said to rain, at any lead')
    .option('--json', 'print JSON, one issue a line: mm/h, ratios 0..1')
    .addHelpText('after', EXAMPLES)
    .action(async (day: string | undefined, options: ArchiveOptions) => {
      const archive = await open(options);
      const wanted = { ...options, day: day ?? formatInstant(archive.now).slice(0, 10) };
      await show(archive, wanted, sink, (defect) => errors.write(`weatherglass: ${defect.message}\n`));
    });
}

async function openConfigured(options: DataOption): Promise<ArchiveInspection> {
  const { archivedNowcasts } = await import('../../app.js');
  const config = configOf(options);
  return { now: config.clock.now(), issues: (day, onDefect) => archivedNowcasts(config, day, onDefect) };
}

async function show(
  archive: ArchiveInspection,
  wanted: ArchiveOptions & { readonly day: string },
  sink: TextSink,
  tellDefect: (defect: ObjectDefectError) => void,
): Promise<void> {
  const { day, at, json = false } = wanted;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new UsageError(`DAY must be a day of UTC as "2026-11-20"; got "${day}"`);
  if (at !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    throw new UsageError(`--at must be a time of UTC as "12:40"; got "${at}"`);
  const missing = new Set(wanted.station?.map((id) => id.toUpperCase()));
  let heading = '';
  let defects = 0;
  let shown = 0;
  const issues = archive.issues(day, (defect) => {
    defects += 1;
    tellDefect(defect);
  });
  for await (const issue of issues) {
    if (at !== undefined && formatInstant(issue.issueTime).slice(11, 16) !== at) continue;
    const chosen = chosenIn(issue, wanted);
    for (const { id } of issue.stations) missing.delete(id.toUpperCase());
    shown += 1;
    if (json) sink.write(`${JSON.stringify(issueRecord(issue, chosen))}\n`);
    else heading = writeLines(issue, chosen, wanted, heading, sink);
  }
  const when = at === undefined ? day : `${day} at ${at}`;
  const damaged = defects === 1 ? '1 damaged object' : `${defects} damaged objects`;
  if (shown === 0)
    throw new Error(`no nowcast is archived on ${when}${defects === 0 ? '' : ` that can be read; ${damaged}`}`);
  if (missing.size > 0) throw new Error(`no issue on ${when} has the station ${[...missing].join(', ')}`);
  if (defects > 0) throw new Error(`${damaged} on ${when} ${defects === 1 ? 'is' : 'are'} left out`);
}

/** Indexes of the stations that are asked for; all without. */
function chosenIn(issue: NowcastIssue, { station, wet = false }: Pick<ArchiveOptions, 'station' | 'wet'>): number[] {
  const ids = station?.map((id) => id.toUpperCase());
  return issue.stations.flatMap(({ id }, i) =>
    (ids === undefined || ids.includes(id.toUpperCase())) && (!wet || isWet(issue, i)) ? [i] : [],
  );
}

/** @returns the heading that now stands above: written again where leads change */
function writeLines(
  issue: NowcastIssue,
  chosen: readonly number[],
  { day, station, wet = false }: Pick<ArchiveOptions, 'station' | 'wet'> & { readonly day: string },
  heading: string,
  sink: TextSink,
): string {
  const byStation = station !== undefined || wet;
  const own = byStation ? `${LEGEND}\n${stationHeading(issue)}` : issueHeading(issue);
  if (own !== heading) sink.write(`${day}, UTC\n${own}\n`);
  const lines = byStation ? chosen.map((i) => stationLine(issue, i)) : [issueLine(issue)];
  for (const line of lines) sink.write(`${line}\n`);
  return own;
}

const EXAMPLES = `
With each new radar frame the service keeps what it says at these airports 5, 15, 30, 60, 90 and 115 minutes ahead. Without
--station or --wet each issue is a line: from which frame, and at how many stations it is said to rain after how many
minutes.

Examples:
  weatherglass inspect nowcast-archive
  weatherglass inspect nowcast-archive 2026-11-20 --station KDEN KORD
  weatherglass inspect nowcast-archive --wet
  weatherglass inspect nowcast-archive 2026-11-20 --at 12:40 --json`;
