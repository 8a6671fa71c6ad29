/**
 * Two servers of different containers on one data directory: PIDs of one mean nothing in the other. Containers are PID
 * namespaces here. A file system's time passes by setting the time of the lock file back, so that nobody waits 30 s.
 */

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type RunningService, run, serveInContainer } from './service.js';

const root = mkdtempSync(join(tmpdir(), 'weatherglass-containers-'));
const services: RunningService[] = [];
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  rmSync(root, { recursive: true, force: true });
});

const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const unshare = [UNSHARE, [...UNSHARE, '--map-root-user']].find(
  ([command, ...flags]) => spawnSync(command!, [...flags, 'true']).status === 0,
);

const testInContainers: typeof test.concurrent = unshare
  ? test.concurrent
  : (((name: string) =>
      test.skip(`${name} (no PID namespaces: run as root, or allow user namespaces)`)) as typeof test.concurrent);

async function start(directory: string, until?: RegExp): Promise<RunningService> {
  const service = await serveInContainer(unshare!, { WEATHERGLASS_DATA: directory }, until);
  services.push(service);
  return service;
}

function lockOf(directory: string): string {
  return join(directory, 'records.lock');
}

/** As if its holder had not beaten for so many seconds. */
function silence(directory: string, seconds: number): void {
  const at = statSync(lockOf(directory)).mtimeMs / 1000 - seconds;
  utimesSync(lockOf(directory), at, at);
}

testInContainers(
  'a second container is refused while the first one runs, and harms nothing',
  {
    timeout: 180_000,
  },
  async () => {
    const directory = join(root, 'refused');
    const first = await start(directory);
    const held = readFileSync(lockOf(directory), 'utf8');
    await expect(start(directory)).rejects.toThrow(
      /serve ended with 1 .*in use by process 1 on host \S+ \(another container or machine\) since 20\S+Z\. Only one/s,
    );
    expect(readFileSync(lockOf(directory), 'utf8')).toBe(held);
    const listed = await run({ WEATHERGLASS_DATA: directory }, 'keys', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'first key' }]);
    expect(await first.stop()).toBe(0);
  },
);

testInContainers(
  'a container that was killed is replaced, and SIGTERM ends one that waits for that',
  {
    timeout: 180_000,
  },
  async ({ onTestFinished }) => {
    const directory = join(root, 'killed');
    const killed = await start(directory);
    const pin = openSync(`/proc/${killed.pid()}/ns/pid`, 'r'); // or the next one may get the number of this namespace
    onTestFinished(() => closeSync(pin));
    killed.signal('SIGKILL');
    await killed.exited;
    silence(directory, 25);
    const impatient = await start(directory, /waiting to see/);
    expect(await impatient.stop()).toBe(0);
    const next = await start(directory);
    expect(next.log()).toContain('waiting to see whether that process is alive, 30 s at most');
    expect(next.log()).toContain('that process is dead; its lock is taken over');
    expect(await next.stop()).toBe(0);
  },
);

testInContainers(
  'a container that was suspended through a takeover ends when it wakes, before it writes',
  {
    timeout: 180_000,
  },
  async () => {
    const directory = join(root, 'suspended');
    const suspended = await start(directory);
    suspended.signal('SIGSTOP');
    silence(directory, 25);
    const next = await start(directory);
    const held = readFileSync(lockOf(directory), 'utf8');
    suspended.signal('SIGCONT');
    expect(await suspended.exited).toBe(1);
    expect(suspended.log()).toMatch(/^weatherglass: \S+records was taken over by process 1 on host \S+,.*\n/m);
    expect(readFileSync(lockOf(directory), 'utf8')).toBe(held);
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
    expect(await next.stop()).toBe(0);
  },
);
