/**
 * Floods against the HTTP server, and what other clients notice of them.
 *
 * The service runs in a process of its own, the attackers in a second, two honest clients in a third and a fourth: one
 * asks `/healthz` every 20 ms, one asks for uncached forecasts. Each flood is bounded and lasts some four seconds. The
 * reference is the same two clients on the same service while nobody attacks.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AttackOrder } from './hostile-attack.fixture.js';
import type { ServiceMemory, ServiceStarted } from './hostile-service.fixture.js';
import type { LoadReport } from './http-load.fixture.js';
import { loadReport } from './http-service.fixture.js';

const SECONDS = 4;
const MEGABYTE = 2 ** 20;

const FORECAST = (latitude: string) =>
  `{"location":{"latitude":${latitude},"longitude":-98.58},"hourly":{"hours":384,"variables":["temperature","wind_speed","precipitation"]}}`;

type Flood = Omit<AttackOrder, 'port'>;

/** A request of 64 KB in all that is pipelined and whose responses nobody reads, without a key. */
const unread = (path: string): Flood => {
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const requests = Math.floor(65_536 / request.length);
  return { bursts: 8, millisecondsBetween: 500, connections: 4, request, requests, reads: false };
};

/** Eight connections that are opened again as soon as the service has closed them. */
const RECONNECTING = { bursts: 1, millisecondsBetween: 4000, connections: 8, reads: true, reconnects: true };

function floods(authorization: string): Readonly<Record<string, Flood>> {
  const body = FORECAST('40.5');
  const cached = [
    'POST /v1/forecast HTTP/1.1',
    'Host: a',
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const computed = cached.replace('40.5,', '40.@,').replace(`${body.length}`, `${body.length + 5}`);
  const pipelined = { bursts: 8, millisecondsBetween: 500, connections: 4, request: cached, requests: 500 };
  return {
    'GET /metrics, unread': unread('/metrics'),
    'GET /readyz, unread': unread('/readyz'),
    'GET /openapi.json, unread': unread('/openapi.json'),
    'GET /metrics, reconnecting': { ...unread('/metrics'), ...RECONNECTING },
    'GET /, reconnecting': { ...unread('/'), ...RECONNECTING },
    'computed forecasts of one key, read': {
      ...{ bursts: 1, millisecondsBetween: 4000, connections: 60, request: computed, requests: 12, reads: true },
    },
    'cached forecasts of one key, read': { ...pipelined, reads: true },
    'cached forecasts of one key, unread': { ...pipelined, reads: false },
    'connections without a byte': {
      ...{ bursts: 8, millisecondsBetween: 500, connections: 500, request: '', requests: 0 },
      reads: false,
    },
  };
}

async function startService(): Promise<{ child: ChildProcess; started: ServiceStarted }> {
  const child = fork(new URL('./hostile-service.fixture.js', import.meta.url), [], { execArgv: [] });
  const [started] = (await once(child, 'message')) as [ServiceStarted];
  return { child, started };
}

async function memoryOf(child: ChildProcess): Promise<ServiceMemory> {
  child.send('memory');
  const [memory] = (await once(child, 'message')) as [ServiceMemory];
  return memory;
}

async function attack(order: AttackOrder): Promise<void> {
  const child = fork(new URL('./hostile-attack.fixture.js', import.meta.url), [JSON.stringify(order)], {
    execArgv: [],
  });
  await once(child, 'message');
}

interface Noticed {
  readonly health: LoadReport;
  readonly forecast: LoadReport;
}

async function honestClients({ port, otherAuthorization }: ServiceStarted, seconds: number): Promise<Noticed> {
  const [health, forecast] = await Promise.all([
    loadReport({
      ...{ port, method: 'GET', path: '/healthz', connections: 1, pauseMilliseconds: 20, seconds, headers: [] },
      body: '',
    }),
    loadReport({
      ...{ port, connections: 2, pauseMilliseconds: 5, seconds },
      headers: ['content-type: application/json', `authorization: ${otherAuthorization}`],
      body: FORECAST('39.@'),
    }),
  ]);
  return { health, forecast };
}

console.log(
  [
    'flood'.padEnd(38),
    '/healthz ms: idle p99    p99    max',
    'forecast ms: idle p99    p99    max',
    'of idle',
    'not 200',
    'memory +MB',
  ].join('  '),
);
for (const name of Object.keys(floods(''))) {
  const { child, started } = await startService();
  await honestClients(started, 2); // compiles what is hot
  const idle = await honestClients(started, SECONDS);
  const before = await memoryOf(child);
  const attacking = attack({ ...floods(started.authorization)[name]!, port: started.port });
  const noticed = await honestClients(started, SECONDS);
  await attacking;
  const after = await memoryOf(child);
  print(name, idle, noticed, (after.peak - before.resident) / MEGABYTE);
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}

function print(name: string, idle: Noticed, { health, forecast }: Noticed, megabytes: number): void {
  const figures = [
    idle.health.p99.toFixed(1).padStart(22),
    health.p99.toFixed(1).padStart(5),
    health.max.toFixed(1).padStart(5),
    idle.forecast.p99.toFixed(1).padStart(22),
    forecast.p99.toFixed(1).padStart(5),
    forecast.max.toFixed(1).padStart(5),
    (forecast.p99 / idle.forecast.p99).toFixed(1).padStart(7),
    String(health.refused + forecast.refused).padStart(7),
    megabytes.toFixed(0).padStart(10),
  ];
  console.log(`${name.padEnd(38)}${figures.join('  ')}`);
}
