import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { silentLog } from '../base/log.js';
import { MINUTE } from '../model/time.js';
import { type IngestEvent, startIngestProcess } from './ingest-process.js';

const ignored = { write: () => undefined };

async function run(script: string, longestSeconds = MINUTE) {
  const events: IngestEvent[] = [];
  const errors: string[] = [];
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (facts: object) => void warnings.push(JSON.stringify(facts)) };
  const command = {
    ...{ arguments: ['-e', script], environment: process.env, log, longestSeconds, killSeconds: 0.2 },
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
  expect((await run("process.kill(process.pid, 'SIGKILL')")).code).toBe(137);
});

test('one that does not end in its time is asked to, and says why it ended', async () => {
  const { code, events } = await run('setInterval(() => undefined, 1000)', 0.2);
  expect(code).toBe(143);
  const reason = 'the process had not ended after 0.2 s and was ended';
  expect(events).toEqual([{ event: 'failed', reason, cause: reason, host: null, unreachable: false }]);
});

test('one that does not obey SIGTERM is killed', async () => {
  const stubborn = `
    process.on('SIGTERM', () => undefined);
    console.log('{"event":"ready"}');
    for (const end = Date.now() + 20_000; Date.now() < end; );`;
  const command = {
    ...{ arguments: ['-e', stubborn], environment: process.env, log: silentLog },
    ...{ errors: ignored, longestSeconds: MINUTE },
  };
  let begun: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const ingest = startIngestProcess({ ...command, killSeconds: 0.2 }, () => begun());
  await ready;
  ingest.stop();
  expect(await ingest.finished).toBe(137);
});

test('one that somebody waits for gives way to the service, and goes before other ingests', async () => {
  const script = `
    const { getPriority } = require('node:os');
    const looking = setInterval(() => getPriority() > ${getPriority()} && process.exit(getPriority()), 1);`;
  const command = {
    ...{ arguments: ['-e', script], environment: process.env, log: silentLog },
    ...{ errors: ignored, longestSeconds: MINUTE },
  };
  const niceness = (isAwaited: boolean) => startIngestProcess({ ...command, isAwaited }, () => undefined).finished;
  expect(await niceness(true)).toBeLessThan(await niceness(false));
});

test('an ingest gives way to the service', async () => {
  const { code } = await run(`
    const { getPriority } = require('node:os');
    const looking = setInterval(() => getPriority() > ${getPriority()} && clearInterval(looking), 1);`);
  expect(code).toBe(0);
});
