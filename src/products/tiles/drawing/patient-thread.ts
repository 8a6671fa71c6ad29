/** A thread that is told of much in turns, and gets the orders that come meanwhile after that. */

import { sharedTurns, type Turns } from '../../../base/turns.js';
import type { AlertChange } from '../../../model/tile.js';
import type { DrawingThread } from './drawing-thread.js';

export interface PatientThread extends Pick<DrawingThread, 'draw' | 'end'> {
  /** One part at once, several one after the other, in turns. */
  tell(parts: readonly AlertChange[]): void;
}

export function createPatientThread(thread: DrawingThread, turns: Turns = sharedTurns): PatientThread {
  /** Null: it knows all there is. Never rejects. */
  let telling: Promise<void> | null = null;

  async function tellAfter(before: Promise<void> | null, parts: readonly AlertChange[]): Promise<void> {
    await before;
    for (const part of parts) {
      await turns.pause();
      thread.showAlerts(part);
    }
  }

  return {
    tell(parts) {
      if (parts.length <= 1 && telling === null) {
        for (const part of parts) thread.showAlerts(part);
        return;
      }
      const told = tellAfter(telling, parts).then(() => {
        if (telling === told) telling = null;
      });
      telling = told;
    },
    draw(number, order) {
      if (telling === null) thread.draw(number, order);
      else void telling.then(() => thread.draw(number, order));
    },
    end: () => thread.end(),
  };
}
