/**
 * The records of a data directory, for a command: through the running server when there is one, else opened here.
 *
 * The embedded database can be open in one process only, so while a server holds it, commands ask that server over its
 * socket (`http/administration/administration.ts`).
 */

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from '../base/clock.js';
import { ConfigError, isTagged } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import { type IssuedKey, issueKey, type KeyRequest } from '../http/access/key-issue.js';
import { loadPeppers } from '../http/access/peppers.js';
import { administrationSocketPath, requirePrivate } from '../http/administration/administration-socket.js';
import type { IngestState } from '../model/ingest-state.js';
import type { Records } from '../model/records.js';
import { type AdministrationClient, createAdministrationClient, isNoServer } from './administration-client.js';
import { createAlertAccess } from './alert-access.js';

export interface RecordsAccess extends Omit<Records, 'usage'> {
  /** Whether a running server answers for them. */
  readonly isServed: boolean;
  /** How the feeds that the server ingests stand; none where no server runs. */
  ingests(): Promise<readonly IngestState[]>;
  /** Makes a key with the pepper that the server checks keys with. */
  issueKey(request: KeyRequest): Promise<IssuedKey>;
  /** From now on; false when there is no such key or it was revoked before. */
  revokeKey(id: string): Promise<boolean>;
}

export type RecordsConfig = Pick<Config, 'dataDirectory' | 'pepper'>;

type OpenRecords = (options: { directory: string; log: Log }) => Promise<Records>;

export interface AccessOptions {
  /** How records are opened when no server runs. */
  readonly open?: OpenRecords;
  /** Dates what is made and revoked: the machine's own clock, as in the server, also when the weather's stands still. */
  readonly clock?: Clock;
  /** Between two looks at records that are taken. */
  readonly pause?: () => Promise<void>;
}

/** With the pause: five seconds, enough for a server to start or another command to end. */
const LOOKS = 25;
/** Each look at records of another container watches their lock for 5 s, so the second one finds a server that started. */
const LOOKS_ELSEWHERE = 2;
const PAUSE_MS = 200;

/**
 * @throws ConfigError  the data directory is a file
 * @throws DirectoryLockedError  when another process keeps the records open and does not answer
 * @throws RecordsError  when they are damaged
 */
export async function openRecordsAccess(
  config: RecordsConfig,
  log: Log,
  { open = openEmbedded, clock = systemClock, pause = () => wait(PAUSE_MS) }: AccessOptions = {},
): Promise<RecordsAccess> {
  const { dataDirectory } = config;
  requireDirectory(dataDirectory);
  for (let look = 1; ; look++) {
    const served = await reachServer(config.dataDirectory, clock);
    if (served) return served;
    try {
      return localAccess(await open({ directory: config.dataDirectory, log }), config, clock);
    } catch (error) {
      if (!isTagged(error, 'directory-locked')) throw error;
      if (look >= (error.holder.isElsewhere ? LOOKS_ELSEWHERE : LOOKS)) throw error;
    }
    await pause();
  }
}

/** Loaded only when needed: what goes through a server's socket starts no database. */
async function openEmbedded(options: { directory: string; log: Log }): Promise<Records> {
  const { openRecords } = await import('../app.js');
  return openRecords(options);
}

function localAccess(records: Records, { dataDirectory, pepper }: RecordsConfig, clock: Clock): RecordsAccess {
  return {
    ...records,
    isServed: false,
    ingests: async () => [],
    async issueKey(wanted) {
      const peppers = loadPeppers(dataDirectory, pepper, randomBytes);
      return issueKey({ keys: records.keys, peppers, clock, random: randomBytes }, wanted);
    },
    revokeKey: (id) => records.keys.revoke(id, clock.now()),
  };
}

async function reachServer(dataDirectory: string, clock: Clock): Promise<RecordsAccess | null> {
  const socketPath = administrationSocketPath(dataDirectory);
  requirePrivate(dirname(socketPath), dataDirectory);
  const client = createAdministrationClient(socketPath);
  try {
    await client.ask('GET', '/health');
  } catch (error) {
    if (isNoServer(error)) return null;
    throw error;
  }
  return servedAccess(client, clock);
}

function servedAccess(client: AdministrationClient, clock: Clock): RecordsAccess {
  const { ask } = client;
  const keyPath = (id: string) => `/keys/${encodeURIComponent(id)}`;
  const access: RecordsAccess = {
    isServed: true,
    ingests: async () => (await ask('GET', '/ingests')) as IngestState[],
    keys: {
      find: async (id) => (await ask('GET', keyPath(id))) as Awaited<ReturnType<Records['keys']['find']>>,
      list: async () => (await ask('GET', '/keys')) as Awaited<ReturnType<Records['keys']['list']>>,
      insert: async (key) => void (await ask('PUT', keyPath(key.id), key)),
      revoke: async (id, at) =>
        ((await ask('POST', `${keyPath(id)}/revocation`, { at })) as { revoked: boolean }).revoked,
    },
    ledger: {
      record: async (entry) => void (await ask('PUT', '/ledger', entry)),
      recent: async (feed, limit) =>
        (await ask('GET', `/ledger/${encodeURIComponent(feed)}?limit=${limit}`)) as Awaited<
          ReturnType<Records['ledger']['recent']>
        >,
    },
    alerts: createAlertAccess(client),
    issueKey: async (wanted) => (await ask('POST', '/keys', wanted)) as IssuedKey,
    revokeKey: (id) => access.keys.revoke(id, clock.now()),
    close: async () => undefined,
  };
  return access;
}

/** @throws ConfigError  the path is that of a file, or leads through one */
function requireDirectory(path: string): void {
  const refusal = new ConfigError('WEATHERGLASS_DATA', 'must be a directory', path);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) throw refusal;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? refusal : error;
  }
}
