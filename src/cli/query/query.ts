/** `weatherglass query`: the real server in process, so that command line and HTTP cannot drift apart. */

import { Command } from 'commander';
import { answerInProcess } from '../../app.js';
import { UsageError } from '../exit-status.js';
import { readRequest } from '../named-file.js';
import { configOf, type DataOption, quietLogOf, withDataOption } from '../options.js';
import { printAnswer } from './answer-output.js';
import { accuracyCommand } from './query-accuracy.js';
import { alertsCommand } from './query-alerts.js';
import { historyCommand, outlookCommand } from './query-days.js';
import { nowcastCommand } from './query-nowcast.js';
import { tileCommand } from './query-tile.js';
import { numberOr, placeOf } from './request-values.js';
import { routeCommand } from './route/query-route.js';

const USUAL_VARIABLES = [
  'temperature',
  'apparent_temperature',
  'condition',
  'precipitation',
  'precipitation_probability',
  'wind_speed',
  'wind_gust',
  'wind_direction',
  'humidity',
  'pressure',
  'cloud_cover',
];

interface ForecastOptions extends DataOption {
  request?: string;
  units?: string;
  hours?: string;
}

export function queryCommand(): Command {
  const forecast = withDataOption(new Command('forecast'))
    .description('A forecast as POST /v1/forecast answers it')
    .argument('[latitude]', 'degrees north')
    .argument('[longitude]', 'degrees east')
    .option('--request <file>', 'JSON request as in the interface; "-" reads standard input')
    .option('--units <system>', 'metric, us or si')
    .option('--hours <count>', 'add that many hourly records')
    .addHelpText('after', EXAMPLES)
    .action(async (latitude: string | undefined, longitude: string | undefined, options: ForecastOptions) => {
      const config = configOf(options);
      const body = requestBody(latitude, longitude, options);
      printAnswer(await answerInProcess(config, quietLogOf(config), '/v1/forecast', body), (json) => json);
    });
  return new Command('query')
    .description('Answers from the data directory, without a server')
    .addCommand(forecast)
    .addCommand(nowcastCommand())
    .addCommand(routeCommand())
    .addCommand(alertsCommand())
    .addCommand(historyCommand())
    .addCommand(outlookCommand())
    .addCommand(accuracyCommand())
    .addCommand(tileCommand());
}

function requestBody(latitude: string | undefined, longitude: string | undefined, options: ForecastOptions): string {
  if (options.request !== undefined) return readRequest(options.request);
  if (latitude === undefined || longitude === undefined)
    throw new UsageError('give LATITUDE and LONGITUDE, or --request FILE');
  return JSON.stringify({
    location: placeOf(latitude, longitude),
    current: { variables: USUAL_VARIABLES },
    ...(options.units === undefined ? {} : { units: options.units }),
    ...(options.hours === undefined ? {} : { hourly: { hours: numberOr(options.hours), variables: USUAL_VARIABLES } }),
  });
}

const EXAMPLES = `
Examples:
  weatherglass query forecast 52.52 13.41
  weatherglass query forecast 40.71 -74.01 --hours 24 --units us
  weatherglass query forecast --request request.json`;
