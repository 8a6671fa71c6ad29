import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { silentLog } from '../base/log.js';
import { startIngestProcess } from './ingest-process.js';
import type { IngestEvent } from './schedule.js';

const ignored = { write: () => undefined };

async function run(script: string) {
  const events: IngestEvent[] = [];
  const errors: string[] = [];
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (facts: object) => void warnings.push(JSON.stringify(facts)) };
  const command = {
    arguments: ['-e', script],
    environment: process.env,
    log,
    errors: { write: (text: string) => errors.push(text) },
  };
  const code = await startIngestProcess(command, (event) => events.push(event)).finished;
  return { code, events, warnings, errors };
}

test('JSON lines become events, anything else is logged and goes on', async () => {
  const { code, events, warnings } = await run(`
    console.log('{"event":"step","step":1,"of":2}');
    console.log('half a {line');
    console.log('{"no":"name"}');
    console.log('{broken');
    process.stdout.write('{"event":"published"}');`);
  expect(code).toBe(0);
  expect(events).toEqual([{ event: 'step', step: 1, of: 2 }, { event: 'published' }]);
  expect(warnings).toHaveLength(3);
});

test('log lines of the child come through whole', async () => {
  const { errors } = await run(`
    process.stderr.write('{"half":');
    setTimeout(() => process.stderr.write('true}\\n{"last":true}'), 50);`);
  expect(errors).toEqual(['{"half":true}\n', '{"last":true}\n']);
});

test('the exit code comes through, and a signal is no success', async () => {
  expect((await run('process.exit(3)')).code).toBe(3);
  expect((await run("process.kill(process.pid, 'SIGKILL')")).code).toBe(143);
});

test('one that somebody waits for gives way to the service, and goes before other ingests', async () => {
  const script = `
    const { getPriority } = require('node:os');
    const looking = setInterval(() => getPriority() > ${getPriority()} && process.exit(getPriority()), 1);`;
  const command = { arguments: ['-e', script], environment: process.env, log: silentLog, errors: ignored };
  const niceness = (isAwaited: boolean) => startIngestProcess({ ...command, isAwaited }, () => undefined).finished;
  expect(await niceness(true)).toBeLessThan(await niceness(false));
});

test('an ingest gives way to the service', async () => {
  const { code } = await run(`
    const { getPriority } = require('node:os');
    const looking = setInterval(() => getPriority() > ${getPriority()} && clearInterval(looking), 1);`);
  expect(code).toBe(0);
});
