/** A server to be loaded, and rounds of load on it, for `http.ts`, `map-tiles.ts` and `nowcast.ts`. */

import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer as createBareServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { systemClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { formatKey, hashSecret, makeKey } from '../src/http/access/api-keys.js';
import { createAuthenticator } from '../src/http/access/authentication.js';
import { createRateLimiter } from '../src/http/access/rate-limit.js';
import { fakeAlerts } from '../src/http/endpoints/alerts-product.fixture.js';
import type { ServedProducts } from '../src/http/endpoints/endpoints.js';
import type { ForecastProduct } from '../src/http/endpoints/forecast-endpoint.js';
import type { NowcastProduct } from '../src/http/endpoints/nowcast-endpoint.js';
import { fakeNowcast } from '../src/http/endpoints/nowcast-product.fixture.js';
import { fakeRoute } from '../src/http/endpoints/route-product.fixture.js';
import { fakeTiles } from '../src/http/endpoints/tiles-product.fixture.js';
import { createServer } from '../src/http/server.js';
import { PLAN_IDS, PLANS } from '../src/model/access.js';
import type { LoadOrder, LoadReport } from './http-load.fixture.js';

interface Subject {
  readonly port: number;
  /** Authorization headers of two clients. */
  readonly authorization: string;
  readonly otherAuthorization: string;
  close(): Promise<void>;
}

/**
 * The server with these products. The key check, the limiter and the metrics are the real ones.
 *
 * @param nowcast, tiles  default: the fakes of the tests, which compute nothing
 */
export async function startSubject(
  product: ForecastProduct,
  nowcast: NowcastProduct = fakeNowcast(),
  tiles: ServedProducts['tiles'] = fakeTiles(),
): Promise<Subject> {
  const clients = [makeKey(randomBytes), makeKey(randomBytes)] as const;
  const pepper = randomBytes(32);
  const records = new Map(
    clients.map(({ id, secret }) => [
      id,
      {
        id,
        name: 'bench',
        plan: 'business',
        scopes: PLANS.business.scopes,
        secretHash: hashSecret(secret, pepper),
        pepperId: null,
        createdAt: 0,
        revokedAt: null,
      },
    ]),
  );
  const find = async (id: string) => records.get(id) ?? null;
  const unlimited = { perMinute: 1e6, perDay: 1e9 };
  const unlimitedPlans = Object.fromEntries(PLAN_IDS.map((plan) => [plan, unlimited])) as Record<
    (typeof PLAN_IDS)[number],
    typeof unlimited
  >;
  const app = await createServer({
    clock: systemClock,
    log: silentLog,
    authenticate: createAuthenticator({ keys: { find }, peppers: [pepper], clock: systemClock }),
    limiter: createRateLimiter({ clock: systemClock, limits: unlimitedPlans }),
    tileLimiter: createRateLimiter({ clock: systemClock, limits: unlimitedPlans }),
    products: {
      ...{ forecast: product, nowcast, route: fakeRoute(), alerts: fakeAlerts(), tiles },
      ...{ historical: null, outlook: null, accuracy: null },
    },
    metrics: new Registry(),
    baseUrl: 'http://127.0.0.1',
    readiness: async () => [],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [authorization, otherAuthorization] = clients.map((key) => `Bearer ${formatKey(key)}`) as [string, string];
  return { port, authorization, otherAuthorization, close: () => app.close() };
}

/** A bare node:http server that reads the body and sends the bytes that it is given. */
export function startBare(
  bytesOf: () => Buffer,
  mediaType = 'application/json',
): Promise<{ port: number; close(): void }> {
  const server = createBareServer((request, response) => {
    request.on('data', () => undefined);
    request.on('end', () => {
      const bytes = bytesOf();
      response.writeHead(200, { 'content-type': mediaType, 'content-length': bytes.length });
      response.end(bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ port, close: () => server.close() });
    });
  });
}

/** Header lines of a request with the key of a server. */
export function headersFor({ authorization }: { readonly authorization: string }): string[] {
  return ['content-type: application/json', `authorization: ${authorization}`];
}

export interface Figures {
  rate: number;
  cpu: number;
  p50: number;
  p99: number;
  bytes: number;
}

/** One round: requests per second, and CPU of this process for each, milliseconds; the load comes from a child process. */
export async function load(order: LoadOrder): Promise<Figures> {
  const before = process.cpuUsage();
  const report = await loadReport(order);
  const { user, system } = process.cpuUsage(before);
  if (report.refused > 0) throw new Error(`${report.refused} of ${report.requests} answers were neither 200 nor 304`);
  return {
    rate: report.requests / report.seconds,
    cpu: (user + system) / 1000 / report.requests,
    p50: report.p50,
    p99: report.p99,
    bytes: report.bytes / report.requests,
  };
}

/** Runs the load generator as a child process. */
export function loadReport(order: LoadOrder): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./http-load.fixture.js', import.meta.url), [JSON.stringify(order)], { execArgv: [] });
    child.once('message', (message) => resolve(message as LoadReport));
    child.once('error', reject);
    child.once('exit', (code) => code !== 0 && reject(new Error(`the load generator ended with ${code}`)));
  });
}

/** The best of both in every figure: other work on the machine only ever makes them worse. */
export function better(best: Figures | undefined, found: Figures): Figures {
  if (best === undefined) return found;
  return {
    rate: Math.max(best.rate, found.rate),
    cpu: Math.min(best.cpu, found.cpu),
    p50: Math.min(best.p50, found.p50),
    p99: Math.min(best.p99, found.p99),
    bytes: found.bytes,
  };
}
