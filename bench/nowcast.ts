/**
 * `/v1/forecast` and `/v1/nowcast` over loopback while radar comes in: how long answers take when nothing else goes on, while
 * a frame of MRMS of 7000 × 3500 pixels goes from its bytes to published motion in a process of its own, and while the
 * server reads such a frame again and again.
 *
 * The goal is that on two cores an answer takes no longer than twice as long. Beside it, in the same rounds, a bare node:http
 * server, which shows what of it is the machine. Few connections with pauses: with as many requests as can be a second
 * process on the same cores takes its share of all of them. Real frames where they are at hand, dated to now; the models are
 * all sources at a place in the United States, in memory.
 *
 * BENCH_NICENESS  priority of the poll beside that of the server; default what the service gives it
 */

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fixedClock, systemClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { RADAR_DATASETS, UNOBSERVED } from '../src/model/radar.js';
import { createForecastProduct } from '../src/products/forecast/forecast.js';
import { createNowcastProduct } from '../src/products/nowcast/nowcast.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import { readFrame } from '../src/store/radar/radar-reader.js';
import { createRadarShelf } from '../src/store/radar/radar-shelf.js';
import { publishFrame } from '../src/store/radar/radar-writer.js';
import { watchPointers } from '../src/store/versions/pointer-watch.js';
import { versionOf } from '../src/store/versions/timed-version.js';
import { allLayers, NOW } from './forecast-cube.fixture.js';
import type { LoadOrder } from './http-load.fixture.js';
import { headersFor, load, startBare, startSubject } from './http-service.fixture.js';
import type { RadarChildOrder } from './radar-child.fixture.js';
import type { RadarUpstream } from './radar-upstream.fixture.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = 3;
const CONNECTIONS = 4;
const PAUSE = 15; // ms
const NICENESS = Number(process.env.BENCH_NICENESS ?? 10);
/** Of the frames of the upstream: the first that is polled for. Those before it are what motion is seen in. */
const FIRST = 10;
const FRAMES = 4;
const CADENCE = 120;

const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-nowcast-'));
const [store, beside] = [join(root, 'store'), join(root, 'beside')];
const newest = Math.floor(NOW / CADENCE) * CADENCE - 240;
const upstreamProcess = fork(new URL('./radar-upstream.fixture.js', import.meta.url), [
  String(newest - (FIRST + FRAMES - 1) * CADENCE),
]);
const upstream = await new Promise<RadarUpstream>((resolve, reject) => {
  upstreamProcess.once('message', (message) => resolve(message as RadarUpstream));
  upstreamProcess.once('exit', () => reject(new Error('the upstream ended before it listened')));
});
const polled = upstream.frames.slice(FIRST, FIRST + FRAMES);

function startChild(order: RadarChildOrder, niceness: number): ChildProcess {
  const child = fork(new URL('./radar-child.fixture.js', import.meta.url), [JSON.stringify(order)], {
    execArgv: ['--max-semi-space-size=2'],
  });
  setPriority(child.pid!, Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));
  return child;
}

/** @throws Error  unless it ended well, or was stopped */
const ended = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL'
        ? resolve()
        : reject(new Error(`what goes on beside the server ended with ${code}`)),
    );
  });
const said = (child: ChildProcess) => new Promise<void>((resolve) => child.once('message', () => resolve()));

type Phase = 'idle' | 'poll' | 'read';

/** Does `work` while the phase goes on; how many frames went by. */
async function during(phase: Phase, work: () => Promise<void>): Promise<number> {
  if (phase === 'idle') {
    await work();
    return 0;
  }
  const child =
    phase === 'poll'
      ? startChild({ work: 'poll', directory: beside, url: upstream.url, times: polled }, NICENESS)
      : startChild({ work: 'turn', directory: store, url: upstream.url, times, pauseMilliseconds: 500 }, 0);
  let frames = 0;
  child.on('message', () => {
    frames++;
  });
  await (phase === 'poll' ? new Promise((resolve) => setTimeout(resolve, 1500)) : said(child)); // until it is under way
  const before = frames;
  await work();
  const end = ended(child);
  if (phase === 'poll') child.kill('SIGKILL');
  else child.send('end');
  await end;
  if (phase === 'poll') rmSync(beside, { recursive: true, force: true });
  return frames - before;
}

await ended(startChild({ work: 'poll', directory: store, url: upstream.url, times: polled, isOnce: true }, 0));

