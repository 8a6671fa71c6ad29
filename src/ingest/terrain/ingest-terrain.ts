/**
 * Ingesting the terrain: Terrarium tiles of the region, or elevation files given by hand.
 *
 *   lock → choose zoom and window → fetch, decode, raise the sea, store, tile by tile → publish → tidy up
 *
 * Each tile is durable once it is stored, and an attempt with the same wishes goes on where the last one ended; nobody
 * sees a tile before the whole window is there. The ground does not change: what is published already with the same
 * zoom, region and origin is left alone unless it is wished anew.
 */

import { ConfigError, isTagged, UpstreamError } from '../../base/errors.js';
import { inLanes } from '../../base/lanes.js';
import { timerSleep } from '../../base/retry.js';
import { TILE_PIXELS, type TileWindow } from '../../grid/web-mercator.js';
import type { IngestRecord } from '../../model/records.js';
import type { HttpDownload, HttpTraffic } from '../../sources/http-download.js';
import { findTerrainFiles } from '../../sources/terrain/terrain-files.js';
import { createTerrariumSource } from '../../sources/terrain/terrarium-source.js';
import { CHUNK_VALUES, TERRAIN_DATASET, type TerrainFacts, windowFault } from '../../store/terrain/terrain-layout.js';
import { openTerrain } from '../../store/terrain/terrain-reader.js';
import { beginTerrain, isSameTerrain, publishTerrain, type TerrainDraft } from '../../store/terrain/terrain-writer.js';
import { readPointer } from '../../store/versions/pointer.js';
import { removeOldVersions } from '../../store/versions/removal.js';
import { endingOf, faultOf } from '../ingest-fault.js';
import { openHttp, polling } from '../poll/frame.js';
import type {
  Count,
  HeightMaking,
  PublishedTerrain,
  TerrainContext,
  TerrainOptions,
  TerrainOutcome,
} from './terrain-making.js';
import { rasterMaking } from './terrain-rasters.js';
import { terrariumMaking, tileFilesMaking } from './terrain-tiles.js';

/**
 * @throws UpstreamError  a tile or file cannot be had or read; what was stored is used by the next attempt
 * @throws DeadlineError  tiles are left for the next attempt
 * @throws ConfigError  a zoom that the region is too large for, or files that need another setting
 * @throws DirectoryLockedError  another ingest of the terrain is running
 */
export async function ingestTerrain(deps: TerrainContext, options: TerrainOptions): Promise<TerrainOutcome> {
  const { sleep = timerSleep } = deps;
  return polling(deps, TERRAIN_DATASET, openHttp(deps), (http) => ingestWith({ ...deps, sleep }, options, http));
}

async function ingestWith(
  deps: Parameters<typeof terrariumMaking>[0],
  options: TerrainOptions,
  http: HttpDownload,
): Promise<TerrainOutcome> {
  const tiles = { before: null as number | null, done: 0 };
  try {
    const making = await chooseMaking(deps, options, () => createTerrariumSource(http, deps.source.baseUrl));
    checkSize(making.facts.window);
    const known = options.anew ? null : await publishedTerrain(deps, making.facts);
    if (known !== null) return nothingNew(deps, known);
    return await keepTerrainRecord(deps, making.facts.window, http.traffic, (count) =>
      makeTerrain(deps, making, http.traffic, (done) => {
        tiles.before ??= done;
        tiles.done = done;
        count(done);
      }),
    );
  } catch (error) {
    const event = endingOf(deps, error);
    const fault = faultOf(error);
    const facts = { feed: TERRAIN_DATASET, ...fault, staged: tiles.done - (tiles.before ?? 0) };
    deps.progress({ event, text: `ingest of the terrain ${event}: ${fault.reason}`, facts });
    throw error;
  }
}

async function chooseMaking(
  deps: Parameters<typeof terrariumMaking>[0],
  options: TerrainOptions,
  source: () => Parameters<typeof terrariumMaking>[2],
): Promise<HeightMaking> {
  if (options.from === undefined) return terrariumMaking(deps, options, source());
  const files = await findTerrainFiles(options.from);
  if (files.rasters.length > 0 && files.tiles.length > 0)
    throw new ConfigError('--from', 'must name tiles or GeoTIFF files, not both', options.from.join(' '));
  return files.tiles.length > 0
    ? tileFilesMaking(files.tiles, deps, options)
    : rasterMaking(files.rasters, deps, options);
}

function checkSize(window: TileWindow): void {
  const fault = windowFault(window);
  if (fault !== null) throw new ConfigError('WEATHERGLASS_TERRAIN_ZOOM', fault, String(window.zoom));
}

/** The published version when it is made of the same; a damaged one is not. */
async function publishedTerrain({ objects }: TerrainContext, facts: TerrainFacts): Promise<string | null> {
  const version = (await readPointer(objects, TERRAIN_DATASET))?.version;
  if (version === undefined) return null;
  try {
    return isSameTerrain(await openTerrain(objects, version), facts) ? version : null;
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    return null;
  }
}

function nothingNew({ progress }: TerrainContext, version: string): TerrainOutcome {
  const text = `this terrain is published already as ${version}`;
  progress({ event: 'nothing-new', text, facts: { version, contacted: false }, lasting: true });
  return { kind: 'nothing-new', version };
}

