/**
 * Published versions, opened, shared and held: what `query/` reads.
 *
 * Opening a version that is open already only counts one more holder, until the watch finds another pointer. A version is held
 * from `open` to `release`, and `isHeld` keeps retention of the same process away from it. A defect is logged once for each
 * object, with its key and byte offset. The reader receives it and may ask for the previous version.
 */

import { isTagged } from '../../base/errors.js';
import type { CubeShelf, CubeUse, OpenCube } from '../../model/cube.js';
import { createDefectLog, type DefectLog } from '../versions/defect-log.js';
import { type ShelfOptions, watchPointers } from '../versions/pointer-watch.js';
import { createCubeCaches } from './cube-chunks.js';
import { type CubeReader, openCubeReader } from './cube-reader.js';
import { paceChunks } from './paced-chunks.js';

const CACHE_BYTES = 64 * 2 ** 20;

export interface CubeShelfOptions extends ShelfOptions {
  /**
   * Bound of the decoded chunks of all versions together, bytes; default 64 MiB, some 1,500 places of a GFS run. What
   * routes read has 24 MiB of its own beside it.
   */
  readonly cacheBytes?: number;
}

export interface HoldingCubeShelf extends CubeShelf {
  /** True while an open cube of this version is not released. */
  isHeld(dataset: string, version: string): boolean;
}

interface Holding {
  readonly reader: Promise<CubeReader>;
  holders: number;
}

/** One reader's hold on a version. A second release does nothing; a read after it is a bug of the reader. */
function lendCube(reader: CubeReader, use: CubeUse, defects: DefectLog, giveBack: () => void): OpenCube {
  const { dataset, version } = reader.description;
  const paced = use === 'route' ? paceChunks(reader.chunks) : null;
  const chunkAt = paced?.get ?? reader.chunks.get;
  let released = false;
  function tell<Result>(read: () => Promise<Result>): Promise<Result> {
    if (released) throw new RangeError(`${dataset}/${version} is read after its release`);
    return read().catch((error: unknown) => defects.rethrow(error, { dataset, version }));
  }
  return {
    description: reader.description,
    readCells: async (cells) => tell(() => reader.readCells(cells, chunkAt)),
    staticField: async (id) => tell(() => reader.staticField(id)),
    release: () => {
      if (!released) giveBack();
      released = true;
      paced?.stop(new RangeError(`${dataset}/${version} was released before it was read`));
    },
  };
}

/** Versions of the pointer stay open between requests, others until the last reader gives them back. */
function createHoldings(open: (dataset: string, version: string) => Promise<CubeReader>) {
  const holdings = new Map<string, Holding>();
  const current = new Map<string, readonly (string | null)[]>();

  function drop(dataset: string, version: string, key: string): void {
    const holding = holdings.get(key);
    if (holding?.holders === 0 && !current.get(dataset)?.includes(version)) holdings.delete(key);
  }

  return {
    isHeld: (dataset: string, version: string) => (holdings.get(`${dataset}/${version}`)?.holders ?? 0) > 0,
    /** What the pointer of `dataset` names now. */
    setCurrent(dataset: string, versions: readonly (string | null)[]): void {
      const before = current.get(dataset) ?? [];
      current.set(dataset, versions);
      for (const version of before) if (version !== null) drop(dataset, version, `${dataset}/${version}`);
    },
    /** Held from the moment of the call, not from when it is open. */
    async hold(dataset: string, version: string): Promise<{ reader: CubeReader; giveBack(): void }> {
      const key = `${dataset}/${version}`;
      const holding = holdings.get(key) ?? { reader: open(dataset, version), holders: 0 };
      holdings.set(key, holding);
      holding.holders++;
      const giveBack = () => {
        holding.holders--;
        drop(dataset, version, key);
      };
      try {
        return { reader: await holding.reader, giveBack };
      } catch (error) {
        // Forgotten at once, so that a version that was repaired can be opened without a restart.
        if (holdings.get(key) === holding) holdings.delete(key);
        throw error;
      }
    },
  };
}

/**
 * A shelf of the cubes in `objects`.
 *
 * `open` gives the previous version in place of one whose metadata is damaged, and null only when nothing was ever
 * published; it throws an ObjectDefectError when there is no sound version to fall back to.
 */
export function createCubeShelf(options: CubeShelfOptions): HoldingCubeShelf {
  const { objects, clock, log, cacheBytes = CACHE_BYTES } = options;
  const { pointers = watchPointers({ objects, clock, log }) } = options;
  const caches = createCubeCaches(cacheBytes);
  const defects = createDefectLog(log);
  const holdings = createHoldings((dataset, version) => openCubeReader(objects, dataset, version, caches));

  async function pointerOf(dataset: string) {
    const pointer = await pointers.read(dataset);
    holdings.setCurrent(dataset, [pointer?.version ?? null, pointer?.previous ?? null]);
    return pointer;
  }

  async function openVersion(dataset: string, version: string, use: CubeUse): Promise<OpenCube> {
    try {
      const { reader, giveBack } = await holdings.hold(dataset, version);
      return lendCube(reader, use, defects, giveBack);
    } catch (error) {
      return defects.rethrow(error, { dataset, version });
    }
  }

  return {
    isHeld: holdings.isHeld,
    async open(dataset, use = 'place') {
      const pointer = await pointerOf(dataset);
      if (pointer === null) return null;
      try {
        return await openVersion(dataset, pointer.version, use);
      } catch (error) {
        if (!isTagged(error, 'object-defect') || pointer.previous === null) throw error;
        return { ...(await openVersion(dataset, pointer.previous, use)), isPrevious: true };
      }
    },
    async openPrevious(dataset, use = 'place') {
      const pointer = await pointerOf(dataset);
      return pointer === null || pointer.previous === null ? null : openVersion(dataset, pointer.previous, use);
    },
  };
}
