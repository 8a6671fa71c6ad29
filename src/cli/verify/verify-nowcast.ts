/** `weatherglass verify nowcast --frames DIR`: hindcasts over a folder of radar frames, beside persistence. */

import { statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { createProgress } from '../../base/progress.js';
import type { HindcastMask } from '../../ingest/verify/event-counts.js';
import { type FrameFolder, openFrames } from '../../ingest/verify/frame-folder.js';
import { hindcast } from '../../ingest/verify/hindcast.js';
import { type HindcastPlan, planHindcast } from '../../ingest/verify/hindcast-plan.js';
import { type LeadScores, leadScores } from '../../ingest/verify/lead-scores.js';
import { NOWCAST_METHODS, type NowcastMethodName } from '../../ingest/verify/nowcast-method.js';
import { DAY, formatInstant, parseInstant } from '../../model/time.js';
import { UsageError } from '../exit-status.js';
import { writeNamed } from '../named-file.js';
import { nowcastPlot } from './verify-nowcast-plot.js';
import { nowcastTable } from './verify-nowcast-table.js';

interface Options {
  readonly frames: string;
  readonly leads: number[];
  readonly starts?: string[];
  readonly every: number;
  readonly spacing?: number;
  readonly thresholds: number[];
  readonly mask: HindcastMask;
  readonly method: NowcastMethodName;
  readonly plot?: string;
  readonly json?: boolean;
}

/** The command `nowcast`, a child of `verify`. */
export function verifyNowcast(): Command {
  return new Command('nowcast')
    .description('Nowcasts of the past from a folder of radar frames, compared with the frames that came')
    .requiredOption(
      '--frames <directory>',
      'MRMS PrecipRate (GRIB2) or FMI composites (PGM), gzip or not; DWD composites RV (tar) or KNMI composites (HDF5)',
    )
    .addOption(
      new Option('--leads <minutes>', 'leads to compare')
        .argParser(numbers)
        .default([5, 15, 30, 60, 90, 115], '5,15,30,60,90,115'),
    )
    .option(
      '--starts <times>',
      'HH:MM of the first frame’s day or ISO 8601, UTC; else every start that there is',
      texts,
    )
    .option('--every <minutes>', 'between starts that are not named', positive, 30)
    .option(
      '--spacing <minutes>',
      'between the three frames of the motion; else 10, or what frames of 5 or more have',
      positive,
    )
    .addOption(
      new Option('--thresholds <mm/h>', 'events: at least this rate; the lowest is that of the probability')
        .argParser(numbers)
        .default([0.1, 1, 5], '0.1,1,5'),
    )
    .addOption(new Option('--mask <mask>', 'pixels that count').choices(['common', 'fixed']).default('common'))
    .addOption(
      new Option('--method <method>', 'rule of the rate').choices(Object.keys(NOWCAST_METHODS)).default('disk'),
    )
    .option('--plot <file.svg>', 'also draw the scores', svgName)
    .option('--json', 'print JSON')
    .addHelpText('after', EXPLANATION)
    .action(verify);
}

const EXPLANATION = `
Each start takes the motion from three frames; its nowcast and persistence (the frame of the start) are compared with
the frame at each lead, pixel by pixel, and the counts of all starts are added up.

  CSI    hits among hits, misses and false alarms
  POD    share of what came that was forecast
  FAR    share of what was forecast that did not come
  bias   events forecast for each that came
  Brier  mean squared error of the probability of the lowest threshold; persistence says 0 or 1

  --mask common   pixels observed at the start and at the lead, where there is a nowcast
  --mask fixed    pixels observed at the start and at the lead; without a nowcast it counts as dry
  --method disk   the service's own rule; bilinear is extrapolation and nothing else

A frame of the whole United States takes a few seconds for each start and lead.

Examples:
  weatherglass verify nowcast --frames frames/
  weatherglass verify nowcast --frames frames/ --leads 6,16,30 --starts 00:20,00:40 --plot skill.svg`;

async function verify(options: Options): Promise<void> {
  if (!statSync(options.frames, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`--frames must be a directory; got "${options.frames}"`);
  const mode = options.json ? 'quiet' : process.stderr.isTTY ? 'terminal' : 'lines';
  const progress = createProgress(mode, process.stderr);
  const folder = await openFrames(options.frames, progress);
  const plan = planHindcast(folder, {
    leads: options.leads,
    starts: options.starts?.map((start) => instantOf(start, folder.times[0]!)) ?? null,
    everyMinutes: options.every,
    spacingMinutes: options.spacing ?? null,
  });
  const results = await hindcast(folder, plan, options.thresholds, {
    method: NOWCAST_METHODS[options.method],
    progress,
  });
  const scores = results.map((result) => leadScores(result, options.mask));
  if (options.plot) writeNamed('--plot', options.plot, nowcastPlot(scores, subtitle(options, folder, plan)));
  const notes = [...folder.notes, ...plan.notes];
  if (options.json) process.stdout.write(`${JSON.stringify(report(options, folder, plan, scores, notes), null, 2)}\n`);
  else process.stdout.write(`${heading(options, folder, plan, notes)}\n\n${nowcastTable(scores)}\n`);
}

function heading(options: Options, folder: FrameFolder, plan: HindcastPlan, notes: readonly string[]): string {
  const { rows, columns } = folder.grid;
  const from = `${formatInstant(folder.times[0]!)} to ${formatInstant(folder.times.at(-1)!)}`;
  const starts = plan.starts.map(({ time }) => formatInstant(time).slice(11, 16)).join(' ');
  return [
    `${folder.title}: ${folder.times.length} frames of ${rows} × ${columns} pixels, ${from}`,
    `starts ${starts}; ${options.mask} mask; method ${options.method}`,
    ...notes.map((note) => `note: ${note}`),
  ].join('\n');
}

/** "MRMS PrecipRate (GRIB2), 2019-06-10, 4 starts; common mask; method disk" */
function subtitle({ mask, method }: Options, { title }: FrameFolder, { starts }: HindcastPlan): string {
  const days = [...new Set(starts.map(({ time }) => formatInstant(time).slice(0, 10)))];
  const when = days.length < 2 ? days.join('') : `${days[0]} to ${days.at(-1)}`;
  const count = starts.length === 1 ? '1 start' : `${starts.length} starts`;
  return `${title}, ${when}, ${count}; ${mask} mask; method ${method}`;
}

/** NaN is null, as JSON has it. Names are those of the accuracy interface. */
function report(
  options: Options,
  folder: FrameFolder,
  plan: HindcastPlan,
  scores: readonly LeadScores[],
  notes: readonly string[],
): unknown {
  return {
    frames: { format: folder.title, count: folder.times.length, rows: folder.grid.rows, columns: folder.grid.columns },
    starts: plan.starts.map(({ time }) => formatInstant(time)),
    mask: options.mask,
    method: options.method,
    notes,
    leads: scores.map((score) => ({
      lead_minutes: score.lead,
      starts: score.starts,
      samples: score.pairs,
      nowcast: scoresOf(score, 'nowcast'),
      persistence: scoresOf(score, 'persistence'),
      base_rate: score.baseRate,
      reliability: score.reliability,
      resolution: score.resolution,
    })),
  };
}

function scoresOf(score: LeadScores, method: 'nowcast' | 'persistence'): unknown {
  const { events, brierScore } = score[method];
  return {
    events: events.map((event) => ({
      threshold: event.threshold,
      critical_success_index: event.criticalSuccessIndex,
      probability_of_detection: event.probabilityOfDetection,
      false_alarm_ratio: event.falseAlarmRatio,
      frequency_bias: event.frequencyBias,
    })),
    brier_score: brierScore,
  };
}

/** "00:20" is the first one not before the first frame. */
function instantOf(text: string, firstFrame: number): number {
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (!clock) {
    const instant = parseInstant(text);
    if (instant === null) throw new UsageError(`--starts must be HH:MM or ISO 8601; got "${text}"`);
    return instant;
  }
  const day = firstFrame - (firstFrame % DAY);
  const time = day + Number(clock[1]) * 3600 + Number(clock[2]) * 60;
  return time < firstFrame ? time + DAY : time;
}

function numbers(text: string): number[] {
  const values = text.split(',').map((part) => positive(part));
  return [...new Set(values)].sort((a, b) => a - b);
}

function positive(text: string): number {
  const value = Number(text.trim() || Number.NaN);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('must be numbers above 0.');
  return value;
}

function texts(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function svgName(text: string): string {
  if (!text.endsWith('.svg')) throw new InvalidArgumentError('must end in .svg.');
  return text;
}
