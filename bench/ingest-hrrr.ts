/**
 * Six hours of sub-hourly HRRR, the largest files of any feed, from a local upstream to a published cube: 24 steps of 12
 * elements on the whole grid of 1799 × 1059 cells. Tells how much memory parts of 61 MB take on their way.
 *
 * The upstream is a process of its own on the same machine (`hrrr-upstream.fixture.ts`). Needs 3 GB in the temporary directory.
 */

import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fixedClock } from '../src/base/clock.js';
import { silentLog } from '../src/base/log.js';
import { ignoreProgress } from '../src/base/progress.js';
import { ingestLatest } from '../src/ingest/ingest-feed.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';

interface Upstream {
  readonly url: string;
  readonly referenceTime: number;
  readonly fileMegabytes: number;
}

const QUARTER = 900;
const STEPS = 24;
const REAL = resolve(
  process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data',
  'grib2/gribberish/hrrr.t06z.wrfsfcf01-TMP.grib2',
);

async function run(): Promise<void> {
  const child = fork(new URL('./hrrr-upstream.fixture.js', import.meta.url), [REAL]);
  const upstream = await new Promise<Upstream>((listening, failed) => {
    child.once('message', (message) => listening(message as Upstream));
    child.once('exit', () => failed(new Error('the upstream ended before it listened')));
  });
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-hrrr-'));
  const objects = openDirectoryObjects(join(root, 'objects'));
  try {
    await ingest(upstream, root, objects);
  } finally {
    objects.close();
    child.disconnect();
    rmSync(root, { recursive: true, force: true });
  }
}

async function ingest(
  { url, referenceTime, fileMegabytes }: Upstream,
  root: string,
  objects: ReturnType<typeof openDirectoryObjects>,
): Promise<void> {
  const outcome = await ingestLatest(
    {
      objects,
      directory: join(root, 'staging'),
      source: { baseUrl: url, simulated: true },
      ledger: { record: async () => undefined, recent: async () => [] },
      clock: fixedClock(referenceTime + 2 * 3600),
      log: silentLog,
      progress: ignoreProgress,
      region: null,
      random: () => 0.5,
      leads: Array.from({ length: STEPS }, (_, i) => (i + 1) * QUARTER),
    },
    'hrrr-subhourly',
    referenceTime,
  );
  if (outcome.kind !== 'published') throw new Error(`the ingest ended with "${outcome.kind}"`);
  const { user, system } = process.cpuUsage();
  const { steps, traffic, seconds } = outcome;
  console.log(`${steps} steps from files of ${fileMegabytes.toFixed(0)} MB: ${seconds.total.toFixed(1)} s`);
  console.log(`downloaded ${(traffic.bytes / 1e6).toFixed(0)} MB in ${traffic.requests} requests`);
  console.log(`CPU ${((user + system) / 1e6).toFixed(1)} s of our process, on two cores`);
  console.log(`peak RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, goal 1500 MB`);
  for (const [stage, value] of Object.entries(seconds))
    console.log(`  ${stage.padEnd(9)} ${value.toFixed(1).padStart(7)} s`);
}

if (existsSync(REAL)) await run();
else console.log(`no real message of HRRR at ${REAL}: nothing is measured`);
