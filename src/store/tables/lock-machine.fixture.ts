/** A machine whose processes, clocks and timers are the test's, for locks on the real file system. */

import { statSync, utimesSync } from 'node:fs';
import type { LockSystem } from './heartbeat.js';
import type { ProcessIdentity } from './process-identity.js';

export interface LockMachine extends LockSystem {
  /** Why the process was ended, each time. */
  readonly ends: string[];
  /** Lets time pass for the timers of this machine. */
  beat(): void;
}

export interface MachineOptions {
  /** Other processes of the namespace that are alive. */
  readonly alive?: readonly ProcessIdentity[];
  /** PIDs in use by processes whose start nobody knows. */
  readonly unknown?: readonly number[];
  /** Runs in place of each pause, with the steady time after it, s. */
  onSleep?(steadySeconds: number): void;
  /** Runs whenever the machine is asked whether a process is alive. */
  onLook?(): void;
}

export function createMachine(self: ProcessIdentity, options: MachineOptions = {}): LockMachine {
  const { alive = [], unknown = [], onSleep, onLook } = options;
  const tasks = new Set<() => void>();
  const ends: string[] = [];
  let steady = 0;
  return {
    ends,
    beat: () => {
      for (const task of tasks) task();
    },
    processes: {
      self,
      isAlive(asked) {
        onLook?.();
        if (unknown.includes(asked.pid)) return null;
        return [self, ...alive].some(({ pid, start }) => pid === asked.pid && start === asked.start);
      },
    },
    host: `host-of-${self.pid}`,
    clock: { now: () => 1_795_176_000.7 },
    steadyClock: { now: () => steady },
    async sleep(seconds, signal) {
      signal?.throwIfAborted();
      steady += seconds;
      onSleep?.(steady);
    },
    every(_seconds, task) {
      tasks.add(task);
      return () => void tasks.delete(task);
    },
    end: (reason) => void ends.push(reason),
  };
}

/** Moves the last heartbeat of a lock file by so many seconds. */
export function shiftHeartbeat(path: string, seconds: number): void {
  const at = statSync(path).mtimeMs / 1000 + seconds;
  utimesSync(path, at, at);
}
