/**
 * The alerts that are drawn, as a set with a name: who draws is told what is new in it before the first order that names it.
 */

import type { Clock } from '../../../base/clock.js';
import type { ProductStatus } from '../../../model/product.js';
import type { AlertShape, TileDrawing } from '../../../model/tile.js';
import { alertChange } from '../painting/alerts/alert-scene.js';
import type { NoFrames } from './frame.js';

/** The alerts that are active now. */
export interface ActiveShapes {
  /** Of another set another name. */
  readonly version: string;
  readonly ids: readonly string[];
  shapeOf(id: string): AlertShape;
}

/** What is needed of the product that answers for alerts. */
export interface DrawnAlerts {
  drawn(): Promise<ActiveShapes>;
  status(): Promise<ProductStatus>;
}

export interface NamedAlerts {
  readonly version: string;
  /** When this set was first seen, epoch seconds. */
  readonly since: number;
  readonly isLate: boolean;
}

export interface AlertSet {
  now(): Promise<NamedAlerts | NoFrames>;
}

const RETRY_SECONDS = 30;

export function createAlertSet(alerts: DrawnAlerts, drawing: Pick<TileDrawing, 'showAlerts'>, clock: Clock): AlertSet {
  let told: ReadonlySet<string> = new Set();
  let shown: { readonly version: string; readonly since: number } | null = null;

  function tell(active: ActiveShapes): void {
    drawing.showAlerts(alertChange(told, active));
    told = new Set(active.ids);
    shown = { version: active.version, since: Math.floor(clock.now()) };
  }

  return {
    async now() {
      const { state, detail } = await alerts.status();
      if (state === 'unavailable' || state === 'warming') return { reason: detail, retryAfterSeconds: RETRY_SECONDS };
      const active = await alerts.drawn();
      if (shown?.version !== active.version) tell(active);
      return { ...shown!, isLate: state === 'stale' };
    },
  };
}
