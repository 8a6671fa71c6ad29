/** What polls of a bucket are tested on: the bucket itself, and for each test a fresh store, a fresh memory and a clock. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { ProgressEvent } from '../../src/base/progress.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { type RadarBucket, startRadarBucket } from './radar-bucket.js';

export interface BucketPolls {
  bucket: RadarBucket;
  objects: MemoryObjects;
  /** What polls have told since the test began. */
  events: ProgressEvent[];
  /** Epoch seconds; moves when a test moves it. */
  now: number;
  /** What is remembered between polls, and what is published, are forgotten. */
  forget(): void;
  /** What polls of all kinds need. */
  deps(): {
    readonly objects: MemoryObjects;
    readonly directory: string;
    readonly source: { readonly baseUrl: string; readonly simulated: boolean };
    readonly clock: { now(): number };
    readonly log: typeof silentLog;
    readonly progress: (event: ProgressEvent) => void;
    readonly random: () => number;
    readonly sleep: () => Promise<void>;
  };
}

/** Opens and closes with the file that calls it. @param start  of every test, epoch seconds */
export function bucketPolls(start: number): BucketPolls {
  let root: string;
  let count = 0;
  const polls = {
    forget() {
      polls.objects = createMemoryObjects();
      count++;
    },
    deps: () => ({
      objects: polls.objects,
      directory: join(root, String(count)),
      source: { baseUrl: polls.bucket.url, simulated: false },
      clock: { now: () => polls.now },
      log: silentLog,
      progress: (event) => void polls.events.push(event),
      random: () => 0,
      sleep: async () => undefined,
    }),
  } as BucketPolls;
  beforeAll(async () => {
    polls.bucket = await startRadarBucket();
    root = mkdtempSync(join(tmpdir(), 'weatherglass-polls-'));
  });
  afterAll(async () => {
    await polls.bucket.close();
    rmSync(root, { recursive: true });
  });
  beforeEach(() => {
    polls.bucket.files.clear();
    polls.bucket.list = null;
    polls.bucket.asked();
    polls.events = [];
    polls.now = start;
    polls.forget();
  });
  return polls;
}
