/** The service at the limits of its process: few file descriptors, and a signal to stop. */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serve, serveWithin } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-limits-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const settings = (name: string) => ({ WEATHERGLASS_DATA: join(directory, name) });

test.each([64, 110, 190, 240, 399])(
  'with %d file descriptors the service refuses to start in one sentence',
  async (limit) => {
    await expect(serveWithin(limit, settings('few'), '--no-ingest')).rejects.toThrow(
      /before it listened: weatherglass: ulimit -n: must allow at least \d+ open files; got "\d+"\n$/,
    );
  },
);

test('idle connections beyond the file descriptors do not end the service', async () => {
  const service = await serveWithin(400, settings('flood'), '--no-ingest');
  const { hostname, port } = new URL(service.url);
  const honest = connect(Number(port), hostname);
  await once(honest, 'connect');
  const idle = Array.from({ length: 600 }, () => connect(Number(port), hostname));
  await Promise.all(idle.map(settled));
  honest.write('GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of honest) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text).toMatch(/\nprocess_open_fds \d+\n/);
  for (const socket of idle) socket.destroy();
  expect(await service.stop()).toBe(0);
  expect(service.log()).toContain('connections are refused');
});

/** Resolves when a connection is open, or was refused. */
function settled(socket: Socket): Promise<unknown> {
  socket.on('error', () => undefined); // a reset is one of the expected outcomes
  return Promise.race([once(socket, 'connect'), once(socket, 'close')]);
}

test('after SIGTERM a service with a drain time says so, serves on with closing connections, and ends with 0', async () => {
  const service = await serve({ ...settings('drain'), WEATHERGLASS_DRAIN_SECONDS: '1' }, '--no-ingest');
  const ended = service.stop();
  let readiness = await fetch(`${service.url}/readyz`);
  while (((await readiness.json()) as { status: string }).status !== 'draining')
    readiness = await fetch(`${service.url}/readyz`);
  expect(readiness.status).toBe(503);
  const health = await fetch(`${service.url}/healthz`);
  expect([health.status, health.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
});
