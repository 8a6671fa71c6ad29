/** Requests through the whole server without a socket, for the command line. */

import type { FastifyInstance } from 'fastify';
import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import { addressOf } from '../http/listening.js';
import { PLANS } from '../model/access.js';
import type { Records } from '../model/records.js';
import { createApi, createLimiters } from './api.js';
import { openProducts, readinessOf } from './products.js';
import { readAlerts } from './published.js';

export interface InProcessAnswer {
  readonly status: number;
  readonly body: string;
}

/** A tile, or the text of an error. */
export interface InProcessTile {
  readonly status: number;
  readonly bytes: Buffer;
}

type OpenRecords = Pick<Records, 'alerts'>;

/**
 * One request through the whole server without a socket and without a key: what `query` prints.
 *
 * @param records  open ones, which answers about alerts need and others do not
 */
export async function answerInProcess(
  config: Config,
  log: Log,
  path: string,
  body: string,
  records?: OpenRecords,
): Promise<InProcessAnswer> {
  return inProcess(config, log, { records, withTiles: false }, async (server) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
    const response = await server.inject({ method: 'POST', url: path, headers, payload: body });
    return { status: response.statusCode, body: response.body };
  });
}

/** The same of a map tile, drawn in this thread. @param records  those of alerts need them */
export async function tileInProcess(
  config: Config,
  log: Log,
  path: string,
  records?: OpenRecords,
): Promise<InProcessTile> {
  return inProcess(config, log, { records, withTiles: true }, async (server) => {
    const response = await server.inject({ method: 'GET', url: path });
    return { status: response.statusCode, bytes: response.rawPayload };
  });
}

async function inProcess<Answer>(
  config: Config,
  log: Log,
  { records, withTiles }: { readonly records: OpenRecords | undefined; readonly withTiles: boolean },
  ask: (server: FastifyInstance) => Promise<Answer>,
): Promise<Answer> {
  const alerts = records && (await readAlerts(config, records.alerts));
  const { objects, products } = await openProducts(config, log, { alerts, withTiles });
  const everything = {
    id: 'command line',
    plan: 'business',
    scopes: new Set(PLANS.business.scopes),
    kind: 'key',
  } as const;
  const readiness = () => readinessOf(products, null);
  const baseUrl = config.baseUrl ?? addressOf(config.host, config.port);
  const checks = { authenticate: { authenticate: async () => everything }, ...createLimiters() };
  const api = await createApi({ ...config, metricsPort: null }, log, { checks, products, readiness, baseUrl });
  try {
    return await ask(api.server);
  } finally {
    await api.server.close();
    objects.close();
  }
}
