/**
 * Zarr v3 documents as every format of this store has them: one for the group, with those of its arrays consolidated, and
 * each array's own beside its chunks, so that readers with and without consolidation find the same.
 */

import { isDeepStrictEqual } from 'node:util';
import type { DocumentReader } from '../versions/json-document.js';
import { BLOSC_METADATA } from './chunk-codec.js';

/** Name of a format and its version, which is raised when a reader of this version could misread what a later writer stores. */
export interface FormatIdentity {
  readonly name: string;
  readonly version: number;
}

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

export const BYTES = { name: 'bytes', configuration: { endian: 'little' } };
export const CHECKSUM = { name: 'crc32c' };
/** What `encodeChunk` makes of numbers that lie as their array has them. */
export const COMPRESSED = [BYTES, { name: 'blosc', configuration: BLOSC_METADATA }, CHECKSUM];
const TEXT = { name: 'vlen-utf8' };

/** Attributes of epoch seconds, as CF has them. */
export const EPOCH_SECONDS = { units: 'seconds since 1970-01-01T00:00:00Z', calendar: 'proleptic_gregorian' };

/** What a reader relies on; other members, like attributes, may differ between writers. */
const BINDING = ['shape', 'data_type', 'chunk_grid', 'chunk_key_encoding', 'fill_value', 'codecs'] as const;

type ArrayParts = Pick<ArrayDocument, 'shape' | 'data_type' | 'fill_value' | 'codecs' | 'dimension_names'> & {
  /** Default: one chunk, the whole array. */
  readonly chunk?: readonly number[];
  /** Between the numbers in the key of a chunk; "." keeps arrays of very many chunks in one directory. Default "/". */
  readonly separator?: '/' | '.';
  readonly attributes?: object;
};

export function arrayDocument({ chunk, separator = '/', attributes = {}, ...parts }: ArrayParts): ArrayDocument {
  return {
    zarr_format: 3,
    node_type: 'array',
    ...parts,
    chunk_grid: { name: 'regular', configuration: { chunk_shape: chunk ?? parts.shape } },
    chunk_key_encoding: { name: 'default', configuration: { separator } },
    attributes,
  };
}

/** Codec `sharding_indexed` with the index at the end, as `encodeIndex` lays it out. */
export function shardingCodec(chunkShape: readonly number[], codecs: readonly object[]): object {
  const configuration = {
    chunk_shape: chunkShape,
    codecs,
    index_codecs: [BYTES, CHECKSUM],
    index_location: 'end',
  };
  return { name: 'sharding_indexed', configuration };
}

/** A coordinate array, one chunk. */
export function axisDocument(dimension: string, length: number, data_type: string, attributes: object): ArrayDocument {
  const text = data_type === 'string';
  return arrayDocument({
    shape: [length],
    data_type,
    fill_value: text ? '' : 0,
    codecs: [text ? TEXT : BYTES, CHECKSUM],
    dimension_names: [dimension],
    attributes,
  });
}

/** One number without an object of its own: it is the fill of what is not there. */
export function scalarDocument(data_type: string, value: number, attributes: object): ArrayDocument {
  return arrayDocument({
    shape: [],
    data_type,
    fill_value: value,
    codecs: [BYTES],
    dimension_names: [],
    attributes,
  });
}

/** The document of a group. */
export function zarrGroup(attributes: object, arrays: Readonly<Record<string, ArrayDocument>>): object {
  return {
    zarr_format: 3,
    node_type: 'group',
    attributes,
    consolidated_metadata: { kind: 'inline', must_understand: false, metadata: arrays },
  };
}

/** @throws ObjectDefectError  the group is of another format, or of another version of a dataset */
export function checkGroup(attributes: DocumentReader, format: FormatIdentity, dataset: string, version: string): void {
  const stated = `${attributes.text('format')} ${attributes.count('formatVersion')}`;
  if (stated !== `${format.name} ${format.version}`)
    throw attributes.fail(`format "${stated}" is ${format.name} ${format.version}`);
  if (attributes.text('dataset') !== dataset || attributes.text('version') !== version)
    throw attributes.fail(`is of ${attributes.text('dataset')}/${attributes.text('version')}`);
}

/** @throws ObjectDefectError  an array is not laid out as `expected` has it */
export function checkArrays(arrays: DocumentReader, expected: Readonly<Record<string, ArrayDocument>>): void {
  for (const [name, document] of Object.entries(expected)) {
    const { fields } = arrays.object(name);
    const other = BINDING.find(
      (member) => !isDeepStrictEqual(fields[member], JSON.parse(JSON.stringify(document[member]))),
    );
    if (other !== undefined) throw arrays.fail(`${name}.${other} is ${JSON.stringify(document[other])}`);
  }
}
