/**
 * Objects: whole byte strings under keys, on a local directory or in an S3-compatible bucket.
 *
 * Keys are relative, parts separated by "/", each part of [A-Za-z0-9._-] and not starting with a dot. There is no
 * rename, no append and no conditional put: leases live in SQL or in the process, never here.
 */

/** Bytes `offset … offset+length−1`, or the last `suffix` bytes of the object. */
export type ByteRange = { readonly offset: number; readonly length: number } | { readonly suffix: number };

export interface ObjectStore {
  /**
   * The object, or the range of it.
   *
   * @throws ObjectMissingError  no such object
   * @throws ObjectDefectError  the object ends before the range does
   * @throws StoreUnavailableError  the disk or the network failed
   */
  get(key: string, range?: ByteRange): Promise<Uint8Array>;
  /** Stores the whole object or nothing, replacing what was there; durable (fsync) when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Keys that begin with `prefix`, sorted. @throws StoreUnavailableError */
  list(prefix: string): Promise<string[]>;
  /** Removes the object; a missing one is not an error. */
  delete(key: string): Promise<void>;
}
