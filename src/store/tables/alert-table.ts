/**
 * Alert messages as rows of `alert_message`.
 *
 *   key       digest of sender, identifier and sent, so that no identifier is too long or strange for an index
 *   revision  of all messages together when the row changed: what came after a revision is read by it
 *   body      the message as text; null once it is forgotten
 *
 * A batch is a transaction of its own, small enough for the event loop: 529 real NWS alerts, 0.9 MB of text, take 0.2 s
 * when they come and 0.08 s at each poll that brings them again, at most 40 and 13 ms of it at once. Each takes the next
 * revision from the one row of `alert_revision`, whose lock it holds until it commits: so revisions appear in their
 * order, also with several writers, and who has read one has read all before it.
 *
 * The row of a forgotten message stays for a week without its body: who follows the changes learns of it, and the same
 * content, should a feed still list it, does not come back to be forgotten again.
 */

import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { AlertMessage } from '../../model/alert.js';
import { isMoreDirect } from '../../model/alert-authority.js';
import { messageOf, messageText } from '../../model/alert-text.js';
import { messageEnd } from '../../model/alert-times.js';
import type { AlertChanges, AlertKey, AlertRecords, StoredMessage } from '../../model/records.js';
import { type ChainLink, endedChains, type MessageIdentity } from './alert-retention.js';
import { inBatches, inPages } from './batches.js';
import { type Database, querying, type Tables } from './database.js';
import { storableText } from './storable-text.js';

type Row = Selectable<Tables['alert_message']>;

const BATCH = 32;
const BATCH_CHARACTERS = 64_000;
/** Rows without bodies read at once. */
const LINKS = 200;
const FORGOTTEN_FOR = 7 * 86_400; // s
const LONGEST_NAME = 1000;

/** `changed` is called when messages were added or forgotten, also by a call that failed on its way. */
export function createAlertTable(
  db: Database,
  changed: () => void,
): Pick<AlertRecords, 'add' | 'load' | 'since' | 'forget'> {
  return {
    async add(feed, messages, receivedAt) {
      // of a key that occurs twice the last counts, or the two would replace each other at every poll
      const byKey = new Map(messages.map((message) => [keyOf(message), message]));
      let added = 0;
      try {
        for await (const batch of inBatches(rowsOf(byKey, feed, receivedAt), BATCH, BATCH_CHARACTERS, sizeOf))
          added += await querying(`store alerts of ${feed}`, storeNew(db, feed, batch));
      } finally {
        if (added > 0) changed();
      }
      return { added, revision: await querying('read the revision of alerts', revisionOf(db)) };
    },
    async load() {
      const { revision, messages } = await querying('read alerts', changesAfter(db, 0));
      return { revision, messages };
    },
    since: (revision) => querying('read changes of alerts', changesAfter(db, revision)),
    async forget(before) {
      const forgotten = await querying('forget alerts that ended', forgetEnded(db, before));
      if (forgotten > 0) changed();
      return forgotten;
    },
  };
}

function* rowsOf(messages: ReadonlyMap<string, AlertMessage>, feed: string, receivedAt: number) {
  for (const [key, message] of messages) yield rowOf(key, message, feed, receivedAt);
}

function rowOf(key: string, message: AlertMessage, feed: string, receivedAt: number): Omit<Row, 'revision'> {
  const body = messageText(message);
  const [sender, identifier] = identityOf(message);
  return {
    key,
    sender,
    identifier,
    sent: message.sent,
    feed,
    received_at: receivedAt,
    ends_at: messageEnd(message),
    digest: digestOf(body),
    refers_to: JSON.stringify(message.references.map(identityOf)),
    body,
  };
}

function sizeOf({ body, refers_to }: Pick<Row, 'body' | 'refers_to'>): number {
  return (body?.length ?? 0) + refers_to.length;
}

/** Most of a poll is there already: only keys and digests are asked for, and nothing is written. */
async function storeNew(db: Database, feed: string, batch: readonly Omit<Row, 'revision'>[]): Promise<number> {
  const keys = batch.map(({ key }) => key);
  const present = await db
    .selectFrom('alert_message')
    .select(['key', 'digest', 'feed'])
    .where('key', 'in', keys)
    .execute();
  const known = new Map(present.map((row) => [row.key, row]));
  const fresh = batch.filter(({ key, digest }) => {
    const before = known.get(key);
    if (before === undefined || isMoreDirect(feed, before.feed)) return true;
    return before.digest !== digest && before.feed === feed;
  });
  if (fresh.length === 0) return 0;
  await db.transaction().execute(async (transaction) => {
    const revision = await nextRevision(transaction);
    await transaction
      .insertInto('alert_message')
      .values(fresh.map((row) => ({ ...row, revision })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          feed: ref('excluded.feed'),
          received_at: ref('excluded.received_at'),
          ends_at: ref('excluded.ends_at'),
          revision: ref('excluded.revision'),
          digest: ref('excluded.digest'),
          refers_to: ref('excluded.refers_to'),
          body: ref('excluded.body'),
        })),
      )
      .execute();
  });
  return fresh.length;
}

