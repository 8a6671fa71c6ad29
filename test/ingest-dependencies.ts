/** What an ingest needs from outside, as tests give it: silent, in this thread, the whole globe, a ledger in memory. */

import { silentLog } from '../src/base/log.js';
import { ignoreProgress } from '../src/base/progress.js';
import type { ModelContext } from '../src/ingest/context.js';
import { createMemoryRecords } from './memory-records.js';

type Own = Pick<ModelContext, 'objects' | 'directory' | 'clock'>;

/** @param source  a simulated upstream by its address; null for real files given by hand */
export function ingestDependencies(source: string | null, own: Own, more: Partial<ModelContext> = {}): ModelContext {
  return {
    source: { baseUrl: source ?? 'http://127.0.0.1:1', simulated: source !== null },
    ledger: createMemoryRecords().ledger,
    log: silentLog,
    progress: ignoreProgress,
    region: null,
    random: () => 0.5,
    threads: 0,
    ...own,
    ...more,
  };
}
