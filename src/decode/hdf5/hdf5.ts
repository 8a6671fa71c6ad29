/**
 * HDF5 files in memory: datasets of numbers, parts of them, attributes. NetCDF 4 files are HDF5 files.
 *
 * The bytes may be anything. The C library finds most of what is broken; what it says, an exception out of WebAssembly
 * and a claim beyond the bounds below all end in `MalformedError`, and the instance that met it is not used again.
 * Sizes are checked before memory is taken. One thing is not in our hands: the library inflates a compressed chunk before
 * it compares its size, so that a chunk made for it can take up to the 2 GB that WebAssembly has, until it is refused.
 */

import { isTagged, MalformedError } from '../../base/errors.js';
import { discardLibrary, hdf5Library, isOutgrown, type LibraryInstance, type StoredType } from './hdf5-library.js';

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
  /** Sizes of the pieces that are compressed one by one: cheap are reads of whole ones. Null: stored in one piece. */
  readonly chunks: readonly number[] | null;
  /**
   * Numbers as they are stored, neither scaled nor masked, row-major. Without `ranges` all of them.
   *
   * @param ranges  of each dimension [first, end), end not included
   * @throws MalformedError  they are more than 256 MB, or cannot be unpacked
   * @throws RangeError  ranges that are not of this dataset
   */
  read(ranges?: readonly (readonly [number, number])[]): Hdf5Numbers;
}

export interface Hdf5File {
  /** @throws MalformedError  there is none, or it does not hold integers of 8 to 32 bits or floats */
  dataset(path: string): Hdf5Dataset;
  /** Attribute of a group or a dataset; null when it has none of this name. @throws MalformedError  it is no number or text */
  attribute(path: string, name: string): Hdf5Attribute | null;
  /** Names inside a group. @throws MalformedError  there is none */
  names(path: string): readonly string[];
  /** Frees the memory; may be called twice. */
  close(): void;
}

const FORMAT = 'HDF5';
/** It may also stand behind a block of the user's, which no radar file has. */
const SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
const MOST_READ_BYTES = 256 << 20;
/** A chunk is unpacked as a whole, whatever is read of it. */
const MOST_CHUNK_BYTES = 256 << 20;
const MOST_DIMENSIONS = 8;
const MOST_NAMES = 10_000;
const MOST_ATTRIBUTE_BYTES = 1 << 16;
const INTEGER = 0;
const FLOAT = 1;
const TEXT = 3;
const POINTER_BYTES = 4;

type NumbersOf = new (buffer: ArrayBuffer) => Hdf5Numbers;
const SIGNED: Readonly<Record<number, NumbersOf>> = { 1: Int8Array, 2: Int16Array, 4: Int32Array };
const UNSIGNED: Readonly<Record<number, NumbersOf>> = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
const FLOATS: Readonly<Record<number, NumbersOf>> = { 4: Float32Array, 8: Float64Array };

let opened = 0;

/**
 * @param bytes  the whole file; not changed, and not copied: the caller leaves them alone until `close`
 * @throws MalformedError  it is no HDF5 file
 */
export async function openHdf5(bytes: Uint8Array): Promise<Hdf5File> {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte))
    throw malformed(
      'a file begins with the signature of HDF5',
      bytes.length === 0 ? 'nothing' : [...bytes.subarray(0, 8)].join(' '),
    );
  const instance = await hdf5Library();
  const { library } = instance;
  const name = `/${++opened}`;
  library.FS.writeFile(name, bytes, { canOwn: true });
  const use = <T>(rule: string, call: () => T): T => used(instance, rule, call);
  const unlink = () => library.FS.unlink(name);
  const id = openFile(use, instance, name, unlink);
  let isOpen = true;
  return {
    dataset: (path) => datasetOf(instance, use, id, path),
    attribute: (path, attribute) =>
      use(`attribute ${path}@${attribute} can be read`, () => readAttribute(instance, id, path, attribute)),
    names: (path) =>
      use(`group ${path} can be read`, () => {
        const names = library.get_names(id, path, false);
        if (names.length > MOST_NAMES) throw malformed(`group ${path} has at most ${MOST_NAMES} names`, names.length);
        return names;
      }),
    close() {
      if (!isOpen) return;
      isOpen = false;
      try {
        use('the file can be closed', () => library.close_file(id));
      } finally {
        unlink();
        if (isOutgrown(instance)) discardLibrary(instance);
      }
    },
  };
}

type Use = <T>(rule: string, call: () => T) => T;

function openFile(use: Use, { library }: LibraryInstance, name: string, unlink: () => void): bigint {
  try {
    return use('the file can be opened', () => {
      const id = library.open(name, 0, false, -1, -1);
      if (id <= 0n) throw new Error('no file');
      return id;
    });
  } catch (error) {
    unlink();
    throw error;
  }
}

/** Returns what `call` returns, or throws a `MalformedError`: the library throws errors, numbers (of C++) and traps. */
function used<T>(instance: LibraryInstance, rule: string, call: () => T): T {
  instance.takeComplaint();
  try {
    return call();
  } catch (error) {
    discardLibrary(instance);
    if (isTagged(error, 'malformed')) throw error;
    const said = instance.takeComplaint() ?? (error instanceof Error ? error.message : String(error));
    throw new MalformedError(FORMAT, rule, said, { cause: error });
  }
}

function malformed(rule: string, value: number | string): MalformedError {
  return new MalformedError(FORMAT, rule, value);
}

