/** `weatherglass inspect forecast-archive [DAY]`: the forecasts that were issued at the verification stations. */

import { Command } from 'commander';
import type { TextSink } from '../../base/progress.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS } from '../../model/forecast-issue.js';
import { formatDate, formatInstant, HOUR } from '../../model/time.js';
import { converter } from '../../model/units.js';
import { configOf, type DataOption, withDataOption } from '../options.js';
import { headingLine, rowLine, type TableColumn, tableLines } from '../text-table.js';
import { type ArchiveInspection, type ArchiveOptions, showIssues } from './archive-inspection.js';

/** Opens the archive; tests bring their own. */
export type OpenForecastArchive = (options: DataOption) => Promise<ArchiveInspection<ForecastIssue>>;

/** The command `forecast-archive`, a child of `inspect`. */
export function forecastArchive(
  open: OpenForecastArchive = openConfigured,
  sink: TextSink = process.stdout,
  errors: TextSink = process.stderr,
): Command {
  return withDataOption(new Command('forecast-archive'))
    .description('The forecasts that were issued at the verification stations on a day')
    .argument('[day]', 'day of UTC as "2026-11-20"; default today')
    .option('--at <HH:MM>', 'only the issue of this minute, UTC')
    .option('--station <id...>', 'hours and days at these stations, by their ICAO ids')
    .option('--json', 'print JSON, one issue a line: K, mm, ratios 0..1')
    .addHelpText('after', EXAMPLES)
    .action(async (day: string | undefined, options: ArchiveOptions) => {
      let hasHeading = false;
      await showIssues(
        await open(options),
        { ...options, day, noun: 'forecast' },
        errors,
        (issue, chosen, shownDay) => {
          if (options.json) return void sink.write(`${JSON.stringify(issueRecord(issue, chosen))}\n`);
          if (options.station !== undefined)
            return void sink.write(chosen.map((i) => `${stationLines(issue, i).join('\n')}\n`).join('\n'));
          if (!hasHeading) sink.write(`${shownDay}, UTC\n${headingLine(ISSUE_COLUMNS)}\n`);
          hasHeading = true;
          sink.write(`${issueLine(issue)}\n`);
        },
      );
    });
}

async function openConfigured(options: DataOption): Promise<ArchiveInspection<ForecastIssue>> {
  const { archivedForecasts } = await import('../../app.js');
  const config = configOf(options);
  return { now: config.clock.now(), issues: (day, onDefect) => archivedForecasts(config, day, onDefect) };
}

const NOTHING = '–';

/** "12:00   308 of 308    13 with days   0 from late data   11:42 to 11:58" */
const ISSUE_COLUMNS: readonly TableColumn[] = [
  { heading: 'issued', width: 7 },
  { heading: 'stations', width: 13, gap: 0 },
  { heading: 'with days', align: 'right', width: 9, gap: 0 },
  { heading: 'late', align: 'right', width: 6, gap: 0 },
  { heading: 'data published', width: 14, gap: 3 },
  { gap: 3 },
];

function issueLine({ issueTime, stations, firstDays, updatedAt, stale, simulated }: ForecastIssue): string {
  const updates = updatedAt.filter((time) => time !== null);
  const [first, last] = [Math.min(...updates), Math.max(...updates)];
  return rowLine(ISSUE_COLUMNS, [
    clock(issueTime),
    `${updates.length} of ${stations.length}`,
    String(firstDays.filter((day) => day !== null).length),
    String(stale.filter((isLate) => isLate).length),
    clock(first) === clock(last) ? clock(first) : `${clock(first)} to ${clock(last)}`,
    simulated ? 'simulated' : '',
  ]);
}

const CELSIUS = converter('temperature', 'degC');

const temperature = (kelvin: number) => numberWords(kelvin * CELSIUS.factor + CELSIUS.offset, 1, ' °C');
const total = (mm: number) => numberWords(mm, 2, ' mm');
const probability = (share: number) => numberWords(100 * share, 0, '%');

function numberWords(value: number, decimals: number, unit: string): string {
  return Number.isNaN(value) ? NOTHING : `${value.toFixed(decimals)}${unit}`;
}

