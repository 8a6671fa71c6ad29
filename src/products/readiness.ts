/** How all products that stand on models and radar are, and whether what they stand on is only now coming in. */

import type { CubeShelf } from '../model/cube.js';
import type { ProductStatus } from '../model/product.js';
import { WEATHER_SOURCES } from '../query/layers/layer-table.js';
import { publishedRun } from './published.js';

interface WithStatus {
  status(): Promise<ProductStatus>;
}

/**
 * A route is read from the same sources as a forecast, so it stands as that does.
 *
 * @param progress  how far the running ingest is, in words; null when none runs
 */
export async function readinessOf(
  { forecast, nowcast }: { readonly forecast: WithStatus; readonly nowcast: WithStatus },
  progress: string | null,
): Promise<readonly ProductStatus[]> {
  const status = warming(await forecast.status(), progress);
  return [status, { ...status, product: 'route' }, warming(await nowcast.status(), progress)];
}

/** Before anything was published, a running ingest makes "unavailable" into "warming", and says how far it is. */
function warming(status: ProductStatus, progress: string | null): ProductStatus {
  if (status.state !== 'unavailable' || progress === null) return status;
  return { ...status, state: 'warming', detail: `the first model run is being prepared: ${progress}` };
}

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
