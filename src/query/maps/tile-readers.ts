/**
 * What tiles are drawn from, read whole and kept: a map of tiles asks for the same few things again and again.
 *
 *   slices   2 MB of GFS, 4 MB of HRRR: room for 16 to 30 of them
 *   frames   10 to 60 MB of the United States, as wet as they are: the newest of each network, and one that moves through the
 *            past two hours
 *   scans    1 MB each
 *   fires    a few MB; plumes less
 *
 * Bounds are of one set of readers: each thread that draws has its own.
 */

import type { Log } from '../../base/log.js';
import type { SmokePlume } from '../../model/fire.js';
import type { RadarFrame } from '../../model/radar.js';
import type { RadialProduct } from '../../model/radial-product.js';
import type { ObservationSource, RadarSource, ScanSource, SliceSource, TileReaders } from '../../model/tile.js';
import { createMapReader } from '../../store/grids/map-reader.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { readFires, readPlumes } from '../../store/observations/observation-reader.js';
import { readFrame } from '../../store/radar/radar-reader.js';
import { readScan } from '../../store/scans/scan-reader.js';
import { createReadCache } from './read-cache.js';
import { firesSince } from './recent-fires.js';

const MB = 2 ** 20;

const BOUNDS = { slices: 64 * MB, frames: 128 * MB, scans: 16 * MB, fires: 24 * MB, plumes: 8 * MB } as const;

export interface TileReaderOptions {
  readonly objects: ObjectStore;
  readonly log?: Log;
}

export function createTileReaders({ objects, log }: TileReaderOptions): TileReaders {
  const maps = createMapReader({ objects, ...(log && { log }) });
  const slices = createReadCache({
    maxBytes: BOUNDS.slices,
    keyOf: ({ dataset, version, field, time }: SliceSource) => `${dataset}/${version}/${field}/${time}`,
    read: (source) => maps.slice(source),
    bytesOf: ({ values }) => values.byteLength,
  });
  const frames = createReadCache({
    maxBytes: BOUNDS.frames,
    keyOf: ({ dataset, version }: RadarSource) => `${dataset}/${version}`,
    read: ({ dataset, version }) => readFrame(objects, dataset, version),
    bytesOf: frameBytes,
  });
  const scans = createReadCache({
    maxBytes: BOUNDS.scans,
    keyOf: ({ site, version }: ScanSource) => `${site}/${version}`,
    read: ({ site, version }) => readScan(objects, site, version),
    bytesOf: scanBytes,
  });
  const fires = createReadCache({
    maxBytes: BOUNDS.fires,
    keyOf: ({ version, since }: ObservationSource) => `${version}/${since}`,
    read: async ({ version, since = Number.NEGATIVE_INFINITY }) => firesSince(await readFires(objects, version), since),
    bytesOf: ({ latitudes }) => latitudes.length * FIRE_BYTES,
  });
  const plumes = createReadCache({
    maxBytes: BOUNDS.plumes,
    keyOf: ({ version }: ObservationSource) => version,
    read: ({ version }) => readPlumes(objects, version),
    bytesOf: plumeBytes,
  });
  return {
    slice: (source) => slices.get(source),
    radarFrame: (source) => frames.get(source),
    scan: (source) => scans.get(source),
    fires: (source) => fires.get(source),
    plumes: (source) => plumes.get(source),
  };
}

/** Latitude, longitude, time, power, confidence. */
const FIRE_BYTES = 8 + 8 + 8 + 4 + 1;

function frameBytes({ field, motion }: RadarFrame): number {
  const tiles = field.tiles.reduce<number>((sum, tile) => sum + (typeof tile === 'number' ? 8 : tile.byteLength), 0);
  return tiles + (motion?.u.byteLength ?? 0) * 2;
}

function scanBytes({ levels, starts }: RadialProduct): number {
  return levels.byteLength + starts.byteLength * 2;
}

function plumeBytes(plumes: readonly SmokePlume[]): number {
  const rings = plumes.flatMap(({ polygons }) => polygons.flat());
  return rings.reduce((sum, ring) => sum + ring.byteLength, 0);
}
