/**
 * The metadata of a cube as Zarr v3 documents.
 *
 * Values of `fc` are `n × scale[element] + offset[element]`, −32768 missing. The scale is an array of its own because
 * CF's scale_factor is one number for a whole variable and this one holds twenty quantities.
 */

import type { CubeDescription } from '../../model/cube.js';
import { STATIC_FIELDS, type StaticFieldId } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { dimensionsOf, gridAxes, gridMappingOf, MAPPING_NAME, projectionAttributes } from '../zarr/grid-coordinates.js';
import {
  type ArrayDocument,
  arrayDocument,
  axisDocument,
  COMPRESSED,
  EPOCH_SECONDS,
  type FormatIdentity,
  scalarDocument,
  shardingCodec,
  zarrGroup,
} from '../zarr/zarr-arrays.js';
import { CHUNK_COLUMNS, CHUNK_ROWS, chunkColumns, SHARD_ROWS } from './cube-layout.js';
import { mapDocuments } from './map-documents.js';
import { type MapShape, mapShapes } from './map-layout.js';

export const FORMAT: FormatIdentity = { name: 'weatherglass-forecast-cube', version: 1 };

/** What the documents depend on: lengths, not contents. */
export interface CubeShape {
  readonly elements: number;
  readonly times: number;
  readonly grid: Grid;
  readonly statics: readonly StaticFieldId[];
  readonly maps: readonly MapShape[];
}

function cubeDocument({ elements, times, grid }: CubeShape): ArrayDocument {
  const chunk = [elements, times, CHUNK_ROWS, CHUNK_COLUMNS];
  const turned = [{ name: 'transpose', configuration: { order: [2, 3, 0, 1] } }, ...COMPRESSED];
  return arrayDocument({
    shape: [elements, times, grid.rows, grid.columns],
    // A shard must be whole chunks wide, so an odd grid's shards reach one column beyond it.
    chunk: [elements, times, SHARD_ROWS, chunkColumns(grid) * CHUNK_COLUMNS],
    data_type: 'int16',
    fill_value: MISSING_PACKED,
    codecs: [shardingCodec(chunk, turned)],
    dimension_names: ['element', 'time', ...dimensionsOf(grid)],
    attributes: {
      long_name: 'packed forecast values: n * scale + offset',
      coordinates: 'scale offset',
      ...gridMappingOf(grid),
      // xarray masks by this attribute and not by fill_value, which in Zarr is only what an absent chunk reads as.
      _FillValue: MISSING_PACKED,
    },
  });
}

function staticDocument(id: StaticFieldId, grid: Grid): ArrayDocument {
  const quantity = id === 'elevation' ? { units: 'm', standard_name: 'surface_altitude' } : { units: '1' };
  return arrayDocument({
    shape: [grid.rows, grid.columns],
    data_type: 'float32',
    fill_value: 'NaN',
    codecs: COMPRESSED,
    dimension_names: dimensionsOf(grid),
    attributes: { ...quantity, ...gridMappingOf(grid) },
  });
}

const TIME = { standard_name: 'time', ...EPOCH_SECONDS };

/** The document of every array of a cube, by its name. */
export function arrayDocuments(shape: CubeShape): Record<string, ArrayDocument> {
  const { elements, times, grid, statics, maps } = shape;
  const documents: Record<string, ArrayDocument> = {
    fc: cubeDocument(shape),
    element: axisDocument('element', elements, 'string', { long_name: 'forecast element' }),
    scale: axisDocument('element', elements, 'float64', { long_name: 'packing step, in the unit of the element' }),
    offset: axisDocument('element', elements, 'float64', { long_name: 'value of packed zero, in the same unit' }),
    time: axisDocument('time', times, 'int64', TIME),
  };
  for (const { name, values, attributes } of gridAxes(grid))
    documents[name] = axisDocument(name, values.length, 'float64', attributes);
  const mapping = projectionAttributes(grid);
  // A variable without contents, which carries the projection as CF has it.
  if (mapping !== null) documents[MAPPING_NAME] = scalarDocument('int32', 0, mapping);
  for (const id of STATIC_FIELDS) if (statics.includes(id)) documents[id] = staticDocument(id, grid);
  return { ...documents, ...mapDocuments(maps, grid, TIME) };
}

/** The document of the group: what is known of the run, and the arrays' documents. */
export function groupDocument(cube: CubeDescription, arrays: Record<string, ArrayDocument>): object {
  const { dataset, version, source, referenceTime, createdAt, simulated, windowSeconds, grid, times, maps } = cube;
  const origin = { dataset, version, source, referenceTime, createdAt, simulated, windowSeconds };
  const kept = maps === undefined ? {} : { maps: mapShapes(maps, times) };
  return zarrGroup({ format: FORMAT.name, formatVersion: FORMAT.version, ...origin, grid, ...kept }, arrays);
}
