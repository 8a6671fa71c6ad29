/**
 * Where the maps of a forecast cube lie, and which can stand in one: whole pictures of one time, beside the series of the
 * points. Normative description: docs/formats/forecast-cube.md.
 *
 *   <dataset>/<version>/map_<field>/c/0/<band>/0    one shard: all map times of 16 rows
 *   <dataset>/<version>/map_time/c/0                times of the maps that show an instant
 *   <dataset>/<version>/map_step/c/0                beginnings of the steps that the other maps show
 *
 * Shards have the rows of those of the series, because a cube is built band by band and an object is never added to. A
 * picture is one chunk of each: 67 reads for HRRR.
 */

import type { Grid } from '../../model/field.js';
import { type MapField, type MapFieldId, type MapTimes, mapFieldOf } from '../../model/map-slice.js';
import type { Packing } from '../../model/packing.js';
import { versionPrefix } from '../versions/version-keys.js';
import { SHARD_ROWS } from './cube-layout.js';

type MapKind = MapField['kind'];

/** Where the times of a field begin in the time axis of the cube, and how many there are: they are neighbours there. */
export interface MapRange {
  readonly first: number;
  readonly count: number;
}

/** What the documents and keys of a field's maps depend on. */
export interface MapShape extends MapRange, Packing {
  readonly field: MapFieldId;
}

export function mapArrayName(field: MapFieldId): string {
  return `map_${field}`;
}

/** Name of the axis on which the maps of a kind stand. */
export function mapAxisName(kind: MapKind): string {
  return kind === 'instant' ? 'map_time' : 'map_step';
}

export function mapShardKey(dataset: string, version: string, field: MapFieldId, shard: number): string {
  return `${versionPrefix(dataset, version)}/${mapArrayName(field)}/c/0/${shard}/0`;
}

/** Values of a chunk: one time of a band, rows below the grid included. */
export function mapChunkValues(grid: Grid): number {
  return SHARD_ROWS * grid.columns;
}

/** The maps as the documents have them. Only for maps without a fault. */
export function mapShapes(maps: readonly MapTimes[], times: Float64Array): MapShape[] {
  return maps.map(({ field, times: own }) => {
    const { step, base } = mapFieldOf(field);
    return { field, first: times.indexOf(own[0]!), count: own.length, step, base };
  });
}

/** The rule of the layout that maps break, null when they fit. */
export function mapsFault(maps: readonly MapTimes[], times: Float64Array): string | null {
  const fields = maps.map(({ field }) => field);
  if (new Set(fields).size !== fields.length) return 'each field is kept as maps once';
  for (const { field, times: own } of maps) {
    const first = times.indexOf(own[0]!);
    const areNeighbours = first >= 0 && own.every((time, i) => time === times[first + i]);
    if (!areNeighbours) return `maps of ${field} are of some times of the cube, one after the other`;
    if (mapFieldOf(field).kind === 'step' && first + own.length === times.length)
      return `no step begins at the last time, so there is no map of ${field}`;
  }
  const isOneAxis = (kind: MapKind): boolean => {
    const axes = maps.filter(({ field }) => mapFieldOf(field).kind === kind).map((map) => map.times.join());
    return new Set(axes).size <= 1;
  };
  return isOneAxis('instant') && isOneAxis('step') ? null : 'maps of one kind are of the same times';
}
