/**
 * Which process is meant by a pid, and whether it still lives.
 *
 * A pid alone is not enough: pids are reused, and in a container the server is often pid 1 after every start. On Linux
 * a process is its pid and the moment it started (field 22 of /proc/<pid>/stat, clock ticks since boot; proc(5)), with
 * the boot itself named by its random id. Elsewhere the start is null and the pid has to do.
 */

import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Null where the system does not tell. */
  readonly start: string | null;
}

/** What the lock asks of the system; tests answer in its place. */
export interface Processes {
  readonly self: ProcessIdentity;
  isAlive(process: ProcessIdentity): boolean;
}

export const systemProcesses: Processes = {
  self: { pid: process.pid, start: readStat(process.pid)?.start ?? null },
  isAlive({ pid, start }) {
    if (!exists(pid)) return false;
    const stat = readStat(pid);
    if (stat === null) return true;
    // killed, but not yet waited for by its parent: it runs no more and holds no file
    if (stat.state === 'Z' || stat.state === 'X') return false;
    return start === null || start === stat.start;
  },
};

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's process
  }
}

function readStat(pid: number): { state: string; start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // field 2 is the command in parentheses and may itself hold spaces and parentheses
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return { state: fields[0]!, start: `${boot}:${fields[19]}` };
  } catch {
    return null; // no /proc: not Linux, or not ours to look into
  }
}
