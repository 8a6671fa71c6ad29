/** `weatherglass query history` and `query outlook`: days at a point as a table with a plot, or as the API answers them. */

import { Command } from 'commander';
import { answerInProcess } from '../../app.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { printAnswer } from './answer-output.js';
import { dailyLines, type PrintedDays, SHOWN_DAILY_VARIABLES } from './daily-lines.js';
import { placeOf } from './request-values.js';

interface DaysOptions extends DataOption {
  readonly from: string;
  readonly to: string;
  readonly units?: string;
  readonly json?: boolean;
}

interface DaysCommand {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  /** More fields of the request. */
  readonly variables: readonly string[];
  readonly include: readonly string[];
  readonly examples: string;
}

/** The command `history`, a child of `query`. */
export function historyCommand(): Command {
  return daysCommand({
    name: 'history',
    path: '/v1/historical',
    description: 'Daily observations of the past at a point',
    variables: SHOWN_DAILY_VARIABLES,
    include: ['stations'],
    examples: `
Examples:
  weatherglass query history 40.71 -74.01 --from 2026-10-01 --to 2026-10-31
  weatherglass query history 48.14 11.58 --from 1975-01-01 --to 2024-12-31 --json`,
  });
}

/** The command `outlook`, a child of `query`. */
export function outlookCommand(): Command {
  return daysCommand({
    name: 'outlook',
    path: '/v1/outlook',
    description: 'The climate of the days 15 to 365 from today at a point',
    variables: [...SHOWN_DAILY_VARIABLES, 'precipitation_probability'],
    include: [],
    examples: `
Examples:
  weatherglass query outlook 40.71 -74.01 --from 2027-06-01 --to 2027-06-30 --units us
  weatherglass query outlook 48.14 11.58 --from 2026-12-24 --to 2027-11-20 --json`,
  });
}

function daysCommand({ name, path, description, variables, include, examples }: DaysCommand): Command {
  return withDataOption(new Command(name))
    .description(description)
    .argument('<latitude>', 'degrees north')
    .argument('<longitude>', 'degrees east')
    .requiredOption('--from <date>', 'first local date, YYYY-MM-DD')
    .requiredOption('--to <date>', 'last local date, inclusive')
    .option('--units <system>', 'metric, us or si')
    .option('--json', `the answer as POST ${path} gives it`)
    .addHelpText('after', examples)
    .action(async (latitude: string, longitude: string, { from, to, units, json, ...options }: DaysOptions) => {
      const config = configOf(options);
      const body = JSON.stringify({
        location: placeOf(latitude, longitude),
        ...{ start: from, end: to, variables },
        ...(include.length > 0 && { include }),
        ...(units !== undefined && { units }),
      });
      const answer = await answerInProcess(config, quietLogOf(config), path, body);
      printAnswer(answer, json ? null : (text) => dailyLines(JSON.parse(text) as PrintedDays).join('\n'));
    });
}
