/**
 * A whole run of GFS, all 20 elements, from a local upstream to a published cube: 209 steps and the 48 hours before.
 *
 * The upstream is a process of its own on the same machine (`ingest-upstream.fixture.ts`) and takes little of it.
 * Seconds of work are summed over two threads; `download` is the time that steps waited for theirs. Needs about 20 GB in
 * the temporary directory at 0.25°. Set BENCH_INGEST_DEGREES for another grid.
 */

import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { ingestLatest } from '../src/ingest/ingest-feed.js';
import type { IngestOutcome, StageSeconds } from '../src/ingest/ingest-outcome.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';

interface Upstream {
  readonly url: string;
  readonly seconds: number;
  readonly stepMegabytes: number;
}

const DEGREES = process.env.BENCH_INGEST_DEGREES ?? '0.25';
const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-ingest-'));

const child = fork(new URL('./ingest-upstream.fixture.js', import.meta.url), [DEGREES]);
const upstream = await new Promise<Upstream>((resolve, reject) => {
  child.once('message', (message) => resolve(message as Upstream));
  child.once('exit', () => reject(new Error('the upstream ended before it listened')));
});
console.log(
  `${DEGREES}° upstream ready after ${upstream.seconds.toFixed(0)} s (not counted), ` +
    `${upstream.stepMegabytes.toFixed(1)} MB a step`,
);

let firstShard = 0;
const begun = performance.now();
const objects = openDirectoryObjects(join(root, 'objects'));
try {
  const outcome = await ingestLatest(
    {
      objects,
      directory: join(root, 'staging'),
      source: { baseUrl: upstream.url, simulated: true },
      ledger: { record: async () => undefined, recent: async () => [] },
      clock: fixedClock(NOW),
      log: silentLog,
      progress: ({ event }) => {
        if (event === 'shard' && firstShard === 0) firstShard = performance.now();
      },
      region: null,
      random: () => 0.5,
    },
    'gfs',
  );
  report(outcome as Extract<IngestOutcome, { kind: 'published' }>, (performance.now() - begun) / 1000);
} finally {
  objects.close();
  child.disconnect();
  rmSync(root, { recursive: true, force: true });
}

function report({ seconds, traffic, steps, pastSteps }: Extract<IngestOutcome, { kind: 'published' }>, wall: number) {
  const { user, system } = process.cpuUsage();
  const cubeMegabytes = megabytesUnder(join(root, 'objects'));
  console.log(`${steps} steps and ${pastSteps} of the past: ${wall.toFixed(1)} s, goal 240 s`);
  console.log(`downloaded ${(traffic.bytes / 1e6).toFixed(0)} MB in ${traffic.requests} requests`);
  console.log(`cube ${cubeMegabytes.toFixed(0)} MB on disk`);
  console.log(`CPU ${((user + system) / 1e6).toFixed(1)} s of our process, on two cores`);
  console.log(`peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, goal 1500 MB`);
  const stages: readonly (readonly [keyof StageSeconds, string])[] = [
    ['download', 'waiting for the upstream, summed over steps in flight'],
    ['decode', 'GRIB2 to float32'],
    ['pack', 'unit, bounds, crop, int16'],
    ['stage', 'checksums and slices to disk'],
    ['assemble', 'slices to bands, totals taken apart'],
    ['compress', 'bands to shards'],
    ['write', 'shards to disk, flushed'],
  ];
  for (const [stage, what] of stages)
    console.log(`  ${stage.padEnd(9)} ${seconds[stage].toFixed(1).padStart(7)} s  ${what}`);
  console.log(`  first shard done after ${((firstShard - begun) / 1000).toFixed(1)} s`);
}

function megabytesUnder(directory: string): number {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const sizes = names.map((name) => statSync(join(directory, name))).filter((stat) => stat.isFile());
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
}
