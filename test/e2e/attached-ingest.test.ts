/** An ingest that a service started goes when that service goes, and leaves the records free for the next one. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMMAND, type RunningService, run, serve } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-attached-'));
const settings = { WEATHERGLASS_DATA: directory };
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let service: RunningService;

test('without its service it does not open the records', { timeout: 30_000 }, async () => {
  const alone = await run(settings, 'ingest', 'nws-alerts', '--json', '--attached');
  expect(alone.code).toBe(1);
  expect(JSON.parse(alone.stdout)).toMatchObject({ event: 'failed', reason: 'the service that started it has ended' });
  expect(existsSync(join(directory, 'records'))).toBe(false);
});

test('when standard input ends it stops in the middle of a poll', { timeout: 30_000 }, async () => {
  const silent = createServer((socket) => void socket.on('error', () => socket.destroy())); // takes and never answers
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  service = await serve(settings, '--no-ingest');
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [...COMMAND, 'ingest', 'nws-alerts', '--json', '--attached'], {
    env: { ...process.env, ...settings, WEATHERGLASS_NWS_URL: address },
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = once(child, 'exit');
  const [socket] = await once(silent, 'connection');
  child.stdin.end();
  const [code] = await exited;
  expect(code).toBe(1);
  expect(said).toContain('"event":"stopped"');
  socket.destroy();
  silent.close();
});

test('a service whose log nobody reads any more ends all the same', { timeout: 30_000 }, async () => {
  await fetch(`${service.url}/healthz`);
  service.leaveLog();
  expect(await service.stop()).toBe(0);
});
