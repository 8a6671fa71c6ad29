/**
 * Fetching the newest sweep of one radar, when somebody wants to see it:
 *
 *   lock → list the last hour → newest: fetch, decode, check → publish → remove what is old
 *
 * Files are named after the beginning of their volume, in which some radars turn at the lowest angle several times. So the
 * file of the published sweep is asked for again, if it has changed.
 *
 * Readers are pointed to a sweep at last, so a kill at any moment leaves what was published. A broken file changes nothing:
 * it is told, and the next older one is tried, as long as it is newer than what is published. A radar that has sent nothing
 * for an hour is silent, which is no failure: radars are maintained.
 */

import { basename } from 'node:path';
import { isTagged, UpstreamError } from '../../base/errors.js';
import type { ProgressEvent } from '../../base/progress.js';
import { decodeNexrad, LARGEST_NEXRAD_FILE } from '../../decode/nexrad/nexrad.js';
import { radarSiteOf } from '../../model/radar-sites-table.js';
import type { RadialProduct } from '../../model/radial-product.js';
import { formatInstant } from '../../model/time.js';
import type { HttpDownload, HttpSettings } from '../../sources/http-download.js';
import { scanFeedOf } from '../../sources/nexrad/nexrad-source.js';
import type { RadarFrameFile } from '../../sources/radar-feed.js';
import type { StoreContext } from '../context.js';
import { endingOf, faultOf } from '../ingest-fault.js';
import { openHttp, polling } from '../poll/frame.js';
import { listFrames } from '../radar/radar-listing.js';
import { heldScan, publishSweep, removeOld } from './scan-publication.js';
import { isAheadOf, scanFault } from './scan-quality.js';

/** A file that was not taken, and why. */
export interface RefusedScan {
  /** Address, or path. */
  readonly url: string;
  readonly reason: string;
}

export interface ScanPollOutcome {
  /** `nothing-new`: readers get what they got; `silent`: the radar has sent nothing for an hour. */
  readonly kind: 'published' | 'nothing-new' | 'silent';
  /** Version of the sweep that readers get now; null: there is none. */
  readonly version: string | null;
  readonly refused: readonly RefusedScan[];
  readonly traffic: { readonly requests: number; readonly bytes: number };
}

/** How far back sweeps are asked for, s. */
const WINDOW = 3600;
/** How far ahead days are looked into, s: a clock of theirs may be ahead of ours. */
const AHEAD = 240;
/** Files that one poll tries: of more that are broken the fault is the upstream's. */
const MOST_TRIED = 3;
/** Somebody is waiting for it. */
const SCAN_HTTP: Partial<HttpSettings> = {
  policy: { attempts: 3, firstPauseSeconds: 0.3, longestPauseSeconds: 2 },
  longestRetryAfter: 5,
  connectionsPerHost: 2,
  timeouts: { head: 8, idle: 8, total: 20 },
};

/** What one poll carries along. */
interface ScanPoll {
  readonly deps: StoreContext;
  readonly site: string;
  readonly now: number;
  readonly http: HttpDownload;
  readonly refused: RefusedScan[];
}

/**
 * @param site  ICAO
 * @throws RangeError  no radar of the network
 * @throws UpstreamError  the upstream cannot be reached, or nothing that it has could be taken and nothing is published
 * @throws MalformedError  the listing is none
 * @throws DirectoryLockedError  another poll of the radar is running
 */
export async function pollScan(deps: StoreContext, site: string): Promise<ScanPollOutcome> {
  radarSiteOf(site);
  return polling(deps, site, openHttp(deps, SCAN_HTTP), async (http) => {
    try {
      return await pollWith({ deps, site, now: deps.clock.now(), http, refused: [] });
    } catch (error) {
      const fault = faultOf(error);
      tell(deps, site, endingOf(deps, error), fault.reason, { ...fault });
      throw error;
    }
  });
}

