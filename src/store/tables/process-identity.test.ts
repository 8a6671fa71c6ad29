import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemProcesses } from './process-identity.js';

const { self } = systemProcesses;

test('this process lives', () => {
  expect(self.pid).toBe(process.pid);
  expect(systemProcesses.isAlive(self)).toBe(true);
});

test('a child lives until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  await once(child, 'spawn');
  const identity = { pid: child.pid!, start: null };
  expect(systemProcesses.isAlive(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(systemProcesses.isAlive(identity)).toBe(false);
});

test.runIf(existsSync('/proc/self/stat'))('on Linux, the same pid with another start is another process', () => {
  expect(self.start).toMatch(/^[0-9a-f-]{36}:\d+$/);
  expect(systemProcesses.isAlive({ pid: self.pid, start: `${self.start}0` })).toBe(false);
  expect(systemProcesses.isAlive({ pid: self.pid, start: null })).toBe(true);
});
