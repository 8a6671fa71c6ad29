/** `weatherglass inspect daily-analysis [--at LAT,LON]`: what the service keeps of local days that are over. */

import { Command } from 'commander';
import type { AnalysedDays } from '../../app.js';
import type { TextSink } from '../../base/progress.js';
import type { AnalysisDataset, AnalysisSpan } from '../../model/daily-analysis.js';
import { datasetTitle } from '../../model/dataset.js';
import { formatDate } from '../../model/time.js';
import { converter } from '../../model/units.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { type TableColumn, tableLines } from '../text-table.js';

interface AnalysisOptions extends DataOption {
  readonly at?: string;
  readonly days?: string;
  readonly json?: boolean;
}

type Spans = ReadonlyMap<AnalysisDataset, readonly AnalysisSpan[]>;

/** Input of the command; tests bring their own. */
export interface AnalysisInspection {
  spans(): Promise<Spans>;
  daysAt(place: { latitude: number; longitude: number }, count: number): Promise<AnalysedDays | null>;
}

const USUAL_DAYS = 30;
const MOST_DAYS = 1100;

/** The command `daily-analysis`, a child of `inspect`. */
export function dailyAnalysis(
  open: (options: DataOption) => Promise<AnalysisInspection> = openConfigured,
  sink: TextSink = process.stdout,
): Command {
  return withDataOption(new Command('daily-analysis'))
    .description('The analysis of local days that are over, kept for places without a weather station')
    .option('--at <LAT,LON>', 'the newest days at this place, degrees north and east')
    .option('--days <n>', `how many of them, 1 to ${MOST_DAYS}; default ${USUAL_DAYS}`)
    .option('--json', 'print JSON: K, mm, ratios 0..1')
    .addHelpText('after', EXAMPLES)
    .action(async (options: AnalysisOptions) => {
      const inspection = await open(options);
      const lines =
        options.at === undefined ? await overview(inspection, options) : await placeLines(inspection, options);
      sink.write(`${lines.join('\n')}\n`);
    });
}

async function openConfigured(options: DataOption): Promise<AnalysisInspection> {
  const { analysisSpans, newestAnalysedDays } = await import('../../app.js');
  const config = configOf(options);
  const log = quietLogOf(config);
  return {
    spans: () => analysisSpans(config, log),
    daysAt: (place, count) => newestAnalysedDays(config, log, place, count),
  };
}

const SPAN_COLUMNS: readonly TableColumn[] = [
  { heading: 'record' },
  { heading: 'model' },
  { heading: 'first day' },
  { heading: 'last day' },
  {},
];

async function overview(inspection: AnalysisInspection, { json = false }: AnalysisOptions): Promise<string[]> {
  const all = [...(await inspection.spans())].flatMap(([dataset, spans]) =>
    spans.map((span) => ({ dataset, ...span })),
  );
  if (json)
    return all.map(({ dataset, source, simulated, firstDay, lastDay }) =>
      JSON.stringify({ dataset, source, simulated, first_day: formatDate(firstDay), last_day: formatDate(lastDay) }),
    );
  if (all.length === 0) throw new Error('no day is analysed yet');
  const rows = all.map(({ dataset, source, simulated, firstDay, lastDay }) => [
    ...[dataset, datasetTitle(source), formatDate(firstDay), formatDate(lastDay)],
    simulated ? 'simulated' : '',
  ]);
  return tableLines(SPAN_COLUMNS, rows);
}

async function placeLines(inspection: AnalysisInspection, { at, days, json }: AnalysisOptions): Promise<string[]> {
  const found = await inspection.daysAt(placeOf(at!), countOf(days));
  if (found === null) throw new Error('no day is analysed yet');
  const dates = Array.from({ length: found.days[1] - found.days[0] + 1 }, (_, n) => formatDate(found.days[0] + n));
  if (json) return dates.map((date, n) => JSON.stringify({ date, ...recordOf(found, n) }));
  return tableLines(
    DAY_COLUMNS,
    dates.map((date, n) => [date, ...cellsOf(found, n)]),
  );
}

function placeOf(text: string): { latitude: number; longitude: number } {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = text
    .split(',')
    .map((part) => Number(part || 'none'));
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) || more.length > 0)
    throw new UsageError(`--at must be degrees north and east as "52.52,13.41"; got "${text}"`);
  return { latitude, longitude };
}

function countOf(text = String(USUAL_DAYS)): number {
  const count = Number(text);
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST_DAYS))
    throw new UsageError(`--days must be 1 to ${MOST_DAYS}; got "${text}"`);
  return count;
}

const right = (heading: string): TableColumn => ({ heading, align: 'right' });
const DAY_COLUMNS: readonly TableColumn[] = [
  { heading: 'local day' },
  ...['maximum', 'minimum', 'precipitation', 'rain', 'new snow', 'cloud', 'air quality'].map(right),
];

const CELSIUS = converter('temperature', 'degC');

function words(value: number, decimals: number, unit: string): string {
  return Number.isNaN(value) ? '–' : `${value.toFixed(decimals)}${unit}`;
}

function cellsOf({ values, airQuality }: AnalysedDays, n: number): string[] {
  const of = (id: Parameters<typeof values.get>[0]) => values.get(id)![n]!;
  const celsius = (kelvin: number) => words(kelvin * CELSIUS.factor + CELSIUS.offset, 1, ' °C');
  return [
    ...[celsius(of('temperature_max')), celsius(of('temperature_min'))],
    ...[
      words(of('precipitation'), 1, ' mm'),
      words(of('rain_total'), 1, ' mm'),
      words(of('snow_total') / 10, 1, ' cm'),
    ],
    ...[words(100 * of('cloud_cover'), 0, '%'), words(airQuality[n]!, 0, '')],
  ];
}

function recordOf({ values, airQuality }: AnalysedDays, n: number): Record<string, number | null> {
  const known = (value: number) => (Number.isNaN(value) ? null : Number(value.toPrecision(7)));
  const columns = [...values].map(([id, days]) => [id, known(days[n]!)] as const);
  return { ...Object.fromEntries(columns), air_quality_index: known(airQuality[n]!) };
}

const EXAMPLES = `
Once a day, when a local day is over in every time zone, the service keeps its extremes and totals from the shortest
forecasts of GFS, and the particles of GEFS-Aerosol where it ingests them. POST /v1/historical responds with them where no
station within 100 km observed. Temperatures are at the height of the place.

Examples:
  weatherglass inspect daily-analysis
  weatherglass inspect daily-analysis --at 15.6,32.5
  weatherglass inspect daily-analysis --at -54.4,3.4 --days 365 --json`;
