/**
 * The demo as a newcomer meets it: `weatherglass serve` on an empty directory, until every feed has come in and for a
 * while after. How long it takes, and how much memory server and ingests have at once.
 *
 * Resident memory is read from /proc every 50 ms, so this needs Linux; pages that two processes share are counted twice.
 * The simulated upstream is a thread of the server. Each feed's row is that of its ingest: a child process of its own.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const MAIN = 'dist/src/cli/main.js';
const BETWEEN_SAMPLES = 50; // ms
const REST_SECONDS = 20;
const LONGEST_SECONDS = 300;
const GOAL_MEGABYTES = 900;

interface FeedRow {
  readonly feed: string;
  readonly start: number;
  end: number;
  /** CPU of the child, s. */
  cpu: number;
  /** MB: its own peak, and that of it and the server at one moment. */
  peak: number;
  together: number;
}

if (!existsSync('/proc/self/status')) throw new Error('this benchmark reads /proc, which only Linux has');
const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-bench-demo-'));
const begun = performance.now();
const server = startDemo(directory);
const exited = new Promise<void>((settle) => server.once('close', () => settle()));
process.once('exit', () => server.kill('SIGKILL'));
let said = '';
let log = '';
server.stdout?.on('data', (chunk: Buffer) => {
  said += chunk.toString();
});
server.stderr?.on('data', (chunk: Buffer) => {
  log += chunk.toString();
});

const rows = new Map<number, FeedRow>();
let serverPeak = 0;
let togetherPeak = 0;
try {
  const listening = await sampleUntil(/listening on/);
  const ready = await sampleUntil(/Ready: /);
  const complete = await sampleUntil(/All feeds have /);
  await sampleUntil(null, seconds() + REST_SECONDS);
  report(listening, ready, complete, residentOf(server.pid!));
} finally {
  server.kill('SIGTERM');
  await exited;
  rmSync(directory, { recursive: true, force: true });
}

function startDemo(data: string): ChildProcess {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WEATHERGLASS_'));
  const environment = {
    ...Object.fromEntries(own),
    PORT: '0',
    WEATHERGLASS_DATA: data,
    WEATHERGLASS_LOG_FORMAT: 'json',
  };
  return spawn(process.execPath, [MAIN, 'serve'], { env: environment });
}

function seconds(): number {
  return (performance.now() - begun) / 1000;
}

/** Seconds at which the demo said something, or that were asked for. */
async function sampleUntil(words: RegExp | null, until = LONGEST_SECONDS): Promise<number> {
  while (seconds() < until) {
    if (words?.test(said)) return seconds();
    if (server.exitCode !== null) throw new Error(`the demo ended with ${server.exitCode}: ${log.slice(-1000)}`);
    sample();
    await wait(BETWEEN_SAMPLES);
  }
  if (words !== null) throw new Error(`the demo did not say ${words} within ${until} s: ${log.slice(-1000)}`);
  return seconds();
}

function sample(): void {
  const own = residentOf(server.pid!);
  let together = own;
  const children = readText(`/proc/${server.pid}/task/${server.pid}/children`).trim();
  for (const id of children === '' ? [] : children.split(' ').map(Number)) {
    const resident = residentOf(id);
    together += resident;
    const feed = feedOfProcess(id);
    if (feed === null) continue;
    const row = rows.get(id) ?? { feed, start: seconds(), end: 0, cpu: 0, peak: 0, together: 0 };
    rows.set(id, row);
    row.end = seconds();
    row.cpu = Math.max(row.cpu, cpuOf(id));
    row.peak = Math.max(row.peak, resident);
    row.together = Math.max(row.together, together);
  }
  serverPeak = Math.max(serverPeak, own);
  togetherPeak = Math.max(togetherPeak, together);
}

/** Empty for a process that has just ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

/** MB. */
function residentOf(id: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readText(`/proc/${id}/status`)) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** The word after "ingest" in its command line; null while the child is not yet that program. */
function feedOfProcess(id: number): string | null {
  const words = readText(`/proc/${id}/cmdline`).split('\0');
  const at = words.indexOf('ingest');
  return at < 0 ? null : words[at + 1]!;
}

/** User and system time, s: fields 14 and 15 of `stat`, in hundredths on every Linux that Node runs on. */
function cpuOf(id: number): number {
  const fields = readText(`/proc/${id}/stat`).split(') ').at(-1)!.split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

function report(listening: number, ready: number, complete: number, atRest: number): void {
  const lines = log.split('\n').filter((line) => line !== '');
  const published = lines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).endsWith('published'));
  console.log(
    `listening after ${listening.toFixed(1)} s, ready ${ready.toFixed(1)} s, every feed in ${complete.toFixed(1)} s`,
  );
  console.log(
    `server at its peak ${serverPeak.toFixed(0)} MB, with the running ingest ${togetherPeak.toFixed(0)} MB, ` +
      `at rest ${atRest.toFixed(0)} MB; goal ${GOAL_MEGABYTES} MB`,
  );
  console.log(`CPU of the server ${cpuOf(server.pid!).toFixed(1)} s, of the ingests ${totalCpu().toFixed(1)} s`);
  console.log(
    `log: ${lines.length} lines, ${lines.filter((line) => !line.includes('"level":"info"')).length} of them not info`,
  );
  console.log('\n| feed | s | CPU s | peak MB | with the server | downloaded MB |\n|---|---|---|---|---|---|');
  for (const { feed, start, end, cpu, peak, together } of rows.values()) {
    const bytes = published.find((facts) => (facts.feed ?? 'terrain') === feed)?.bytes;
    const cells = [(end - start).toFixed(1), cpu.toFixed(1), peak.toFixed(0), together.toFixed(0)];
    console.log(`| ${[feed, ...cells, bytes === undefined ? 'none' : (bytes / 1e6).toFixed(1)].join(' | ')} |`);
  }
}

function totalCpu(): number {
  return [...rows.values()].reduce((sum, { cpu }) => sum + cpu, 0);
}
