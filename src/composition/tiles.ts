/** Map tiles: what they are made from, who draws them, and where they are kept. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { timerSleep } from '../base/retry.js';
import type { Config } from '../config/config.js';
import type { CubeShelf } from '../model/cube.js';
import type { TileDrawing, TileSource } from '../model/tile.js';
import type { ScanRequests } from '../model/timed-version.js';
import { drawHere } from '../products/tiles/drawing/draw-here.js';
import { drawInThreads } from '../products/tiles/drawing/drawing-threads.js';
import type { DrawnAlerts } from '../products/tiles/frames/drawn-alerts.js';
import { createTilesProduct, type TilesProduct } from '../products/tiles/tiles.js';
import { createTileReaders, readTileSource } from '../query/maps/tile-readers.js';
import { createFireShelf } from '../store/fires/fire-shelf.js';
import type { ObjectStore } from '../store/objects/object-store.js';
import { createKeptRadarFrames } from '../store/radar/kept-frames.js';
import { createScanShelf } from '../store/scans/scan-shelf.js';
import { openTileDirectory } from '../store/tile-cache/tile-directory.js';
import type { PointerWatch } from '../store/versions/pointer-watch.js';
import { startTileThread } from '../tile-threads.js';
import { objectsDirectory, openObjects } from './objects.js';
import { networksOf, readSeconds } from './published.js';

export interface TileParts {
  readonly objects: ObjectStore;
  readonly shelf: CubeShelf;
  /** The watch that `shelf` reads by. */
  readonly pointers: PointerWatch;
  readonly alerts: DrawnAlerts;
  /** Null: sweeps are not fetched. */
  readonly requests: ScanRequests | null;
  isWarming?(): boolean;
}

export interface OpenTiles {
  readonly tiles: TilesProduct;
  /** Ends the threads that draw. */
  close(): Promise<void>;
}

/** For a service: drawn in threads, kept in memory and, where that is set, on disk. */
export async function openTiles(config: Config, log: Log, parts: TileParts, openFiles?: number): Promise<OpenTiles> {
  const { diskBytes } = config.tiles;
  const directory = join(config.dataDirectory, 'tiles');
  const store = diskBytes === 0 ? null : await openTileDirectory({ directory, maxBytes: diskBytes, log });
  const drawing = isCompiled() ? threadsOf(config, log, openFiles) : drawHere(createTileReaders(parts));
  return { tiles: tilesOn(config, log, parts, drawing, store), close: () => drawing.close() };
}

/** For a single answer: drawn by whoever asks. */
export function openTilesHere(config: Config, log: Log, parts: TileParts): TilesProduct {
  return tilesOn(config, log, parts, drawHere(createTileReaders(parts)), null);
}

function tilesOn(
  config: Config,
  log: Log,
  { objects, pointers, ...parts }: TileParts,
  drawing: TileDrawing,
  store: Awaited<ReturnType<typeof openTileDirectory>> | null,
): TilesProduct {
  const shelved = { objects, clock: systemClock, log, pointers };
  return createTilesProduct({
    ...parts,
    ...{ drawing, store, log, clock: config.clock, machineClock: systemClock, period: pointers.period },
    readSource: (source) => readStored(config, source),
    radar: createKeptRadarFrames(shelved),
    networks: networksOf(config),
    scans: createScanShelf(shelved),
    fires: createFireShelf(shelved),
    cacheBytes: config.tiles.cacheBytes,
    simulated: config.profile === 'demo',
  });
}

/** Opens the files for each call, because an open file may have been replaced since. */
async function readStored(config: Config, source: TileSource): Promise<void> {
  const objects = openObjects(config);
  try {
    await readTileSource(objects, source);
  } finally {
    objects.close();
  }
}

/** A thread loads compiled files; tests run the sources. */
function isCompiled(): boolean {
  return import.meta.url.endsWith('.js');
}

const MAX_THREADS = 4;

/** Threads that draw: by the settings, else one fewer than there are cores. */
export function tileThreadCount({ tiles }: Pick<Config, 'tiles'>): number {
  return tiles.threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
}

function threadsOf(config: Config, log: Log, openFiles?: number): TileDrawing {
  const data = { objectsDirectory: objectsDirectory(config), readSeconds: readSeconds(config), openFiles };
  return drawInThreads({
    count: tileThreadCount(config),
    start: (onExit) => startTileThread(data, onExit),
    sleep: timerSleep,
    log,
  });
}
