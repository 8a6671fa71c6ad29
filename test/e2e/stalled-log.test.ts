/** A process ends although nobody reads its log: lines that cannot be written within a few seconds are lost. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from './service.js';

/** More than pipes and sockets hold. */
const LINES = 4000;
/** The bound of the log, and the start of Node on a busy machine. */
const PATIENCE_MS = 15_000;

const HOW_IT_ENDS = {
  'process.exit': 'process.exit(0)',
  'its last task': '',
  'an uncaught error': 'throw new Error("unexpected")',
} as const;

/** A process that fills its log and then ends; resolves with its exit code, or null where it had to be killed. */
async function codeOf(ending: string, format: string, isReaderGone: boolean): Promise<number | null> {
  const script = `
    const { createLog } = await import(${JSON.stringify(resolve('dist/src/base/log.js'))});
    const log = createLog({ level: 'info', pretty: ${format === 'pretty'} });
    process.stdin.once('data', () => {
      process.stdin.destroy();
      for (let i = 0; i < ${isReaderGone ? 0 : LINES}; i++) log.info({ text: 'x'.repeat(200) }, 'a line');
      setTimeout(() => { log.info({}, 'the last line'); ${ending} }, 300);
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  if (isReaderGone) child.stderr.destroy();
  child.stdin.end('go');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  child.stderr.destroy();
  return code;
}

for (const format of ['json', 'pretty'])
  for (const reader of ['does not read', 'is gone'])
    test.concurrent.each(Object.entries(HOW_IT_ENDS))(
      `a process whose reader of ${format} lines ${reader} ends by %s`,
      { timeout: 30_000 },
      async (name, ending) => {
        expect(await codeOf(ending, format, reader === 'is gone')).toBe(name === 'an uncaught error' ? 1 : 0);
      },
    );

test('SIGTERM ends a service whose log is not read', { timeout: 60_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-stalled-'));
  const service = await serve({ WEATHERGLASS_DATA: directory }, '--no-ingest');
  onTestFinished(async () => {
    service.signal('SIGKILL');
    await service.exited;
    rmSync(directory, { recursive: true, force: true });
  });
  service.stallLog();
  for (let i = 0; i < LINES; i += 50)
    await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${service.url}/healthz`)).arrayBuffer()));
  const timer = setTimeout(() => service.signal('SIGKILL'), PATIENCE_MS);
  expect(await service.stop()).toBe(0);
  clearTimeout(timer);
});
