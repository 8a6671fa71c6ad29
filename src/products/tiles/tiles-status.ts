/** How the maps stand: each layer by itself, since one without data is no reason to call the others unready. */

import type { Clock } from '../../base/clock.js';
import type { ProductStatus, SourceStatus } from '../../model/product.js';
import { isNone } from './frames/frame.js';
import type { LayerFrameKeeper } from './frames/layer-frames.js';
import { type LayerState, layerStates } from './layer-states.js';

export const TILES_PRODUCT = 'map-tiles';

/** Ready while any layer that has frames is in time, stale when all of them are late; weather is answered without maps. */
export async function tilesStatus(frames: LayerFrameKeeper, clock: Clock, isWarming: boolean): Promise<ProductStatus> {
  const states = await layerStates(frames);
  const shown = states.filter(({ found }) => found !== null && !isNone(found));
  const isInTime = shown.some(({ state }) => state === 'ready');
  const sources = states.map((state) => sourceOf(state, clock.now()));
  const times = sources.flatMap(({ referenceTime }) => referenceTime ?? []);
  return {
    product: TILES_PRODUCT,
    state: shown.length === 0 ? (isWarming ? 'warming' : 'unavailable') : isInTime ? 'ready' : 'stale',
    updatedAt: null,
    referenceTime: times.length === 0 ? null : Math.max(...times),
    detail: detailOf(states),
    isMain: false,
    sources,
  };
}

function sourceOf({ layer, found, state }: LayerState, now: number): SourceStatus {
  const validTime = found === null || isNone(found) ? null : found.current.validTime;
  return {
    source: layer.id,
    state,
    referenceTime: validTime === null ? null : Math.min(validTime, now),
    updatedAt: null,
  };
}

/** "12 of 13 layers; late: radar; nothing to show: fire-global; the newest list of fires cannot be read, …" */
function detailOf(states: readonly LayerState[]): string {
  const named = (wanted: LayerState['state']) =>
    states.filter(({ state }) => state === wanted).map(({ layer }) => layer.id);
  const [late, none] = [named('stale'), named('unavailable')];
  const parts = [`${states.length - none.length} of ${states.length} layers`];
  if (late.length > 0) parts.push(`late: ${late.join(', ')}`);
  if (none.length > 0) parts.push(`nothing to show: ${none.join(', ')}`);
  return [...parts, ...faultsOf(states)].join('; ');
}

/** Faults of the layers, each once however many layers share it. */
function faultsOf(states: readonly LayerState[]): string[] {
  const faults = states.flatMap(({ found, reason }) => {
    const isFault = found !== null && (!isNone(found) || found.isUnreadable === true);
    return isFault && reason !== null ? reason.split('; ') : [];
  });
  return [...new Set(faults)];
}
