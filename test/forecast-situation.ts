/** Forecasts of a product over a cube in memory: what the tests of `products/forecast` ask. */

import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import type { Period } from '../src/base/shared-value.js';
import type { ForecastAnswer } from '../src/model/answer.js';
import type { Box } from '../src/model/box.js';
import type { CubeShelf } from '../src/model/cube.js';
import type { DailyAnalysis } from '../src/model/daily-analysis.js';
import { HOUR } from '../src/model/time.js';
import type { ForecastVariableId } from '../src/model/variables.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import type { ForecastRequest } from '../src/products/forecast/request.js';
import type { OpenStations } from '../src/products/station-data.js';
import type { ElevationLookup } from '../src/query/place/elevation.js';
import type { WatchedRadar } from '../src/query/radar/radar-view.js';
import type { StationDays } from '../src/query/reports/station-days.js';
import { createMemoryCube, createMemoryShelf, type MemoryCubeOptions, timesFrom } from './memory-cube.js';

export const epoch = (text: string) => Date.parse(text) / 1000;
/** Reference time of the run; its cube begins 48 hours before and reaches 384 hours ahead. */
export const RUN = epoch('2026-11-20T00:00:00Z');
export const START = RUN - 48 * HOUR;
export const NOW = epoch('2026-11-20T10:07:31Z');
export const BERLIN = { latitude: 52.5, longitude: 13.4 };
export const AT_SEA = { latitude: 0, longitude: 0 };

interface Situation extends Partial<MemoryCubeOptions>, WatchedRadar {
  readonly now?: number;
  readonly elevationAt?: ElevationLookup;
  readonly shelf?: CubeShelf;
  readonly period?: Period;
  readonly region?: Box;
  readonly stations?: OpenStations;
  readonly analysis?: DailyAnalysis;
  readonly stationDays?: StationDays;
}

export function productOf({
  now = NOW,
  elevationAt,
  shelf,
  period,
  region,
  stations,
  analysis,
  stationDays,
  radar,
  networks,
  ...cube
}: Situation) {
  const options = { times: timesFrom(START, 48 + 385), referenceTime: RUN, fields: {}, ...cube };
  return createForecastProduct({
    shelf: shelf ?? createMemoryShelf(createMemoryCube(options)),
    clock: fixedClock(now),
    log: silentLog,
    ...(elevationAt && { elevationAt }),
    ...(period && { period }),
    ...(region && { region }),
    ...(stations && { stations }),
    ...(analysis && { analysis }),
    ...(stationDays && { stationDays }),
    ...(radar && { radar }),
    ...(networks && { networks }),
  });
}

export const answerOf = (situation: Situation, request: ForecastRequest) => productOf(situation).answer(request);

export const codes = (answer: ForecastAnswer) => answer.warnings.map(({ code }) => code);
export const hourly = (hours: number, ...variables: ForecastVariableId[]) => ({ hourly: { hours, variables } });
