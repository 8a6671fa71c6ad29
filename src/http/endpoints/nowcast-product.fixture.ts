/** A nowcast product of made-up minutes, wherever the point is. */

import { type Column, NULL_SCALED } from '../../model/answer.js';
import { NOWCAST_MINUTES, NOWCAST_VARIABLES, type NowcastAnswer, type NowcastVariableId } from '../../model/nowcast.js';
import { formatInstant } from '../../model/time.js';
import { resolveUnits } from '../../model/units.js';
import { nowcastConversionOf } from '../../model/variable-units.js';
import type { NowcastRequest } from '../../products/nowcast/request.js';
import type { NowcastProduct } from './nowcast-endpoint.js';

/** 2026-11-20T10:37:00Z */
const START = 1795171020;

export function madeUpNowcast({ location, units, unit_overrides, variables }: NowcastRequest): NowcastAnswer {
  const said = resolveUnits(units ?? 'metric', unit_overrides);
  const column = (name: NowcastVariableId): Column => {
    if (name === 'condition' || name === 'source')
      return { kind: 'text', name, values: each(() => (name === 'source' ? 'radar' : 'rain')) };
    const { decimals } = nowcastConversionOf(name, said);
    return {
      kind: 'number',
      name,
      decimals,
      scaled: Int32Array.from(each((i) => (i % 7 === 0 ? NULL_SCALED : i % 101))),
    };
  };
  return {
    location: { ...location, timezone: 'UTC', forecast_elevation_m: 38 },
    units: said,
    status: 'active',
    start: formatInstant(START),
    end: formatInstant(START + NOWCAST_MINUTES * 60),
    minutes: {
      label: 'time',
      labels: each((i) => formatInstant(START + i * 60)),
      columns: (variables ?? NOWCAST_VARIABLES.map(({ id }) => id)).map(column),
    },
    updated_at: formatInstant(START - 90),
    stale: false,
    radar_pending: false,
    onset_uncertainty_minutes: null,
    warnings: [{ code: 'simulated_data', message: 'This weather is made up.' }],
  };
}

function each<Value>(value: (i: number) => Value): Value[] {
  return Array.from({ length: NOWCAST_MINUTES }, (_, i) => value(i));
}

/** The fake product; counts what it was asked. `state` may be changed to stand for new data. */
export interface FakeNowcast extends NowcastProduct {
  state: string;
  asked: NowcastRequest[];
  /** Makes the answers; replace it to fail, or to be stale. */
  make: (request: NowcastRequest) => NowcastAnswer;
}

export function fakeNowcast(): FakeNowcast {
  const product: FakeNowcast = {
    state: 'first',
    asked: [],
    make: madeUpNowcast,
    stateKey: async () => product.state,
    answer: async (request) => {
      product.asked.push(request);
      return product.make(request);
    },
  };
  return product;
}