async function makeTerrain(
  deps: TerrainContext,
  making: HeightMaking,
  traffic: () => HttpTraffic,
  count: Count,
): Promise<PublishedTerrain> {
  const { objects, clock, progress } = deps;
  const begun = performance.now();
  const { window } = making.facts;
  const draft = await beginTerrain(objects, making.facts, clock.now());
  const { reused, absent } = await storeTiles(deps, making, draft, count);
  const { version } = draft.description;
  await publishTerrain(objects, version, clock.now());
  const isHeld = deps.isHeld ?? (() => false);
  await removeOldVersions(objects, TERRAIN_DATASET, { now: clock.now(), isHeld });
  const tiles = window.across * window.down;
  const seconds = (performance.now() - begun) / 1000;
  const text = `published terrain ${version}: zoom ${window.zoom}, ${tiles} tiles, ${(traffic().bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s`;
  const facts = { version, zoom: window.zoom, tiles, reused, absent, ...traffic() };
  progress({ event: 'published', text, facts, lasting: true });
  deps.log.info({ ...facts, seconds: Math.round(seconds * 10) / 10 }, 'terrain published');
  return { kind: 'published', version, window, tiles, reused, absent, traffic: traffic(), seconds };
}

/** Progress is told so often over the whole work. */
const TELLINGS = 100;
/** Neighbours are made one after the other, so that a raster is open once for all tiles that it reaches into. */
const GROUP = 8;

async function storeTiles(deps: TerrainContext, making: HeightMaking, draft: TerrainDraft, count: Count) {
  const { zoom, firstX, firstY, across, down } = making.facts.window;
  const all = inGroups(across, down);
  const missing = all.filter(({ x, y }) => !draft.has(x, y));
  const absent: { readonly x: number; readonly y: number }[] = [];
  let done = all.length - missing.length;
  const tell = (): void => {
    count(done);
    if (done % Math.ceil(all.length / TELLINGS) === 0 || done === all.length)
      deps.progress({
        event: 'tile',
        text: `terrain: ${done} of ${all.length} tiles`,
        facts: { done, of: all.length },
      });
  };
  tell();
  const store = async (tile: { x: number; y: number }, signal: AbortSignal): Promise<void> => {
    const heights = await making.tile((firstX + tile.x) % 2 ** zoom, firstY + tile.y, signal);
    if (heights !== null) await draft.write(tile.x, tile.y, heights);
    else if (absent.push(tile) > making.mostAbsent * all.length) throw tooManyAbsent(making, absent.length, all.length);
    done++;
    tell();
  };
  await inLanes(missing, making.parallel, store, deps.signal);
  // Last, so that an attempt that fails for too many of them asks for each again.
  for (const { x, y } of absent) await draft.write(x, y, new Float32Array(CHUNK_VALUES).fill(Number.NaN));
  if (absent.length > 0)
    deps.log.warn({ zoom, absent: absent.length, of: all.length }, 'the origin lacks tiles; they stay missing');
  return { reused: all.length - missing.length, absent: absent.length };
}

function inGroups(across: number, down: number): { x: number; y: number }[] {
  const group = (n: number): number => Math.floor(n / GROUP);
  const tiles = Array.from({ length: across * down }, (_, i) => ({ x: i % across, y: Math.floor(i / across) }));
  return tiles.sort((a, b) => group(a.y) - group(b.y) || group(a.x) - group(b.x) || a.y - b.y || a.x - b.x);
}

function tooManyAbsent({ facts: { origin } }: HeightMaking, absent: number, of: number): UpstreamError {
  return new UpstreamError('not-yet', origin, `has no picture for ${absent} of ${of} tiles of ${TILE_PIXELS} pixels`);
}

/** How far back attempts are looked for that ended without a word. */
const LOOK_BACK = 10;

/** We hold the lock, so an attempt that still counts as running was killed. */
async function closeAbandoned({ ledger, clock }: TerrainContext): Promise<void> {
  for (const attempt of await ledger.recent(TERRAIN_DATASET, LOOK_BACK))
    if (attempt.status === 'running')
      await ledger.record({
        ...attempt,
        status: 'failed',
        finishedAt: clock.now(),
        outcome: 'ended without a word; the tiles that it stored are used by the next attempt',
      });
}

/** Runs the ingest and records how it went. */
async function keepTerrainRecord(
  deps: TerrainContext,
  { across, down }: TileWindow,
  traffic: () => HttpTraffic,
  ingest: (count: Count) => Promise<PublishedTerrain>,
): Promise<PublishedTerrain> {
  const { ledger, clock, signal } = deps;
  await closeAbandoned(deps);
  const startedAt = clock.now();
  let stepsDone = 0;
  const record = (status: IngestRecord['status'], outcome: string | null): Promise<void> =>
    ledger.record({
      feed: TERRAIN_DATASET,
      referenceTime: Math.floor(startedAt),
      status,
      startedAt,
      finishedAt: status === 'running' ? null : clock.now(),
      stepsDone,
      stepsTotal: across * down,
      bytesDownloaded: traffic().bytes,
      outcome,
    });
  await record('running', null);
  try {
    const outcome = await ingest((done) => {
      stepsDone = done;
    });
    await record('published', outcome.version);
    return outcome;
  } catch (error) {
    await record(endingOf({ signal }, error), faultOf(error).reason);
    throw error;
  }
}
