/** Sends large changes of alerts to a drawing thread in slices; orders that arrive meanwhile follow them. */

import { sharedTurns, type Turns } from '../../../base/turns.js';
import type { WorkerThread } from '../../../base/worker-thread.js';
import type { AlertChange, TileOrder } from '../../../model/tile.js';

/** A worker whose tasks are orders, and whose other messages are what is new in the alerts. */
export type DrawingThread = Pick<
  WorkerThread<TileOrder, Uint8Array<ArrayBuffer>, AlertChange>,
  'run' | 'notify' | 'terminate'
>;

export interface PatientThread {
  draw(order: TileOrder): Promise<Uint8Array>;
  /** One part at once, several one after the other, in turns. */
  tell(parts: readonly AlertChange[]): void;
  /** Ends the thread without waiting for its orders. */
  end(): Promise<void>;
}

export function createPatientThread(thread: DrawingThread, turns: Turns = sharedTurns): PatientThread {
  /** Null: it knows all there is. Never rejects. */
  let telling: Promise<void> | null = null;

  async function tellAfter(before: Promise<void> | null, parts: readonly AlertChange[]): Promise<void> {
    await before;
    for (const part of parts) {
      await turns.pause();
      thread.notify(part);
    }
  }

  return {
    tell(parts) {
      if (parts.length <= 1 && telling === null) {
        for (const part of parts) thread.notify(part);
        return;
      }
      const told = tellAfter(telling, parts).then(() => {
        if (telling === told) telling = null;
      });
      telling = told;
    },
    async draw(order) {
      if (telling !== null) await telling;
      return thread.run(order);
    },
    end: () => thread.terminate(),
  };
}
