/**
 * Keys that outlive a power cut and never make a request wait.
 *
 *   write:  journal, flushed to the disk  →  table  →  memory  →  acknowledged
 *   read:   memory
 *   open:   what the journal or the table lacks of the other is added
 *
 * The directory lock makes this process the only writer, so memory is never behind. A look-up costs no query: an
 * attacker who sends made-up ids cannot keep the database, which shares the event loop, busy.
 */

import { RecordsError } from '../../base/errors.js';
import { createKeyedLimit } from '../../base/keyed-limit.js';
import type { ApiKeyRecord, KeyRecords } from '../../model/records.js';
import type { KeyJournal } from './key-journal.js';

/** An operator makes and revokes keys one by one, or by a script that waits for each. */
const MAX_QUEUED_WRITES = 10_000;

/** Keys of `table`, made durable by `journal`; null: they live as long as the table. */
export async function openKeys(table: KeyRecords, journal: KeyJournal | null): Promise<KeyRecords> {
  if (journal) await reconcile(table, journal);
  const resident = new Map((await table.list()).map((key) => [key.id, key]));
  /** Writes one after the other, in the order they were given. */
  const writes = createKeyedLimit<'keys'>({ maxRunning: 1, maxQueued: MAX_QUEUED_WRITES });

  return {
    find: async (id) => resident.get(id) ?? null,
    list: async () => [...resident.values()],
    insert: (key) =>
      writes.run('keys', async () => {
        if (resident.has(key.id)) throw new RecordsError(`there is a key ${key.id} already`);
        await journal?.append({ event: 'insert', key });
        await table.insert(key);
        resident.set(key.id, key);
      }),
    revoke: (id, at) =>
      writes.run('keys', async () => {
        const key = resident.get(id);
        if (key === undefined || key.revokedAt !== null) return false;
        await journal?.append({ event: 'revoke', id, at });
        // from here on it is revoked, whatever the table says: the next open repairs that
        resident.set(id, { ...key, revokedAt: at });
        await table.revoke(id, at);
        return true;
      }),
  };
}

/** After a power cut the table may be behind the journal; a journal that was removed is written anew. */
async function reconcile(table: KeyRecords, journal: KeyJournal): Promise<void> {
  const stored = new Map((await table.list()).map((key) => [key.id, key]));
  for (const key of journal.keys.values()) {
    const row = stored.get(key.id);
    if (row === undefined) await table.insert(key);
    else if (key.revokedAt !== null && row.revokedAt === null) await table.revoke(key.id, key.revokedAt);
  }
  for (const row of stored.values()) await journalWhatIsMissing(row, journal);
}

async function journalWhatIsMissing(row: ApiKeyRecord, journal: KeyJournal): Promise<void> {
  const known = journal.keys.get(row.id);
  if (known === undefined) await journal.append({ event: 'insert', key: row });
  else if (row.revokedAt !== null && known.revokedAt === null)
    await journal.append({ event: 'revoke', id: row.id, at: row.revokedAt });
}
