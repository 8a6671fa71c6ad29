/**
 * The metadata of the maps as Zarr v3 documents: one array for each field, one axis for each kind of field.
 *
 * The packing is written as CF has it, since an array holds one quantity: whoever knows `scale_factor` gets the values.
 */

import type { Grid } from '../../model/field.js';
import { MAP_FIELDS, mapFieldOf } from '../../model/map-slice.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { DocumentReader } from '../versions/json-document.js';
import { dimensionsOf, gridMappingOf } from '../zarr/grid-coordinates.js';
import { type ArrayDocument, arrayDocument, axisDocument, COMPRESSED, shardingCodec } from '../zarr/zarr-arrays.js';
import { SHARD_ROWS } from './cube-layout.js';
import { type MapShape, mapArrayName, mapAxisName } from './map-layout.js';

function mapDocument({ field, count, step, base }: MapShape, grid: Grid): ArrayDocument {
  const { unit, kind } = mapFieldOf(field);
  return arrayDocument({
    shape: [count, grid.rows, grid.columns],
    chunk: [count, SHARD_ROWS, grid.columns],
    data_type: 'int16',
    fill_value: MISSING_PACKED,
    codecs: [shardingCodec([1, SHARD_ROWS, grid.columns], COMPRESSED)],
    dimension_names: [mapAxisName(kind), ...dimensionsOf(grid)],
    attributes: {
      long_name: `${field}, ${kind === 'instant' ? 'of the instant' : 'of the step that begins then'}`,
      units: unit,
      scale_factor: step,
      add_offset: base,
      ...gridMappingOf(grid),
      _FillValue: MISSING_PACKED,
    },
  });
}

/** The documents of the maps and of their axes, by name. */
export function mapDocuments(maps: readonly MapShape[], grid: Grid, timeAttributes: object) {
  const documents: Record<string, ArrayDocument> = {};
  for (const map of maps) {
    const axis = mapAxisName(mapFieldOf(map.field).kind);
    documents[mapArrayName(map.field)] = mapDocument(map, grid);
    documents[axis] = axisDocument(axis, map.count, 'int64', timeAttributes);
  }
  return documents;
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set(MAP_FIELDS.map(({ id }) => id));

/**
 * The maps that a group states, in its order. None in versions from before there were maps. Fields that only a later
 * version knows are passed over.
 *
 * @param times  length of the time axis of the cube
 * @throws ObjectDefectError  a map does not lie on that axis
 */
export function readMapShapes(attributes: DocumentReader, times: number): MapShape[] {
  if (!Object.hasOwn(attributes.fields, 'maps')) return [];
  return attributes
    .objects('maps')
    .filter((map) => KNOWN_FIELDS.has(map.text('field')))
    .map((map) => {
      const field = map.text('field') as MapShape['field'];
      const shape = { field, first: map.count('first'), count: map.count('count') };
      const packing = { step: map.number('step'), base: map.number('base') };
      if (shape.count < 1 || shape.first + shape.count > times)
        throw map.fail(`maps of ${field} are of some of the ${times} times`);
      if (packing.step <= 0) throw map.fail(`the packing step of the maps of ${field} is over 0`);
      return { ...shape, ...packing };
    });
}
