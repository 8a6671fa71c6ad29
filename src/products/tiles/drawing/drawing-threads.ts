/**
 * Tiles drawn by a few threads, so that who answers requests never decodes, samples or deflates.
 *
 * Threads are started by the first order and ended when none came for some minutes, with all that they had read. Each has
 * two orders at a time: while one waits for the disk, the other is drawn. A thread that dies, or has not answered within
 * its time, is replaced; its orders are tried once more and then given up. More orders than can be drawn within seconds
 * are refused at once.
 */

import { ProductUnavailableError } from '../../../base/errors.js';
import type { Log } from '../../../base/log.js';
import type { Sleep } from '../../../base/retry.js';
import type { Turns } from '../../../base/turns.js';
import type { AlertChange, TileDrawing, TileOrder } from '../../../model/tile.js';
import { createPatientThread, type DrawingThread, type PatientThread } from './patient-thread.js';
import { createToldScene, type ToldScene } from './told-scene.js';

export interface DrawingThreadsOptions {
  /** Threads at most. */
  readonly count: number;
  /** @param onExit  to be called when the thread ends without being told to */
  start(onExit: (error: Error) => void): DrawingThread;
  /** Looks after the threads every `LOOK_SECONDS` while there are any. */
  readonly sleep: Sleep;
  readonly log: Log;
  /** Others get theirs while much is told; default: those of the process. */
  readonly turns?: Turns;
  /** Orders that wait, for each thread; default 200: at 5 ms a tile, one second. */
  readonly mostWaiting?: number;
}

const AT_A_TIME = 2;
const TRIES = 2;
export const LOOK_SECONDS = 5;
/** Looks after which an answer is no longer waited for: 20 to 25 s. */
const LATE_LOOKS = 5;
/** Looks without an order after which the threads are ended: 5 minutes. */
const IDLE_LOOKS = 60;
const MOST_WAITING = 200;
const RETRY_SECONDS = 2;
const PRODUCT = 'map-tiles';

interface Task {
  readonly order: TileOrder;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  tries: number;
  /** Looks since a thread has it. */
  looks: number;
}

interface Running {
  readonly thread: PatientThread;
  readonly tasks: Set<Task>;
}

export function drawInThreads(options: DrawingThreadsOptions): TileDrawing {
  const { count, mostWaiting = MOST_WAITING } = options;
  const scene = createToldScene();
  const closing = new AbortController();
  const waiting: Task[] = [];
  const threads = createThreads(options, scene, waiting, closing.signal);

  return {
    draw(order) {
      if (closing.signal.aborted) return Promise.reject(unavailable('the service is ending'));
      if (waiting.length >= count * mostWaiting) return Promise.reject(unavailable('overloaded'));
      return new Promise((resolve, reject) => {
        waiting.push({ order, resolve, reject, tries: 0, looks: 0 });
        threads.pump();
      });
    },
    showAlerts(change) {
      threads.tell(scene.show(change));
    },
    async close() {
      closing.abort();
      for (const { reject } of [...waiting.splice(0), ...threads.tasks()]) reject(unavailable('the service is ending'));
      await threads.end();
    },
  };
}

function createThreads(
  { count, start, sleep, log, turns }: DrawingThreadsOptions,
  scene: ToldScene,
  waiting: Task[],
  closing: AbortSignal,
) {
  const threads = new Set<Running>();
  const looking = createLookout({ threads, replace, end, sleep: (seconds) => sleep(seconds, closing) });

  function startThread(): Running {
    const thread = createPatientThread(
      start((error) => replace(running, error)),
      turns,
    );
    const running: Running = { thread, tasks: new Set() };
    thread.tell(scene.whole());
    threads.add(running);
    looking.begin().catch(() => 'closed'); // nothing is left to look after, which is all that it rejects for
    return running;
  }

  function freeThread(): Running | null {
    const idlest = [...threads].sort((a, b) => a.tasks.size - b.tasks.size)[0];
    const orders = idlest?.tasks.size ?? AT_A_TIME;
    if (orders > 0 && threads.size < count) return startThread();
    return orders < AT_A_TIME ? idlest! : null;
  }

  function pump(): void {
    looking.noteWork();
    while (waiting.length > 0 && !closing.aborted) {
      const running = freeThread();
      if (running === null) return;
      void handOver(waiting.shift()!, running).then(pump);
    }
  }

  function replace(running: Running, error: Error): void {
    if (!threads.delete(running)) return;
    log.error({ error: error.message, orders: running.tasks.size }, 'a thread that draws tiles is replaced');
    giveBack(running, waiting);
    pump();
  }

  async function end(): Promise<void> {
    const ended = [...threads];
    threads.clear();
    await Promise.all(ended.map(({ thread }) => thread.end()));
  }

  return {
    pump,
    end,
    tasks: () => [...threads].flatMap((running) => [...running.tasks]),
    tell: (parts: readonly AlertChange[]) => {
      for (const { thread } of threads) thread.tell(parts);
    },
  };
}

/** Never rejects. A late answer of a thread that was given up is dropped: it has no tasks any more. */
async function handOver(task: Task, { thread, tasks }: Running): Promise<void> {
  Object.assign(task, { tries: task.tries + 1, looks: 0 });
  tasks.add(task);
  try {
    const bytes = await thread.draw(task.order);
    if (tasks.delete(task)) task.resolve(bytes);
  } catch (error) {
    if (tasks.delete(task)) task.reject(error as Error);
  }
}

/** Orders of a thread that is no more come first, once. */
function giveBack({ tasks }: Running, waiting: Task[]): void {
  for (const task of tasks) {
    if (task.tries < TRIES) waiting.unshift(task);
    else task.reject(unavailable('the tile could not be drawn'));
  }
  tasks.clear();
}

interface LookoutDependencies {
  readonly threads: ReadonlySet<Running>;
  replace(running: Running, error: Error): void;
  end(): Promise<void>;
  /** Rejects when there is nothing more to look after. */
  sleep(seconds: number): Promise<void>;
}

/** Ends threads that hang, and all of them when nobody wants anything of them. */
function createLookout({ threads, replace, end, sleep }: LookoutDependencies) {
  let idleLooks = 0;
  let isLooking = false;

  async function endHanging(): Promise<void> {
    for (const running of [...threads]) {
      const looks = [...running.tasks].map((task) => ++task.looks);
      if (Math.max(0, ...looks) < LATE_LOOKS) continue;
      replace(running, new Error(`no answer within ${LATE_LOOKS * LOOK_SECONDS} s`));
      await running.thread.end();
    }
  }

  return {
    noteWork(): void {
      idleLooks = 0;
    },
    async begin(): Promise<void> {
      if (isLooking) return;
      isLooking = true;
      try {
        while (threads.size > 0) {
          await sleep(LOOK_SECONDS);
          await endHanging();
          idleLooks = [...threads].some(({ tasks }) => tasks.size > 0) ? 0 : idleLooks + 1;
          if (idleLooks >= IDLE_LOOKS) await end();
        }
      } finally {
        isLooking = false;
      }
    },
  };
}

function unavailable(reason: string): ProductUnavailableError {
  return new ProductUnavailableError(PRODUCT, reason, RETRY_SECONDS);
}
