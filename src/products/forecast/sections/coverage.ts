/**
 * Which records the store reaches over, and the warnings of nulls. No null of an answer is silent: before the store
 * begins and after the run ends the reach says so, in between the source lacks something.
 */

import type { RecordTable } from '../../../model/answer.js';
import { formatInstant, localDay, type TimeSpan, type Zone } from '../../../model/time.js';
import type { ForecastVariableId } from '../../../model/variables.js';
import type { LayeredPoint } from '../../../query/layers/layers.js';
import type { Axis } from '../../../query/time/series.js';
import { hasAirQuality } from '../../../query/weather/place/air-quality.js';
import { essentialElements } from '../../../query/weather/quantities.js';
import type { Notices } from '../../notices.js';
import { nullsIn } from './columns.js';
import type { DayRange } from './extents.js';

/** The records [from, to) of `count` lie wholly inside the time of the store; those before `start` are explained elsewhere. */
export interface Coverage {
  readonly start?: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export function coverageOfAxis({ start, step, count }: Axis, reach: TimeSpan): Coverage {
  const from = Math.min(count, Math.max(0, Math.ceil((reach.start - start) / step)));
  const to = Math.max(from, Math.min(count, Math.floor((reach.end - start) / step)));
  return { from, to, count };
}

export function coverageOfDays({ first, last }: DayRange, zone: Zone, reach: TimeSpan): Coverage {
  const count = last - first + 1;
  let from = 0;
  while (from < count && localDay(first + from, zone).start < reach.start) from++;
  let to = count;
  while (to > from && localDay(first + to - 1, zone).end > reach.end) to--;
  return { from, to, count };
}

/** Leaves the first records out. */
export function coverageFrom(start: number, { from, to, count }: Coverage): Coverage {
  return { start, from: Math.max(start, from), to: Math.max(start, to), count };
}

/** Warns of the records that begin before the store or end after the last run. */
export function explainReach(
  { start: first = 0, from, to, count }: Coverage,
  { reach }: LayeredPoint,
  notices: Notices,
): void {
  const [start, end] = [formatInstant(reach.start), formatInstant(reach.end)];
  if (from > first)
    notices.add('partial_data', `The stored data begins at ${start}; what needs more is null.`, {
      count: from - first,
    });
  if (to < count)
    notices.add(
      'horizon_reduced',
      `The forecast for this place ends at ${end}; what needs more is null, or stands on the hours before.`,
      { count: count - to },
    );
}

/** Null because the sun does not rise or set, or with a warning of its own. */
const EXPLAINED: ReadonlySet<string> = new Set(['type', 'sunrise', 'sunset']);

/** Warns of nulls inside the reach of the store. */
export function explainNulls(table: RecordTable, { from, to }: Coverage, series: LayeredPoint, notices: Notices): void {
  for (const column of table.columns) {
    if (EXPLAINED.has(column.name)) continue;
    if (column.name === 'air_quality_index' && !hasAirQuality(series)) continue;
    const nulls = nullsIn(column, from, to);
    if (nulls === 0) continue;
    const variable = column.name as ForecastVariableId;
    const isLacking = essentialElements(variable).some((group) => group.every((id) => series.layers(id).length === 0));
    if (nulls === to - from && isLacking)
      notices.add('variable_unavailable', 'No source gives values of these variables here.', {
        variables: [variable],
      });
    else notices.add('partial_data', GAP, { variables: [variable] });
  }
}

const GAP = 'Of these variables no source gives values for some of the records; they are null.';
