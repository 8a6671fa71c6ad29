/** State of every layer: one source for the list of layers, the readiness and `doctor`, so that they count the same. */

import { TILE_LAYER_IDS } from '../../model/tile.js';
import { isNone, type LayerFrames, type NoFrames } from './frames/frame.js';
import type { LayerFrameKeeper } from './frames/layer-frames.js';
import { TILE_LAYERS, type TileLayer } from './layer-table.js';

export interface LayerState {
  readonly layer: TileLayer;
  /** Null of a layer whose sites have frames of their own. */
  readonly found: LayerFrames | NoFrames | null;
  readonly state: 'ready' | 'stale' | 'unavailable';
  /** Why nothing can be shown, or what published data cannot be read; null where all is well, or merely late. */
  readonly reason: string | null;
}

/** All layers, in the order of the interface. */
export async function layerStates(frames: LayerFrameKeeper): Promise<readonly LayerState[]> {
  const layers = TILE_LAYER_IDS.map((id) => TILE_LAYERS[id]);
  return Promise.all(layers.map(async (layer) => stateOf(layer, await framesOf(frames, layer))));
}

/** Null of `radar-site`, which is ready for any site: to ask for its frames would have a sweep of that site fetched. */
export async function framesOf(
  frames: LayerFrameKeeper,
  { id, parameters }: TileLayer,
): Promise<LayerFrames | NoFrames | null> {
  return parameters.includes('site') ? null : frames.of(id, null);
}

function stateOf(layer: TileLayer, found: LayerFrames | NoFrames | null): LayerState {
  if (found === null) return { layer, found, state: 'ready', reason: null };
  if (isNone(found)) return { layer, found, state: 'unavailable', reason: found.reason };
  const { isLate, fault = null } = found.current;
  return { layer, found, state: isLate ? 'stale' : 'ready', reason: fault };
}
