/** Products of a history, an outlook and an accuracy that are made up, wherever the point is. */

import type { AccuracyAnswer } from '../../model/accuracy-answer.js';
import type { Column, ForecastAnswer } from '../../model/answer.js';
import type { HistoricalAnswer } from '../../model/historical.js';
import { formatDate, parseDate } from '../../model/time.js';
import { resolveUnits } from '../../model/units.js';
import type { AccuracyRequest } from '../../products/accuracy/request.js';
import type { HistoricalRequest } from '../../products/historical/request.js';
import type { OutlookRequest } from '../../products/outlook/request.js';
import { ACCURACY_ANSWER_EXAMPLE } from '../schema/accuracy-examples.js';
import { HISTORICAL_ANSWER_EXAMPLE } from '../schema/historical-examples.js';
import type { AccuracyProduct } from './accuracy-endpoint.js';
import type { HistoricalProduct } from './historical-endpoint.js';
import type { OutlookProduct } from './outlook-endpoint.js';

const TEXTS: ReadonlySet<string> = new Set(['condition', 'sunrise', 'sunset']);

function tableOf(start: string, end: string, variables: readonly string[]) {
  const [first, last] = [parseDate(start)!, parseDate(end)!];
  const labels = Array.from({ length: last - first + 1 }, (_, i) => formatDate(first + i));
  const columns = variables.map((name): Column => {
    if (TEXTS.has(name)) return { kind: 'text', name, values: labels.map(() => null) };
    return { kind: 'number', name, decimals: 1, scaled: Int32Array.from(labels, (_, i) => 100 + i) };
  });
  return { label: 'date', labels, columns } as const;
}

const REST = { updated_at: '2026-11-20T06:12:00Z', stale: false, warnings: [] };

export function madeUpHistory(request: HistoricalRequest): HistoricalAnswer {
  const { location, start, end, variables, include = [] } = request;
  const { system, temperature, precipitation } = resolveUnits(request.units ?? 'metric', request.unit_overrides);
  const { sources, stations } = HISTORICAL_ANSWER_EXAMPLE as unknown as Required<HistoricalAnswer>;
  return {
    location: { ...location, timezone: 'UTC' },
    units: { system, temperature, precipitation },
    ...{ start, end, daily: tableOf(start, end, variables) },
    ...(include.includes('sources') && { sources }),
    ...(include.includes('stations') && { stations }),
    ...REST,
  };
}

export function madeUpOutlook(request: OutlookRequest): ForecastAnswer {
  const { location, start, end, variables, units = 'metric', unit_overrides = {} } = request;
  return {
    location: { ...location, timezone: 'UTC', forecast_elevation_m: 38 },
    units: resolveUnits(units, unit_overrides),
    daily: tableOf(start, end, variables),
    ...REST,
  };
}

/** The example of the document, in the scope and the units of the request. */
export function madeUpAccuracy(request: AccuracyRequest): AccuracyAnswer {
  const { hourly, stations, ...example } = ACCURACY_ANSWER_EXAMPLE as unknown as Required<AccuracyAnswer>;
  const { system, temperature, precipitation } = resolveUnits(request.units ?? 'metric', request.unit_overrides);
  return {
    ...example,
    scope: request.scope,
    units: { system, temperature, precipitation },
    ...(request.hourly && { hourly }),
    ...(request.include?.includes('stations') && { stations }),
  };
}

/** A fake product; counts what it was asked. `state` may be changed to stand for new data. */
interface Fake<Request, Answer> {
  state: string;
  asked: Request[];
  /** Makes the answers; replace it to fail, or to be stale. */
  make: (request: Request) => Answer;
}

export type FakeHistorical = HistoricalProduct & Fake<HistoricalRequest, HistoricalAnswer>;
export type FakeAccuracy = AccuracyProduct & Fake<AccuracyRequest, AccuracyAnswer>;
export type FakeOutlook = OutlookProduct & Fake<OutlookRequest, ForecastAnswer>;

function fake<Request, Answer>(make: (request: Request) => Answer) {
  const product = {
    state: 'first',
    asked: [] as Request[],
    make,
    stateKey: async () => product.state,
    answer: async (request: Request) => {
      product.asked.push(request);
      return product.make(request);
    },
  };
  return product;
}

export const fakeHistorical = (): FakeHistorical => fake(madeUpHistory);
export const fakeAccuracy = (): FakeAccuracy => fake(madeUpAccuracy);
export const fakeOutlook = (): FakeOutlook => fake(madeUpOutlook);
