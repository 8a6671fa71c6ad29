/** Columns of an answer from arrays in canonical units: the one place where this product converts and rounds. */

import { type Column, NULL_SCALED, type UnitsObject } from '../../../model/answer.js';
import { scaleColumn } from '../../../model/units.js';
import { conversionOf } from '../../../model/variable-units.js';
import { type ForecastVariableId, forecastVariable } from '../../../model/variables.js';

/** `values` in canonical units, one per record, NaN missing. */
export function numberColumn(variable: ForecastVariableId, values: Float64Array, units: UnitsObject): Column {
  const conversion = conversionOf(variable, units);
  return { kind: 'number', name: variable, decimals: conversion.decimals, scaled: scaleColumn(values, conversion) };
}

export function textColumn(name: string, values: readonly (string | null)[]): Column {
  return { kind: 'text', name, values };
}

/** A variable that has no value in any record. */
export function nullColumn(variable: ForecastVariableId, count: number): Column {
  const { type, decimals = 0 } = forecastVariable(variable);
  if (type === 'string') return textColumn(variable, new Array<null>(count).fill(null));
  return { kind: 'number', name: variable, decimals, scaled: new Int32Array(count).fill(NULL_SCALED) };
}

/** How many of the records [from, to) are null. */
export function nullsIn(column: Column, from: number, to: number): number {
  let nulls = 0;
  if (column.kind === 'text') for (let i = from; i < to; i++) nulls += column.values[i] === null ? 1 : 0;
  else for (let i = from; i < to; i++) nulls += column.scaled[i] === NULL_SCALED ? 1 : 0;
  return nulls;
}
