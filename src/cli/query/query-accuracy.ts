/** `weatherglass query accuracy`: how good past forecasts were, as tables or as the API answers it. */

import { Command } from 'commander';
import { answerInProcess } from '../../app.js';
import type { AccuracyAnswer } from '../../model/accuracy-answer.js';
import { UsageError } from '../exit-status.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { accuracyLines, SHOWN_ACCURACY } from './accuracy-lines.js';
import { printAnswer } from './answer-output.js';
import { numberOr, placeOf } from './request-values.js';

interface AccuracyOptions extends DataOption {
  readonly region?: string;
  readonly days?: string;
  readonly stations?: boolean;
  readonly units?: string;
  readonly json?: boolean;
}

const PATH = '/v1/accuracy';

/** The command `accuracy`, a child of `query`. */
export function accuracyCommand(): Command {
  return withDataOption(new Command('accuracy'))
    .description('How good past forecasts were: around a place, in a region, or everywhere')
    .argument('[latitude]', 'degrees north')
    .argument('[longitude]', 'degrees east')
    .option('--region <id>', 'a weather region, as in GET /v1/accuracy/catalog')
    .option('--days <count>', 'dates to evaluate, 7 to 365 (default: 30)')
    .option('--stations', 'list the stations with their own errors')
    .option('--units <system>', 'metric, us or si')
    .option('--json', `the answer as POST ${PATH} gives it`)
    .addHelpText(
      'after',
      `
Skill of errors and of wet or dry compares with persistence, that of the Brier score with the climatological frequency.

Examples:
  weatherglass query accuracy 40.71 -74.01 --stations
  weatherglass query accuracy --region mountain --days 90
  weatherglass query accuracy --days 365 --json`,
    )
    .action(async (latitude: string | undefined, longitude: string | undefined, options: AccuracyOptions) => {
      const { days, units, stations, json, ...rest } = options;
      const config = configOf(rest);
      const body = JSON.stringify({
        scope: scopeOf(latitude, longitude, options.region),
        ...(days !== undefined && { days: numberOr(days) }),
        ...(units !== undefined && { units }),
        ...(stations && { include: ['stations'] }),
        compare_to: ['persistence', 'climatology'],
        ...SHOWN_ACCURACY,
      });
      const answer = await answerInProcess(config, quietLogOf(config), PATH, body);
      printAnswer(answer, json ? null : (text) => accuracyLines(JSON.parse(text) as AccuracyAnswer).join('\n'));
    });
}

/** @throws UsageError  a place and a region, or half a place */
function scopeOf(latitude: string | undefined, longitude: string | undefined, region: string | undefined) {
  if (latitude === undefined) return region === undefined ? { type: 'network' } : { type: 'region', region };
  if (longitude === undefined) throw new UsageError('give LATITUDE and LONGITUDE, or neither');
  if (region !== undefined) throw new UsageError('give a place or --region, not both');
  return { type: 'local', location: placeOf(latitude, longitude) };
}
