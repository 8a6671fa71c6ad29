/** How the maps stand: each layer by itself, since one without data is no reason to call the others unready. */

import type { Clock } from '../../base/clock.js';
import type { ProductStatus, SourceStatus } from '../../model/product.js';
import { TILE_LAYER_IDS, type TileLayerId } from '../../model/tile.js';
import { isNone } from './frames/frame.js';
import type { LayerFrameKeeper } from './frames/layer-frames.js';

export const TILES_PRODUCT = 'map-tiles';

/**
 * Ready while any layer is in time, stale when all that can be shown are late; weather is answered without maps.
 *
 * @param leftOut  not looked at
 */
export async function tilesStatus(
  frames: LayerFrameKeeper,
  clock: Clock,
  isWarming: boolean,
  leftOut: readonly TileLayerId[],
): Promise<ProductStatus> {
  const now = clock.now();
  // One radar is fetched when somebody wants to see it, and asking would be wanting.
  const layers = TILE_LAYER_IDS.filter((id) => id !== 'radar-site' && !leftOut.includes(id));
  const found = await Promise.all(layers.map(async (id) => ({ id, frames: await frames.of(id, null) })));
  const sources = found.map(({ id, frames: of }): SourceStatus => {
    if (isNone(of)) return { source: id, state: 'unavailable', referenceTime: null, updatedAt: null };
    const { validTime, isLate } = of.current;
    return { source: id, state: isLate ? 'stale' : 'ready', referenceTime: Math.min(validTime, now), updatedAt: null };
  });
  const shown = sources.filter(({ state }) => state !== 'unavailable');
  const inTime = shown.some(({ state }) => state === 'ready');
  const times = shown.flatMap(({ referenceTime }) => referenceTime ?? []);
  return {
    product: TILES_PRODUCT,
    state: shown.length === 0 ? (isWarming ? 'warming' : 'unavailable') : inTime ? 'ready' : 'stale',
    updatedAt: null,
    referenceTime: times.length === 0 ? null : Math.max(...times),
    detail: detailOf(sources),
    isMain: false,
    sources,
  };
}

/** "10 of 12 layers; late: radar; nothing to show yet: fire-global" */
function detailOf(sources: readonly SourceStatus[]): string {
  const named = (state: SourceStatus['state']) => sources.filter((one) => one.state === state).map((one) => one.source);
  const [late, none] = [named('stale'), named('unavailable')];
  const parts = [`${sources.length - none.length} of ${sources.length} layers`];
  if (late.length > 0) parts.push(`late: ${late.join(', ')}`);
  if (none.length > 0) parts.push(`nothing to show yet: ${none.join(', ')}`);
  return parts.join('; ');
}
