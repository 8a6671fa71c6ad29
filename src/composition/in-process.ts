/** Requests through the whole server without a socket, for the command line. */

import type { Config } from '../base/config.js';
import { ProductUnavailableError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { AlertsProduct as AnsweredAlerts } from '../http/alerts-endpoint.js';
import { addressOf } from '../http/listening.js';
import { PLANS } from '../model/access.js';
import type { Records } from '../model/records.js';
import { readinessOf } from '../products/readiness.js';
import { createApi } from './api.js';
import { createAlerts, createProducts, NO_TURNS, openPublished } from './published.js';

export interface InProcessAnswer {
  readonly status: number;
  readonly body: string;
}

/** In place of alerts, where a command has no records. */
const NO_ALERTS: AnsweredAlerts = {
  stateKey: async () => 'none',
  answer: () => Promise.reject(new ProductUnavailableError('alerts', 'the records are not open', 0)),
};

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
  records?: Pick<Records, 'alerts'>,
): Promise<InProcessAnswer> {
  const { objects, published } = openPublished(config, log);
  const alerts = records && createAlerts(config, records.alerts, {});
  await alerts?.refresh();
  const products = { ...createProducts(config, published, NO_TURNS), alerts: alerts ?? NO_ALERTS };
  const everything = {
    id: 'command line',
    plan: 'business',
    scopes: new Set(PLANS.business.scopes),
    kind: 'key',
  } as const;
  const readiness = () => readinessOf(products, null);
  const baseUrl = config.baseUrl ?? addressOf(config.host, config.port);
  const server = await createApi(config, log, { authenticate: async () => everything }, products, readiness, baseUrl);
  try {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
    const response = await server.inject({ method: 'POST', url: path, headers, payload: body });
    return { status: response.statusCode, body: response.body };
  } finally {
    await server.close();
    objects.close();
  }
}
