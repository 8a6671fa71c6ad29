import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packDirectory, unpackDirectory } from './directory-archive.js';

const root = mkdtempSync(join(tmpdir(), 'weatherglass-archive-'));
afterAll(() => rmSync(root, { recursive: true }));

test('every file and every empty directory comes back; equal contents take room once; only the owner can read', () => {
  const from = join(root, 'from');
  const block = Uint8Array.from({ length: 8192 }, (_, n) => (n * n * 31) % 251);
  mkdirSync(join(from, 'base', '1', 'empty'), { recursive: true });
  writeFileSync(join(from, 'base', '1', 'a'), block);
  writeFileSync(join(from, 'nothing'), '');
  const single = packDirectory(from);
  mkdirSync(join(from, 'base', '2'));
  writeFileSync(join(from, 'base', '2', 'a'), block);
  const archive = packDirectory(from);
  expect(archive.length - single.length).toBeLessThan(100);

  const to = join(root, 'to');
  unpackDirectory(archive, to);
  expect(readdirSync(to, { recursive: true }).sort()).toEqual(readdirSync(from, { recursive: true }).sort());
  for (const path of ['base/1/a', 'base/2/a', 'nothing'])
    expect(readFileSync(join(to, path)).equals(readFileSync(join(from, path))), path).toBe(true);
  for (const path of ['', 'base/1/empty', 'base/2/a']) expect(statSync(join(to, path)).mode & 0o077).toBe(0);
});
