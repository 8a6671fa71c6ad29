/** `weatherglass query route`: the weather along a GPX track or a list of places, as a table or as /v1/route answers it. */

import { Command } from 'commander';
import { answerInProcess } from '../../../app.js';
import { fixedClock } from '../../../base/clock.js';
import type { RouteAnswer } from '../../../model/route.js';
import { minuteOf } from '../../../products/published.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../../options.js';
import { printAnswer } from '../answer-output.js';
import { withRates } from './hourly-rates.js';
import { planRequest, type RecordedLine, type RouteOptions } from './route-request.js';
import { routeLines } from './route-table.js';

interface RouteCommandOptions extends DataOption, RouteOptions {
  readonly json?: boolean;
}

/** The command `route`, a child of `query`. */
export function routeCommand(): Command {
  return withDataOption(new Command('route'))
    .description('The weather that is met along a way, as POST /v1/route answers it')
    .argument('[places...]', 'two or more LATITUDE,LONGITUDE')
    .option('--gpx <file>', 'a GPX file: its track, else its route')
    .option('--track <name>', 'which track of the file, by name or number; default: the longest')
    .option('--request <file>', 'JSON request as in the interface; "-" reads standard input')
    .option('--mode <mode>', 'hiking, cycling or driving; default: hiking for GPX, else driving')
    .option('--speed <number>', 'pace on the flat, in the unit of wind speed: km/h, with --units us mph, with si m/s')
    .option('--depart <time>', 'now, or ISO 8601 with an offset; default: now')
    .option('--recorded-pace', 'move the recorded times of the GPX file to the departure')
    .option('--interval <length>', 'between samples: 15m, 30m or 1h')
    .option('--units <system>', 'metric, us or si')
    .option('--variables <names>', 'variables of an hourly forecast, separated by commas')
    .option('--json', 'print the answer as it is')
    .addHelpText('after', EXAMPLES)
    .allowUnknownOption() // or a place in the south would be taken for one: -33.86,151.21
    .action(async (places: string[], options: RouteCommandOptions) => {
      const config = configOf(options);
      const now = minuteOf(config.clock); // one for the request, the answer and the table
      const { body, recorded } = planRequest(places, options, now);
      const answer = await answerInProcess(
        { ...config, clock: fixedClock(now) },
        quietLogOf(config),
        '/v1/route',
        body,
      );
      printAnswer(answer, options.json ? null : (json) => tableOf(json, recorded, now));
    });
}

/** As wide as the terminal, where it is one. */
function tableOf(body: string, recorded: RecordedLine | null, now: number): string {
  const answer = withRates(JSON.parse(body) as RouteAnswer, now);
  return routeLines(answer, recorded, process.stdout.columns).join('\n');
}

const EXAMPLES = `
Examples:
  weatherglass query route --gpx hike.gpx --depart 2026-11-21T08:00+01:00
  weatherglass query route --gpx hike.gpx --track 2 --recorded-pace --interval 15m
  weatherglass query route 52.52,13.41 50.08,14.44 --mode driving --speed 100
  weatherglass query route --request route.json --json`;
