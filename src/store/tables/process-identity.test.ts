import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemProcesses } from './process-identity.js';

const { self } = systemProcesses;

test('a process of unknown start may be the one that is meant while its PID is in use', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  await once(child, 'spawn');
  const identity = { pid: child.pid!, start: null };
  expect(systemProcesses.isAlive(identity)).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(systemProcesses.isAlive(identity)).toBe(false);
});

test.runIf(existsSync('/proc/self/stat'))('on Linux this process is alive and in its PID namespace', () => {
  expect(self.pid).toBe(process.pid);
  expect(self.namespace).toMatch(/^[0-9a-f-]{36} pid:\[\d+\]$/);
  expect(systemProcesses.isAlive(self)).toBe(true);
});

test.runIf(existsSync('/proc/self/stat'))(
  'on Linux, a process with the same PID and another start is another process',
  () => {
    expect(self.start).toMatch(/^[0-9a-f-]{36}:\d+$/);
    expect(systemProcesses.isAlive({ pid: self.pid, start: `${self.start}0` })).toBe(false);
    expect(systemProcesses.isAlive({ pid: self.pid, start: null })).toBeNull();
  },
);
