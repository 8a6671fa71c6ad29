/** `POST /v1/forecast`. */

import type { FastifyInstance } from 'fastify';
import { InvalidRequestError, type RequestFault } from '../../base/errors.js';
import type { ForecastAnswer } from '../../model/answer.js';
import type { ForecastRequest } from '../../products/forecast/request.js';
import { writeForecastAnswer } from '../columnar-json.js';
import { refTo } from '../schema/component.js';
import { ForecastRequestSchema, ForecastResponseSchema } from '../schema/forecast.js';
import { weatherOperation } from '../schema/weather-operation.js';
import { addWeatherEndpoint, type WeatherEndpointDependencies, type WeatherProduct } from './weather-endpoint.js';

/** The part of the product that this endpoint uses. */
export type ForecastProduct = WeatherProduct<ForecastRequest, ForecastAnswer>;

const PATH = '/v1/forecast';

const SCHEMA = weatherOperation(PATH, {
  operationId: 'forecast',
  summary: 'Get the forecast for a location',
  description:
    'Returns current conditions and 15-minute, hourly and daily records. Each section has the variables you request. Requires the scope `forecast:read`.',
  body: refTo(ForecastRequestSchema),
  answer: { description: 'The requested sections.', schema: refTo(ForecastResponseSchema) },
});

export function addForecastEndpoint(
  app: FastifyInstance,
  deps: WeatherEndpointDependencies,
  product: ForecastProduct,
): void {
  addWeatherEndpoint(app, deps, {
    name: 'forecast',
    path: PATH,
    scope: 'forecast:read',
    schema: SCHEMA,
    product,
    check: checkForecastRules,
    write: writeForecastAnswer,
  });
}

type DailySection = NonNullable<ForecastRequest['daily']>;

/**
 * Checks rules that a schema cannot express, or would report with several vague errors. The product checks rules that
 * depend on today's date at the place.
 *
 * @throws InvalidRequestError  with every broken rule
 */
function checkForecastRules({ current, quarter_hourly, hourly, daily }: ForecastRequest): void {
  const faults: RequestFault[] = [];
  if (!(current ?? quarter_hourly ?? hourly ?? daily))
    faults.push({
      pointer: '',
      code: 'section_required',
      message: 'the body must have at least one of current, quarter_hourly, hourly, daily; got none',
    });
  if (daily) faults.push(...dailyFaults(daily));
  if (faults.length > 0) throw new InvalidRequestError(faults);
}

function dailyFaults({ days, start, end }: DailySection): RequestFault[] {
  if (days !== undefined) return start === undefined && end === undefined ? [] : [bothWays(start, end)];
  if (start === undefined && end === undefined) return [neitherWay()];
  if (start === undefined) return [incomplete('start', 'end')];
  if (end === undefined) return [incomplete('end', 'start')];
  // Dates of one format compare as texts.
  return start > end ? [reversed(start, end)] : [];
}

function bothWays(start: string | undefined, end: string | undefined): RequestFault {
  const given = [start !== undefined && 'start', end !== undefined && 'end'].filter(Boolean).join(' and ');
  const message = `daily.days must not be combined with start or end; got days and ${given}`;
  return { pointer: '/daily/days', code: 'mutually_exclusive', message };
}

function neitherWay(): RequestFault {
  return { pointer: '/daily', code: 'required', message: 'daily needs days, or start and end; got neither' };
}

function incomplete(missing: 'start' | 'end', given: 'start' | 'end'): RequestFault {
  const message = `daily.${missing} is required when ${given} is given`;
  return { pointer: `/daily/${missing}`, code: 'required', message };
}

function reversed(start: string, end: string): RequestFault {
  const message = `daily.start must not be after end; got "${start}" and "${end}"`;
  return { pointer: '/daily/start', code: 'dates_reversed', message };
}
