/** `weatherglass query alerts`: the public alerts at a point, in full, or as /v1/alerts answers them. */

import { Command } from 'commander';
import { answerInProcess } from '../../app.js';
import type { AlertsAnswer } from '../../model/alert-answer.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { openRecordsAccess } from '../records-access.js';
import { alertLines } from './alert-lines.js';
import { printAnswer } from './answer-output.js';
import { placeOf } from './request-values.js';

interface AlertsOptions extends DataOption {
  readonly geometry?: boolean;
  readonly json?: boolean;
}

/** The command `alerts`, a child of `query`. */
export function alertsCommand(): Command {
  return withDataOption(new Command('alerts'))
    .description('The public alerts that hold at a point now')
    .argument('<latitude>', 'degrees north')
    .argument('<longitude>', 'degrees east')
    .option('--geometry', 'with the areas of the alerts')
    .option('--json', 'the answer as POST /v1/alerts gives it')
    .addHelpText('after', EXAMPLES)
    .action(async (latitude: string, longitude: string, options: AlertsOptions) => {
      const config = configOf(options);
      const log = quietLogOf(config);
      const body = requestBody(latitude, longitude, options);
      const records = await openRecordsAccess(config, log);
      try {
        const answer = await answerInProcess(config, log, '/v1/alerts', body, records);
        printAnswer(answer, options.json ? null : textOf);
      } finally {
        await records.close();
      }
    });
}

function requestBody(latitude: string, longitude: string, { geometry }: AlertsOptions): string {
  return JSON.stringify({
    location: placeOf(latitude, longitude),
    ...(geometry && { include: ['geometry'] }),
  });
}

function textOf(body: string): string {
  return alertLines(JSON.parse(body) as AlertsAnswer).join('\n');
}

const EXAMPLES = `
Examples:
  weatherglass query alerts 35.22 -97.44
  weatherglass query alerts 47.27 11.39 --geometry --json`;
