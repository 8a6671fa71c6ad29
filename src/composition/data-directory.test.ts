import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../base/errors.js';
import { silentLog } from '../base/log.js';
import { makeDataDirectory, warnOfOpenFiles } from './data-directory.js';

function dataDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), 'weatherglass-data-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, 'data');
}

function warningsOf(path: string): string[] {
  const lines: string[] = [];
  warnOfOpenFiles(path, { ...silentLog, warn: (_facts, message) => void lines.push(message) });
  return lines;
}

test('a new data directory is closed to other users, so there is nothing to warn of', () => {
  const path = join(dataDirectory(), 'live');
  makeDataDirectory(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  for (const name of ['pepper', 'keys.journal']) writeFileSync(join(path, name), '', { mode: 0o600 });
  mkdirSync(join(path, 'records'), { mode: 0o700 });
  expect(warningsOf(path)).toEqual([]);
});

test.each([
  ['.', 0o755, 'has mode 0755, so every user of this machine can read it; to close it, run: chmod 700 '],
  ['.', 0o2770, 'has mode 2770, so the users of its group can change it; to close it, run: chmod 700 '],
  ['.', 0o701, 'has mode 0701, so every user of this machine can read it; to close it, run: chmod 700 '],
  ['records', 0o777, 'has mode 0777, so every user of this machine can change it; to close it, run: chmod 700 '],
  ['pepper', 0o644, 'has mode 0644, so every user of this machine can read it; to close it, run: chmod 600 '],
  ['keys.journal', 0o640, 'has mode 0640, so the users of its group can read it; to close it, run: chmod 600 '],
  ['admin.sock', 0o666, 'has mode 0666, so every user of this machine can change it; to close it, run: chmod 600 '],
])('%s with mode %o gets one line with path, mode and the command that closes it', (name, mode, message) => {
  const directory = dataDirectory();
  makeDataDirectory(directory);
  const path = join(directory, name);
  if (name === 'records') mkdirSync(path);
  else if (name !== '.') writeFileSync(path, '');
  chmodSync(path, mode);
  expect(warningsOf(directory)).toEqual([`${path} ${message}${path}`]);
});

test('a file in place of the data directory is a config error', () => {
  const path = dataDirectory();
  writeFileSync(path, '');
  expect(() => makeDataDirectory(path)).toThrow(ConfigError);
});
