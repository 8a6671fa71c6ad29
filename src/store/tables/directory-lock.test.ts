import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DirectoryLockedError, RecordsError } from '../../base/errors.js';
import { lockDirectory } from './directory-lock.js';
import type { Processes, ProcessIdentity } from './process-identity.js';

function directory(): string {
  const parent = mkdtempSync(join(tmpdir(), 'weatherglass-lock-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, 'records');
}

/** A system in which exactly `alive` live; `onLook` runs whenever someone looks whether a process lives. */
function system(
  self: ProcessIdentity,
  alive: readonly ProcessIdentity[],
  onLook: () => void = () => undefined,
): Processes {
  return {
    self,
    isAlive(asked) {
      onLook();
      return [self, ...alive].some(({ pid, start }) => pid === asked.pid && start === asked.start);
    },
  };
}

const A: ProcessIdentity = { pid: 101, start: 'boot:1' };
const B: ProcessIdentity = { pid: 102, start: 'boot:2' };
const C: ProcessIdentity = { pid: 103, start: 'boot:3' };

test('a directory that was given back can be taken again, and nothing is left beside it', () => {
  const path = directory();
  lockDirectory(path).release();
  const lock = lockDirectory(path);
  lock.release();
  lock.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('this process cannot take a directory twice', () => {
  const path = directory();
  const lock = lockDirectory(path);
  expect(() => lockDirectory(path)).toThrow(DirectoryLockedError);
  expect(() => lockDirectory(path)).toThrow(`${path} is in use by process ${process.pid}`);
  lock.release();
});

test('a living process keeps its directory, and who tried leaves no trace', () => {
  const path = directory();
  lockDirectory(path, system(A, [B]));
  const before = readFileSync(`${path}.lock`, 'utf8');
  expect(() => lockDirectory(path, system(B, [A]))).toThrow(DirectoryLockedError);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(before);
  expect(readdirSync(join(path, '..'))).toEqual(['records.lock']);
});

test.each<[string, readonly ProcessIdentity[]]>([
  ['a process that died', []],
  ['a process whose pid was given to another', [{ pid: A.pid, start: 'boot:9' }]],
])('the lock of %s is inherited', (_, alive) => {
  const path = directory();
  lockDirectory(path, system(A, []));
  const lock = lockDirectory(path, system(B, alive));
  expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toMatchObject(B);
  lock.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test.each([
  '',
  'garbage',
  '{"pid":"x"}',
  '{"pid":-1,"start":null,"mark":"0011223344556677"}',
  '{"pid":1,"start":null,"mark":"../../x"}',
])('a lock file with "%s" in it stands for nobody and is replaced', (content) => {
  const path = directory();
  writeFileSync(`${path}.lock`, content);
  const lock = lockDirectory(path, system(B, []));
  expect(() => lockDirectory(path, system(C, [B]))).toThrow(DirectoryLockedError);
  lock.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('of two that find the same dead holder, the second to act finds the first one alive', () => {
  const path = directory();
  lockDirectory(path, system(A, []));
  let looks = 0;
  // C inherits the lock at the very moment B has read it and learns that A is dead
  const interrupted = system(B, [C], () => {
    if (looks++ === 0) lockDirectory(path, system(C, [B]));
  });
  expect(() => lockDirectory(path, interrupted)).toThrow(`in use by process ${C.pid}`);
  expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toMatchObject(C);
  expect(readdirSync(join(path, '..'))).toEqual(['records.lock']);
});

test('who is inheriting keeps others from inheriting', () => {
  const path = directory();
  lockDirectory(path, system(A, []));
  const { mark } = JSON.parse(readFileSync(`${path}.lock`, 'utf8'));
  writeFileSync(`${path}.lock.${mark}`, JSON.stringify({ ...B, mark: 'aaaaaaaaaaaaaaaa' }));
  expect(() => lockDirectory(path, system(C, [B]))).toThrow(`in use by process ${B.pid}`);
  expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toMatchObject(A);
});

test('who died while inheriting is inherited from as well', () => {
  const path = directory();
  lockDirectory(path, system(A, []));
  const { mark } = JSON.parse(readFileSync(`${path}.lock`, 'utf8'));
  writeFileSync(`${path}.lock.${mark}`, JSON.stringify({ ...B, mark: 'aaaaaaaaaaaaaaaa' }));
  lockDirectory(path, system(C, []));
  expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8'))).toMatchObject(C);
  expect(existsSync(`${path}.lock.${mark}`)).toBe(false);
});

test('a place where nothing can be written is a records error', () => {
  const file = directory();
  writeFileSync(file, '');
  expect(() => lockDirectory(join(file, 'records'))).toThrow(RecordsError);
});
