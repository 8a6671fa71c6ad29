/** Warnings of an outlook: that it is climate, which values are missing, and how far the stations are. */

import type { RecordTable } from '../../model/answer.js';
import { OUTLOOK_FIELDS } from '../../model/outlook.js';
import type { PlaceClimate } from '../../query/climatology/place-climate.js';
import { type ChosenStation, type Place, STATION_REACHES } from '../../query/history/station-choice.js';
import { LARGEST_ADJUSTMENT_M } from '../../science/downscale.js';
import type { Notices } from '../notices.js';
import type { OutlookRequest } from './request.js';

const [NEAR_KM, FAR_KM] = STATION_REACHES;
const TEMPERATURES: ReadonlySet<string> = new Set(['temperature_max', 'temperature_min']);
const SKIES: ReadonlySet<string> = new Set(['sun', 'partly', 'cloudy']);
const SUN: ReadonlySet<string> = new Set(['sunrise', 'sunset']);

export function addOutlookNotices(
  notices: Notices,
  { variables, include = [] }: OutlookRequest,
  { place, climate, table }: { readonly place: Place; readonly climate: PlaceClimate; readonly table: RecordTable },
): void {
  const temperatures = variables.filter((name) => TEMPERATURES.has(name));
  const fall = variables.filter((name) => !TEMPERATURES.has(name) && !SUN.has(name));
  if (temperatures.length + fall.length > 0)
    notices.add('climatology_only', 'Values are the climate of each date, not a forecast of its weather.');
  addStationNotices(notices, temperatures, climate.thermometers);
  addStationNotices(notices, fall, climate.gauges);
  if (temperatures.length > 0 && climate.thermometers.length > 0)
    addHeightNotices(notices, place, climate.thermometers);
  if (climate.gauges.length > 0) addConditionNotice(notices, table);
  const records = OUTLOOK_FIELDS.filter((field) => field.include === 'records' && variables.includes(field.beside));
  if (!include.includes('records') || records.length === 0 || climate.record('high', 0) !== null) return;
  notices.add('variable_unavailable', `No station within ${FAR_KM} km has 30 years of temperatures.`, {
    variables: records.map(({ id }) => id),
  });
}

function addStationNotices(notices: Notices, variables: readonly string[], stations: readonly ChosenStation[]): void {
  if (variables.length === 0) return;
  const nearest = Math.min(...stations.map(({ distance }) => distance));
  if (stations.length === 0)
    notices.add(
      'variable_unavailable',
      `No station within ${FAR_KM} km has ten years of ${variables.join(', ')} in 1991-2020.`,
      { variables },
    );
  else if (nearest > NEAR_KM)
    notices.add('station_distant', `The nearest station is ${Math.round(nearest)} km away.`, { variables });
}

function addHeightNotices(notices: Notices, { elevation }: Place, stations: readonly ChosenStation[]): void {
  if (elevation === null)
    notices.add(
      'elevation_unavailable',
      'The height of the place is not known; temperatures are those at the height of the stations.',
    );
  if (stations.every(({ clamped }) => clamped))
    notices.add(
      'elevation_clamped',
      `All stations are more than ${LARGEST_ADJUSTMENT_M} m above or below the place; temperatures are adjusted by ${LARGEST_ADJUSTMENT_M} m only.`,
    );
}

function addConditionNotice(notices: Notices, { columns }: RecordTable): void {
  const condition = columns.find(({ name }) => name === 'condition');
  if (condition?.kind !== 'text') return;
  const count = condition.values.filter((value) => value !== null && SKIES.has(value)).length;
  if (count === 0) return;
  const message = 'The sky of dates without likely precipitation is estimated from the daily range of temperature.';
  notices.add('condition_estimated', message, { variables: ['condition'], count });
}
