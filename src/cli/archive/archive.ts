/**
 * `weatherglass archive`: keeps the forecasts of this hour at the verification stations, the analysis of days that are over, and
 * the record of accuracy.
 */

import { Command, Option } from 'commander';
import { isTagged } from '../../base/errors.js';
import type { ProgressEvent, ProgressMode } from '../../base/progress.js';
import type { DayAnalysed } from '../../ingest/archive/daily-analysing.js';
import type { ForecastArchiving } from '../../ingest/archive/forecast-archiving.js';
import { faultOf } from '../../ingest/ingest-fault.js';
import type { AccuracyRecording } from '../../ingest/verify/accuracy-recording.js';
import { datasetTitle } from '../../model/dataset.js';
import { formatDate, formatInstant } from '../../model/time.js';
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
      'Keep the forecasts of this hour at verification stations, the analysis of past days and the record of accuracy; a ' +
        'running service does so',
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
    const { analyseDaysNow, archiveForecastsNow, recordAccuracyNow } = await import('../../app.js');
    // A demo verifies its past in a process of its own: what that writes need not be written twice.
    const recordUnlessBusy: (...of: Parameters<typeof recordAccuracyNow>) => Promise<RecordingOutcome> = (...of) =>
      recordAccuracyNow(...of).catch((error: unknown) => {
        if (isTagged(error, 'directory-locked')) return { kind: 'busy' };
        throw error;
      });
    const { progress } = begin();
    let issued: ProgressEvent | null = null;
    await eachInTurn(signal, [
      // The issue of the hour comes first: it cannot be made later. Its event comes last, because a schedule goes by the last one.
      async () => {
        const { value, seconds } = await timed(() => archiveForecastsNow(config, log, signal));
        issued = eventOf(value, seconds);
        if (value.kind === 'archived' && attached) log.info({ ...factsOf(value), seconds }, 'forecasts archived');
      },
      // Days that are over are analysed also where the issue failed: they cannot be made up either.
      async () => {
        const { value: days, seconds } = await timed(() => analyseDaysNow(config, log, signal));
        for (const event of analysisEvents(days, seconds)) progress(event);
        if (days.length > 0 && attached) log.info({ days, seconds }, 'days analysed');
      },
      async () => {
        const { value, seconds } = await timed(() => recordUnlessBusy(config, log, { progress, signal }));
        progress(accuracyEvent(value, seconds));
        if (value.kind === 'recorded' && attached) log.info({ ...accuracyFacts(value), seconds }, 'forecasts verified');
      },
    ]).finally(() => {
      if (issued !== null) progress(issued);
    });
  });
}

/** Does the work of each, also where one before it failed. @throws what failed first, or the signal's reason */
async function eachInTurn(signal: AbortSignal, works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works)
    try {
      signal.throwIfAborted();
      await work();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
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

type RecordingOutcome = AccuracyRecording | { readonly kind: 'busy' };

const ACCURACY_WORDS: Readonly<Record<Exclude<RecordingOutcome['kind'], 'recorded'>, string>> = {
  busy: 'the record of accuracy is being written by another process',
  current: 'the record of accuracy is up to date',
  unobserved: 'no forecast is verified: none is of a date with most of its observations',
};

function accuracyEvent(outcome: RecordingOutcome, seconds: number): ProgressEvent {
  const { kind } = outcome;
  const facts = { ...accuracyFacts(outcome), seconds, contacted: false };
  if (kind !== 'recorded') return { event: `accuracy-${kind}`, text: ACCURACY_WORDS[kind], facts, lasting: true };
  const dates = outcome.spans.map(([first, last]) => `${formatDate(first)} to ${formatDate(last)}`).join(', ');
  const text = `forecasts for ${dates} verified at ${outcome.stations} stations, from ${outcome.issues} issues`;
  return { event: 'accuracy-recorded', text, facts, lasting: true };
}

/** Verified dates and stations, for a log or an event. */
export function accuracyFacts(outcome: RecordingOutcome): ProgressEvent['facts'] {
  if (outcome.kind !== 'recorded') return {};
  const { lastDay, stations, issues, spans } = outcome;
  const dates = spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return { lastDate: formatDate(lastDay), dates, verifiedStations: stations, issues };
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
  weatherglass inspect accuracy

Exit status: 0 archived, or nothing to archive; 1 failed; 2 wrong use of an option or a setting.`;
