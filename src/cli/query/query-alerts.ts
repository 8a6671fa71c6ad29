/** `weatherglass query alerts`: the public alerts at a point, in full, or as /v1/alerts answers them. */

import { Command } from 'commander';
import { answerInProcess } from '../../app.js';
import type { AlertsAnswer } from '../../model/alert-answer.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { openRecordsAccess } from '../records-access.js';
import { alertLines } from './alert-lines.js';
import { problemLines } from './problem-lines.js';

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
        show(answer, options.json ?? false);
      } finally {
        await records.close();
      }
    });
}

function requestBody(latitude: string, longitude: string, { geometry }: AlertsOptions): string {
  return JSON.stringify({
    location: { latitude: numberOr(latitude), longitude: numberOr(longitude) },
    ...(geometry && { include: ['geometry'] }),
  });
}

/** What is not a number stays as it is: the server says what is wrong with it. */
function numberOr(text: string): number | string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function show({ status, body }: { readonly status: number; readonly body: string }, asJson: boolean): void {
  if (status === 200) {
    const text = asJson ? body : alertLines(JSON.parse(body) as AlertsAnswer).join('\n');
    return void process.stdout.write(`${text}\n`);
  }
  process.stderr.write(`${asJson ? body : problemLines(body).join('\n')}\n`);
  process.exitCode = 1;
}

const EXAMPLES = `
Examples:
  weatherglass query alerts 35.22 -97.44
  weatherglass query alerts 47.27 11.39 --geometry --json`;