function datasetOf(instance: LibraryInstance, use: Use, id: bigint, path: string): Hdf5Dataset {
  const type = use(`dataset ${path} can be read`, () => instance.library.get_dataset_metadata(id, path));
  const shape = checkedShape(path, type);
  const numbers = numbersOf(type);
  if (numbers === null)
    throw malformed(
      `dataset ${path} holds integers of 8 to 32 bits or floats`,
      `type ${type.type} of ${type.size} bytes`,
    );
  const chunkBytes = (type.chunks ?? []).reduce((size, side) => size * side, type.size);
  if (chunkBytes > MOST_CHUNK_BYTES)
    throw malformed(`chunks of ${path} have at most ${MOST_CHUNK_BYTES} bytes`, chunkBytes);
  return {
    shape,
    chunks: type.chunks ?? null,
    read(ranges = shape.map((side) => [0, side] as const)) {
      checkRanges(shape, ranges);
      const values = ranges.reduce((count, [first, end]) => count * (end - first), 1);
      const bytes = values * type.size;
      if (bytes > MOST_READ_BYTES)
        throw malformed(`at most ${MOST_READ_BYTES} bytes of ${path} are read at once`, bytes);
      if (values === 0) return new numbers(new ArrayBuffer(0));
      const count = ranges.map(([first, end]) => BigInt(end - first));
      const offset = ranges.map(([first]) => BigInt(first));
      return use(`values of ${path} can be unpacked`, () => {
        const read = (to: bigint) =>
          shape.length === 0
            ? instance.library.get_dataset_data(id, path, null, null, null, to)
            : instance.library.get_dataset_data(
                id,
                path,
                count,
                offset,
                count.map(() => 1n),
                to,
              );
        return new numbers(copyOut(instance, bytes, read));
      });
    },
  };
}

function checkedShape(path: string, { shape }: StoredType): readonly number[] {
  if (shape === null || shape.length > MOST_DIMENSIONS)
    throw malformed(`dataset ${path} has 0 to ${MOST_DIMENSIONS} dimensions`, shape?.length ?? 'none');
  const bad = shape.find((side) => !Number.isSafeInteger(side) || side < 0);
  if (bad !== undefined) throw malformed(`sides of ${path} are whole numbers`, bad);
  return shape;
}

function checkRanges(shape: readonly number[], ranges: readonly (readonly [number, number])[]): void {
  const isInside = ranges.every(
    ([first, end], i) =>
      Number.isInteger(first) && Number.isInteger(end) && 0 <= first && first <= end && end <= shape[i]!,
  );
  if (ranges.length !== shape.length || !isInside)
    throw new RangeError(`ranges ${JSON.stringify(ranges)} of a dataset of ${shape.join(' × ')}`);
}

function numbersOf({ type, size, signed }: StoredType): NumbersOf | null {
  if (type === FLOAT) return FLOATS[size] ?? null;
  if (type === INTEGER) return (signed ? SIGNED : UNSIGNED)[size] ?? null;
  return null;
}

/** Bytes that the library writes, in an array of their own. */
function copyOut({ library }: LibraryInstance, bytes: number, write: (to: bigint) => number): ArrayBuffer {
  const pointer = library._malloc(bytes);
  if (pointer === 0) throw new Error(`no memory for ${bytes} bytes`);
  try {
    if (write(BigInt(pointer)) < 0) throw new Error('the library refused');
    return library.HEAPU8.slice(pointer, pointer + bytes).buffer as ArrayBuffer;
  } finally {
    library._free(pointer);
  }
}

function readAttribute(instance: LibraryInstance, id: bigint, path: string, name: string): Hdf5Attribute | null {
  const { library } = instance;
  if (!library.get_attribute_names(id, path).includes(name)) return null;
  const type = library.get_attribute_metadata(id, path, name);
  const bytes = type.size * type.total_size;
  if (!(bytes > 0 && bytes <= MOST_ATTRIBUTE_BYTES))
    throw malformed(`attribute ${path}@${name} has 1 to ${MOST_ATTRIBUTE_BYTES} bytes`, bytes);
  if (type.type === TEXT && type.vlen) return readLongText(instance, id, path, name, bytes);
  const stored = copyOut(instance, bytes, (to) => library.get_attribute_data(id, path, name, to));
  if (type.type === TEXT) return textOf(new Uint8Array(stored));
  const numbers = attributeNumbers(type, stored);
  if (numbers === null) throw malformed(`attribute ${path}@${name} is a number or text`, `type ${type.type}`);
  return numbers.length === 1 ? numbers[0]! : numbers;
}

function attributeNumbers(type: StoredType, stored: ArrayBuffer): readonly number[] | null {
  const numbers = numbersOf(type);
  if (numbers !== null) return Array.from(new numbers(stored));
  if (type.type !== INTEGER || type.size !== 8) return null;
  return Array.from(type.signed ? new BigInt64Array(stored) : new BigUint64Array(stored), Number);
}

/** Text that the attribute points to. Freed again by the library, which made room for it while it read. */
function readLongText(instance: LibraryInstance, id: bigint, path: string, name: string, bytes: number): string {
  const { library } = instance;
  let text = '';
  copyOut(instance, bytes, (to) => {
    const status = library.get_attribute_data(id, path, name, to);
    if (status < 0) return status;
    const at = new DataView(library.HEAPU8.buffer).getUint32(Number(to), true);
    if (bytes >= POINTER_BYTES && at !== 0) text = textOf(library.HEAPU8.slice(at, at + MOST_ATTRIBUTE_BYTES));
    return library.reclaim_vlen_memory(id, path, name, to);
  });
  return text;
}

/** To the first NUL; NetCDF's writers pad with them. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
