/** Records in memory, for tests of what stands on them. */

import type { ApiKeyRecord, DayUsage, IngestRecord, Records } from '../src/model/records.js';
import { createMemoryAlerts } from './memory-alerts.js';

export interface MemoryRecords extends Records {
  /** How often a key was looked up. */
  readonly lookups: () => number;
  readonly isClosed: () => boolean;
}

export function createMemoryRecords(...present: ApiKeyRecord[]): MemoryRecords {
  const keys = new Map(present.map((key) => [key.id, key]));
  const entries: IngestRecord[] = [];
  let lookups = 0;
  const usages = new Map<string, DayUsage & { readonly meter: string; readonly day: number }>();
  let closed = false;
  return {
    keys: {
      async find(id) {
        lookups++;
        return keys.get(id) ?? null;
      },
      list: async () => [...keys.values()],
      insert: async (key) => void keys.set(key.id, key),
      async revoke(id, at) {
        const key = keys.get(id);
        if (key === undefined || key.revokedAt !== null) return false;
        keys.set(id, { ...key, revokedAt: at });
        return true;
      },
    },
    ledger: {
      record: async (entry) => void entries.push(entry),
      recent: async (feed, limit) => entries.filter((entry) => entry.feed === feed).slice(-limit),
    },
    usage: {
      ofDay: async (meter, day) =>
        [...usages.values()]
          .filter((usage) => usage.meter === meter && usage.day === day)
          .map(({ principal, requests }) => ({ principal, requests })),
      async raise(meter, day, raised) {
        for (const { principal, requests } of raised) {
          const key = `${meter} ${day} ${principal}`;
          const before = usages.get(key)?.requests ?? 0;
          usages.set(key, { meter, day, principal, requests: Math.max(before, requests) });
        }
      },
      async forgetBefore(day) {
        for (const [key, usage] of usages) if (usage.day < day) usages.delete(key);
      },
    },
    alerts: createMemoryAlerts(),
    close: async () => {
      closed = true;
    },
    lookups: () => lookups,
    isClosed: () => closed,
  };
}
