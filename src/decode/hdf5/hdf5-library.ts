/**
 * The HDF5 library itself, compiled to WebAssembly (h5wasm), as instances that can be thrown away.
 *
 * h5wasm offers one instance for the life of the process, and its memory, as all of WebAssembly's, grows and never
 * shrinks. Here its factory is called instead: an instance that broken bytes have been through, or that a large file has
 * made large, is left to the garbage collector, and the next file has a new one (30 ms; the first 80 ms). Of the builds
 * the one for browsers is taken, since its files are in memory. 4 MB of code are loaded with the first file, not before.
 */

/** What h5wasm says of a dataset or an attribute. Types are those of the C library: 0 integer, 1 float, 3 text. */
export interface StoredType {
  readonly type: number;
  /** Bytes of one value. */
  readonly size: number;
  readonly signed: boolean;
  /** Text of any length, held elsewhere. */
  readonly vlen: boolean;
  readonly total_size: number;
  readonly shape: readonly number[] | null;
  readonly chunks?: readonly number[] | null;
}

/** The functions of h5wasm's module that are called; identifiers of open files are bigints, failures are below 0. */
export interface Hdf5Library {
  readonly HEAPU8: Uint8Array;
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array, options: { canOwn: boolean }): void;
    unlink(path: string): void;
  };
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  open(path: string, flags: number, trackOrder: boolean, lowest: number, highest: number): bigint;
  close_file(file: bigint): number;
  get_names(file: bigint, path: string, recursive: boolean): string[];
  get_dataset_metadata(file: bigint, path: string): StoredType;
  get_dataset_data(
    file: bigint,
    path: string,
    count: bigint[] | null,
    offset: bigint[] | null,
    strides: bigint[] | null,
    to: bigint,
  ): number;
  get_attribute_names(file: bigint, path: string): string[];
  get_attribute_metadata(file: bigint, path: string, name: string): StoredType;
  get_attribute_data(file: bigint, path: string, name: string, to: bigint): number;
  reclaim_vlen_memory(file: bigint, path: string, name: string, from: bigint): number;
}

export interface LibraryInstance {
  readonly library: Hdf5Library;
  /** What the library last complained of, and forgets it; null when it did not. */
  takeComplaint(): string | null;
}

type Factory = (options: {
  noInitialRun: boolean;
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<Hdf5Library>;

/** An instance starts with 19 MB. */
const KEPT_BYTES = 64 << 20;
/** "  #006: /…/H5Fsuper.c line 577 in H5F__super_read(): truncated file: eof = 48479, …"; the last line is the cause. */
const COMPLAINT = /^\s*#\d+: .*\): (.+)$/;
const LONGEST_COMPLAINT = 200;

let kept: Promise<LibraryInstance> | null = null;
/** What `kept` came to. */
let ready: LibraryInstance | null = null;

export function hdf5Library(): Promise<LibraryInstance> {
  kept ??= newInstance().then(
    (instance) => {
      ready = instance;
      return instance;
    },
    (error: unknown) => {
      kept = null;
      throw error;
    },
  );
  return kept;
}

/** No further file is opened with the instance. Those that are open stay so. */
export function discardLibrary(instance: LibraryInstance): void {
  if (ready !== instance) return;
  ready = null;
  kept = null;
}

/** True of an instance that is too large to be kept for the next file. */
export function isOutgrown({ library }: LibraryInstance): boolean {
  return library.HEAPU8.length > KEPT_BYTES;
}

async function newInstance(): Promise<LibraryInstance> {
  // The factory is no entry point of the package: it lies beside the one there is.
  const address = new URL('./hdf5_util.js', import.meta.resolve('h5wasm')).href;
  const { default: factory } = (await import(address)) as { default: Factory };
  let complaint: string | null = null;
  const printErr = (line: string) => {
    complaint = COMPLAINT.exec(line)?.[1]?.slice(0, LONGEST_COMPLAINT) ?? complaint;
  };
  const library = await factory({ noInitialRun: true, print: () => undefined, printErr });
  const takeComplaint = () => {
    const taken = complaint;
    complaint = null;
    return taken;
  };
  return { library, takeComplaint };
}
