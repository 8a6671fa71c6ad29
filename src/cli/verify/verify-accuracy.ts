/**
 * `weatherglass verify accuracy`: issued forecasts against what was observed, of the service itself or, with `--archive` and
 * `--observations`, of any files.
 */

import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { createProgress, type Progress } from '../../base/progress.js';
import {
  accuracyByMonth,
  accuracyByStation,
  accuracyOf,
  blockDaysFor,
  type GroupAccuracy,
  type LeadAccuracy,
  type SectionAccuracy,
} from '../../ingest/verify/accuracy-report.js';
import {
  DAY_PERSISTENCES,
  type DayPersistence,
  type LeadSpan,
  type VerifiedForecasts,
  verifyFiles,
} from '../../ingest/verify/verify-files.js';
import { formatDate, parseDate } from '../../model/time.js';
import { differenceConverter, resolveUnits, UNIT_SYSTEMS, type UnitSystem } from '../../model/units.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { plainLine } from '../plain-text.js';
import { accuracyReport } from './verify-accuracy-json.js';
import { accuracyPlots } from './verify-accuracy-plot.js';
import { accuracyTables, groupTables, type ShownUnits } from './verify-accuracy-table.js';

interface Options extends DataOption {
  readonly archive?: string;
  readonly observations?: string;
  readonly days: number;
  readonly units: UnitSystem;
  readonly zone?: string;
  readonly issueHour?: number;
  readonly persistence?: DayPersistence;
  readonly leadDays?: number[];
  readonly leadHours?: LeadSpan[];
  readonly from?: number;
  readonly to?: number;
  readonly by?: 'station' | 'month';
  readonly blockDays?: number;
  readonly minutes?: boolean;
  readonly plot?: boolean;
  readonly json?: boolean;
}

/** The command `accuracy`, a child of `verify`. */
export function verifyAccuracy(): Command {
  return withDataOption(new Command('accuracy'))
    .description('Issued forecasts compared with observations: errors, occurrence and probability by lead')
    .option('--archive <path>', 'folder or file of issued forecasts; else those of the data directory')
    .option('--observations <file>', 'file of observations, with --archive')
    .option('--days <days>', 'dates of the data directory, up to the last one that is observed', wholeNumber, 30)
    .addOption(
      new Option('--units <system>', 'units of tables and of the output').choices(UNIT_SYSTEMS).default('metric'),
    )
    .option('--zone <name>', 'IANA time zone of the local days; else that of the files, or UTC')
    .option('--issue-hour <hour>', 'local hour that leads of days count from; else 6, or the nearest with issues', hour)
    .addOption(
      new Option(
        '--persistence <rule>',
        'date that persistence of days repeats; else day-before of files, issue-date of the service',
      ).choices(DAY_PERSISTENCES),
    )
    .option('--lead-days <days>', 'leads of days, in halves: 0,0.5,1,2', leadDays)
    .option('--lead-hours <hours>', 'leads of hours, single or pooled: 0,6,24,24-47', leadHours)
    .option('--from <date>', 'first date; else that of the observations', date)
    .option('--to <date>', 'last date', date)
    .addOption(new Option('--by <group>', 'also print errors by station or by month').choices(['station', 'month']))
    .option(
      '--block-days <days>',
      'dates of a block of the confidence intervals; else 5, of a short period 1',
      wholeNumber,
    )
    .option('--minutes', 'also compare nowcasts of the data directory with radar, which takes some seconds a date')
    .option('--plot', 'also plot error by lead, and reliability')
    .option('--json', 'print JSON')
    .addHelpText('after', EXPLANATION)
    .action(verify);
}

/** A request of the accuracy record may ask for as many. */
const MOST_DAYS = 365;

const EXPLANATION = `
Without --archive the forecasts that this service issued at airports are compared with what it has stored of their reports.

Forecasts: CSV with the columns station,issued,valid,variable,value. "valid" is an hour or a date, and the station "*" is
every one. Also read: forecasts of Open-Meteo under the time of their issue (2023-10-01_0500.json), and the highs of the
US National Weather Service collected in 2021. Observations: CSV with the columns station,time,variable,value and optionally
zone; the same highs; or airport hours of the R package nycflights13. Files may be gzip. docs/methods/accuracy.md has the rules.

  MAE          mean absolute error, with its 95% confidence interval from date to date
  bias         mean error; positive: the forecast is too high
  matched      pairs that have persistence; skill is 1 − MAE / MAE of persistence on these
  persistence  of an hour, the same hour of the day before; of a day, by --persistence
  Brier        mean squared error of the probability; skill against the station's own frequency, and persistence

Examples:
  weatherglass verify accuracy --days 60 --by station
  weatherglass verify accuracy --archive issues/ --observations observed.csv --zone America/New_York
  weatherglass verify accuracy --archive highs.csv.gz --observations highs.csv.gz --by station --plot`;

async function verify(options: Options): Promise<void> {
  const mode = options.json ? 'quiet' : process.stderr.isTTY ? 'terminal' : 'lines';
  const progress = createProgress(mode, process.stderr);
  const persistence = options.persistence ?? (options.archive === undefined ? 'issue-date' : 'day-before');
  const verified = await verifiedBy(options, persistence, progress);
  const blockDays = options.blockDays ?? blockDaysFor(verified.lastDay - verified.firstDay + 1);
  const minutes = options.minutes ? await minutesOf(options, verified, progress) : null;
  const sections = [verified, ...(minutes === null ? [] : [minutes])].flatMap(({ layout, rows }) =>
    accuracyOf(layout, rows, blockDays),
  );
  if (!sections.some(({ leads }) => leads.some(hasPairs)))
    throw new Error(`no forecast has an observation: ${verified.issues} issues, ${verified.stations.length} stations`);
  const groups = groupsOf(options, verified);
  const chosen: Chosen = { ...options, persistence, blockDays };
  const text = options.json
    ? JSON.stringify(accuracyReport(chosen, verified, sections, groups), null, 2)
    : textOf(chosen, verified, sections, groups);
  process.stdout.write(`${text}\n`);
}

