/** `weatherglass inspect accuracy`: how far forecasts are verified, what is kept of it, and the errors of the newest dates. */

import { Command } from 'commander';
import type { AccuracyOverview } from '../../app.js';
import type { TextSink } from '../../base/progress.js';
import type { LeadAccuracy, SectionAccuracy } from '../../ingest/verify/accuracy-report.js';
import { type AccuracyInterval, EVALUATION_DAYS } from '../../model/accuracy.js';
import { formatDate, formatInstant } from '../../model/time.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { type TableColumn, tableLines } from '../text-table.js';
import { leadText, numberText } from '../verify/verify-accuracy-table.js';

interface AccuracyOptions extends DataOption {
  readonly days?: string;
  readonly json?: boolean;
}

/** Reads the record; tests bring their own. */
export type ReadOverview = (options: DataOption, dates: number) => Promise<AccuracyOverview | null>;

/** The command `accuracy`, a child of `inspect`. */
export function accuracy(read: ReadOverview = readConfigured, sink: TextSink = process.stdout): Command {
  const { minimum, maximum, default: usual } = EVALUATION_DAYS;
  return withDataOption(new Command('accuracy'))
    .description('How far forecasts are verified, what is kept, and the errors of the newest dates')
    .option('--days <n>', `dates of the tables, ${minimum} to ${maximum}; default ${usual}`)
    .option('--json', 'print JSON: K, mm, ratios 0..1')
    .addHelpText('after', EXAMPLES)
    .action(async (options: AccuracyOptions) => {
      const overview = await read(options, datesOf(options.days));
      if (overview === null) throw new Error('no forecast is verified yet');
      sink.write(options.json ? `${JSON.stringify(recordOf(overview))}\n` : `${linesOf(overview).join('\n')}\n`);
    });
}

async function readConfigured(options: DataOption, dates: number): Promise<AccuracyOverview | null> {
  const { accuracyOverview } = await import('../../app.js');
  const config = configOf(options);
  return accuracyOverview(config, quietLogOf(config), dates);
}

function datesOf(text = String(EVALUATION_DAYS.default)): number {
  const { minimum, maximum } = EVALUATION_DAYS;
  const dates = Number(text);
  if (!(Number.isInteger(dates) && dates >= minimum && dates <= maximum))
    throw new UsageError(`--days must be ${minimum} to ${maximum}; got "${text}"`);
  return dates;
}

const right = (...headings: readonly string[]): TableColumn[] =>
  headings.map((heading) => ({ heading, align: 'right' }));

const MONTH_COLUMNS: readonly TableColumn[] = [
  ...[{ heading: 'month' }, ...right('revision', 'dates', 'with minutes', 'stations', 'stored')],
  {},
];

function linesOf({ firstDay, lastDay, createdAt, stations, months, days, sections }: AccuracyOverview): string[] {
  const rows = months.map(({ version, verified, minutes, stations: count, bytes, simulated }) => {
    const [month, revision] = version.split('-') as [string, string];
    const name = `${month.slice(0, 4)}-${month.slice(4)}`;
    const counts = [verified, minutes].map(({ length }) => String(length));
    return [name, revision, ...counts, String(count), `${(bytes / 1e6).toFixed(1)} MB`, simulated ? 'simulated' : ''];
  });
  const [from, to, first, last] = [firstDay, lastDay, ...days].map((day) => formatDate(day));
  return [
    `${from} to ${to} at ${stations} stations, verified ${formatInstant(createdAt)}`,
    '',
    ...tableLines(MONTH_COLUMNS, rows),
    '',
    `All stations, ${first} to ${last}. Errors are mean absolute errors; skill is that against persistence.`,
    ...sections.flatMap((section) => sectionLines(section)),
  ];
}

const LEADS: Readonly<Record<AccuracyInterval, string>> = { '1d': 'days', '1h': 'hours', '1m': 'minutes' };

/** Empty for an interval without pairs. */
function sectionLines({ interval, leads }: SectionAccuracy): string[] {
  const known = leads.filter(({ occurrence, errors }) => occurrence.samples + pairsOf(errors) > 0);
  if (known.length === 0) return [];
  const errors = ERRORS[interval];
  const columns = right(LEADS[interval], ...errors.flatMap(({ heading }) => [heading, 'bias', 'skill']), ...EVENTS);
  return [
    '',
    ...tableLines(
      columns,
      known.map((lead) => leadCells(lead, errors)),
    ),
  ];
}

const ERRORS: Readonly<Record<AccuracyInterval, readonly { name: keyof LeadAccuracy['errors']; heading: string }[]>> = {
  '1d': [
    { name: 'temperature_max', heading: 'highest, K' },
    { name: 'temperature_min', heading: 'lowest, K' },
  ],
  '1h': [{ name: 'temperature', heading: 'temperature, K' }],
  '1m': [],
};
const EVENTS = ['pairs wet or dry', 'CSI', 'Brier'];

const pairsOf = (errors: LeadAccuracy['errors']) =>
  Object.values(errors).reduce((sum, { samples }) => sum + samples, 0);

function leadCells(
  { lead, errors, occurrence, probability }: LeadAccuracy,
  shown: readonly { readonly name: keyof LeadAccuracy['errors'] }[],
): string[] {
  return [
    leadText(lead),
    ...shown.flatMap(({ name }) => {
      const { meanAbsoluteError, bias, persistence } = errors[name]!;
      return [numberText(meanAbsoluteError, 2), numberText(bias, 2), numberText(persistence.skill, 2)];
    }),
    ...[String(occurrence.samples), numberText(occurrence.criticalSuccessIndex, 2)],
    numberText(probability.brierScore, 3),
  ];
}

function recordOf({ firstDay, lastDay, createdAt, simulated, stations, months, days, sections }: AccuracyOverview) {
  return {
    ...{ first_date: formatDate(firstDay), last_date: formatDate(lastDay), verified_at: formatInstant(createdAt) },
    ...{ simulated, stations },
    months: months.map(({ version, verified, minutes, stations: count, bytes }) => ({
      ...{ version, dates: verified.length, minute_dates: minutes.length, stations: count, bytes },
    })),
    period: days.map((day) => formatDate(day)),
    leads: sections.flatMap(({ interval, leads }) =>
      leads.map(({ lead, errors, occurrence, probability }) => ({
        ...{ interval, lead: lead.first },
        errors: Object.fromEntries(
          Object.entries(errors).map(([name, { meanAbsoluteError, bias, samples, persistence }]) => [
            name,
            { mean_absolute_error: meanAbsoluteError, bias, samples, skill: persistence.skill },
          ]),
        ),
        ...{ critical_success_index: occurrence.criticalSuccessIndex, wet_or_dry_samples: occurrence.samples },
        brier_score: probability.brierScore,
      })),
    ),
  };
}

const EXAMPLES = `
Once a day the service verifies the forecasts that it issued for the last 60 dates, and keeps the sums. What the numbers
mean: docs/methods/accuracy.md. Tables of any dates, from the archives themselves: weatherglass verify accuracy.

Examples:
  weatherglass inspect accuracy
  weatherglass inspect accuracy --days 365 --json`;
