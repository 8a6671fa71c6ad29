/**
 * The metadata of a cube as Zarr v3 documents: one for the group, with those of its arrays consolidated, and each array's
 * own beside its chunks, so that readers with and without consolidation find the same.
 *
 * Values of `fc` are `n × scale[element] + offset[element]`, −32768 missing. The scale is an array of its own because
 * CF's scale_factor is one number for a whole variable and this one holds twenty quantities.
 */

import type { CubeDescription } from '../../model/cube.js';
import { STATIC_FIELDS, type StaticFieldId } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { BLOSC_METADATA } from './chunk-codec.js';
import { CHUNK_COLUMNS, CHUNK_ROWS, chunkColumns, SHARD_ROWS } from './cube-layout.js';
import { dimensionsOf, gridAxes, gridMappingOf, MAPPING_NAME, projectionAttributes } from './grid-coordinates.js';

/** Raised when a reader of this version could misread what a later writer stores. */
export const FORMAT_VERSION = 1;
export const FORMAT_NAME = 'weatherglass-forecast-cube';

export interface ArrayDocument {
  readonly zarr_format: 3;
  readonly node_type: 'array';
  readonly shape: readonly number[];
  readonly data_type: string;
  readonly chunk_grid: object;
  readonly chunk_key_encoding: object;
  readonly fill_value: unknown;
  readonly codecs: readonly object[];
  readonly dimension_names: readonly string[];
  readonly attributes: object;
}

/** What the documents depend on: lengths, not contents. */
export interface CubeShape {
  readonly elements: number;
  readonly times: number;
  readonly grid: Grid;
  readonly statics: readonly StaticFieldId[];
}

const BYTES = { name: 'bytes', configuration: { endian: 'little' } };
const TEXT = { name: 'vlen-utf8' };
const CHECKSUM = { name: 'crc32c' };
const COMPRESSION = { name: 'blosc', configuration: BLOSC_METADATA };

type ArrayParts = Pick<ArrayDocument, 'shape' | 'data_type' | 'fill_value' | 'codecs' | 'dimension_names'> & {
  readonly chunk?: readonly number[];
  readonly attributes?: object;
};

function arrayDocument({ chunk, attributes = {}, ...parts }: ArrayParts): ArrayDocument {
  return {
    zarr_format: 3,
    node_type: 'array',
    ...parts,
    chunk_grid: { name: 'regular', configuration: { chunk_shape: chunk ?? parts.shape } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    attributes,
  };
}

function cubeDocument({ elements, times, grid }: CubeShape): ArrayDocument {
  const sharding = {
    chunk_shape: [elements, times, CHUNK_ROWS, CHUNK_COLUMNS],
    codecs: [{ name: 'transpose', configuration: { order: [2, 3, 0, 1] } }, BYTES, COMPRESSION, CHECKSUM],
    index_codecs: [BYTES, CHECKSUM],
    index_location: 'end',
  };
  return arrayDocument({
    shape: [elements, times, grid.rows, grid.columns],
    // A shard must be whole chunks wide, so an odd grid's shards reach one column beyond it.
    chunk: [elements, times, SHARD_ROWS, chunkColumns(grid) * CHUNK_COLUMNS],
    data_type: 'int16',
    fill_value: MISSING_PACKED,
    codecs: [{ name: 'sharding_indexed', configuration: sharding }],
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

function axisDocument(dimension: string, length: number, data_type: string, attributes: object): ArrayDocument {
  const text = data_type === 'string';
  const codecs = [text ? TEXT : BYTES, CHECKSUM];
  return arrayDocument({
    shape: [length],
    data_type,
    fill_value: text ? '' : 0,
    codecs,
    dimension_names: [dimension],
    attributes,
  });
}

function staticDocument(id: StaticFieldId, grid: Grid): ArrayDocument {
  const quantity = id === 'elevation' ? { units: 'm', standard_name: 'surface_altitude' } : { units: '1' };
  return arrayDocument({
    shape: [grid.rows, grid.columns],
    data_type: 'float32',
    fill_value: 'NaN',
    codecs: [BYTES, COMPRESSION, CHECKSUM],
    dimension_names: dimensionsOf(grid),
    attributes: { ...quantity, ...gridMappingOf(grid) },
  });
}

/** A variable without contents, which carries the projection as CF has it; its one value is the fill. */
function mappingDocument(attributes: object): ArrayDocument {
  return arrayDocument({
    shape: [],
    data_type: 'int32',
    fill_value: 0,
    codecs: [BYTES],
    dimension_names: [],
    attributes,
  });
}

/** The document of every array of a cube, by its name. */
export function arrayDocuments(shape: CubeShape): Record<string, ArrayDocument> {
  const { elements, times, grid, statics } = shape;
  const documents: Record<string, ArrayDocument> = {
    fc: cubeDocument(shape),
    element: axisDocument('element', elements, 'string', { long_name: 'forecast element' }),
    scale: axisDocument('element', elements, 'float64', { long_name: 'packing step, in the unit of the element' }),
    offset: axisDocument('element', elements, 'float64', { long_name: 'value of packed zero, in the same unit' }),
    time: axisDocument('time', times, 'int64', {
      standard_name: 'time',
      units: 'seconds since 1970-01-01T00:00:00Z',
      calendar: 'proleptic_gregorian',
    }),
  };
  for (const { name, values, attributes } of gridAxes(grid))
    documents[name] = axisDocument(name, values.length, 'float64', attributes);
  const mapping = projectionAttributes(grid);
  if (mapping !== null) documents[MAPPING_NAME] = mappingDocument(mapping);
  for (const id of STATIC_FIELDS) if (statics.includes(id)) documents[id] = staticDocument(id, grid);
  return documents;
}

/** The document of the group: what is known of the run, and the arrays' documents. */
export function groupDocument(cube: CubeDescription, arrays: Record<string, ArrayDocument>): object {
  const { dataset, version, source, referenceTime, createdAt, simulated, windowSeconds, grid } = cube;
  const origin = { dataset, version, source, referenceTime, createdAt, simulated, windowSeconds };
  return {
    zarr_format: 3,
    node_type: 'group',
    attributes: { format: FORMAT_NAME, formatVersion: FORMAT_VERSION, ...origin, grid },
    consolidated_metadata: { kind: 'inline', must_understand: false, metadata: arrays },
  };
}
