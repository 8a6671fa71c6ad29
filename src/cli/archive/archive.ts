/** `weatherglass archive`: keeps the forecasts that are issued in this hour at the verification stations. */

import { Command, Option } from 'commander';
import type { ProgressEvent, ProgressMode } from '../../base/progress.js';
import type { ForecastArchiving } from '../../ingest/archive/forecast-archiving.js';
import { faultOf } from '../../ingest/ingest-fault.js';
import { formatInstant } from '../../model/time.js';
import { exitStatusOf, reportFailure } from '../exit-status.js';
import { withIngest } from '../ingest/open-context.js';
import { configOf, type DataOption, logOf, withDataOption } from '../options.js';

interface ArchiveOptions extends DataOption {
  readonly json?: boolean;
  readonly attached?: boolean;
}

export function archiveCommand(): Command {
  return withDataOption(new Command('archive'))
    .description('Keep the forecasts of this hour at the verification stations; a running service does so by itself')
    .option('--json', 'print the outcome as JSON')
    .addOption(new Option('--attached', 'started by a service: ends when standard input does').hideHelp())
    .addHelpText('after', EXAMPLES)
    .action(async (options: ArchiveOptions) => {
      try {
        await archive(options);
      } catch (error) {
        if (options.attached !== true) return reportFailure(error);
        process.exitCode = exitStatusOf(error);
        process.stdout.write(`${JSON.stringify({ event: 'failed', ...faultOf(error) })}\n`);
      }
    });
}

async function archive(options: ArchiveOptions): Promise<void> {
  const { json = false, attached = false } = options;
  const config = configOf(options);
  const log = logOf(config);
  const mode: ProgressMode = json ? 'json' : 'lines';
  await withIngest({ config, log, fetched: [], mode, attached, deadlineSeconds: null }, async (begin, signal) => {
    const { archiveForecastsNow } = await import('../../app.js');
    const { progress } = begin();
    const begun = performance.now();
    const outcome = await archiveForecastsNow(config, log, signal);
    const seconds = Math.round((performance.now() - begun) / 10) / 100;
    progress(eventOf(outcome, seconds));
    if (outcome.kind === 'archived' && attached) log.info({ ...factsOf(outcome), seconds }, 'forecasts archived');
  });
}

const REASONS: Readonly<Record<Exclude<ForecastArchiving['kind'], 'archived'>, string>> = {
  present: 'this hour has an issue already',
  'no-forecast': 'no station has a forecast yet',
  unsettled: 'new data were published while the issue was made',
  off: 'archiving is switched off (WEATHERGLASS_NOWCAST_ARCHIVE_DAYS)',
  'no-stations': 'no verification station lies in the region',
};

/** It contacts no upstream, and so says nothing about the network. */
function eventOf(outcome: ForecastArchiving, seconds: number): ProgressEvent {
  const { kind } = outcome;
  const text =
    kind === 'archived'
      ? `forecasts of ${outcome.hours} stations archived, ${outcome.days} of them with days`
      : `no forecasts are archived: ${REASONS[kind]}`;
  const facts = { ...factsOf(outcome), seconds, contacted: false };
  return { event: kind, text, facts, lasting: true };
}

function factsOf(outcome: ForecastArchiving): ProgressEvent['facts'] {
  if (outcome.kind === 'present') return { issue: formatInstant(outcome.issueTime) };
  if (outcome.kind !== 'archived') return {};
  const { issueTime, hours, days, removed } = outcome;
  return { issue: formatInstant(issueTime), stations: hours, withDays: days, removed: removed.length };
}

const EXAMPLES = `
Examples:
  weatherglass archive
  weatherglass inspect forecast-archive

Exit status: 0 archived, or nothing to archive; 1 failed; 2 wrong use of an option or a setting.`;
