/** What a thread that draws is told, and what it tells. */

import type { AlertChange, TileOrder } from '../../../model/tile.js';

export interface DrawingThread {
  /** The answer comes by way of the events, under this number. */
  draw(number: number, order: TileOrder): void;
  showAlerts(change: AlertChange): void;
  /** At once. */
  end(): Promise<void>;
}

export interface DrawingEvents {
  answered(number: number, answer: Uint8Array | Error): void;
  /** By itself. */
  ended(error: Error): void;
}
