/** A request laid out in time and units, before any data is read. */

import type { UnitsObject } from '../../model/answer.js';
import { NOWCAST_MINUTES, NOWCAST_VARIABLES, type NowcastVariableId } from '../../model/nowcast.js';
import { MINUTE, type TimeSpan, type Zone } from '../../model/time.js';
import { resolveUnits } from '../../model/units.js';
import type { ForecastVariableId } from '../../model/variables.js';
import type { Axis } from '../../query/time/series.js';
import { hoursAround } from '../../query/weather/place/minutes.js';
import { type Quantity, quantitiesFor } from '../../query/weather/quantities.js';
import { zoneOfRequest } from '../requested-zone.js';
import type { NowcastRequest } from './request.js';

export interface NowcastPlan {
  /** Beginning of the minute that has begun, epoch seconds: that of the first record. */
  readonly start: number;
  readonly zone: Zone;
  /** True when the zone is the nautical one, for want of a drawn one. */
  readonly zoneIsFallback: boolean;
  readonly units: UnitsObject;
  /** In the order of the request. */
  readonly variables: readonly NowcastVariableId[];
  /** What the models have to give for them. */
  readonly quantities: ReadonlySet<Quantity>;
}

const ALL_VARIABLES: readonly NowcastVariableId[] = NOWCAST_VARIABLES.map(({ id }) => id);

/** @throws InvalidRequestError for a zone that does not exist */
export function planOf(request: NowcastRequest, start: number): NowcastPlan {
  const { zone, fallback } = zoneOfRequest(request);
  const { variables = ALL_VARIABLES } = request;
  return {
    start,
    zone,
    zoneIsFallback: fallback,
    units: resolveUnits(request.units ?? 'metric', request.unit_overrides ?? {}),
    variables,
    quantities: quantitiesFor(variables.flatMap((variable) => NEEDED[variable])),
  };
}

/** Amounts and chances are always needed: they say whether it is dry at all. */
const ALWAYS: readonly ForecastVariableId[] = ['precipitation', 'precipitation_probability'];
const PHASES: readonly ForecastVariableId[] = [...ALWAYS, 'rain_total'];
/** Buoyancy and cloud are elements of the condition. */
const SKY: readonly ForecastVariableId[] = [...PHASES, 'condition'];

const NEEDED: Readonly<Record<NowcastVariableId, readonly ForecastVariableId[]>> = {
  condition: SKY,
  precipitation: ALWAYS,
  precipitation_rate: ALWAYS,
  rain_total: PHASES,
  snow_total: PHASES,
  precipitation_probability: ALWAYS,
  confidence: ALWAYS,
  hail_probability: ALWAYS,
  hail_size: ALWAYS,
  lightning_probability: SKY,
  source: ALWAYS,
};

/** The records: one for each minute of the window. */
export function minutesFrom(start: number): Axis {
  return { start, step: MINUTE, count: NOWCAST_MINUTES };
}

/** The hours that its minutes are made of. */
export function spanAround(start: number): TimeSpan {
  const { start: first, step, count } = hoursAround(minutesFrom(start));
  return { start: first, end: first + step * count };
}
