/**
 * RRQPE: rain rates from geostationary satellites between 60° S and 70° N on a grid of 0.02°, every ten minutes (NOAA
 * Enterprise Rain Rate, blended).
 *
 *   /BLEND/RainRate-Blend-INST/YYYY/MM/DD/HH/RRQPE-INST-GLB-{n}_v1r1_blend_s{start}_e{end}_c{creation}.nc
 *
 * n = 5 has all satellites and comes 17 to 22 minutes after the scan; smaller ones come earlier and lack some. Times are
 * YYYYMMDDHHMMSS and a tenth of a second; a frame is dated by the start of its scan. The directory is that of the start.
 */

import { bucketListing, hoursOf, stampOf, timeOfStamp } from '../bucket-address.js';
import type { RadarFeed, RadarFrameFile } from '../radar-feed.js';

/** 234 MB unpacked; compressed ones are smaller. */
const LARGEST_FILE = 300 << 20;
const DIRECTORY = 'BLEND/RainRate-Blend-INST';
const KEY = new RegExp(
  `^${DIRECTORY}/\\d{4}/\\d\\d/\\d\\d/\\d\\d/RRQPE-INST-GLB-([1-9])_v\\d+r\\d+_blend_s(\\d{14})\\d?_e\\d{14,15}_c\\d{14,15}\\.nc$`,
);

function frameOf(key: string, baseUrl: string): RadarFrameFile[] {
  const [, completeness, stamp] = KEY.exec(key) ?? [];
  const validTime = stamp === undefined ? null : timeOfStamp(stamp);
  return validTime === null ? [] : [{ url: `${baseUrl}/${key}`, validTime, rank: Number(completeness) }];
}

function hourPrefix(hour: number): string {
  const stamp = stampOf(hour);
  return `${DIRECTORY}/${stamp.slice(0, 4)}/${stamp.slice(4, 6)}/${stamp.slice(6, 8)}/${stamp.slice(8, 10)}/`;
}

export const RRQPE_FEED: RadarFeed = {
  id: 'rrqpe',
  kind: 'radar',
  title: 'NOAA RRQPE from satellites',
  addresses: [
    {
      setting: 'WEATHERGLASS_RRQPE_URL',
      fallback: 'https://noaa-enterprise-rainrate-pds.s3.amazonaws.com',
      help: 'base address of RRQPE: rain as satellites see it; 234 MB a frame to decode',
    },
  ],
  automatic: 'with-region',
  traffic: {
    unit: 'frame',
    megabytes: 5.5,
    perDay: 144,
    isMeasured: false,
    basis: '234 MB unpacked; packed 3 to 8 MB expected, not confirmed',
  },
  fileNames: 'RRQPE-INST-GLB-5_*.nc',
  intervalSeconds: 120,
  deadlineSeconds: 600,
  covers: [{ south: -60, west: -180, north: 70, east: 180 }],
  attribution: 'NOAA Enterprise Rain Rate (RRQPE)',
  licence: 'public domain (US Government)',
  products: [
    {
      dataset: 'rrqpe-rate',
      listing: 'bucket',
      ceilingBytes: LARGEST_FILE,
      isOptional: false,
      listings: (baseUrl, from, to) => hoursOf(from, to).map((hour) => bucketListing(baseUrl, hourPrefix(hour))),
      framesIn: (keys, _, baseUrl) => keys.flatMap((key) => frameOf(key, baseUrl)),
    },
  ],
};
