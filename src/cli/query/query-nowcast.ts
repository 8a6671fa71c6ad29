/** `weatherglass query nowcast`: the next two hours at a point as a picture, or as /v1/nowcast answers them. */

import { Command } from 'commander';
import { answerInProcess } from '../../app.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { printAnswer } from './answer-output.js';
import { nowcastLines, type PrintedNowcast, SHOWN_VARIABLES } from './nowcast-lines.js';
import { placeOf } from './request-values.js';

interface NowcastOptions extends DataOption {
  readonly units?: string;
  readonly json?: boolean;
}

/** The command `nowcast`, a child of `query`. */
export function nowcastCommand(): Command {
  return withDataOption(new Command('nowcast'))
    .description('The next two hours at a point, minute by minute')
    .argument('<latitude>', 'degrees north')
    .argument('<longitude>', 'degrees east')
    .option('--units <system>', 'metric, us or si')
    .option('--json', 'the answer as POST /v1/nowcast gives it')
    .addHelpText('after', EXAMPLES)
    .action(async (latitude: string, longitude: string, options: NowcastOptions) => {
      const config = configOf(options);
      const body = requestBody(latitude, longitude, options);
      const answer = await answerInProcess(config, quietLogOf(config), '/v1/nowcast', body);
      printAnswer(answer, options.json ? null : textOf);
    });
}

function requestBody(latitude: string, longitude: string, { units, json }: NowcastOptions): string {
  return JSON.stringify({
    location: placeOf(latitude, longitude),
    ...(units === undefined ? {} : { units }),
    ...(json ? {} : { variables: SHOWN_VARIABLES }),
  });
}

function textOf(body: string): string {
  return nowcastLines(JSON.parse(body) as PrintedNowcast).join('\n');
}

const EXAMPLES = `
Examples:
  weatherglass query nowcast 35.22 -97.44
  weatherglass query nowcast 52.52 13.41 --json`;