const objects = openDirectoryObjects(join(store, 'objects'));
const reading = { objects, clock: systemClock, log: silentLog };
const radar = createRadarShelf({ ...reading, pointers: watchPointers({ ...reading, seconds: 0.25 }) });
const times = (await radar.validTimes('mrms-rate')).slice(-FRAMES);
await publishCompanions();
const clock = fixedClock(NOW);
const service = await startSubject(
  createForecastProduct({ shelf: allLayers, clock, log: silentLog }),
  createNowcastProduct({ shelf: allLayers, radar, networks: ['mrms'], clock, log: silentLog }),
);
const bare = await startBare(() => Buffer.alloc(30_000, 97));

/** What MRMS tells beside the rate, as large as it is: made of the rates of each frame. */
async function publishCompanions(): Promise<void> {
  for (const validTime of times) {
    const { description, field } = await readFrame(objects, 'mrms-rate', versionOf(validTime));
    for (const { id, step } of RADAR_DATASETS.filter(({ network }) => network === 'mrms').slice(1)) {
      const most = id === 'mrms-flag' ? 1 : 1 / step;
      const limited = (packed: number) => (packed === UNOBSERVED ? packed : Math.min(most, packed));
      const tiles = field.tiles.map((tile) => (typeof tile === 'number' ? limited(tile) : tile.map(limited)));
      const made = { ...description, dataset: id, motion: null };
      await publishFrame(
        objects,
        { description: made, field: { ...field, step, tiles }, motion: null, skill: null },
        validTime,
      );
    }
  }
}

const headers = headersFor(service);
const FORECAST = JSON.stringify({
  location: { latitude: 39.5, longitude: -98.58 },
  hourly: { hours: 48, variables: ['temperature', 'wind_speed', 'wind_gust', 'precipitation', 'condition'] },
});
/** In the rain of the real frames. */
const NOWCAST = '{"location":{"latitude":39.5,"longitude":-98.58}}';
const order = { connections: CONNECTIONS, seconds: SECONDS, pauseMilliseconds: PAUSE, headers };
const CASES: Record<string, LoadOrder> = {
  'bare node:http': { ...order, port: bare.port, body: NOWCAST },
  'forecast, repeated': { ...order, port: service.port, body: FORECAST },
  'forecast, varied': { ...order, port: service.port, body: FORECAST.replace('39.5', '39.@') },
  'nowcast, repeated': { ...order, port: service.port, path: '/v1/nowcast', body: NOWCAST },
  'nowcast, varied': { ...order, port: service.port, path: '/v1/nowcast', body: NOWCAST.replace('39.5', '39.@') },
};

interface Row {
  readonly rate: number[];
  readonly cpu: number[];
  readonly p50: number[];
  readonly p99: number[];
  /** Longest that the server's loop stood still, ms. */
  readonly stop: number[];
}
const rows = new Map<string, Row>();
const frames = { idle: 0, poll: 0, read: 0 };
const delay = monitorEventLoopDelay({ resolution: 1 });

for (let round = 0; round <= ROUNDS; round++)
  for (const phase of ['idle', 'poll', 'read'] as const)
    frames[phase] += await during(phase, async () => {
      for (const [name, wanted] of Object.entries(CASES)) {
        delay.reset();
        delay.enable();
        const found = await load(wanted);
        delay.disable();
        if (round === 0) continue; // the first round warms up
        const row = rows.get(`${name} ${phase}`) ?? { rate: [], cpu: [], p50: [], p99: [], stop: [] };
        rows.set(`${name} ${phase}`, row);
        for (const key of ['rate', 'cpu', 'p50', 'p99'] as const) row[key].push(found[key]);
        row.stop.push(delay.max / 1e6);
      }
    });

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
console.log(
  `${upstream.from}; medians of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections that pause ${PAUSE} ms`,
);
console.log(`${frames.poll} frames polled for meanwhile (niceness ${NICENESS}), ${frames.read} put up to be read\n`);
console.log('| | phase | requests/s | CPU ms | p50 ms | of idle | p99 ms | of idle | longest stop ms |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const name of Object.keys(CASES))
  for (const phase of ['idle', 'poll', 'read'] as const) {
    const [row, idle] = [rows.get(`${name} ${phase}`)!, rows.get(`${name} idle`)!];
    const of = (key: 'p50' | 'p99') => [median(row[key]).toFixed(2), (median(row[key]) / median(idle[key])).toFixed(2)];
    const cells = [name, phase, median(row.rate).toFixed(0), median(row.cpu).toFixed(2), ...of('p50'), ...of('p99')];
    console.log(`| ${[...cells, median(row.stop).toFixed(1)].join(' | ')} |`);
  }

await service.close();
bare.close();
objects.close();
upstreamProcess.disconnect();
rmSync(root, { recursive: true, force: true });
