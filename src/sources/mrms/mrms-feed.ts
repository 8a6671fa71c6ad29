/**
 * MRMS: what the radars of the contiguous United States see, every two minutes on a grid of 0.01° (NOAA/NSSL).
 *
 *   /CONUS/{product}/YYYYMMDD/MRMS_{product}_YYYYMMDD-HHMMSS.grib2.gz
 *
 * A product's name includes its level (PrecipRate_00.00). The seconds are not always 00 and frames come 2 to 3 minutes
 * late, so a day's names are listed, from the wanted time on; a bucket lists a day of 720 frames in one page.
 */

import type { RadarDatasetId } from '../../model/radar.js';
import { bucketListing, daysOf, stampOf, timeOfStamp } from '../bucket-address.js';
import type { RadarFeed, RadarFrameFile, RadarProductFeed } from '../radar-feed.js';

const LARGEST_FILE = 16 << 20; // a real rate has 0.5 to 1.1 MB

function product(dataset: RadarDatasetId, name: string, isOptional = true): RadarProductFeed {
  const pattern = new RegExp(
    `^CONUS/${name.replace('.', '\\.')}/\\d{8}/MRMS_${name.replace('.', '\\.')}_(\\d{8})-(\\d{6})\\.grib2\\.gz$`,
  );
  return {
    dataset,
    listing: 'bucket',
    ceilingBytes: LARGEST_FILE,
    isOptional,
    listings: (baseUrl, from, to) =>
      daysOf(from, to).map((day) => {
        const prefix = `CONUS/${name}/${stampOf(day).slice(0, 8)}/`;
        const first = stampOf(Math.max(day, Math.floor(from)));
        // A key of exactly this second goes on behind it (".grib2.gz"), so it is listed.
        return bucketListing(baseUrl, prefix, `${prefix}MRMS_${name}_${first.slice(0, 8)}-${first.slice(8)}`);
      }),
    framesIn: (keys, _, baseUrl) => keys.flatMap((key) => frameOf(key, pattern, baseUrl)),
  };
}

function frameOf(key: string, pattern: RegExp, baseUrl: string): RadarFrameFile[] {
  const [, date, clock] = pattern.exec(key) ?? [];
  const validTime = date === undefined ? null : timeOfStamp(`${date}${clock}`);
  return validTime === null ? [] : [{ url: `${baseUrl}/${key}`, validTime, rank: 0 }];
}

export const MRMS_FEED: RadarFeed = {
  id: 'mrms',
  kind: 'radar',
  title: 'MRMS',
  addresses: [
    {
      setting: 'WEATHERGLASS_MRMS_URL',
      fallback: 'https://noaa-mrms-pds.s3.amazonaws.com',
      help: 'base address of MRMS: radar of the United States',
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'frame',
    megabytes: 1,
    perDay: 720,
    isMeasured: false,
    basis: 'rate 0.46 to 1.1 MB (0.99 MB in 36 real frames of 2019-06-10), its companions 0.3 MB, listings 0.1 MB',
  },
  fileNames: 'MRMS_PrecipRate_00.00_*.grib2.gz',
  intervalSeconds: 60,
  deadlineSeconds: 300,
  covers: [{ south: 20, west: -130, north: 55, east: -60 }],
  attribution: 'NOAA/NSSL Multi-Radar/Multi-Sensor System (MRMS)',
  licence: 'public domain (US Government)',
  products: [
    product('mrms-rate', 'PrecipRate_00.00', false),
    product('mrms-flag', 'PrecipFlag_00.00'),
    product('mrms-mesh', 'MESH_00.50'),
    product('mrms-shi', 'SHI_00.50'),
    product('mrms-posh', 'POSH_00.50'),
    product('mrms-lightning-30', 'LightningProbabilityNext30minGrid_scale_1'),
    product('mrms-lightning-60', 'LightningProbabilityNext60minGrid_scale_1'),
    product('mrms-quality', 'RadarQualityIndex_00.00'),
  ],
};
