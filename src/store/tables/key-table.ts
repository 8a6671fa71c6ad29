/** Keys as rows of `api_key`. */

import type { Selectable } from 'kysely';
import type { ApiKeyRecord, KeyRecords } from '../../model/records.js';
import { type Database, querying, type Tables } from './database.js';

export function createKeyTable(db: Database): KeyRecords {
  return {
    async find(id) {
      const query = db.selectFrom('api_key').selectAll().where('id', '=', id);
      const row = await querying(`look up key ${id}`, query.executeTakeFirst());
      return row ? keyOf(row) : null;
    },
    async list() {
      const query = db.selectFrom('api_key').selectAll().orderBy('created_at').orderBy('id');
      return (await querying('list keys', query.execute())).map(keyOf);
    },
    async insert(key) {
      await querying(`store key ${key.id}`, db.insertInto('api_key').values(rowOf(key)).execute());
    },
    async revoke(id, at) {
      const query = db
        .updateTable('api_key')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null);
      const { numUpdatedRows } = await querying(`revoke key ${id}`, query.executeTakeFirst());
      return numUpdatedRows > 0n;
    },
  };
}

function keyOf(row: Selectable<Tables['api_key']>): ApiKeyRecord {
  const { id, name, plan, scopes } = row;
  const { secret_hash: secretHash, pepper_id: pepperId, created_at: createdAt, revoked_at: revokedAt } = row;
  return { id, name, plan, scopes, secretHash, pepperId, createdAt, revokedAt };
}

function rowOf({ id, name, plan, scopes, secretHash, pepperId, createdAt, revokedAt }: ApiKeyRecord) {
  const times = { created_at: createdAt, revoked_at: revokedAt };
  return { id, name, plan, scopes: [...scopes], secret_hash: secretHash, pepper_id: pepperId, ...times };
}
