/**
 * DWD's composite RV: rain of the last five minutes over Germany and its neighbours at 1 km, every five minutes, with
 * DWD's own nowcast of two hours, of which only the observation is read.
 *
 *   /composite/rv/composite_rv_YYYYMMDD_HHMM.tar      25 files of ODIM HDF5, 2 to 2.5 MB; about 3.5 minutes late
 *
 * The directory holds two days. `…_LATEST.tar` is a copy that has no time in its name, and is passed over.
 */

import { timeOfStamp } from '../bucket-address.js';
import type { RadarFeed, RadarFrameFile } from '../radar-feed.js';

const LARGEST_ARCHIVE = 16 << 20;
const DIRECTORY = 'composite/rv/';
/** The end of a link, which may be relative or whole. */
const NAME = /(?:^|\/)(composite_rv_(\d{8})_(\d{4})\.tar)$/;

function frameOf(link: string, baseUrl: string): RadarFrameFile[] {
  const [, name, date, clock] = NAME.exec(link) ?? [];
  const validTime = date === undefined ? null : timeOfStamp(`${date}${clock}`);
  return validTime === null ? [] : [{ url: `${baseUrl}/${DIRECTORY}${name}`, validTime, rank: 0 }];
}

export const DWD_RV_FEED: RadarFeed = {
  id: 'dwd-rv',
  kind: 'radar',
  title: "DWD's composite RV",
  addresses: [
    {
      setting: 'WEATHERGLASS_DWD_RADAR_URL',
      fallback: 'https://opendata.dwd.de/weather/radar',
      help: "base address of the radar in DWD's open data",
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'frame',
    megabytes: 2.1,
    perDay: 288,
    isMeasured: true,
    basis: 'archives of 2.0 to 2.5 MB, 581 MB a day, and listings',
  },
  fileNames: 'composite_rv_*.tar',
  intervalSeconds: 60,
  deadlineSeconds: 300,
  covers: [{ south: 45.68, west: 1.46, north: 55.87, east: 18.74 }],
  attribution: 'Source: Deutscher Wetterdienst',
  licence: 'CC BY 4.0',
  products: [
    {
      dataset: 'dwd-rate',
      listing: 'directory',
      ceilingBytes: LARGEST_ARCHIVE,
      isOptional: false,
      listings: (baseUrl) => [`${baseUrl}/${DIRECTORY}`],
      framesIn: (links, _, baseUrl) => links.flatMap((link) => frameOf(link, baseUrl)),
    },
  ],
};
