import { linkSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepFilesOpen } from './open-files.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-open-files-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('a file that nobody read for two minutes is closed when others are opened', async () => {
  const clock = { seconds: 0, now: () => clock.seconds };
  const files = keepFilesOpen(100, clock);
  const path = (name: string) => join(directory, name);
  const firstByte = (name: string) =>
    files.use(path(name), async (file) => {
      const target = new Uint8Array(1);
      await file.read(target, 0);
      return target[0];
    });
  for (const name of ['idle', 'used', 'one', 'two']) writeFileSync(path(name), Uint8Array.of(1));
  await firstByte('idle');
  await firstByte('used');
  // Another file under the same path: whoever kept the first one open still reads it, and it has a link, so it is not deleted.
  for (const name of ['idle', 'used']) {
    linkSync(path(name), path(`${name}-linked`));
    writeFileSync(path(`${name}-new`), Uint8Array.of(2));
    renameSync(path(`${name}-new`), path(name));
  }
  clock.seconds = 100;
  await firstByte('one');
  expect(await firstByte('used')).toBe(1);
  clock.seconds = 130;
  await firstByte('two');
  expect([await firstByte('idle'), await firstByte('used')]).toEqual([2, 1]);
  files.forget();
});