async function nextRevision(transaction: Database): Promise<number> {
  const next = transaction.updateTable('alert_revision').set({ revision: sql`revision + 1` });
  return (await next.returning('revision').executeTakeFirstOrThrow()).revision;
}

async function revisionOf(db: Database): Promise<number> {
  return (await db.selectFrom('alert_revision').select('revision').executeTakeFirstOrThrow()).revision;
}

type ChangedRow = Pick<Row, 'key' | 'sender' | 'identifier' | 'sent' | 'feed' | 'received_at' | 'revision' | 'body'>;

/** In the order of change; what changes while the pages are read comes once, as it is at last. */
async function changesAfter(db: Database, from: number): Promise<AlertChanges> {
  const messages = new Map<string, StoredMessage>();
  const removed = new Map<string, AlertKey>();
  let revision = from;
  for await (const page of inPages(BATCH, (last: ChangedRow | null) => pageAfter(db, from, last)))
    for (const row of page) {
      const { key, sender, identifier, sent, feed, received_at, body } = row;
      revision = row.revision;
      messages.delete(key);
      removed.delete(key);
      if (body === null) removed.set(key, { sender, identifier, sent });
      else messages.set(key, { message: messageOf(JSON.parse(body)), feed, receivedAt: received_at });
    }
  return { revision, messages: [...messages.values()], removed: [...removed.values()] };
}

async function pageAfter(db: Database, from: number, last: ChangedRow | null): Promise<ChangedRow[]> {
  const query = db
    .selectFrom('alert_message')
    .select(['key', 'sender', 'identifier', 'sent', 'feed', 'received_at', 'revision', 'body'])
    .orderBy('revision')
    .orderBy('key')
    .limit(BATCH);
  if (last === null) return query.where('revision', '>', from).execute();
  const behind = sql<boolean>`(revision, key) > (${last.revision}, ${last.key})`;
  return query.where(behind).execute();
}

async function forgetEnded(db: Database, before: number): Promise<number> {
  await db
    .deleteFrom('alert_message')
    .where('body', 'is', null)
    .where('ends_at', '<', before - FORGOTTEN_FOR)
    .execute();
  const seen = await revisionOf(db);
  const gone = endedChains(await linksOf(db), before);
  for await (const keys of inBatches(gone, LINKS, Number.POSITIVE_INFINITY, () => 0))
    await db.transaction().execute(async (transaction) => {
      const revision = await nextRevision(transaction);
      // what was given new content since the chains were read is not what ended
      const ended = transaction.updateTable('alert_message').where('key', 'in', keys).where('revision', '<=', seen);
      await ended.set({ body: null, refers_to: '[]', revision }).execute();
    });
  return gone.length;
}

async function linksOf(db: Database): Promise<ChainLink[]> {
  type LinkRow = Pick<Row, 'key' | 'sender' | 'identifier' | 'sent' | 'refers_to' | 'ends_at'>;
  const pages = inPages(LINKS, (last: LinkRow | null) => {
    const query = db
      .selectFrom('alert_message')
      .select(['key', 'sender', 'identifier', 'sent', 'refers_to', 'ends_at'])
      .where('body', 'is not', null);
    return query
      .where('key', '>', last?.key ?? '')
      .orderBy('key')
      .limit(LINKS)
      .execute();
  });
  const links: ChainLink[] = [];
  for await (const page of pages) links.push(...page.map(linkOf));
  return links;
}

function linkOf(row: Pick<Row, 'key' | 'sender' | 'identifier' | 'sent' | 'refers_to' | 'ends_at'>): ChainLink {
  const { key, sender, identifier, sent, refers_to, ends_at } = row;
  return { key, identity: [sender, identifier], references: JSON.parse(refers_to), sent, end: ends_at };
}

function identityOf({ sender, identifier }: Pick<AlertMessage, 'sender' | 'identifier'>): MessageIdentity {
  return [storableText(sender, LONGEST_NAME), storableText(identifier, LONGEST_NAME)];
}

function keyOf({ sender, identifier, sent }: AlertMessage): string {
  return digestOf(JSON.stringify([sender, identifier, sent]));
}

/** 128 bits of SHA-256. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
