import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DirectoryLockedError, RecordsError } from '../../base/errors.js';
import { lockDirectory } from './directory-lock.js';
import { createMachine, shiftHeartbeat } from './lock-machine.fixture.js';
import type { ProcessIdentity } from './process-identity.js';

function directory(): string {
  const parent = mkdtempSync(join(tmpdir(), 'weatherglass-lock-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, 'records');
}

function content(path: string) {
  return JSON.parse(readFileSync(`${path}.lock`, 'utf8'));
}

const A: ProcessIdentity = { pid: 101, start: 'boot:1', namespace: 'here' };
const B: ProcessIdentity = { pid: 102, start: 'boot:2', namespace: 'here' };
const C: ProcessIdentity = { pid: 103, start: 'boot:3', namespace: 'here' };
/** The first process of another container, and a process with its PID in ours. */
const OTHER: ProcessIdentity = { pid: 1, start: 'boot:1', namespace: 'elsewhere' };

/** Locks as `self`, with nobody else alive. */
const lockAs = (self: ProcessIdentity, path: string) => lockDirectory(path, {}, createMachine(self));

test('a released directory can be locked again, and nothing is left beside it', async () => {
  const path = directory();
  (await lockDirectory(path)).release();
  const lock = await lockDirectory(path);
  lock.release();
  lock.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('a process that locks again and again watches its end once', async () => {
  const path = directory();
  (await lockDirectory(path)).release();
  const listeners = process.listenerCount('exit');
  for (let i = 0; i < 20; i++) (await lockDirectory(path)).release();
  expect(process.listenerCount('exit')).toBe(listeners);
});

test('a process cannot lock a directory twice; the error says who holds it, since when and what to do', async () => {
  const path = directory();
  const lock = await lockDirectory(path);
  const second = lockDirectory(path);
  await expect(second).rejects.toThrow(DirectoryLockedError);
  await expect(second).rejects.toThrow(`${path} is in use by process ${process.pid} since 20`);
  await expect(second).rejects.toThrow('stop it, or set WEATHERGLASS_DATA to another directory');
  lock.release();
});

test('a living process keeps its directory, and a refused one leaves no file', async () => {
  const path = directory();
  await lockAs(A, path);
  const before = readFileSync(`${path}.lock`, 'utf8');
  await expect(lockDirectory(path, {}, createMachine(B, { alive: [A] }))).rejects.toThrow(DirectoryLockedError);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(before);
  expect(readdirSync(join(path, '..'))).toEqual(['records.lock']);
});

test.each<[string, readonly ProcessIdentity[]]>([
  ['a process that died', []],
  ['a process whose PID was given to another', [{ ...A, start: 'boot:9' }]],
])('the lock of %s is inherited at once', async (_, alive) => {
  const path = directory();
  await lockAs(A, path);
  const onSleep = () => expect.unreachable('it waited');
  const lock = await lockDirectory(path, {}, createMachine(B, { alive, onSleep }));
  expect(content(path)).toMatchObject(B);
  lock.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test.each([
  '',
  '\n',
  'garbage',
  'null',
  '{"pid":7,"start":null,"ma',
  '{"pid":"x"}',
  '{"pid":-1,"start":null,"mark":"0011223344556677"}',
  '{"pid":1,"start":null,"mark":"../../x"}',
])('a lock file that holds "%s" belongs to nobody and is replaced', async (text) => {
  const path = directory();
  writeFileSync(`${path}.lock`, text);
  const lock = await lockAs(B, path);
  await expect(lockDirectory(path, {}, createMachine(C, { alive: [B] }))).rejects.toThrow(DirectoryLockedError);
  lock.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('of two that find the same dead holder, the second to act finds the first one alive', async () => {
  const path = directory();
  await lockAs(A, path);
  let looks = 0;
  let first: Promise<unknown> | null = null;
  // C inherits the lock while B, which has learned that A is dead, waits for the right to inherit
  const interrupted = createMachine(B, {
    alive: [C],
    onLook() {
      if (looks++ === 0) first = lockDirectory(path, {}, createMachine(C, { alive: [B] }));
    },
  });
  await expect(lockDirectory(path, {}, interrupted)).rejects.toThrow(`in use by process ${C.pid}`);
  await first;
  expect(content(path)).toMatchObject(C);
  expect(readdirSync(join(path, '..'))).toEqual(['records.lock']);
});

test('a living process that is inheriting keeps others from it', async () => {
  const path = directory();
  await lockAs(A, path);
  const right = `${path}.lock.${content(path).mark}`;
  writeFileSync(right, JSON.stringify({ ...B, mark: 'aaaaaaaaaaaaaaaa' }));
  await expect(lockDirectory(path, {}, createMachine(C, { alive: [B] }))).rejects.toThrow(`by process ${B.pid}`);
  expect(content(path)).toMatchObject(A);
});

test('a process that died while inheriting is inherited from', async () => {
  const path = directory();
  await lockAs(A, path);
  const right = `${path}.lock.${content(path).mark}`;
  writeFileSync(right, JSON.stringify({ ...B, mark: 'aaaaaaaaaaaaaaaa' }));
  await lockAs(C, path);
  expect(content(path)).toMatchObject(C);
  expect(existsSync(right)).toBe(false);
});

test('a directory where nothing can be written is a records error', async () => {
  const file = directory();
  writeFileSync(file, '');
  await expect(lockDirectory(join(file, 'records'))).rejects.toThrow(RecordsError);
});

test('a data directory and a symbolic link to it share one lock', async () => {
  const path = directory();
  await lockAs(A, path);
  const link = join(path, '..', 'link');
  symlinkSync('.', link);
  await expect(lockDirectory(join(link, 'records'), {}, createMachine(B, { alive: [A] }))).rejects.toThrow(
    DirectoryLockedError,
  );
});

test.each(['missing', 'records.lock.target'])(
  'a lock file that is a symbolic link to %s is refused',
  async (target) => {
    const path = directory();
    writeFileSync(join(path, '..', 'records.lock.target'), '{}');
    symlinkSync(target, `${path}.lock`);
    await expect(lockAs(A, path)).rejects.toThrow(`${path}.lock must be a file, found a symbolic link`);
  },
);

test('a directory in place of the lock file is a records error', async () => {
  const path = directory();
  mkdirSync(`${path}.lock`);
  await expect(lockAs(A, path)).rejects.toThrow(RecordsError);
});

test('a lock file of version 0.1 is judged by its PID alone, in whatever namespace it was written', async () => {
  const path = directory();
  writeFileSync(`${path}.lock`, '{"pid":101,"start":"boot:1","mark":"9f86d081884c7d65"}\n');
  shiftHeartbeat(`${path}.lock`, -86_400);
  const onSleep = () => expect.unreachable('it waited');
  const refused = lockDirectory(path, {}, createMachine(B, { alive: [A], onSleep }));
  await expect(refused).rejects.toThrow(`${path} is in use by process 101. Only`);
  await lockDirectory(path, {}, createMachine(B, { onSleep }));
  expect(content(path)).toMatchObject(B);
});

test('version 0.1 can still read who holds the lock', async () => {
  const path = directory();
  await lockAs(A, path);
  expect(content(path)).toMatchObject({ pid: A.pid, start: A.start, mark: expect.stringMatching(/^[0-9a-f]{16}$/) });
});

test('a process of another container keeps its directory while its heart beats, whatever runs under its PID here', async () => {
  const path = directory();
  await lockAs(OTHER, path);
  // the holder beats after 5 s
  const onSleep = (steady: number) => {
    if (steady === 5) shiftHeartbeat(`${path}.lock`, 5);
  };
  const machine = createMachine({ ...OTHER, namespace: 'here' }, { onSleep });
  const refused = lockDirectory(path, {}, machine);
  await expect(refused).rejects.toThrow(
    'in use by process 1 on host host-of-1 (another container or machine) since 20',
  );
  expect(machine.steadyClock.now()).toBe(5);
  expect(content(path)).toMatchObject(OTHER);
  expect(readdirSync(join(path, '..'))).toEqual(['records.lock']);
});

test('a process of another container that was just killed is inherited from after 30 s, and the wait is logged', async () => {
  const path = directory();
  await lockAs(OTHER, path);
  const lines: unknown[] = [];
  const add = (facts: object, message: string) => void lines.push({ ...facts, message });
  const log = { debug: add, info: add, warn: add, error: add, child: () => log };
  const machine = createMachine(A);
  await lockDirectory(path, { log }, machine);
  expect(machine.steadyClock.now()).toBe(30);
  expect(content(path)).toMatchObject(A);
  expect(lines).toMatchObject([
    { directory: path, pid: 1, host: 'host-of-1', message: expect.stringContaining('30 s at most') },
    { directory: path, message: expect.stringContaining('is dead') },
  ]);
});

test.each([
  ['has been silent for an hour', -3600, 10],
  ['has been silent for 15 s', -15, 15],
  ['beat in the future, because the clock was set back', 3600, 30],
])('a holder of another container that %s is inherited from after watching it', async (_, shift, seconds) => {
  const path = directory();
  await lockAs(OTHER, path);
  shiftHeartbeat(`${path}.lock`, shift);
  const machine = createMachine(A);
  await lockDirectory(path, {}, machine);
  expect(machine.steadyClock.now()).toBe(seconds);
});

test('a holder that looks dead because the machine slept keeps its lock: it beats within two beats', async () => {
  const path = directory();
  await lockAs(OTHER, path);
  shiftHeartbeat(`${path}.lock`, -3600);
  const onSleep = (steady: number) => {
    if (steady === 9) shiftHeartbeat(`${path}.lock`, 3600);
  };
  await expect(lockDirectory(path, {}, createMachine(A, { onSleep }))).rejects.toThrow(DirectoryLockedError);
});

test('a directory that is released while it is waited for is locked at once', async () => {
  const path = directory();
  const held = await lockAs(OTHER, path);
  const machine = createMachine(A, { onSleep: () => held.release() });
  await lockDirectory(path, {}, machine);
  expect(machine.steadyClock.now()).toBe(0.5);
});

test('a wait ends when it is aborted, with the reason, and leaves no file', async () => {
  const path = directory();
  await lockAs(OTHER, path);
  const stop = new AbortController();
  const machine = createMachine(A, { onSleep: () => stop.abort(new Error('stopped by SIGTERM')) });
  await expect(lockDirectory(path, { signal: stop.signal }, machine)).rejects.toThrow(/^stopped by SIGTERM$/);
  expect(readdirSync(join(path, '..'))).toEqual(['records.lock']);
});

test.each<[string, ProcessIdentity, readonly number[]]>([
  ['whose namespace is unknown', { ...A, namespace: null }, []],
  ['whose PID is in use by a process of unknown start', A, [A.pid]],
])('a holder %s is judged by its heartbeat', async (_, holder, unknown) => {
  const path = directory();
  await lockAs(holder, path);
  const machine = createMachine({ ...B, namespace: holder.namespace }, { unknown });
  await lockDirectory(path, {}, machine);
  expect(machine.steadyClock.now()).toBe(30);
});

test('a heartbeat changes the time of the lock file and nothing else', async () => {
  const path = directory();
  const machine = createMachine(A);
  await lockDirectory(path, {}, machine);
  const before = readFileSync(`${path}.lock`, 'utf8');
  shiftHeartbeat(`${path}.lock`, -60);
  const old = statSync(`${path}.lock`).mtimeMs;
  machine.beat();
  expect(statSync(`${path}.lock`).mtimeMs).toBeGreaterThan(old + 30_000);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(before);
  expect(machine.ends).toEqual([]);
});

test('a holder that slept through a takeover ends at its next heartbeat and leaves the new lock alone', async () => {
  const path = directory();
  const sleeper = createMachine(OTHER);
  const lost = await lockDirectory(path, {}, sleeper);
  await lockDirectory(path, {}, createMachine(A));
  const before = readFileSync(`${path}.lock`, 'utf8');
  sleeper.beat();
  expect(sleeper.ends).toEqual([
    expect.stringContaining(`${path} was taken over by process ${A.pid} on host host-of-${A.pid}`),
  ]);
  sleeper.beat();
  lost.release();
  expect(sleeper.ends).toHaveLength(1);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(before);
});

test('a holder whose lock file was removed by hand ends', async () => {
  const path = directory();
  const machine = createMachine(A);
  await lockDirectory(path, {}, machine);
  rmSync(`${path}.lock`);
  machine.beat();
  expect(machine.ends).toEqual([expect.stringContaining(`${path}.lock was removed`)]);
});

test('a heartbeat that fails is logged and tried again', async () => {
  const path = directory();
  const machine = createMachine(A);
  const warnings: object[] = [];
  const add = (facts: object) => void warnings.push(facts);
  const log = { debug: add, info: add, warn: add, error: add, child: () => log };
  await lockDirectory(path, { log }, machine);
  const text = readFileSync(`${path}.lock`, 'utf8');
  rmSync(`${path}.lock`);
  mkdirSync(`${path}.lock`);
  machine.beat();
  expect(warnings).toMatchObject([{ path: `${path}.lock`, error: expect.stringContaining('EISDIR') }]);
  rmSync(`${path}.lock`, { recursive: true });
  writeFileSync(`${path}.lock`, text);
  machine.beat();
  expect(machine.ends).toEqual([]);
});
