/** The records of a nowcast as columns: the one place where this product converts and rounds. */

import { type Column, NULL_SCALED, type RecordTable } from '../../model/answer.js';
import type { NowcastVariableId } from '../../model/nowcast.js';
import { formatInstant } from '../../model/time.js';
import { scaleColumn } from '../../model/units.js';
import { nowcastConversionOf } from '../../model/variable-units.js';
import type { NowcastMinutes } from './minutes.js';
import { minutesFrom, type NowcastPlan } from './plan.js';

const FIELD_OF = {
  condition: 'condition',
  precipitation: 'precipitation',
  precipitation_rate: 'rates',
  rain_total: 'rain',
  snow_total: 'snow',
  precipitation_probability: 'chances',
  confidence: 'confidence',
  hail_probability: 'hailProbability',
  hail_size: 'hailSize',
  lightning_probability: 'lightning',
  source: 'sources',
} as const satisfies Record<NowcastVariableId, keyof NowcastMinutes>;

/** No records. */
export const NO_MINUTES: RecordTable = { label: 'time', labels: [], columns: [] };

/** One record for each minute of the window, with the variables in the order of the request. */
export function minuteTable({ start, variables, units }: NowcastPlan, minutes: NowcastMinutes): RecordTable {
  const { step, count } = minutesFrom(start);
  const columns = variables.map((name): Column => {
    const values = minutes[FIELD_OF[name]];
    if (!(values instanceof Float64Array)) return { kind: 'text', name, values };
    const conversion = nowcastConversionOf(name, units);
    return { kind: 'number', name, decimals: conversion.decimals, scaled: scaleColumn(values, conversion) };
  });
  return { label: 'time', labels: Array.from({ length: count }, (_, i) => formatInstant(start + i * step)), columns };
}

/** How many records of a column are null. */
export function nullsOf(column: Column): number {
  const values: ArrayLike<number | string | null> = column.kind === 'text' ? column.values : column.scaled;
  let nulls = 0;
  for (let i = 0; i < values.length; i++) if (values[i] === null || values[i] === NULL_SCALED) nulls++;
  return nulls;
}