function columnsOf(...headings: readonly string[]): TableColumn[] {
  return headings.map((heading, i) => (i === 0 ? { heading } : { heading, align: 'right' }));
}

/** The hours of an issue at a station, and its days where it has some. */
function stationLines(issue: ForecastIssue, index: number): string[] {
  const { issueTime, stations, hours, days, firstDays, updatedAt, stale } = issue;
  const { id, latitude, longitude, zone } = stations[index]!;
  const updated = updatedAt[index] ?? null;
  const data = updated === null ? 'no forecast' : `data of ${formatInstant(updated)}${stale[index] ? ', late' : ''}`;
  const title = `${formatInstant(issueTime)}  ${id}  ${latitude} ${longitude}  ${zone}  ${data}`;
  const hour = Math.floor(issueTime / HOUR) * HOUR;
  const hourRows = Array.from({ length: updated === null ? 0 : ISSUE_HOURS }, (_, n) => {
    const at = index * ISSUE_HOURS + n;
    const values = [
      temperature(hours.temperature[at]!),
      total(hours.precipitation[at]!),
      probability(hours.probability[at]!),
    ];
    return [formatInstant(hour + n * HOUR), ...values];
  });
  const first = firstDays[index] ?? null;
  const dayRows = Array.from({ length: first === null ? 0 : ISSUE_DAYS }, (_, n) => {
    const at = index * ISSUE_DAYS + n;
    const extremes = [temperature(days.temperatureMax[at]!), temperature(days.temperatureMin[at]!)];
    return [formatDate(first! + n), ...extremes, total(days.precipitation[at]!), probability(days.probability[at]!)];
  });
  return [
    title,
    ...(hourRows.length === 0
      ? []
      : tableLines(columnsOf('hour', 'temperature', 'precipitation', 'probability'), hourRows)),
    ...(dayRows.length === 0
      ? []
      : tableLines(columnsOf('local day', 'maximum', 'minimum', 'precipitation', 'probability'), dayRows)),
  ];
}

/** An issue as JSON has it: canonical units, null where it is missing; `chosen` are indexes of stations. */
function issueRecord(issue: ForecastIssue, chosen: readonly number[]): object {
  const { issueTime, stations, hours, days, firstDays, updatedAt, stale, simulated } = issue;
  const rowsOf = (tables: Readonly<Record<string, Float32Array>>, count: number, i: number) =>
    Object.entries(tables).map(([name, values]) => [
      COLUMN_NAMES[name]!,
      Array.from(values.subarray(i * count, (i + 1) * count), (value) =>
        Number.isNaN(value) ? null : Number(value.toPrecision(7)),
      ),
    ]);
  const timeOf = (time: number | null | undefined) => (time == null ? null : formatInstant(time));
  return {
    issue_time: formatInstant(issueTime),
    simulated,
    stations: chosen.map((i) => ({
      ...stations[i],
      updated_at: timeOf(updatedAt[i]),
      stale: stale[i],
      hourly: Object.fromEntries(rowsOf({ ...hours }, ISSUE_HOURS, i)),
      first_day: firstDays[i] == null ? null : formatDate(firstDays[i]),
      daily: firstDays[i] == null ? null : Object.fromEntries(rowsOf({ ...days }, ISSUE_DAYS, i)),
    })),
  };
}

/** Names of the API for the tables of an issue. */
const COLUMN_NAMES: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  precipitation: 'precipitation',
  probability: 'precipitation_probability',
  temperatureMax: 'temperature_max',
  temperatureMin: 'temperature_min',
};

function clock(time: number): string {
  return formatInstant(time).slice(11, 16);
}

const EXAMPLES = `
Every hour the service keeps its forecasts at these airports: 26 hours, and in the morning of each airport 16 days. Without
--station each issue is a line: how many stations have a forecast, how many have days, how many stand on late data, and when
those data were published.

Examples:
  weatherglass inspect forecast-archive
  weatherglass inspect forecast-archive 2026-11-20 --at 12:00 --station KDEN
  weatherglass inspect forecast-archive 2026-11-20 --json`;
