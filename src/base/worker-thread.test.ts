import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { MalformedError } from './errors.js';
import { serveTasks, startWorkerThread, type TaskHandlers } from './worker-thread.js';

/** A worker of plain JavaScript, since a thread does not load TypeScript. `port` is its port to the starter. */
function startScript(script: string, onExit?: (error: Error) => void) {
  const code = `import { parentPort as port, workerData } from 'node:worker_threads'; ${script}`;
  const thread = startWorkerThread<unknown, unknown, unknown>({
    name: 'test',
    entry: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    data: { factor: 2 },
    limits: {},
    ...(onExit === undefined ? {} : { onExit }),
  });
  onTestFinished(() => thread.terminate());
  return thread;
}

const DOUBLING = `port.on('message', ({ id, task }) => port.postMessage({ id, result: task * workerData.factor }));`;

test('each task gets its own result, whatever the order of the responses', async () => {
  const thread = startScript(`
    const waiting = [];
    port.on('message', (message) => {
      waiting.push(message);
      if (waiting.length === 3) for (const { id, task } of waiting.reverse()) port.postMessage({ id, result: task + 1 });
    });`);
  const results = [1, 2, 3].map((task) => thread.run(task));
  expect(thread.pending).toBe(3);
  expect(await Promise.all(results)).toEqual([2, 3, 4]);
  expect(thread.pending).toBe(0);
});

test('a worker has its data, and a transferred buffer moves to it', async () => {
  expect(await startScript(DOUBLING).run(21)).toBe(42);
  const measuring = startScript(`port.on('message', ({ id, task }) => port.postMessage({ id, result: task.length }));`);
  const bytes = new Uint8Array(10);
  expect(await measuring.run(bytes, [bytes.buffer])).toBe(10);
  expect(bytes.length).toBe(0);
});

test('messages and tasks arrive in the order in which they were sent', async () => {
  const thread = startScript(`
    let last = null;
    port.on('message', ({ id, task, notice }) => {
      if (notice !== undefined) last = notice;
      else port.postMessage({ id, result: last });
    });`);
  thread.notify('first');
  const first = thread.run(0);
  thread.notify('second');
  expect(await Promise.all([first, thread.run(0)])).toEqual(['first', 'second']);
});

test('a worker that exits unasked rejects its tasks and all later ones, and is reported once', async () => {
  const exits: string[] = [];
  const thread = startScript(`port.once('message', () => process.exit(3));`, ({ message }) => exits.push(message));
  const tasks = await Promise.allSettled([thread.run(1), thread.run(2)]);
  const words = 'the test thread exited with code 3';
  expect(tasks.map((task) => task.status === 'rejected' && (task.reason as Error).message)).toEqual([words, words]);
  await expect(thread.run(3)).rejects.toThrow(words);
  expect(exits).toEqual([words]);
});

test('an exception that nobody catches in a worker rejects its tasks with that exception', async () => {
  const exits: Error[] = [];
  const thread = startScript(`port.once('message', () => { throw new RangeError('no such thing'); });`, (error) =>
    exits.push(error),
  );
  await expect(thread.run(1)).rejects.toThrow('no such thing');
  await thread.terminate();
  expect(exits.map(({ message }) => message)).toEqual(['no such thing']);
});

test('terminating rejects the tasks in progress and is not an exit', async () => {
  const exits: Error[] = [];
  const thread = startScript(`port.on('message', () => undefined);`, (error) => exits.push(error));
  const task = thread.run(1);
  const refused = expect(task).rejects.toThrow('the test thread was terminated');
  await thread.terminate();
  await refused;
  await expect(thread.run(2)).rejects.toThrow('the test thread was terminated');
  expect(exits).toEqual([]);
});

test('a task that cannot be cloned is rejected and is not pending', async () => {
  const thread = startScript(DOUBLING);
  await expect(thread.run(() => 1)).rejects.toThrow('could not be cloned');
  expect(thread.pending).toBe(0);
});

/** Handlers at one end of a channel, and the port of the other end. */
function serve<Task, Result, Notice>(handlers: TaskHandlers<Task, Result, Notice>) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port2.close());
  serveTasks(handlers, port1);
  const next = () => new Promise<unknown>((resolve) => void port2.once('message', resolve));
  return { port: port2, next };
}

test('an entry performs tasks, receives messages, and moves the buffers of a result', async () => {
  const made: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const { port, next } = serve<number, Uint8Array<ArrayBuffer>, number>({
    async perform(value) {
      made.push(new Uint8Array(length).fill(value));
      return made[0]!;
    },
    transfer: ({ buffer }) => [buffer],
    receive(notice) {
      length = notice;
    },
  });
  port.postMessage({ notice: 3 });
  port.postMessage({ id: 5, task: 7 });
  expect(await next()).toEqual({ id: 5, result: new Uint8Array([7, 7, 7]) });
  expect(made[0]!.length).toBe(0);
});

test('an entry responds to a task that fails, also at once, with the record of its error', async () => {
  const { port, next } = serve<string, never, never>({
    perform(task) {
      throw new MalformedError('GRIB', task, 1);
    },
  });
  port.postMessage({ id: 0, task: 'edition' });
  expect(await next()).toMatchObject({ id: 0, error: { tag: 'malformed', message: 'malformed GRIB: edition; got 1' } });
});
