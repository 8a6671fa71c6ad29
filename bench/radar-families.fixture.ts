/**
 * Radar for `bench/tiles.ts`, from real files: a frame of MRMS (7000 × 3500 pixels) with the motion seen in three, one of the
 * German composite (polar stereographic), a sweep of KBMX. None where the upstream files are absent
 * (WEATHERGLASS_SHARED_DATA).
 */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodeNexrad } from '../src/decode/nexrad/nexrad.js';
import { decodeDwdRv } from '../src/decode/radar/dwd-rv.js';
import { decodeMrms } from '../src/decode/radar/mrms.js';
import type { RadarRaster } from '../src/decode/radar/raster.js';
import { HRRR } from '../src/grid/grids.fixture.js';
import type { MotionField, RadarDatasetId, RadarFrame } from '../src/model/radar.js';
import type { TileLayerId, TileReaders, TileSource } from '../src/model/tile.js';
import { estimateMotion } from '../src/science/radar/motion/estimate-motion.js';
import { coarseOf } from '../src/science/radar/tiled-field.js';
import { NO_READERS, ordersIn, STATES, sliceOf, type TileFamily } from './tile-families.fixture.js';

const REAL = resolve(process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data', 'radar');
/** Ten minutes apart, as motion is looked for. */
const MRMS_TIMES = ['004000', '005000', '010000'] as const;
const FACTOR = 4;
const GERMANY = { south: 47.5, north: 54.5, west: 6.5, east: 14.5 };
const AROUND_KBMX = { south: 31, north: 35.4, west: -89.3, east: -84.3 };

function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | null = null;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

function frameOf(
  dataset: RadarDatasetId,
  { grid, validTime, field }: RadarRaster,
  motion: MotionField | null,
): RadarFrame {
  const described = { dataset, version: 'a', validTime, createdAt: validTime, simulated: false, grid };
  const source = motion && { source: 'radar' as const, frameTimes: [validTime - 1200, validTime - 600, validTime] };
  return { description: { ...described, motion: source }, field, motion, skill: null };
}

const mrms = once((): RadarFrame => {
  const rasters = MRMS_TIMES.map((time) =>
    decodeMrms(
      readFileSync(resolve(REAL, `mrms-preciprate-20190610/PrecipRate_00.00_20190610-${time}.grib2`)),
      'mrms-rate',
    ),
  );
  const newest = rasters.at(-1)!;
  const options = { factor: FACTOR, nativeRows: newest.grid.rows, nativeColumns: newest.grid.columns };
  const coarse = rasters.map(({ field }) => coarseOf(field, FACTOR));
  const times = rasters.map(({ validTime }) => validTime);
  return frameOf('mrms-rate', newest, estimateMotion(coarse, times, options).field);
});

const dwd = once(async () => {
  const raster = await decodeDwdRv(readFileSync(resolve(REAL, 'composite-dwd/composite_rv_20250923_0855.tar')));
  return frameOf('dwd-rate', raster, null);
});

const scan = once(() => decodeNexrad(readFileSync(resolve(REAL, 'level3-jjhelmus/KBMX_SDUS24_N1QBMX_201501020205'))));

const RATE: TileSource = { kind: 'radar', dataset: 'mrms-rate', version: 'a' };
const MODEL: TileSource = { kind: 'slice', dataset: 'hrrr', version: 'a', field: 'precipitation_rate', time: 0 };

function family(
  name: string,
  layer: TileLayerId,
  sources: readonly TileSource[],
  box: Parameters<typeof ordersIn>[2],
  readers: Partial<TileReaders>,
  minutes = 0,
): TileFamily {
  const validTime = sources.includes(RATE) ? mrms().description.validTime + 60 * minutes : 0;
  const orders = ordersIn(layer, sources, box, [5, 6, 7, 8, 10]).map((order) => ({ ...order, validTime }));
  return { name: `${layer}, ${name}`, readers: { ...NO_READERS, ...readers }, orders };
}

function future(minutes: number): TileFamily {
  const slice = once(() => sliceOf('precipitation_rate', HRRR));
  const readers = { radarFrame: async () => mrms(), slice: async () => slice() };
  return family(`MRMS in ${minutes} min`, 'radar-future', [RATE, MODEL], STATES, readers, minutes);
}

export const RADAR_FAMILIES: readonly (() => TileFamily)[] = existsSync(REAL)
  ? [
      () => family('MRMS', 'radar', [RATE], STATES, { radarFrame: async () => mrms() }),
      () =>
        family('German composite', 'radar', [{ kind: 'radar', dataset: 'dwd-rate', version: 'a' }], GERMANY, {
          radarFrame: dwd,
        }),
      () => future(30),
      () => future(90),
      () => family('KBMX', 'radar-site', [{ kind: 'scan', site: 'KBMX', version: 'a' }], AROUND_KBMX, { scan }),
    ]
  : [];
