/** What an upstream has of one product: the frames that its listings name. */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { readBucketListing } from '../../decode/bucket-listing/bucket-listing.js';
import { decodeListing } from '../../decode/directory-listing/directory-listing.js';
import { type HttpDownload, saysAbsent } from '../../sources/http-download.js';
import { nextListing, type RadarFrameFile, type RadarProductFeed } from '../../sources/radar-feed.js';

/** Of one listing, as a page; a day of two-minute frames is 300 kB. */
const LARGEST_LISTING = 8 << 20;
/** No listing has more pages of a thousand names: whole days are not asked for. */
const MOST_PAGES = 5;

/**
 * Frames with valid times of about [from, to], epoch seconds, one for each valid time, newest first. A directory that is
 * not there, of an hour that has just begun, has none.
 *
 * @throws UpstreamError, RadarMalformedError
 */
export async function listFrames(
  http: HttpDownload,
  product: RadarProductFeed,
  baseUrl: string,
  { from, to, signal }: { readonly from: number; readonly to: number; readonly signal: AbortSignal | undefined },
): Promise<RadarFrameFile[]> {
  const frames = new Map<number, RadarFrameFile>();
  const listings = product.listings(baseUrl, from, to);
  let absent: UpstreamError | null = null;
  for (const url of listings) {
    const names = await namesOf(http, product, url, signal);
    if (names instanceof UpstreamError) {
      absent = names;
      continue;
    }
    for (const frame of product.framesIn(names, url, baseUrl)) {
      const known = frames.get(frame.validTime);
      if (frame.validTime >= from && (known === undefined || frame.rank > known.rank))
        frames.set(frame.validTime, frame);
    }
  }
  if (absent !== null && (listings.length === 1 || frames.size === 0)) throw absent;
  return [...frames.values()].sort((a, b) => b.validTime - a.validTime);
}

/** All pages; an error where there is no such listing. */
async function namesOf(
  http: HttpDownload,
  product: RadarProductFeed,
  listing: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | UpstreamError> {
  const names: string[] = [];
  let url: string | null = listing;
  try {
    for (let page = 0; url !== null && page < MOST_PAGES; page++) {
      const answer = await http.get(url, { ceilingBytes: LARGEST_LISTING, gzip: true, signal });
      if (answer.notModified) throw new UpstreamError('framing', url, 'answers 304 to an unconditional request');
      if (product.listing === 'directory') return decodeListing(answer.bytes);
      const { keys, nextToken } = readBucketListing(answer.bytes);
      names.push(...keys);
      url = nextToken === null ? null : nextListing(listing, nextToken);
    }
    return names;
  } catch (error) {
    if (isTagged(error, 'upstream') && saysAbsent(error.status)) return error;
    throw error;
  }
}