function hasPairs({ errors, occurrence, probability }: LeadAccuracy): boolean {
  return [...Object.values(errors), occurrence, probability].some(({ samples }) => samples > 0);
}

/** Options with the values that hold where none were given. */
type Chosen = Options & { readonly persistence: DayPersistence; readonly blockDays: number };

async function verifiedBy(
  options: Options,
  persistence: DayPersistence,
  progress: Progress,
): Promise<VerifiedForecasts> {
  const { archive, observations } = options;
  if (archive === undefined && observations === undefined) {
    if (options.days > MOST_DAYS) throw new UsageError(`--days must be at most ${MOST_DAYS}; got ${options.days}`);
    const { archivedAccuracy } = await import('../../app.js');
    const config = configOf(options);
    return archivedAccuracy(config, quietLogOf(config), { days: options.days, persistence, progress, onDefect });
  }
  if (options.minutes)
    throw new UsageError('--minutes compares nowcasts of the data directory, not files of --archive');
  if (archive === undefined || observations === undefined)
    throw new UsageError('--archive and --observations must be given together, or neither for the data directory');
  for (const [option, path] of Object.entries({ '--archive': archive, '--observations': observations }))
    if (!existsSync(path)) throw new UsageError(`${option} must name a file or folder that exists; got "${path}"`);
  return verifyFiles(
    {
      ...{ archive, observations, persistence, units: options.units },
      ...{ zone: options.zone ?? null, issueHour: options.issueHour ?? null },
      ...{ leadDays: options.leadDays ?? null, leadHours: options.leadHours ?? null },
      ...{ from: options.from ?? null, to: options.to ?? null },
    },
    progress,
  );
}

/** Nowcasts of the same dates. */
async function minutesOf(options: Options, verified: VerifiedForecasts, progress: Progress) {
  const { archivedMinutes } = await import('../../app.js');
  return archivedMinutes(configOf(options), verified, { progress, onDefect });
}

function onDefect(defect: Error): void {
  process.stderr.write(`weatherglass: ${defect.message}\n`);
}

function groupsOf({ by }: Options, { layout, rows, stations }: VerifiedForecasts): GroupAccuracy[] {
  if (by === undefined) return [];
  return by === 'station' ? accuracyByStation(layout, stations) : accuracyByMonth(layout, rows);
}

function textOf(
  options: Chosen,
  verified: VerifiedForecasts,
  sections: readonly SectionAccuracy[],
  groups: readonly GroupAccuracy[],
): string {
  const units = shownUnits(options.units);
  const parts = [heading(options, verified), accuracyTables(sections, units)];
  if (options.by !== undefined) parts.push(groupTables(options.by, groups, units));
  if (options.plot) parts.push(accuracyPlots(sections, units));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Units of errors: differences, so °C and K are the same. */
function shownUnits(system: UnitSystem): ShownUnits {
  const units = resolveUnits(system);
  const temperature = differenceConverter('temperature', units.temperature);
  const precipitation = differenceConverter('precipitation', units.precipitation);
  return {
    temperature: { name: units.temperature === 'degF' ? '°F' : 'K', factor: temperature.factor, decimals: 3 },
    precipitation: { name: units.precipitation, factor: precipitation.factor, decimals: precipitation.decimals + 1 },
  };
}

function heading(
  options: Chosen,
  { titles, issues, stations, firstDay, lastDay, issueHour, notes }: VerifiedForecasts,
) {
  const dates = `${formatDate(firstDay)} to ${formatDate(lastDay)}`;
  return [
    `${titles.join(', ')}: ${issues} issues, ${stations.length} stations, ${dates}`,
    `leads of days from ${String(issueHour).padStart(2, '0')}:00 local; persistence of days: ${options.persistence}; intervals of blocks of ${options.blockDays} dates`,
    ...notes.map((note) => `note: ${plainLine(note)}`),
  ].join('\n');
}

function date(text: string): number {
  const day = parseDate(text);
  if (day === null) throw new InvalidArgumentError('must be a date as 2026-11-20.');
  return day;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('must be a whole number from 1 to 999.');
  return Number(text);
}

function hour(text: string): number {
  if (!/^([01]?\d|2[0-3])$/.test(text)) throw new InvalidArgumentError('must be an hour from 0 to 23.');
  return Number(text);
}

function leadDays(text: string): number[] {
  const days = text.split(',').map((part) => (/^\d{1,2}(\.[05])?$/.test(part.trim()) ? Number(part) : Number.NaN));
  if (days.some(Number.isNaN)) throw new InvalidArgumentError('must be days in halves as 0,0.5,1.');
  return [...new Set(days)].sort((a, b) => a - b);
}

function leadHours(text: string): LeadSpan[] {
  return text.split(',').map((part) => {
    const [, first, last] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part.trim()) ?? [];
    const span = { first: Number(first), last: Number(last ?? first) };
    if (!(span.first <= span.last))
      throw new InvalidArgumentError('must be hours as 0,6,24 or rising ranges as 24-47.');
    return span;
  });
}
