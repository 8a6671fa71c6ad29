/** Alerts, zones, quarantine and the state of feeds, and who is told when they change. */

import type { AlertChange, AlertRecords } from '../../model/records.js';
import { createAlertTable } from './alert-table.js';
import type { Database } from './database.js';
import { createPollTable } from './poll-table.js';
import { createQuarantineTable } from './quarantine-table.js';
import { createZoneTable } from './zone-table.js';

export function openAlerts(db: Database): AlertRecords {
  const listeners = new Set<(change: AlertChange) => void>();
  const tell = (change: AlertChange) => {
    for (const listener of listeners) listener(change);
  };
  return {
    ...createAlertTable(db, () => tell('messages')),
    ...createZoneTable(db, () => tell('zones')),
    ...createQuarantineTable(db),
    ...createPollTable(db),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
