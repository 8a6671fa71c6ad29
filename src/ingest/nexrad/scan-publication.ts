/** From a sweep that was read to one that readers get, and the end of those that nobody looks at. */

import { isTagged } from '../../base/errors.js';
import type { RadialProduct } from '../../model/radial-product.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import type { ScanDescription } from '../../store/scans/scan-documents.js';
import { scanDataset } from '../../store/scans/scan-layout.js';
import { readStoredScan } from '../../store/scans/scan-reader.js';
import { heldSites, lastPublished, publishScan, removeOldScans, removeSite } from '../../store/scans/scan-writer.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import { readPointer } from '../../store/versions/pointer.js';
import { versionOf } from '../../store/versions/timed-version.js';
import type { StoreContext } from '../context.js';

/** Sweeps of a radar that are kept behind its newest, s: some twenty at the most. */
const KEPT_SECONDS = 3600;
/** A radar that nothing was published of for so long goes altogether, s: nobody looks at it. */
const IDLE_SECONDS = 86_400;

/**
 * What readers get of a radar; null: nothing, or nothing that can be read, which a newer sweep then replaces.
 *
 * All of it is read, so that a damaged one is not taken for held.
 */
export async function heldScan(objects: ObjectStore, site: string): Promise<ScanDescription | null> {
  const pointer = await readPointer(objects, scanDataset(site));
  if (pointer === null) return null;
  try {
    return (await readStoredScan(objects, site, pointer.version)).description;
  } catch (error) {
    if (isTagged(error, 'object-defect')) return null;
    throw error;
  }
}

/** Stores a sweep; readers get it where it is the newest of its radar. Gives its version. */
export async function publishSweep(
  { objects, source, clock }: Pick<StoreContext, 'objects' | 'source' | 'clock'>,
  site: string,
  product: RadialProduct,
  origin: Pick<ScanDescription, 'origin' | 'originTag'>,
): Promise<string> {
  const [now, version] = [clock.now(), versionOf(product.validTime)];
  const { validTime } = product;
  const description = { site, version, validTime, createdAt: now, simulated: source.simulated, ...origin };
  await publishScan(objects, description, product, now);
  return version;
}

/**
 * Removes what is old of a radar, and all of those that nobody looks at any more.
 *
 * @param newest  valid time of the newest sweep, epoch seconds: that of the data, so that old files given by hand stay
 */
export async function removeOld(deps: Removal, site: string, newest: number): Promise<void> {
  await removeOldScans(deps.objects, site, newest - KEPT_SECONDS);
  for (const other of await heldSites(deps.objects))
    if (other !== site && (await isIdle(deps, other))) await removeUnlessPolled(deps, other);
}

type Removal = Pick<StoreContext, 'objects' | 'directory' | 'clock' | 'log'>;

async function isIdle({ objects, clock }: Removal, site: string): Promise<boolean> {
  const last = await lastPublished(objects, site);
  return last !== null && last < clock.now() - IDLE_SECONDS;
}

async function removeUnlessPolled(deps: Removal, site: string): Promise<void> {
  try {
    const lock = await lockDirectory(`${deps.directory}/${site}`, deps);
    try {
      // Asked again: a poll that ended between the look and the lock has published a sweep that somebody waits for.
      if (await isIdle(deps, site)) await removeSite(deps.objects, site);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!isTagged(error, 'directory-locked')) throw error; // somebody looks at it just now
  }
}
