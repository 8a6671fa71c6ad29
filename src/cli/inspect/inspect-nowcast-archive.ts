/** `weatherglass inspect nowcast-archive [DAY]`: the nowcasts that were issued at the verification stations. */

import { Command } from 'commander';
import type { TextSink } from '../../base/progress.js';
import type { NowcastIssue } from '../../model/nowcast-issue.js';
import { configOf, type DataOption, withDataOption } from '../options.js';
import { type ArchiveInspection, type ArchiveOptions, showIssues } from './archive-inspection.js';
import {
  issueHeading,
  issueLine,
  issueRecord,
  isWet,
  LEGEND,
  stationHeading,
  stationLine,
} from './nowcast-issue-lines.js';

interface NowcastOptions extends ArchiveOptions {
  readonly wet?: boolean;
}

export type OpenArchive = (options: DataOption) => Promise<ArchiveInspection<NowcastIssue>>;

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
    .action(async (day: string | undefined, options: NowcastOptions) => {
      let heading = '';
      await showIssues(await open(options), { ...options, day, noun: 'nowcast' }, errors, (issue, named, shownDay) => {
        const chosen = options.wet ? named.filter((i) => isWet(issue, i)) : named;
        if (options.json) sink.write(`${JSON.stringify(issueRecord(issue, chosen))}\n`);
        else heading = writeLines(issue, chosen, { ...options, day: shownDay }, heading, sink);
      });
    });
}

async function openConfigured(options: DataOption): Promise<ArchiveInspection<NowcastIssue>> {
  const { archivedNowcasts } = await import('../../app.js');
  const config = configOf(options);
  return { now: config.clock.now(), issues: (day, onDefect) => archivedNowcasts(config, day, onDefect) };
}

/** @returns the heading that now stands above: written again where leads change */
function writeLines(
  issue: NowcastIssue,
  chosen: readonly number[],
  { day, station, wet = false }: Pick<NowcastOptions, 'station' | 'wet'> & { readonly day: string },
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
With each new radar frame the service keeps what it says at these airports for that minute and 5, 15, 30, 60, 90 and 115 minutes
ahead. Without --station or --wet each issue is a line: from which frame, and at how many stations it is said to rain after
how many minutes.

Examples:
  weatherglass inspect nowcast-archive
  weatherglass inspect nowcast-archive 2026-11-20 --station KDEN KORD
  weatherglass inspect nowcast-archive --wet
  weatherglass inspect nowcast-archive 2026-11-20 --at 12:40 --json`;
