/** Tiles drawn in the caller's thread: for tests and single commands. */

import type { TileDrawing, TileReaders } from '../../../model/tile.js';
import { createAlertScene } from '../painting/alerts/alert-scene.js';
import { createTilePainting } from '../painting/tile-painter.js';

export function drawHere(readers: TileReaders): TileDrawing {
  const scene = createAlertScene();
  const painting = createTilePainting({ ...readers, alertShapes: (version) => scene.at(version) });
  return {
    draw: (order) => painting.draw(order),
    showAlerts: (change) => scene.show(change),
    close: async () => undefined,
  };
}
