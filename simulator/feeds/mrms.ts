/**
 * The simulated MRMS over the contiguous United States, in a bucket:
 *
 *   /?list-type=2&prefix=CONUS/{product}/YYYYMMDD/…      the keys of a day
 *   /CONUS/{product}/YYYYMMDD/MRMS_{product}_YYYYMMDD-HHMMSS.grib2.gz
 *
 * One GRIB2 message in gzip, every two minutes, there 2 min 44 s after what it shows. Rates, flags and quality are mostly
 * of the whole minute, one in eight is up to 39 s late; what is made of the whole volume (hail, lightning) always is
 * anything from 0 to 39 s after the minute.
 */

import { gzipSync } from 'node:zlib';
import { DAY } from '../../src/model/time.js';
import { mosaicMessage } from '../grib2-encoder/mosaic-message.js';
import { packPicture } from '../grib2-encoder/packing.js';
import { type BucketObject, bucketPage } from '../radar/bucket.js';
import { mrmsGrid } from '../radar/mrms-grid.js';
import { createMrmsScene, MISSING, type MrmsScene } from '../radar/mrms-scene.js';
import type { RadarSetting } from '../radar/radar-setting.js';
import { stampOf, timeOf } from '../radar/stamps.js';
import { uniformAt } from '../random.js';
import type { World } from '../world.js';
import { MRMS_PRODUCTS, type MrmsProduct } from './mrms-products-table.js';
import { type FoundFile, type FrameFlaw, listingFile, type SimulatedFeed } from './simulated-feed.js';

const BUCKET = 'noaa-mrms-pds';
const PATH = /^\/CONUS\/([\w.]+)\/(\d{8})\/MRMS_([\w.]+)_(\d{8})-(\d{6})\.grib2\.gz$/;
const PREFIX = /^CONUS\/([\w.]+)\/(\d{8})(?:\/|$)/;
const CADENCE = 120;
const LATENCY = 164;
const LATEST_SECOND = 39;
const WHOLE_MINUTES = 7 / 8;

export function createMrmsFeed(world: World, setting: RadarSetting): SimulatedFeed {
  const { stepDegrees, window, clock, faults } = setting;
  const grid = mrmsGrid(stepDegrees, window);
  let scene: MrmsScene | null = null;
  const frameAt = (product: MrmsProduct, validTime: number): FoundFile => ({
    key: `mrms ${product.directory} ${validTime}`,
    availableAt: validTime + LATENCY,
    isIndex: false,
    contentType: 'application/octet-stream',
    validTime,
    make(flaw) {
      scene ??= createMrmsScene(world, grid);
      return { grib: gzipSync(encode(product, validTime, grid, product.values(scene, validTime), flaw)), index: null };
    },
  });
  const find = (path: string): FoundFile | null => {
    const match = PATH.exec(path);
    if (match === null) return null;
    const product = MRMS_PRODUCTS.find(({ directory }) => directory === match[1]);
    const stamp = timeOf(match[4]!, match[5]!);
    if (product === undefined || match[3] !== match[1] || match[4] !== match[2] || stamp === null) return null;
    const of = (time: number) => time === validTimeOf(world.seed, product, Math.floor(time / CADENCE));
    if (of(stamp)) return frameAt(product, stamp);
    const isSecond = of(stamp - 1) && faults.isDuplicate(pathOf(product, stamp - 1), stamp - 1);
    return isSecond ? frameAt(product, stamp - 1) : null;
  };
  const keysOf = (product: MrmsProduct, midnight: number): BucketObject[] => {
    const keys: BucketObject[] = [];
    for (let n = midnight / CADENCE; n < (midnight + DAY) / CADENCE; n++) {
      const validTime = validTimeOf(world.seed, product, n);
      const path = pathOf(product, validTime);
      const since = validTime + LATENCY + faults.latenessOf(path, validTime);
      if (since > clock.now()) continue;
      keys.push({ key: path.slice(1), since });
      if (faults.isDuplicate(path, validTime)) keys.push({ key: pathOf(product, validTime + 1).slice(1), since });
    }
    return keys;
  };
  const list = (query: URLSearchParams): FoundFile | null => {
    const prefix = query.get('prefix') ?? '';
    if (query.get('list-type') !== '2' || !prefix.startsWith('CONUS/')) return null;
    const match = PREFIX.exec(prefix);
    const product = MRMS_PRODUCTS.find(({ directory }) => directory === match?.[1]);
    const midnight = timeOf(match?.[2] ?? '', '000000');
    const keys = product === undefined || midnight === null ? [] : keysOf(product, midnight);
    return listingFile(bucketPage(BUCKET, keys, query), prefix, clock.now());
  };
  return { find: (path, query) => (path === '/' ? list(query ?? new URLSearchParams()) : find(path)) };
}

type Grid = ReturnType<typeof mrmsGrid>;

function encode(product: MrmsProduct, validTime: number, whole: Grid, seen: Float32Array, flaw?: FrameFlaw) {
  const grid = flaw === 'wrong-grid' ? { ...whole, rows: whole.rows - 1 } : whole;
  const values = flaw === 'all-missing' ? seen.map(() => product.missing) : inWordsOf(product, seen);
  const packed = packPicture(values.subarray(0, grid.rows * grid.columns), {
    decimalScale: product.decimals,
    columns: grid.columns,
    bits: product.bits,
  });
  const [category, number] = product.code;
  return mosaicMessage({ category, number, level: product.level, validTime, grid }, packed);
}

/** With what stands for missing values in files of the product. */
function inWordsOf({ missing }: MrmsProduct, seen: Float32Array): Float32Array {
  return missing === MISSING ? seen : seen.map((value) => (value === MISSING ? missing : value));
}

/** What the n-th frame of the epoch shows, epoch seconds. */
function validTimeOf(seed: number, { isOfVolume }: MrmsProduct, n: number): number {
  const draw = uniformAt(seed, 61, n, isOfVolume ? 1 : 0);
  const late = isOfVolume ? draw : Math.max(0, draw - WHOLE_MINUTES) / (1 - WHOLE_MINUTES);
  return n * CADENCE + Math.floor((LATEST_SECOND + 1) * late);
}

function pathOf({ directory }: MrmsProduct, validTime: number): string {
  const [date, time] = stampOf(validTime);
  return `/CONUS/${directory}/${date}/MRMS_${directory}_${date}-${time}.grib2.gz`;
}