async function pollWith(poll: ScanPoll): Promise<ScanPollOutcome> {
  const { deps, site, now, http, refused } = poll;
  const held = await heldScan(deps.objects, site);
  const range = { from: now - WINDOW, to: now + AHEAD, signal: deps.signal };
  const listed = await listFrames(http, scanFeedOf(site), deps.source.baseUrl, range);
  const outcome = (kind: ScanPollOutcome['kind'], version: string | null): ScanPollOutcome => {
    tell(deps, site, kind, wordsOf(kind, version), { version, refused: refused.length, ...http.traffic() });
    return { kind, version, refused, traffic: http.traffic() };
  };
  const due = listed.filter(({ validTime }) => !isAheadOf(validTime, now));
  if (due.length === 0) return outcome('silent', held?.version ?? null);
  for (const file of due.slice(0, MOST_TRIED)) {
    const origin = basename(file.url);
    const isHeld = held?.origin === origin;
    if (isHeld && held.originTag === null) break; // nobody could tell whether it has changed
    const read = await readSweep(poll, file, isHeld ? held.originTag : null);
    if (read !== null && read.product.validTime > (held?.validTime ?? Number.NEGATIVE_INFINITY)) {
      const version = await publishSweep(deps, site, read.product, { origin, originTag: read.tag });
      await removeOld(deps, site, read.product.validTime);
      return outcome('published', version);
    }
    if (isHeld) break;
  }
  if (held !== null && held.validTime >= now - WINDOW) return outcome('nothing-new', held.version);
  const [newest] = refused;
  if (newest !== undefined) throw new UpstreamError('framing', newest.url, newest.reason);
  return outcome('silent', held?.version ?? null);
}

interface ReadSweep {
  readonly product: RadialProduct;
  /** Entity tag of the file; null: it has none. */
  readonly tag: string | null;
}

/**
 * Null for a file that cannot be taken, which is told, or that is still the one with this tag.
 *
 * @throws UpstreamError  the upstream does not answer
 */
async function readSweep(
  poll: ScanPoll,
  { url, validTime }: RadarFrameFile,
  tag: string | null,
): Promise<ReadSweep | null> {
  const { deps, site, now, http } = poll;
  try {
    const unlessStill = tag === null ? {} : { unlessStill: { etag: tag } };
    const answer = await http.get(url, { ceilingBytes: LARGEST_NEXRAD_FILE, signal: deps.signal, ...unlessStill });
    if (answer.notModified) return null;
    const product = await decodeNexrad(answer.bytes);
    const fault = scanFault(product, { site: radarSiteOf(site), now, namedTime: validTime });
    if (fault === null) {
      tell(deps, site, 'read', `${basename(url)} read`, {}, false);
      return { product, tag: answer.validators.etag ?? null };
    }
    refuse(poll, url, fault);
  } catch (error) {
    if (!isOfFile(error)) throw error;
    refuse(poll, url, error.message);
  }
  return null;
}

/** A fault of the file, and not of the connection: then the next one would take as long. */
function isOfFile(error: unknown): error is Error {
  if (isTagged(error, 'upstream')) return !error.isOfConnection;
  return isTagged(error, 'malformed') || isTagged(error, 'unsupported');
}

function refuse({ deps, site, refused }: ScanPoll, url: string, reason: string): void {
  refused.push({ url, reason });
  deps.log.warn({ site, url, reason }, 'a sweep is not taken');
  tell(deps, site, 'refused', `${basename(url)} is not taken: ${reason}`, { url, reason });
}

function wordsOf(kind: ScanPollOutcome['kind'], version: string | null): string {
  if (kind === 'published') return `sweep ${version} published`;
  return kind === 'silent' ? 'has sent nothing for an hour' : `nothing newer than ${version}`;
}

export function tell(
  { progress, clock }: Pick<StoreContext, 'progress' | 'clock'>,
  site: string,
  event: string,
  text: string,
  facts: ProgressEvent['facts'] = {},
  lasting = true,
): void {
  const at = formatInstant(clock.now());
  progress({ event, text: `NEXRAD ${site}: ${text}`, facts: { feed: 'nexrad', site, at, ...facts }, lasting });
}
