/**
 * The one index of alerts that a server answers from. A change makes a new index beside the old one and then takes its
 * place in one step, so whoever holds `current()` sees all of a change or nothing of it.
 */

import type { AlertZone } from '../../model/alert.js';
import type { AlertChanges, AlertKey, StoredMessage } from '../../model/records.js';
import { type AlertIndex, createAlertIndex } from './alert-index.js';
import { createZoneShapes } from './zone-shapes.js';

/** What the records report, and a whole new set of zones where there is one. */
export interface ActiveAlertsChanges extends Partial<Pick<AlertChanges, 'messages' | 'removed'>> {
  readonly zones?: Iterable<AlertZone>;
}

export interface ActiveAlerts {
  /** Of nothing, until the first changes are applied. */
  current(): AlertIndex;
  /**
   * The same message twice changes nothing; a message whose key is there already takes the other's place, as it did in
   * the records. What is removed is removed before what is added.
   *
   * @param now  epoch seconds
   */
  apply(changes: ActiveAlertsChanges, now: number): AlertIndex;
}

/** Unambiguous whatever the texts hold. */
const keyOf = ({ sender, identifier, sent }: AlertKey): string => `${sent} ${sender.length} ${sender} ${identifier}`;

export function createActiveAlerts(): ActiveAlerts {
  const messages = new Map<string, StoredMessage>();
  let index = createAlertIndex({ messages: [], zones: createZoneShapes([]), now: 0 });
  return {
    current: () => index,
    apply({ messages: added = [], removed = [], zones }, now) {
      for (const key of removed) messages.delete(keyOf(key));
      for (const stored of added) messages.set(keyOf(stored.message), stored);
      index = createAlertIndex({
        messages: messages.values(),
        zones: zones === undefined ? index.zones : createZoneShapes(zones),
        now,
        previous: index,
      });
      return index;
    },
  };
}
