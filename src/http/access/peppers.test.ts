import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../base/errors.js';
import { loadPeppers } from './peppers.js';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'weatherglass-pepper-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const text = (peppers: readonly Uint8Array[]) => peppers.map((pepper) => new TextDecoder().decode(pepper));
const FIRST = 'a'.repeat(32);
const SECOND = 'b'.repeat(40);

test('the first start makes a pepper that only its owner can read, and later starts read it', () => {
  const path = join(directory(), 'data');
  const made = loadPeppers(path, null, randomBytes);
  expect(made).toHaveLength(1);
  expect(made[0]!.length).toBe(43);
  expect(statSync(join(path, 'pepper')).mode & 0o777).toBe(0o600);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readdirSync(path)).toEqual(['pepper']);
  expect(loadPeppers(path, null, randomBytes)).toEqual(made);
});

test('of two first starts the first to name its pepper wins, and both use it', () => {
  const path = directory();
  let rival: readonly Uint8Array[] = [];
  let calls = 0;
  const interrupted = (size: number) => {
    if (calls++ === 0) rival = loadPeppers(path, null, randomBytes);
    return randomBytes(size);
  };
  expect(loadPeppers(path, null, interrupted)).toEqual(rival);
  expect(readdirSync(path)).toEqual(['pepper']);
});

test('a file may hold several, newest first, and is closed to others again', () => {
  const path = directory();
  writeFileSync(join(path, 'pepper'), `${FIRST}\n\n${SECOND}\n`);
  chmodSync(join(path, 'pepper'), 0o644);
  expect(text(loadPeppers(path, null, randomBytes))).toEqual([FIRST, SECOND]);
  expect(statSync(join(path, 'pepper')).mode & 0o777).toBe(0o600);
});

test('the setting wins over the file and leaves none behind', () => {
  const path = directory();
  expect(text(loadPeppers(path, `${FIRST}, ${SECOND}`, randomBytes))).toEqual([FIRST, SECOND]);
  expect(readdirSync(path)).toEqual([]);
});

test('a directory that cannot be is a config error that names the file', () => {
  const path = directory();
  writeFileSync(join(path, 'file'), '');
  expect(() => loadPeppers(join(path, 'file', 'data'), null, randomBytes)).toThrow(ConfigError);
});

test('what is too short is refused without being repeated', () => {
  expect(() => loadPeppers(directory(), 'hunter2', randomBytes)).toThrow(ConfigError);
  expect(() => loadPeppers(directory(), 'hunter2', randomBytes)).not.toThrow(/hunter2/);
  const path = directory();
  writeFileSync(join(path, 'pepper'), '\n');
  expect(() => loadPeppers(path, null, randomBytes)).toThrow('at least one pepper');
  expect(readFileSync(join(path, 'pepper'), 'utf8')).toBe('\n');
});
