/** What a start says after its banner: when the first answer can be given, and when every feed had its first turn. */

import type { ProductStatus } from '../../model/product.js';
import { completeLine, readyLine } from './banner.js';

export interface Announcing {
  readiness(): Promise<readonly ProductStatus[]>;
  /** Feeds whose first ingest has not ended yet; none where nothing is ingested. */
  untried(): readonly string[];
  /** Whether the last ingest of a feed failed. */
  hasFailed(feed: string): boolean;
  say(text: string): void;
  /** Between two looks. */
  pause(): Promise<unknown>;
}

/** Of a start that finds something to serve, only that is said: what its feeds bring is nothing to wait for. */
export async function announce({ readiness, untried, hasFailed, say, pause }: Announcing): Promise<void> {
  let isFirstStart = false;
  let status = (await readiness())[0];
  while (status === undefined || !isReady(status)) {
    isFirstStart = true;
    await pause();
    status = (await readiness())[0];
  }
  const feeds = isFirstStart ? untried() : [];
  const more = feeds.length > 1; // the one that made it ready may just be ending
  say(readyLine(status, more));
  if (!more) return;
  while (untried().length > 0) await pause();
  say(completeLine(feeds.filter(hasFailed)));
}

export function isReady(status: ProductStatus | undefined): boolean {
  return status?.state === 'ready' || status?.state === 'stale';
}
