/**
 * HDF5 files in memory: datasets, slices of them, attributes.
 */

export type Hdf5Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

export type Hdf5Attribute = number | string | readonly number[];

export interface Hdf5Dataset {
  /** Rows first; empty for a single value. */
  readonly shape: readonly number[];
  /**
   * Numbers as they are stored, neither scaled nor masked, row-major. Without `ranges` all of them.
   *
   * @param ranges  of each dimension [first, end), end not included
   * @throws RadarMalformedError  there are more than `mostBytes` of them, or they cannot be unpacked
   */
  read(ranges?: readonly (readonly [number, number])[]): Hdf5Numbers;
}

export interface Hdf5File {
  /** @throws RadarMalformedError  there is none, or it does not hold numbers of 8 to 64 bits */
  dataset(path: string): Hdf5Dataset;
  /** Of a group or a dataset; null when it has none of this name. @throws RadarMalformedError  it is no number or text */
  attribute(path: string, name: string): Hdf5Attribute | null;
  /** Names inside a group. @throws RadarMalformedError  there is none */
  names(path: string): readonly string[];
  /** Frees the memory; may be called twice. */
  close(): void;
}
