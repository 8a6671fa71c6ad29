/**
 * Writes HDF5 files, for which there is a library alone (h5wasm, 4 MB of WebAssembly): it is loaded when the first file is
 * asked for. Text is written as UTF-8 padded with spaces, where the services write ASCII ended by a zero; both are read
 * alike.
 */

import type { File, Group } from 'h5wasm';

export type Hdf5Value = string | number | Hdf5Typed;

/** A number of another type than float64: `<h` int16, `<f` float32, `<Q` uint64 … */
export interface Hdf5Typed {
  readonly type: '<b' | '<h' | '<f' | '<Q';
  readonly value: number;
}

export interface Hdf5Array {
  readonly type: '<b' | '<h' | '<i' | '<I';
  readonly values: Int8Array | Int16Array | Int32Array | Uint32Array;
  readonly shape: readonly number[];
  /** Of the same number of dimensions; each is compressed by itself. */
  readonly chunks: readonly number[];
  /** Whether the dataset may grow, as those of some writers do. */
  readonly isUnlimited?: boolean;
  readonly attributes: Readonly<Record<string, Hdf5Value>>;
}

export interface Hdf5Contents {
  readonly attributes?: Readonly<Record<string, Hdf5Value>>;
  readonly groups?: Readonly<Record<string, Hdf5Contents>>;
  readonly arrays?: Readonly<Record<string, Hdf5Array>>;
}

export type Hdf5Writer = (root: Hdf5Contents) => Uint8Array;

const DEFLATE_LEVEL = 1;
let library: Promise<Hdf5Writer> | null = null;

export function hdf5Writer(): Promise<Hdf5Writer> {
  library ??= load();
  return library;
}

async function load(): Promise<Hdf5Writer> {
  const { File: Hdf5File, ready } = await import('h5wasm');
  const { FS } = await ready;
  return (root) => {
    const name = '/simulated.h5';
    const file: File = new Hdf5File(name, 'w');
    try {
      writeGroup(file, root);
      file.close();
      // A copy: what FS gives is a view into memory that the next file takes.
      return new Uint8Array(FS.readFile(name) as Uint8Array);
    } finally {
      FS.unlink(name);
    }
  };
}

function writeGroup(group: Group, { attributes = {}, groups = {}, arrays = {} }: Hdf5Contents): void {
  writeAttributes(group, attributes);
  for (const [name, contents] of Object.entries(groups)) writeGroup(group.create_group(name), contents);
  for (const [name, { values, shape, chunks, type, isUnlimited, attributes: own }] of Object.entries(arrays)) {
    const dataset = group.create_dataset({
      name,
      data: values,
      shape: [...shape],
      dtype: type,
      chunks: [...chunks],
      compression: DEFLATE_LEVEL,
      ...(isUnlimited ? { maxshape: shape.map(() => null) } : {}),
    });
    writeAttributes(dataset, own);
  }
}

function writeAttributes(to: Pick<Group, 'create_attribute'>, attributes: Readonly<Record<string, Hdf5Value>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') to.create_attribute(name, value, null, `S${Buffer.byteLength(value) + 1}`);
    else if (typeof value === 'number') to.create_attribute(name, value, null, '<d');
    else to.create_attribute(name, numberOf(value), [], value.type);
  }
}

/** Of the kind that the library takes for the type. */
function numberOf({ type, value }: Hdf5Typed): BigUint64Array | Float32Array | Int16Array | Int8Array {
  if (type === '<Q') return BigUint64Array.of(BigInt(value));
  if (type === '<f') return Float32Array.of(value);
  return type === '<h' ? Int16Array.of(value) : Int8Array.of(value);
}
