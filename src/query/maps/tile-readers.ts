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

import type { FireTable, SmokePlume } from '../../model/fire.js';
import type { MapSlice } from '../../model/map-slice.js';
import type { RadarFrame } from '../../model/radar.js';
import type { RadialProduct } from '../../model/radial-product.js';
import type { FireSource, SliceSource, TileReaders, TileSource } from '../../model/tile.js';
import { createMapReader } from '../../store/cubes/map-reader.js';
import { readFires, readPlumes } from '../../store/fires/fire-reader.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { readFrame } from '../../store/radar/radar-reader.js';
import { readScan } from '../../store/scans/scan-reader.js';
import { shareLoads } from '../../store/versions/shared-loads.js';

const MB = 2 ** 20;

const BOUNDS = { slices: 64 * MB, frames: 128 * MB, scans: 16 * MB, fires: 24 * MB, plumes: 8 * MB } as const;

export function createTileReaders({ objects }: { readonly objects: ObjectStore }): TileReaders {
  const maps = createMapReader({ objects });
  const slices = shareLoads<MapSlice>(BOUNDS.slices, ({ values }) => values.byteLength);
  const frames = shareLoads<RadarFrame>(BOUNDS.frames, frameBytes);
  const scans = shareLoads<RadialProduct>(BOUNDS.scans, scanBytes);
  const fires = shareLoads<FireTable>(BOUNDS.fires, fireBytes);
  const plumes = shareLoads<readonly SmokePlume[]>(BOUNDS.plumes, plumeBytes);

  async function recentFires({ version, since = Number.NEGATIVE_INFINITY }: FireSource): Promise<FireTable> {
    return firesSince(await readFires(objects, version), since);
  }

  return {
    slice: async (source) => slices.get(sliceName(source), () => maps.slice(source)),
    radarFrame: async ({ dataset, version }) =>
      frames.get(`${dataset}/${version}`, () => readFrame(objects, dataset, version)),
    scan: async ({ site, version }) => scans.get(`${site}/${version}`, () => readScan(objects, site, version)),
    fires: async (source) => fires.get(`${source.version}/${source.since}`, () => recentFires(source)),
    plumes: async ({ version }) => plumes.get(version, () => readPlumes(objects, version)),
  };
}

/**
 * Reads a source whole, past every cache: tells whether a damaged version has been repaired. Alerts have no stored
 * version, and nothing is read.
 *
 * @throws ObjectMissingError, ObjectDefectError  it cannot be read
 */
export async function readTileSource(objects: ObjectStore, source: TileSource): Promise<void> {
  switch (source.kind) {
    case 'slice':
      return void (await createMapReader({ objects }).slice(source));
    case 'radar':
      return void (await readFrame(objects, source.dataset, source.version));
    case 'scan':
      return void (await readScan(objects, source.site, source.version));
    case 'fires':
      return void (await readFires(objects, source.version));
    case 'plumes':
      return void (await readPlumes(objects, source.version));
    case 'alerts':
  }
}

function sliceName({ dataset, version, field, time }: SliceSource): string {
  return `${dataset}/${version}/${field}/${time}`;
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

/** A list of nothing is something too. */
function fireBytes({ latitudes }: FireTable): number {
  return 1 + latitudes.length * FIRE_BYTES;
}

function plumeBytes(plumes: readonly SmokePlume[]): number {
  const rings = plumes.flatMap(({ polygons }) => polygons.flat());
  return rings.reduce((sum, ring) => sum + ring.byteLength, 1);
}

/** @param since  epoch seconds; the table itself where none was seen before it */
export function firesSince(table: FireTable, since: number): FireTable {
  const isShown = (_: unknown, n: number) => table.times[n]! >= since;
  if (table.times.every(isShown)) return table;
  return {
    latitudes: table.latitudes.filter(isShown),
    longitudes: table.longitudes.filter(isShown),
    times: table.times.filter(isShown),
    radiativePowers: table.radiativePowers.filter(isShown),
    confidences: table.confidences.filter(isShown),
  };
}
