/**
 * Identity of a process, and whether it is alive.
 *
 * A PID alone identifies nothing: PIDs are reused, and in a container the server often has PID 1 after every start. On
 * Linux a process is its PID and its start (field 22 of /proc/<pid>/stat, clock ticks since boot; proc(5)), with the
 * boot named by its random id. Elsewhere the start is null.
 *
 * PIDs can be compared within one PID namespace only (pid_namespaces(7)): the same number is another process in another
 * container. A namespace is named by the boot and by the inode of /proc/self/ns/pid. The kernel reuses an inode only
 * after its namespace has ended, when every process in it is dead.
 */

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessIdentity {
  readonly pid: number;
  /** Boot id and clock ticks since boot; null where the system does not provide them. */
  readonly start: string | null;
  /** Processes with the same one can look each other up by PID; null: unknown, so nobody can. */
  readonly namespace: string | null;
}

/** The processes of this machine, as a lock sees them; replaced in tests. */
export interface Processes {
  readonly self: ProcessIdentity;
  /**
   * True when a process of our own namespace is alive. Null when its PID is in use but the starts are not known, so that
   * it may be another process.
   */
  isAlive(process: Pick<ProcessIdentity, 'pid' | 'start'>): boolean | null;
}

export const systemProcesses: Processes = {
  self: { pid: process.pid, start: readStat(process.pid)?.start ?? null, namespace: readNamespace() },
  isAlive({ pid, start }) {
    if (!exists(pid)) return false;
    const stat = readStat(pid);
    if (stat === null) return null;
    // killed, but not yet waited for by its parent: it runs no more and holds no file
    if (stat.state === 'Z' || stat.state === 'X') return false;
    return start === null ? null : start === stat.start;
  },
};

/** Null on systems that separate PIDs in ways we cannot see, such as jails and zones. */
function readNamespace(): string | null {
  if (process.platform === 'darwin' || process.platform === 'win32') return `${process.platform} ${hostname()}`;
  try {
    return `${readBootId()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null; // no /proc
  }
}

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
    return { state: fields[0]!, start: `${readBootId()}:${fields[19]}` };
  } catch {
    return null; // no /proc: not Linux, or not ours to look into
  }
}

function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
}
