/** A request laid out in time and units, before any data is read. */

import type { UnitsObject } from '../../model/answer.js';
import { HOUR, localDay, type TimeSpan, type Zone } from '../../model/time.js';
import { resolveUnits } from '../../model/units.js';
import type { ForecastVariableId } from '../../model/variables.js';
import { type Axis, axisEnd } from '../../query/time/series.js';
import { type Quantity, quantitiesFor } from '../../query/weather/quantities.js';
import { zoneOfRequest } from '../requested-zone.js';
import type { ForecastRequest } from './request.js';
import { currentQuarter, type DayRange, dayRange, hourlyAxis, quarterHourlyAxis } from './sections/extents.js';

interface Section<Extent> {
  readonly extent: Extent;
  readonly variables: readonly ForecastVariableId[];
}

export interface Plan {
  /** Epoch seconds, on the minute. */
  readonly now: number;
  readonly zone: Zone;
  /** True when the zone is the nautical one, for want of a drawn one. */
  readonly zoneIsFallback: boolean;
  readonly units: UnitsObject;
  /** The extent is the quarter hour around `now`. */
  readonly current: Section<Axis> | null;
  readonly quarterHourly: Section<Axis> | null;
  readonly hourly: Section<Axis> | null;
  readonly daily: Section<DayRange> | null;
  /** Variables of all sections. */
  readonly variables: ReadonlySet<ForecastVariableId>;
  /** What they need, all sections together. */
  readonly quantities: ReadonlySet<Quantity>;
}

/** @throws InvalidRequestError for a zone that does not exist and for dates beyond the horizon */
export function planOf(request: ForecastRequest, now: number): Plan {
  const { current, quarter_hourly, hourly, daily } = request;
  const { zone, fallback } = zoneOfRequest(request);
  const sections = [current, quarter_hourly, hourly, daily];
  const variables = new Set(sections.flatMap((section) => section?.variables ?? []));
  return {
    now,
    zone,
    zoneIsFallback: fallback,
    units: resolveUnits(request.units ?? 'metric', request.unit_overrides ?? {}),
    current: current ? { extent: currentQuarter(now), variables: current.variables } : null,
    quarterHourly: quarter_hourly
      ? { extent: quarterHourlyAxis(now, quarter_hourly.hours), variables: quarter_hourly.variables }
      : null,
    hourly: hourly
      ? { extent: hourlyAxis(now, hourly.hours, hourly.past_hours ?? 0), variables: hourly.variables }
      : null,
    daily: daily ? { extent: dayRange(daily, now, zone), variables: daily.variables } : null,
    variables,
    quantities: quantitiesFor(variables),
  };
}

/** Time from the first to the last record of all sections, in whole hours: everything is computed by the hour. */
export function spanOfPlan({ zone, current, quarterHourly, hourly, daily }: Plan): TimeSpan {
  const axes = [current, quarterHourly, hourly].map((section) => section && spanOf(section.extent));
  const { start, end } = hull([...axes, daily && spanOfDays(daily.extent, zone)]);
  return { start: Math.floor(start / HOUR) * HOUR, end: Math.ceil(end / HOUR) * HOUR };
}

export function spanOf(axis: Axis): TimeSpan {
  return { start: axis.start, end: axisEnd(axis) };
}

export function spanOfDays({ first, last }: DayRange, zone: Zone): TimeSpan {
  return { start: localDay(first, zone).start, end: localDay(last, zone).end };
}

/** The shortest span that holds all that are there. */
export function hull(spans: readonly (TimeSpan | null)[]): TimeSpan {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    if (span === null) continue;
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return { start, end };
}
