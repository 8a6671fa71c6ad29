/** Warnings of an outlook: that it is climate, which values are missing, and how far the stations are. */

import { NULL_SCALED, type RecordTable } from '../../model/answer.js';
import { OUTLOOK_FIELDS, type OutlookInclude, type OutlookVariableId } from '../../model/outlook.js';
import type { PlaceClimate } from '../../query/climatology/place-climate.js';
import { type ChosenStation, type Place, STATION_REACHES } from '../../query/history/station-choice.js';
import type { Notices } from '../notices.js';
import { addThermometerNotices } from '../thermometer-notices.js';
import type { OutlookRequest } from './request.js';

const [NEAR_KM, FAR_KM] = STATION_REACHES;
const TEMPERATURES: ReadonlySet<string> = new Set(['temperature_max', 'temperature_min']);
const SKIES: ReadonlySet<string> = new Set(['sun', 'partly', 'cloudy']);
const SUN: ReadonlySet<string> = new Set(['sunrise', 'sunset']);
/** Variables of precipitation that need temperatures for the sky, or where nobody observes snowfall. */
const OF_BOTH: ReadonlySet<string> = new Set(['condition', 'rain_total', 'snow_total']);

interface OutlookFacts {
  readonly place: Place;
  readonly climate: PlaceClimate;
  readonly table: RecordTable;
}

/** Variables with the stations that they come from. */
interface Behind {
  readonly variables: readonly OutlookVariableId[];
  readonly stations: readonly ChosenStation[];
}

export function addOutlookNotices(
  notices: Notices,
  { variables, include = [] }: OutlookRequest,
  { place, climate, table }: OutlookFacts,
): void {
  const behind = behindOf(variables, climate);
  if (behind.length > 0)
    notices.add('climatology_only', 'Values are the climate of each date, not a forecast of its weather.');
  addStationNotices(notices, behind, include);
  const thermometers = behind.filter(({ variables: [name] }) => TEMPERATURES.has(name!));
  addThermometerNotices(
    notices,
    place,
    thermometers.flatMap(({ stations }) => stations),
  );
  if (climate.gauges.length > 0) addConditionNotices(notices, variables, climate, table);
  if (include.includes('records')) addRecordNotices(notices, table);
}

function behindOf(variables: readonly OutlookVariableId[], { maxima, minima, gauges }: PlaceClimate): Behind[] {
  const fall = variables.filter((name) => !TEMPERATURES.has(name) && !SUN.has(name));
  const all: Behind[] = [
    { variables: variables.filter((name) => name === 'temperature_max'), stations: maxima },
    { variables: variables.filter((name) => name === 'temperature_min'), stations: minima },
    { variables: fall, stations: gauges },
  ];
  return all.filter((one) => one.variables.length > 0);
}

function addStationNotices(notices: Notices, behind: readonly Behind[], include: readonly OutlookInclude[]): void {
  const missing = behind.filter(({ stations }) => stations.length === 0).flatMap(({ variables }) => variables);
  if (missing.length > 0)
    notices.add(
      'variable_unavailable',
      `No station within ${FAR_KM} km has ten years of ${missing.join(', ')} in 1991-2020.`,
      { variables: [...missing, ...percentilesOf(missing, include)] },
    );
  for (const { variables, stations } of behind)
    if (stations.length > 0) addDistance(notices, variables, nearestOf(stations));
}

function percentilesOf(variables: readonly string[], include: readonly OutlookInclude[]): string[] {
  if (!include.includes('percentiles')) return [];
  const fields = OUTLOOK_FIELDS.filter((field) => field.include === 'percentiles' && variables.includes(field.beside));
  return fields.map(({ id }) => id);
}

function nearestOf(stations: readonly ChosenStation[]): number {
  return Math.min(...stations.map(({ distance }) => distance));
}

function addDistance(notices: Notices, variables: readonly string[], nearest: number): void {
  if (nearest <= NEAR_KM) return;
  const message = `The nearest station with ${variables.join(', ')} is ${Math.round(nearest)} km away.`;
  notices.add('station_distant', message, { variables });
}

/** What follows from the temperatures beside the precipitation. */
function addConditionNotices(
  notices: Notices,
  variables: readonly OutlookVariableId[],
  { maxima, minima }: PlaceClimate,
  table: RecordTable,
): void {
  const missing = variables.filter((name) => OF_BOTH.has(name) && nullsOf(table, name) > 0);
  if (missing.length > 0)
    notices.add(
      'variable_unavailable',
      `No station within ${FAR_KM} km has ten years of the temperatures that ${missing.join(', ')} need on some dates.`,
      { variables: missing },
    );
  const condition = table.columns.find(({ name }) => name === 'condition');
  if (condition?.kind !== 'text') return;
  const nearest = Math.max(...[maxima, minima].filter((stations) => stations.length > 0).map(nearestOf));
  if (nearest > NEAR_KM) {
    const message = `The nearest station with temperatures for condition is ${Math.round(nearest)} km away.`;
    notices.add('station_distant', message, { variables: ['condition'] });
  }
  const count = condition.values.filter((value) => value !== null && SKIES.has(value)).length;
  if (count === 0) return;
  const message = 'The sky of dates without likely precipitation is estimated from the daily range of temperature.';
  notices.add('condition_estimated', message, { variables: ['condition'], count });
}

/** Records of single dates may be missing at a station that has records of others. */
function addRecordNotices(notices: Notices, table: RecordTable): void {
  for (const kind of ['record_high', 'record_low'] as const) {
    const count = nullsOf(table, kind);
    const variables = [kind, `${kind}_year`];
    if (count === 0) continue;
    if (count === table.labels.length)
      notices.add('variable_unavailable', `No station in use has the 30 years that ${kind} needs.`, {
        variables,
      });
    else notices.add('partial_data', `No station in use has ${kind} on ${count} dates.`, { variables, count });
  }
}

/** Dates on which a column is null; 0 where it was not asked for. */
function nullsOf({ columns }: RecordTable, name: string): number {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) return 0;
  if (column.kind === 'text') return column.values.filter((value) => value === null).length;
  return column.scaled.reduce((count, value) => count + (value === NULL_SCALED ? 1 : 0), 0);
}
