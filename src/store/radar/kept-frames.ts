/**
 * Which frames are kept, without reading any. Listing a dataset looks at some hundred names, so it is done when a newer
 * frame is published, and now and then for frames that came late.
 */

import type { RadarDatasetId } from '../../model/radar.js';
import type { ObjectStore } from '../objects/object-store.js';
import { type ShelfOptions, watchPointers } from '../versions/pointer-watch.js';
import { isBetter, validTimeOf } from '../versions/timed-version.js';
import { completeVersions } from './radar-shelf.js';

/** A frame that comes between two others is seen by then. */
const LIST_SECONDS = 30;

/** A kept frame, whole and immutable. */
export interface KeptRadarFrame {
  readonly version: string;
  /** Epoch seconds. */
  readonly validTime: number;
}

export interface KeptRadarFrames {
  /**
   * In the order of their valid times, the published frame last. That one is listed even if it is not complete: then it
   * is damaged, and who reads it gets the defect.
   */
  kept(dataset: RadarDatasetId): Promise<readonly KeptRadarFrame[]>;
}

interface Listing {
  readonly published: string;
  readonly at: number;
  readonly frames: Promise<readonly KeptRadarFrame[]>;
}

export function createKeptRadarFrames(options: ShelfOptions): KeptRadarFrames {
  const { objects, clock, log, pointers = watchPointers({ objects, clock, log }) } = options;
  const listings = new Map<RadarDatasetId, Listing>();

  return {
    async kept(dataset) {
      const published = (await pointers.read(dataset))?.version;
      if (published === undefined) return [];
      const known = listings.get(dataset);
      const now = clock.now();
      if (known?.published === published && Math.abs(now - known.at) < LIST_SECONDS) return known.frames;
      const frames = listFrames(objects, dataset, published);
      listings.set(dataset, { published, at: now, frames });
      frames.catch(() => listings.delete(dataset));
      return frames;
    },
  };
}

async function listFrames(objects: ObjectStore, dataset: RadarDatasetId, published: string) {
  const last = validTimeOf(published) ?? Number.POSITIVE_INFINITY;
  const complete = await completeVersions(objects, dataset);
  const isListed = complete.some(
    (version) => version === published || (validTimeOf(version) === last && isBetter(version, published)),
  );
  const versions = isListed || !Number.isFinite(last) ? complete : [...complete, published];
  const frames = versions.map((version) => ({ version, validTime: validTimeOf(version)! }));
  return frames.filter(({ validTime }) => validTime <= last).sort((a, b) => a.validTime - b.validTime);
}
