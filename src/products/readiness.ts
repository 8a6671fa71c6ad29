/** Tells whether the data of products are being ingested for the first time. */

import type { CubeShelf } from '../model/cube.js';
import { WEATHER_SOURCES } from '../query/rules/layer-table.js';
import { publishedRun } from './published.js';

/** Feeds whose first turn since the start has not ended yet; without it nothing is being ingested. */
type Untried = (() => readonly string[]) | undefined;

/** Tells whether a source of the weather has its very first turn, so that what it does not answer yet may soon be there. */
export async function firstIngests(shelf: CubeShelf, untried: Untried): Promise<() => boolean> {
  if (untried === undefined) return () => false;
  const lacking: string[] = [];
  for (const id of WEATHER_SOURCES) if ((await publishedRun(shelf, id)) === null) lacking.push(id);
  return () => untried().some((feed) => lacking.includes(feed));
}

/** The same of the radar: its networks are polled under their own names. */
export function firstPolls(networks: readonly string[], untried: Untried): () => boolean {
  return () => untried?.().some((feed) => networks.includes(feed)) ?? false;
}
