/**
 * The running server as keeper of the records, for commands of the same data directory: a small HTTP server on a Unix
 * socket with mode 0600, because the records can be open in one process only.
 *
 *   GET  /health
 *   GET  /keys                    POST /keys {name, plan, scopes}     makes a key; the answer shows it once
 *   GET  /keys/:id                PUT  /keys/:id {record}             stores one that was made elsewhere
 *   POST /keys/:id/revocation {at}
 *   GET  /ledger/:feed?limit=     PUT  /ledger {entry}
 *   GET  /ingests                 states of the feeds that this server ingests
 *   /alerts/…                     see `administration-alerts.ts`
 *
 * Keys are made here and not by the command: so they are hashed with the pepper of the process that will check them.
 * A change reaches the authenticator at once (`forget`). Errors are {tag, message, faults}.
 */

import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { Type } from 'typebox';
import { RecordsError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { IngestState } from '../../model/ingest-state.js';
import type { Records } from '../../model/records.js';
import type { IssuedKey, KeyRequest } from '../access/key-issue.js';
import { routeAlerts } from './administration-alerts.js';
import { type AdministrationApp, createAdministrationApp } from './administration-app.js';
import { administrationSocketPath, prepareSocketDirectory } from './administration-socket.js';

export interface AdministrationOptions {
  /** Its directory lock is held by this process: that makes a socket file found here a leftover. */
  readonly records: Records;
  readonly dataDirectory: string;
  issue(request: KeyRequest): Promise<IssuedKey>;
  /** Told of each key that was made or revoked. */
  forget(keyId: string): void;
  /** How the feeds that this server ingests stand; without it none are. */
  ingests?(): readonly IngestState[];
  readonly log: Log;
}

export interface Administration {
  readonly socketPath: string;
  close(): Promise<void>;
}

const Key = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String(),
  plan: Type.String(),
  scopes: Type.Array(Type.String()),
  secretHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  pepperId: Type.Union([Type.String({ pattern: '^[0-9a-f]{16}$' }), Type.Null()]),
  createdAt: Type.Number(),
  revokedAt: Type.Union([Type.Number(), Type.Null()]),
});

const Entry = Type.Object({
  feed: Type.String({ minLength: 1 }),
  referenceTime: Type.Number(),
  status: Type.Union([
    Type.Literal('running'),
    Type.Literal('published'),
    Type.Literal('failed'),
    Type.Literal('stopped'),
  ]),
  startedAt: Type.Number(),
  finishedAt: Type.Union([Type.Number(), Type.Null()]),
  stepsDone: Type.Integer({ minimum: 0 }),
  stepsTotal: Type.Integer({ minimum: 0 }),
  bytesDownloaded: Type.Number({ minimum: 0 }),
  outcome: Type.Union([Type.String(), Type.Null()]),
});

const Request = Type.Object({
  name: Type.String(),
  plan: Type.String(),
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()]),
});

const ById = Type.Object({ id: Type.String() });

const Revocation = Type.Object({ at: Type.Number() });

const OfFeed = Type.Object({ feed: Type.String() });

const Newest = Type.Object({ limit: Type.String({ pattern: '^[0-9]{1,6}$' }) });

/** @throws RecordsError  when the socket cannot be made */
export async function startAdministration(options: AdministrationOptions): Promise<Administration> {
  const socketPath = administrationSocketPath(options.dataDirectory);
  const app = createAdministrationApp(options.log);
  routeKeys(app, options);
  routeLedger(app, options.records);
  app.get('/ingests', () => options.ingests?.() ?? []);
  routeAlerts(app, options.records.alerts);
  try {
    prepareSocketDirectory(socketPath, options.dataDirectory);
    removeLeftover(socketPath);
    await app.listen({ path: socketPath });
    chmodSync(socketPath, 0o600);
  } catch (error) {
    await app.close();
    throw new RecordsError(`cannot listen on ${socketPath}: ${(error as Error).message}`, { cause: error });
  }
  return { socketPath, close: () => app.close() };
}

function routeKeys(app: AdministrationApp, { records: { keys }, issue, forget }: AdministrationOptions): void {
  app.get('/health', () => ({ ok: true }));
  app.get('/keys', () => keys.list());
  app.post('/keys', { schema: { body: Request } }, async ({ body }, reply) => {
    const issued = await issue(body);
    forget(issued.record.id);
    return reply.code(201).send(issued);
  });
  app.get('/keys/:id', { schema: { params: ById } }, async ({ params }, reply) => {
    const key = await keys.find(params.id);
    return key ?? reply.code(404).send({ tag: 'records', message: `no key ${params.id}` });
  });
  app.put('/keys/:id', { schema: { params: ById, body: Key } }, async ({ params, body }, reply) => {
    await keys.insert({ ...body, id: params.id });
    forget(params.id);
    return reply.code(204).send();
  });
  app.post('/keys/:id/revocation', { schema: { params: ById, body: Revocation } }, async ({ params, body }) => {
    const revoked = await keys.revoke(params.id, body.at);
    forget(params.id);
    return { revoked };
  });
}

function routeLedger(app: AdministrationApp, { ledger }: Records): void {
  app.put('/ledger', { schema: { body: Entry } }, async ({ body }, reply) => {
    await ledger.record(body);
    return reply.code(204).send();
  });
  app.get('/ledger/:feed', { schema: { params: OfFeed, querystring: Newest } }, ({ params, query }) =>
    ledger.recent(params.feed, Number(query.limit)),
  );
}

/** A server that was killed leaves its socket's file behind, and nothing can listen where a file is. */
function removeLeftover(socketPath: string): void {
  const stat = lstatSync(socketPath, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isSocket()) throw new RecordsError(`${socketPath} is in the way and not a socket`);
  rmSync(socketPath);
}
