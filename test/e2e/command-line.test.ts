/** The built command line: exit statuses, and output whose reader is gone. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createGfsFiles } from '../../simulator/gfs-files.js';
import { createWorld } from '../../simulator/world.js';
import { COMMAND, run } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-command-line-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const settings = { WEATHERGLASS_DATA: join(directory, 'data') };

const fileOf = (name: string, content: string | Uint8Array) => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

/** Starts the command with the reading end of its standard output closed. */
function withoutReader(...args: string[]) {
  const child = spawn(process.execPath, [...COMMAND, ...args], { env: { ...process.env, ...settings } });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, errors })) };
}

test('a command whose reader is gone ends quietly, as by SIGPIPE', async () => {
  const files = createGfsFiles(createWorld(3), { gridStepDegrees: 45 });
  const grib = fileOf('gfs.grib2', files.file(Date.UTC(2026, 10, 20, 6) / 1000, 3).grib);
  expect(await withoutReader('inspect', 'grib', '--stats', grib).ended).toEqual({ code: 141, errors: '' });
});

test('a service whose banner nobody reads goes on', { timeout: 30_000 }, async () => {
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const { port } = reserved.address() as AddressInfo;
  reserved.close();
  const { child, ended } = withoutReader('serve', '--no-ingest', '--port', String(port));
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isUp()) && child.exitCode === null) await wait(100);
  expect(await isUp()).toBe(true);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('wrong use is status 2, a file that cannot be used status 1 with the reason', { timeout: 30_000 }, async () => {
  const text = fileOf('notes.txt', 'no fields in here');
  const alert = fileOf(
    'broken.cap',
    '<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>a</identifier></alert>',
  );
  const outcomes = await Promise.all([
    run(settings, 'serve', '--port', 'abc'),
    run(settings, 'query', 'forecast', '52.52'),
    run(settings, 'inspect', 'grib', text),
    run(settings, 'ingest', 'nws-alerts', '--from', alert),
  ]);
  expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, 'weatherglass: --port: must be a whole number from 0 to 65535; got "abc"\n'],
    [2, 'weatherglass: give LATITUDE and LONGITUDE, or --request FILE\n'],
    [1, `weatherglass: ${text} holds no GRIB message\n`],
    [1, expect.stringMatching(/^weatherglass: .*broken\.cap: framing: its only message is broken: malformed CAP, /)],
  ]);
});
