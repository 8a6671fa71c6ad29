/**
 * The demo under a moderate mixed load for ten minutes, beside its ingests: errors, latencies, memory, descriptors.
 *
 * Eight clients with keys of their own send forecasts (cached and not), nowcasts, routes, alerts and map tiles, each a
 * little below the limit of its plan. The service is a process of its own, as a user starts it. `BENCH_SECONDS` shortens
 * the run.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoadOrder, LoadReport } from './http-load.fixture.js';
import { loadReport } from './http-service.fixture.js';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 600);
const MAIN = 'dist/src/cli/main.js';
const START_SECONDS = 900;
const SAMPLE_SECONDS = 5;
const MEGABYTE = 2 ** 20;

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-soak-'));
const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WEATHERGLASS_'));
const environment = {
  ...Object.fromEntries(own),
  PORT: '0',
  WEATHERGLASS_DATA: directory,
  WEATHERGLASS_LOG_FORMAT: 'json',
};

const FORECAST = (latitude: string, hours: number) =>
  `{"location":{"latitude":${latitude},"longitude":-98.58},"current":{"variables":["temperature","condition"]},"hourly":{"hours":${hours},"variables":["temperature","precipitation","precipitation_probability","wind_speed"]},"daily":{"days":10,"variables":["temperature_max","temperature_min"]}}`;

type Client = Omit<LoadOrder, 'port' | 'seconds' | 'headers' | 'connections'>;

/** 70 ms between requests keep a client below the 20 a second of its plan. */
const CLIENTS: Readonly<Record<string, Client>> = {
  'forecast, cached': { body: FORECAST('40.5', 48), pauseMilliseconds: 70 },
  'forecast, short': { body: FORECAST('39.@', 24), pauseMilliseconds: 70 },
  'forecast, 384 h': { body: FORECAST('38.@', 384), pauseMilliseconds: 70 },
  'forecast, Europe': { body: FORECAST('50.@', 48).replace('-98.58', '10.5'), pauseMilliseconds: 70 },
  nowcast: { path: '/v1/nowcast', body: '{"location":{"latitude":35.@,"longitude":-97.5}}', pauseMilliseconds: 70 },
  route: {
    path: '/v1/route',
    body: '{"path":[{"latitude":52.@,"longitude":13.4},{"latitude":48.1,"longitude":11.6}],"variables":["temperature","condition"]}',
    pauseMilliseconds: 200,
  },
  alerts: { path: '/v1/alerts', body: '{"location":{"latitude":35.@,"longitude":-97.5}}', pauseMilliseconds: 70 },
  tiles: { method: 'GET', path: '/v1/map-tiles/temperature/10/@x/@y', body: '', pauseMilliseconds: 20 },
};

let output = '';
let log = '';
const server = startDemo();
process.once('exit', () => server.kill('SIGKILL'));
const exited = new Promise<number | null>((settle) => server.once('close', settle));
try {
  await until(/All feeds have /);
  const port = Number(/listening on http:\S+:(\d+)/.exec(output)![1]);
  const orders = Object.entries(CLIENTS).map(([name, client]) => [name, orderOf(port, client)] as const);
  const samples: Sample[] = [];
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      samples.push(await sample(port));
      await wait(SAMPLE_SECONDS * 1000, undefined, { ref: false });
    }
  })();
  const reports = await Promise.all(orders.map(async ([name, order]) => [name, await loadReport(order)] as const));
  isOver = true;
  await sampling;
  print(reports, samples);
} finally {
  server.kill('SIGTERM');
  console.log(`exit code after SIGTERM: ${await exited}`);
  rmSync(directory, { recursive: true, force: true });
}

function startDemo(): ChildProcess {
  const child = spawn(process.execPath, [MAIN, 'serve'], { env: environment });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  return child;
}

async function until(words: RegExp): Promise<void> {
  const end = performance.now() + START_SECONDS * 1000;
  while (!words.test(output)) {
    if (server.exitCode !== null || performance.now() > end)
      throw new Error(`the demo did not say ${words}: ${log.slice(-1000)}`);
    await wait(200);
  }
}

function orderOf(port: number, client: Client): LoadOrder {
  const made = spawnSync(process.execPath, [MAIN, 'keys', 'create', '--plan', 'business', '--json'], {
    env: environment,
    encoding: 'utf8',
  });
  const { key } = JSON.parse(made.stdout) as { key: string };
  const headers = [`authorization: Bearer ${key}`, 'content-type: application/json'];
  return { ...client, port, headers, connections: 1, seconds: SECONDS };
}

interface Sample {
  readonly memory: number;
  readonly heap: number;
  readonly external: number;
  readonly descriptors: number;
}

async function sample(port: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    memory: figure('process_resident_memory_bytes') / MEGABYTE,
    heap: figure('nodejs_heap_size_used_bytes') / MEGABYTE,
    external: figure('nodejs_external_memory_bytes') / MEGABYTE,
    descriptors: figure('process_open_fds'),
  };
}

function print(reports: readonly (readonly [string, LoadReport])[], samples: readonly Sample[]): void {
  console.log('client              requests  not 200   p50 ms   p99 ms   max ms');
  for (const [name, { requests, refused, p50, p99, max }] of reports)
    console.log(
      name.padEnd(18) +
        String(requests).padStart(10) +
        String(refused).padStart(9) +
        [p50, p99, max].map((figure) => figure.toFixed(1).padStart(9)).join(''),
    );
  const fifths = [0, 1, 2, 3, 4].map((part) => samples.filter((_, i) => Math.floor((5 * i) / samples.length) === part));
  const medians = (of: keyof Sample) => fifths.map((part) => median(part.map((one) => one[of])).toFixed(0)).join(', ');
  console.log(`\nmemory, MB, median of each fifth of the time: ${medians('memory')}`);
  console.log(`of these the heap of JavaScript: ${medians('heap')}; memory outside it: ${medians('external')}`);
  console.log(`open descriptors, likewise: ${medians('descriptors')}`);
  const warnings = log.split('\n').filter((line) => /"level":"(warn|error)"/.test(line));
  console.log(`lines of the log at warn or error: ${warnings.length}`);
  for (const line of warnings.slice(0, 10)) console.log(`  ${line.slice(0, 300)}`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
