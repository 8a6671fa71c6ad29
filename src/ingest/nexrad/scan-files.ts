/** Sweeps from files, by hand or by whoever receives them another way. Whose they are, and of when, they say themselves. */

import { basename } from 'node:path';
import { isTagged, UpstreamError } from '../../base/errors.js';
import { decodeNexrad, LARGEST_NEXRAD_FILE } from '../../decode/nexrad/nexrad.js';
import { RADAR_SITES, type RadarSite, radarSiteOfLetters } from '../../model/radar-sites-table.js';
import type { RadialProduct } from '../../model/radial-product.js';
import { filesNamed, readLocalFile } from '../../sources/local-files.js';
import type { StoreContext } from '../context.js';
import { locked } from '../poll/frame.js';
import type { RefusedScan } from './poll-scan.js';
import { tell } from './poll-scan.js';
import { publishSweep, removeOld } from './scan-publication.js';
import { isNear, scanFault } from './scan-quality.js';

const TREE = { deepest: 3, mostFiles: 10_000 };

export interface ScanFilesOutcome {
  readonly files: number;
  readonly published: number;
  readonly refused: readonly RefusedScan[];
}

/**
 * Publishes the sweeps of these files and directories. Readers get the newest of each radar, unless a newer one is published
 * already. A file that cannot be taken stops nothing.
 *
 * @throws UpstreamError  a file cannot be read, there is none, or none could be taken
 * @throws DirectoryLockedError  a radar is being polled
 */
export async function ingestScanFiles(deps: StoreContext, from: readonly string[]): Promise<ScanFilesOutcome> {
  const paths = await filesNamed(from, TREE);
  if (paths.length === 0) throw new UpstreamError('not-yet', from.join(' '), 'holds no file');
  const refused: RefusedScan[] = [];
  const newest = new Map<string, number>();
  let published = 0;
  for (const path of paths) {
    deps.signal?.throwIfAborted();
    const read = await readFile(deps, path);
    if (typeof read === 'string') {
      refused.push({ url: path, reason: read });
      const facts = { feed: 'nexrad', url: path, reason: read };
      deps.log.warn(facts, 'a sweep is not taken');
      deps.progress({ event: 'refused', text: `NEXRAD: ${path} is not taken: ${read}`, facts, lasting: true });
      continue;
    }
    const { site, product } = read;
    await locked(deps, site.icao, () => publishFile(deps, site.icao, product, basename(path)));
    newest.set(site.icao, Math.max(newest.get(site.icao) ?? 0, product.validTime));
    published++;
  }
  if (published === 0) throw new UpstreamError('framing', refused.at(-1)!.url, refused.at(-1)!.reason);
  for (const [site, validTime] of newest) await locked(deps, site, () => removeOld(deps, site, validTime));
  return { files: paths.length, published, refused };
}

async function publishFile(deps: StoreContext, site: string, product: RadialProduct, name: string): Promise<void> {
  const version = await publishSweep(deps, site, product, { origin: name, originTag: null });
  tell(deps, site, 'published', `sweep ${version} of ${name} stored`, { version });
}

/** The sweep of a file and its radar, or why it cannot be taken. */
async function readFile(
  { clock }: StoreContext,
  path: string,
): Promise<{ readonly site: RadarSite; readonly product: RadialProduct } | string> {
  const bytes = await readLocalFile(path, LARGEST_NEXRAD_FILE);
  try {
    const product = await decodeNexrad(bytes);
    const site = siteOf(product);
    if (site === null) return `no radar of NEXRAD is at ${product.latitude}, ${product.longitude}`;
    return scanFault(product, { site, now: clock.now(), namedTime: null }) ?? { site, product };
  } catch (error) {
    if (!isTagged(error, 'malformed') && !isTagged(error, 'unsupported')) throw error;
    return error.message;
  }
}

/** By its heading, or where it has none, by its antenna. */
function siteOf(product: RadialProduct): RadarSite | null {
  if (product.site !== null) return radarSiteOfLetters(product.site);
  return RADAR_SITES.find((site) => isNear(product, site)) ?? null;
}
