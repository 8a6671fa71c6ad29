/** HDF5 files for tests, made by the C library's own writer (h5wasm). */

import h5wasm from 'h5wasm';

export interface WrittenDataset {
  readonly path: string;
  readonly data:
    | Int8Array
    | Uint8Array
    | Int16Array
    | Uint16Array
    | Int32Array
    | Uint32Array
    | Float32Array
    | Float64Array;
  readonly shape: readonly number[];
  readonly chunks?: readonly number[];
  readonly attributes?: Attributes;
  /** Grown to this shape after it was written; what is new is 0 and takes no room. Needs chunks. */
  readonly grown?: readonly number[];
}

/**
 * A number is stored as a double and a text in its own length, unless a type of h5wasm is given with it: "<h" is a
 * little-endian int16, "S" text of any length, which is held elsewhere in the file.
 */
export type Attributes = Readonly<
  Record<string, string | number | { readonly value: string | number; readonly type: string }>
>;

export interface WrittenFile {
  /** By the path of their group, "/" the file. */
  readonly groups: Readonly<Record<string, Attributes>>;
  readonly datasets: readonly WrittenDataset[];
}

let written = 0;

/** The bytes of a file; chunked datasets are compressed. */
export async function writeHdf5({ groups, datasets }: WrittenFile): Promise<Uint8Array> {
  const { FS } = await h5wasm.ready;
  const name = `/written-${++written}.h5`;
  const file = new h5wasm.File(name, 'w');
  for (const [path, attributes] of Object.entries(groups)) {
    if (path !== '/') file.create_group(path);
    addAttributes(file.get(path) as Attributed, attributes);
  }
  for (const { path, data, shape, chunks, attributes, grown } of datasets) {
    const packing = chunks === undefined ? {} : { chunks: [...chunks], compression: 'gzip' as const };
    const maxshape = grown === undefined ? {} : { maxshape: [...grown] };
    const dataset = file.create_dataset({ name: path, data, shape: [...shape], ...packing, ...maxshape });
    if (grown !== undefined) dataset.resize([...grown]);
    addAttributes(dataset, attributes ?? {});
  }
  file.close();
  const bytes = FS.readFile(name);
  FS.unlink(name);
  return bytes;
}

interface Attributed {
  create_attribute(name: string, data: string | number, shape?: null, type?: string): void;
}

function addAttributes(to: Attributed, attributes: Attributes): void {
  for (const [name, given] of Object.entries(attributes)) {
    if (typeof given === 'string') to.create_attribute(name, given);
    else if (typeof given === 'number') to.create_attribute(name, given, null, '<d');
    else to.create_attribute(name, given.value, null, given.type);
  }
}
