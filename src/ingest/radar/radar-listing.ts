/** What an upstream has of one product: the frames that its listings name. */

import { isTagged, UpstreamError } from '../../base/errors.js';
import { readBucketListing } from '../../decode/bucket-listing/bucket-listing.js';
import { decodeListing } from '../../decode/directory-listing/directory-listing.js';
import { type HttpDownload, saysAbsent } from '../../sources/http-download.js';
import { framesBetween, type ListedFrames, nextListing, type RadarFrameFile } from '../../sources/radar-feed.js';

/** Of one listing, as a page; a day of two-minute frames is 300 kB. */
const LARGEST_LISTING = 8 << 20;
/** No listing has more pages of a thousand names: a day has 720, and whole days are not asked for. */
const MOST_PAGES = 10;

/**
 * Frames with valid times from `from` on, epoch seconds, one for each valid time, newest first. Those behind `to` may be
 * among them, as far as the upstream lists them. A directory that is not there, of an hour that has just begun, has none.
 *
 * @throws UpstreamError, MalformedError
 */
export async function listFrames(
  http: HttpDownload,
  product: ListedFrames,
  baseUrl: string,
  { from, to, signal }: { readonly from: number; readonly to: number; readonly signal: AbortSignal | undefined },
): Promise<RadarFrameFile[]> {
  const frames: RadarFrameFile[] = [];
  const listings = product.listings(baseUrl, from, to);
  let absent: UpstreamError | null = null;
  for (const url of listings) {
    const names = await namesOf(http, product, url, signal);
    if (names instanceof UpstreamError) {
      absent = names;
      continue;
    }
    for (const frame of product.framesIn(names, url, baseUrl)) frames.push(frame);
  }
  const found = framesBetween(frames, from, Number.POSITIVE_INFINITY);
  if (absent !== null && (listings.length === 1 || found.length === 0)) throw absent;
  return found.reverse();
}

/**
 * All pages; an error where there is no such listing. One that does not come to an end is no listing: names are in the
 * order of their times, so what would be missing are the newest.
 */
async function namesOf(
  http: HttpDownload,
  product: ListedFrames,
  listing: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | UpstreamError> {
  const names: string[] = [];
  let url: string | null = listing;
  try {
    for (let page = 0; url !== null; page++) {
      if (page === MOST_PAGES) throw new UpstreamError('framing', listing, `goes on after ${MOST_PAGES} pages`);
      const answer = await http.get(url, { ceilingBytes: LARGEST_LISTING, gzip: true, signal });
      if (answer.notModified) throw new UpstreamError('framing', url, 'answers 304 to an unconditional request');
      if (product.listing === 'directory') return decodeListing(answer.bytes);
      const { keys, nextToken } = readBucketListing(answer.bytes);
      for (const key of keys) names.push(key);
      url = nextToken === null ? null : nextListing(listing, nextToken);
    }
    return names;
  } catch (error) {
    if (isTagged(error, 'upstream') && saysAbsent(error.status)) return error;
    throw error;
  }
}
