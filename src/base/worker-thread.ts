/**
 * Worker threads that perform tasks. `startWorkerThread` is for the thread that starts one, `serveTasks` for its entry.
 *
 *   to the worker      { id, task }, which has a response, or { notice }, which has none
 *   from the worker    { id, result } or { id, error }, in any order
 */

import { type MessagePort, parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { type ErrorRecord, fromRecord, toRecord } from './error-record.js';

export interface WorkerThread<Task, Result, Notice = never> {
  /** Tasks without a response yet. */
  readonly pending: number;
  /**
   * Has the worker perform `task`. The buffers of `transfer` move to it and are empty here afterwards.
   *
   * @throws the error of the task, with its class; or the error that ended the worker
   */
  run(task: Task, transfer?: readonly ArrayBuffer[]): Promise<Result>;
  /** Sends a message without a response. Messages and tasks arrive in the order in which they were sent. */
  notify(notice: Notice): void;
  /** Ends the worker without waiting for its tasks, which are rejected. */
  terminate(): Promise<void>;
}

export interface WorkerThreadOptions {
  /** Names the worker in errors and in diagnostic tools: "tile-drawing". */
  readonly name: string;
  /** The compiled file whose code calls `serveTasks`; a worker does not load TypeScript. */
  readonly entry: URL;
  /** Plain data, which the entry finds in `workerData`. */
  readonly data?: unknown;
  readonly limits: ResourceLimits;
  /** Called once when the worker ends without `terminate`. Handlers of its rejected tasks run after this call. */
  onExit?(error: Error): void;
}

type TaskMessage<Task, Notice> = { readonly id: number; readonly task: Task } | { readonly notice: Notice };

type ResponseMessage<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: ErrorRecord };

interface Pending<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

export function startWorkerThread<Task, Result, Notice = never>(
  options: WorkerThreadOptions,
): WorkerThread<Task, Result, Notice> {
  const { name, entry, data, limits, onExit } = options;
  const worker = new Worker(entry, { name, workerData: data, resourceLimits: limits });
  const pending = new Map<number, Pending<Result>>();
  let ended: Error | null = null;
  let nextId = 0;

  function settle(response: ResponseMessage<Result>): void {
    const task = pending.get(response.id);
    pending.delete(response.id);
    if ('error' in response) task?.reject(fromRecord(response.error));
    else task?.resolve(response.result);
  }

  function end(error: Error): void {
    ended = error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  }

  /** An error is followed by an exit, which says nothing new. */
  function endUnexpectedly(error: Error): void {
    if (ended !== null) return;
    end(error);
    onExit?.(error);
  }

  worker.on('message', settle);
  worker.on('error', endUnexpectedly);
  worker.on('exit', (code) => endUnexpectedly(new Error(`the ${name} thread exited with code ${code}`)));
  return {
    get pending() {
      return pending.size;
    },
    run: (task, transfer = []) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended);
        const id = nextId++;
        worker.postMessage({ id, task } satisfies TaskMessage<Task, Notice>, transfer);
        pending.set(id, { resolve, reject });
      }),
    notify: (notice) => worker.postMessage({ notice } satisfies TaskMessage<Task, Notice>),
    async terminate() {
      if (ended === null) end(new Error(`the ${name} thread was terminated`));
      await worker.terminate();
    },
  };
}

/** The work of a worker. */
export interface TaskHandlers<Task, Result, Notice = never> {
  perform(task: Task): Promise<Result>;
  /** Buffers of a result that move to the other thread, where the rest is copied; default: none. */
  transfer?(result: Result): readonly ArrayBuffer[];
  receive?(notice: Notice): void;
}

/** Performs tasks as they arrive, several at a time where they wait. @param port  default: the port to the starter */
export function serveTasks<Task, Result, Notice = never>(
  handlers: TaskHandlers<Task, Result, Notice>,
  port: MessagePort = parentPort!,
): void {
  async function respond(id: number, task: Task): Promise<void> {
    let result: Result;
    try {
      result = await handlers.perform(task);
    } catch (error) {
      return port.postMessage({ id, error: toRecord(error) } satisfies ResponseMessage<Result>);
    }
    port.postMessage({ id, result } satisfies ResponseMessage<Result>, handlers.transfer?.(result) ?? []);
  }

  port.on('message', (message: TaskMessage<Task, Notice>) => {
    if ('notice' in message) handlers.receive?.(message.notice);
    else void respond(message.id, message.task);
  });
}
