/**
 * A new frame of MRMS, 7000 × 3500 pixels, from its bytes to published motion: a first poll, which fetches the frames that
 * motion is seen in, too, and the polls after it, which find them in the store.
 *
 * The upstream is a process of its own on the same machine (`radar-upstream.fixture.ts`), with the real frames where they
 * are at hand. Goal: 12 s on two cores within 1.2 GB.
 */

import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../src/base/log.js';
import { ignoreProgress } from '../src/base/progress.js';
import { pollRadar } from '../src/ingest/radar/poll-radar.js';
import type { RadarOutcome } from '../src/ingest/radar/radar-outcome.js';
import { feedOf } from '../src/sources/feeds.js';
import { openDirectoryObjects } from '../src/store/objects/directory-objects.js';
import type { RadarUpstream } from './radar-upstream.fixture.js';

/** From a valid time to when the frame is there, and a little more, s. */
const LATENCY = 170;
const POLLS = 5;
const root = mkdtempSync(join(tmpdir(), 'weatherglass-bench-radar-'));
const child = fork(new URL('./radar-upstream.fixture.js', import.meta.url));
const upstream = await new Promise<RadarUpstream>((resolve, reject) => {
  child.once('message', (message) => resolve(message as RadarUpstream));
  child.once('exit', () => reject(new Error('the upstream ended before it listened')));
});
const objects = openDirectoryObjects(join(root, 'objects'));
const feed = feedOf('radar', 'mrms');
const rate = { ...feed, products: feed.products.slice(0, 1) };

/** A poll at which the frame of `validTime` is the newest. */
async function pollAt(validTime: number): Promise<void> {
  const visible = upstream.frames.filter((time) => time <= validTime);
  const { products } = rate;
  const until = {
    ...products[0]!,
    framesIn: (...words: Parameters<(typeof products)[0]['framesIn']>) =>
      products[0]!.framesIn(...words).filter((file) => visible.includes(file.validTime)),
  };
  const cpu = process.cpuUsage();
  const outcome = await pollRadar(
    {
      objects,
      directory: join(root, 'staging'),
      source: { baseUrl: upstream.url, simulated: false },
      clock: { now: () => validTime + LATENCY },
      log: silentLog,
      progress: ignoreProgress,
      region: null,
      random: () => 0.5,
    },
    { ...rate, products: [until] },
  );
  report(outcome, process.cpuUsage(cpu));
}

function report({ published, older, seconds }: RadarOutcome, { user, system }: NodeJS.CpuUsage): void {
  const parts = (['download', 'decode', 'clean', 'motion', 'model', 'skill', 'write'] as const).map(
    (part) => `${part} ${seconds[part].toFixed(2)}`,
  );
  const peak = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  console.log(
    `${new Date(published!.validTime * 1000).toISOString()}  motion ${published!.motion}, published after ` +
      `${seconds.rate.toFixed(2)} s (goal 12); with ${older.length} older frames ${seconds.total.toFixed(2)} s, of which ` +
      `${parts.join(', ')}; CPU ${((user + system) / 1e6).toFixed(2)} s; peak RSS ${peak} MB (goal 1200)`,
  );
}

function megabytesUnder(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(directory, name)).size / 1e6,
    0,
  );
}

try {
  console.log(`MRMS of 7000 × 3500, ${upstream.from}`);
  const first = 10;
  for (let n = first; n < first + POLLS; n++) await pollAt(upstream.frames[n]!);
  const frames = readdirSync(join(root, 'objects', 'mrms-rate')).filter((name) => /^\d/.test(name)).length;
  console.log(`${frames} frames on disk, ${(megabytesUnder(join(root, 'objects')) / frames).toFixed(2)} MB each`);
} finally {
  objects.close();
  child.disconnect();
  rmSync(root, { recursive: true, force: true });
}
