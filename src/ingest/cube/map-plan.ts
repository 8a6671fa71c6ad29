/** Which maps the cube of a feed keeps: the fields of its dataset that it has elements for, at its times around the run. Pure. */

import type { DatasetId } from '../../model/dataset.js';
import type { ElementId } from '../../model/element.js';
import {
  MAP_FIELDS_OF,
  MAP_SPAN,
  type MapField,
  type MapFieldId,
  type MapTimes,
  mapFieldOf,
} from '../../model/map-slice.js';
import { POLLUTANTS } from '../../science/air-quality-window.js';
import type { CubePlan } from './cube-plan.js';

/** What a field is made of: any of these is enough. */
export const MAP_ELEMENTS: Readonly<Record<MapFieldId, readonly ElementId[]>> = {
  temperature: ['temperature'],
  precipitation_rate: ['precipitation'],
  smoke_pm2_5: ['smoke_pm2_5'],
  air_quality_index: POLLUTANTS,
};

/**
 * @param referenceTime  of the run, epoch seconds
 * @returns in the order of `MAP_FIELDS_OF`; a step that begins at the last time of the cube is not in it
 */
export function planMaps(dataset: DatasetId, { elements, times }: CubePlan, referenceTime: number): MapTimes[] {
  const isNear = (time: number): boolean =>
    time >= referenceTime - MAP_SPAN.before && time <= referenceTime + MAP_SPAN.after;
  const fields = fieldsOf(dataset).filter(({ id }) => MAP_ELEMENTS[id].some((element) => elements.includes(element)));
  return fields
    .map(({ id, kind }) => ({ field: id, times: (kind === 'step' ? times.slice(0, -1) : times).filter(isNear) }))
    .filter((map) => map.times.length > 0)
    .map(({ field, times: own }) => ({ field, times: Float64Array.from(own) }));
}

/** All that decides which maps a cube of the dataset has and how they are packed; null where it never has any. */
export function mapLayoutOf(dataset: DatasetId): object | null {
  const fields = fieldsOf(dataset);
  return fields.length === 0 ? null : { fields, span: MAP_SPAN };
}

function fieldsOf(dataset: DatasetId): MapField[] {
  return (MAP_FIELDS_OF[dataset] ?? []).map(mapFieldOf);
}
