/** Records of an outlook: climate by day, converted and rounded once. */

import { type Column, NULL_SCALED, type RecordTable, type UnitsObject } from '../../model/answer.js';
import { OUTLOOK_FIELDS, type OutlookFieldId, type OutlookVariableId } from '../../model/outlook.js';
import { formatDate, formatWithOffset, type Zone } from '../../model/time.js';
import { converter, scaleColumn } from '../../model/units.js';
import { conversionOf } from '../../model/variable-units.js';
import type { PlaceClimate } from '../../query/climatology/place-climate.js';
import { calendarDate, slotOf } from '../../science/stations/day-slots.js';
import { sunEvents } from '../../science/sun.js';
import { outlookCondition } from './condition.js';
import type { OutlookRequest } from './request.js';

export interface OutlookDays {
  /** Days since 1970-01-01, both inclusive. */
  readonly first: number;
  readonly last: number;
  readonly zone: Zone;
  readonly units: UnitsObject;
}

/** A date with its climate. */
interface OutlookDay {
  readonly slot: number;
  readonly climate: ReturnType<PlaceClimate['on']>;
}

const NUMBERS: Readonly<Partial<Record<OutlookVariableId, (day: OutlookDay['climate']) => number>>> = {
  temperature_max: ({ temperatureMax }) => temperatureMax,
  temperature_min: ({ temperatureMin }) => temperatureMin,
  precipitation: ({ probability, wetDayAmount }) => probability * wetDayAmount,
  rain_total: ({ probability, wetDayAmount, share }) => probability * wetDayAmount * (1 - share),
  snow_total: ({ probability, wetDayAmount, share, depthPerWater }) =>
    probability * wetDayAmount * share * depthPerWater,
  precipitation_probability: ({ probability }) => probability,
};

export function recordsOf(
  { location, variables, include = [] }: OutlookRequest,
  { first, last, zone, units }: OutlookDays,
  climate: PlaceClimate,
): RecordTable {
  const dates = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const days = dates.map((date): OutlookDay => {
    const calendar = calendarDate(date);
    const slot = slotOf(calendar);
    return { slot, climate: climate.on(slot, calendar.year) };
  });
  const needsSun = variables.includes('sunrise') || variables.includes('sunset');
  const sun = needsSun ? sunEvents(first, last, zone, location.latitude, location.longitude) : [];
  const columns = variables.map((name): Column => {
    if (name === 'sunrise' || name === 'sunset')
      return text(
        name,
        sun.map((events) => (events[name] === null ? null : formatWithOffset(events[name], zone))),
      );
    const numberOf = NUMBERS[name];
    if (numberOf === undefined)
      return text(
        name,
        days.map((day) => outlookCondition(day.climate)),
      );
    const conversion = conversionOf(name, units);
    const values = Float64Array.from(days, (day) => numberOf(day.climate));
    return { kind: 'number', name, decimals: conversion.decimals, scaled: scaleColumn(values, conversion) };
  });
  const added = OUTLOOK_FIELDS.filter((field) => include.includes(field.include) && variables.includes(field.beside));
  const type = text(
    'type',
    days.map(() => 'outlook'),
  );
  const addedColumns = added.map(({ id }) => fieldColumn(id, days, climate, units));
  return { label: 'date', labels: dates.map(formatDate), columns: [type, ...columns, ...addedColumns] };
}

function text(name: string, values: readonly (string | null)[]): Column {
  return { kind: 'text', name, values };
}

function fieldColumn(
  id: OutlookFieldId,
  days: readonly OutlookDay[],
  climate: PlaceClimate,
  units: UnitsObject,
): Column {
  const values = Float64Array.from(days, (day) => fieldValue(id, day, climate));
  if (id === 'record_high_year' || id === 'record_low_year')
    return {
      kind: 'number',
      name: id,
      decimals: 0,
      scaled: Int32Array.from(values, (year) => (Number.isNaN(year) ? NULL_SCALED : year)),
    };
  const conversion = converter('temperature', units.temperature);
  return { kind: 'number', name: id, decimals: conversion.decimals, scaled: scaleColumn(values, conversion) };
}

/** K, or a year; NaN missing. */
function fieldValue(id: OutlookFieldId, { slot, climate: day }: OutlookDay, climate: PlaceClimate): number {
  switch (id) {
    case 'temperature_max_p10':
      return day.temperatureMax + climate.percentileOffsets('temperature_max', slot).p10;
    case 'temperature_max_p90':
      return day.temperatureMax + climate.percentileOffsets('temperature_max', slot).p90;
    case 'temperature_min_p10':
      return day.temperatureMin + climate.percentileOffsets('temperature_min', slot).p10;
    case 'temperature_min_p90':
      return day.temperatureMin + climate.percentileOffsets('temperature_min', slot).p90;
    case 'record_high':
      return climate.record('high', slot)?.value ?? Number.NaN;
    case 'record_high_year':
      return climate.record('high', slot)?.year ?? Number.NaN;
    case 'record_low':
      return climate.record('low', slot)?.value ?? Number.NaN;
    case 'record_low_year':
      return climate.record('low', slot)?.year ?? Number.NaN;
  }
}
