/** Where the polling of each feed stands, as rows of `alert_poll`. */

import type { Selectable } from 'kysely';
import type { AlertRecords, PollState } from '../../model/records.js';
import { type Database, querying, type Tables } from './database.js';
import { storableOrNull } from './storable-text.js';

const LONGEST_VALIDATOR = 1000;
const LONGEST_FAILURE = 1000;

export function createPollTable(db: Database): Pick<AlertRecords, 'pollState' | 'pollStates' | 'setPollState'> {
  return {
    async pollState(feed) {
      const query = db.selectFrom('alert_poll').selectAll().where('feed', '=', feed);
      const row = await querying(`read where ${feed} stands`, query.executeTakeFirst());
      return row ? stateOf(row) : null;
    },
    async pollStates() {
      const query = db.selectFrom('alert_poll').selectAll().orderBy('feed');
      const rows = await querying('read where feeds stand', query.execute());
      return new Map(rows.map((row) => [row.feed, stateOf(row)]));
    },
    async setPollState(feed, state) {
      const row = rowOf(state);
      const query = db
        .insertInto('alert_poll')
        .values({ feed, ...row })
        .onConflict((conflict) => conflict.column('feed').doUpdateSet(row));
      await querying(`store where ${feed} stands`, query.execute());
    },
  };
}

function stateOf(row: Selectable<Tables['alert_poll']>): PollState {
  const { etag, last_modified, last_success, last_failure, failure } = row;
  return { etag, lastModified: last_modified, lastSuccess: last_success, lastFailure: last_failure, failure };
}

function rowOf({ etag, lastModified, lastSuccess, lastFailure, failure }: PollState) {
  return {
    etag: validatorOf(etag),
    last_modified: validatorOf(lastModified),
    last_success: lastSuccess,
    last_failure: lastFailure,
    failure: storableOrNull(failure, LONGEST_FAILURE),
  };
}

/** A validator that was cut short would never match; without one the feed is read whole. */
function validatorOf(header: string | null): string | null {
  return header === null || header.length > LONGEST_VALIDATOR ? null : storableOrNull(header, LONGEST_VALIDATOR);
}
