/** `weatherglass archive`: keeps the forecasts of this hour at the verification stations, and the analysis of days that are over. */

import { Command, Option } from 'commander';
import type { ProgressEvent, ProgressMode } from '../../base/progress.js';
import type { DayAnalysed } from '../../ingest/archive/daily-analysing.js';
import type { ForecastArchiving } from '../../ingest/archive/forecast-archiving.js';
import { faultOf } from '../../ingest/ingest-fault.js';
import { datasetTitle } from '../../model/dataset.js';
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
    .description(
      'Keep the forecasts of this hour at verification stations and the analysis of past days; a running service does so',
    )
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
    const { analyseDaysNow, archiveForecastsNow } = await import('../../app.js');
    const { progress } = begin();
    // The issue of the hour comes first: it cannot be made later. Its event comes last, because a schedule goes by the last one.
    let issued: ProgressEvent | null = null;
    try {
      const { value, seconds } = await timed(() => archiveForecastsNow(config, log, signal));
      issued = eventOf(value, seconds);
      if (value.kind === 'archived' && attached) log.info({ ...factsOf(value), seconds }, 'forecasts archived');
    } finally {
      // Days that are over are analysed also where the issue failed: they cannot be made up either.
      try {
        const { value: days, seconds } = await timed(() => analyseDaysNow(config, log, signal));
        for (const event of analysisEvents(days, seconds)) progress(event);
        if (days.length > 0 && attached) log.info({ days, seconds }, 'days analysed');
      } finally {
        if (issued !== null) progress(issued);
      }
    }
  });
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly seconds: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, seconds: Math.round((performance.now() - begun) / 10) / 100 };
}

function analysisEvents(days: readonly DayAnalysed[], seconds: number): ProgressEvent[] {
  return days.map(({ dataset, source, date }) => ({
    event: 'analysed',
    text: `${dataset} of ${date} kept, from ${datasetTitle(source)}`,
    facts: { dataset, source, date, seconds, contacted: false },
    lasting: true,
  }));
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
  weatherglass inspect daily-analysis

Exit status: 0 archived, or nothing to archive; 1 failed; 2 wrong use of an option or a setting.`;
