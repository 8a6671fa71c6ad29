/**
 * Drawn tiles in files, so that a service that starts anew need not draw them again. A cache and nothing more: it may be
 * removed at any time, and whatever is wrong with it means that a tile is drawn.
 *
 *   <directory>/<first two letters>/<name>     name: key of the tile
 *     0 … n−5   the tile
 *     n−4 …     crc32c of the tile, little endian
 *
 * A file is written beside its name and renamed, so it is there whole or not at all; it is not flushed, since one that a
 * power cut tore has the wrong checksum. All files together are bounded: the ones not used longest go first, after a start
 * in the order in which they were written.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { crc32c } from '../../base/crc32c.js';
import { inLanes } from '../../base/lanes.js';
import type { Log } from '../../base/log.js';

export interface TileDirectory {
  /** Null: it is not there, or not what was written. */
  get(key: string): Promise<Uint8Array | null>;
  /** What fails is told of, and is as if it had not been asked for. */
  put(key: string, bytes: Uint8Array): Promise<void>;
}

export interface TileDirectoryOptions {
  /** Nothing else is in it. */
  readonly directory: string;
  /** Of all files together. */
  readonly maxBytes: number;
  readonly log: Log;
}

const KEY = /^[A-Za-z0-9_-]{4,80}$/;
const CHECKSUM_BYTES = 4;
/** What a file takes besides its bytes, about: half of a block and its name. */
const FILE_BYTES = 2048;
/** No key ends so. */
const TEMPORARY = '.part';
/** Files that are looked at at once: 40,000 take 0.35 s, and 1.5 one after the other. */
const LANES = 16;

/** Looks at what is there once; what cannot be looked at counts as not there. Null, which is told, where it cannot be had. */
export async function openTileDirectory(options: TileDirectoryOptions): Promise<TileDirectory | null> {
  const { directory, log } = options;
  try {
    return await tileDirectory(options, await filesIn(directory));
  } catch (error) {
    log.warn({ directory, error: (error as Error).message }, 'no tiles are kept on disk');
    return null;
  }
}

async function tileDirectory(
  { directory, maxBytes, log }: TileDirectoryOptions,
  files: readonly { readonly key: string; readonly bytes: number }[],
): Promise<TileDirectory> {
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key);
  const removing: Promise<void>[] = [];
  const forget = (key: string) =>
    rm(pathOf(key), { force: true }).catch((error: Error) => tell(error, 'a kept tile cannot be removed'));
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes + FILE_BYTES,
    dispose: (_bytes, key, reason) => {
      if (reason === 'evict') removing.push(forget(key));
    },
  });
  let isTold = false;

  function tell(error: Error, what: string): void {
    // A disk that is full or gone would say so for every tile.
    if (!isTold) log.warn({ directory, error: error.message }, what);
    isTold = true;
  }

  for (const { key, bytes } of files) {
    if (KEY.test(key)) sizes.set(key, bytes);
    // Half written, or too large for the bound: it was never taken in, so it is not evicted either.
    if (!sizes.has(key)) await forget(key);
  }
  await Promise.all(removing.splice(0));

  return {
    async get(key) {
      if (sizes.get(key) === undefined) return null;
      const bytes = await readFile(pathOf(key)).catch((error: Error) => tell(error, 'a kept tile cannot be read'));
      const tile = bytes ? checked(bytes) : null;
      if (tile === null) {
        sizes.delete(key);
        await forget(key);
      }
      return tile;
    },
    async put(key, bytes) {
      if (!KEY.test(key)) throw new RangeError(`a key of a tile is ${KEY}; got "${key}"`);
      if (sizes.has(key)) return;
      try {
        await writeWhole(pathOf(key), sealed(bytes));
        sizes.set(key, bytes.length + CHECKSUM_BYTES);
        if (!sizes.has(key)) await forget(key);
        await Promise.all(removing.splice(0));
      } catch (error) {
        tell(error as Error, 'tiles cannot be kept on disk');
      }
    },
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}-${randomUUID()}${TEMPORARY}`;
  await mkdir(join(path, '..'), { recursive: true });
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function sealed(bytes: Uint8Array): Uint8Array {
  const file = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  file.set(bytes);
  new DataView(file.buffer).setUint32(bytes.length, crc32c(bytes), true);
  return file;
}

function checked(file: Buffer): Uint8Array | null {
  if (file.length <= CHECKSUM_BYTES) return null;
  const tile = new Uint8Array(file.buffer, file.byteOffset, file.length - CHECKSUM_BYTES);
  return file.readUInt32LE(tile.length) === crc32c(tile) ? tile : null;
}

/** In the order in which they were written. */
async function filesIn(directory: string): Promise<{ key: string; bytes: number }[]> {
  await mkdir(directory, { recursive: true });
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await inLanes(files, LANES, async ({ name, parentPath }) => {
    const facts = await stat(join(parentPath, name)).catch(() => null); // removed meanwhile, or as good as that
    return facts === null ? [] : [{ key: name, bytes: facts.size, at: facts.mtimeMs }];
  });
  return found.flat().sort((a, b) => a.at - b.at);
}
