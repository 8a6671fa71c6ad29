/**
 * NEXRAD Level 3: the lowest sweep of each radar of the United States' network, as the bucket of Unidata has it.
 *
 *   /{radar}_N0B_YYYY_MM_DD_HH_MM_SS        radar: its ICAO identifier without the first letter, "TLX"
 *
 * N0B is reflectivity in super resolution (product 153), which took the place of N0Q in September 2022: every 2 to 10
 * minutes, by the radar's mode, some 30 s after the turn; 120 to 390 a day and radar, 240 kB in clear air. The time in a name
 * is that of the volume scan's beginning, as in all real files at hand; they are no round ones, so they are never guessed but
 * read from listings, from the wanted second on.
 */

import { lettersOf } from '../../model/radar-sites-table.js';
import { bucketListing, daysOf, stampOf, timeOfStamp } from '../bucket-address.js';
import type { ListedFrames, RadarFrameFile } from '../radar-feed.js';

const PRODUCT = 'N0B';

/** The sweeps of one radar. @param site  ICAO: "KTLX" */
export function scanFeedOf(site: string): ListedFrames {
  const beginning = `${lettersOf(site)}_${PRODUCT}_`;
  const pattern = new RegExp(`^${beginning}(\\d{4})_(\\d\\d)_(\\d\\d)_(\\d\\d)_(\\d\\d)_(\\d\\d)$`);
  const frameOf = (key: string, baseUrl: string): RadarFrameFile[] => {
    const parts = pattern.exec(key)?.slice(1);
    const validTime = parts === undefined ? null : timeOfStamp(parts.join(''));
    return validTime === null ? [] : [{ url: `${baseUrl}/${key}`, validTime, rank: 0 }];
  };
  return {
    listing: 'bucket',
    listings: (baseUrl, from, to) =>
      daysOf(from, to).map((day) => {
        // Keys behind this one are asked for; the second itself is wanted too.
        const first = nameOf(beginning, Math.max(day, Math.floor(from)) - 1);
        return bucketListing(baseUrl, nameOf(beginning, day).slice(0, beginning.length + 'YYYY_MM_DD'.length), first);
      }),
    framesIn: (keys, _, baseUrl) => keys.flatMap((key) => frameOf(key, baseUrl)),
  };
}

function nameOf(beginning: string, time: number): string {
  const digits = stampOf(time);
  const pairs = digits.slice(4).match(/../g)!;
  return `${beginning}${[digits.slice(0, 4), ...pairs].join('_')}`;
}
