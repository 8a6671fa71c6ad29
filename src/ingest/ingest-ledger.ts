/** The ledger's side of an ingest: begun, published, failed or stopped, and why. */

import type { IngestRecord } from '../model/records.js';
import { formatRun } from '../sources/runs.js';
import type { Pointer } from '../store/versions/pointer.js';
import { describeAbsent } from './absent-elements.js';
import { endingOf, faultOf } from './ingest-fault.js';
import type { IngestOutcome, PublishedIngest } from './ingest-outcome.js';
import { type IngestSession, nameOfRun } from './ingest-session.js';
import { stepsOfRun } from './run-steps.js';

/** How far back attempts are looked for that ended without a word. */
const LOOK_BACK = 10;

/** Runs the ingest of one run and records how it went. */
export async function keepLedger(
  session: IngestSession,
  referenceTime: number,
  stepsTotal: number,
  ingest: () => Promise<IngestOutcome>,
): Promise<IngestOutcome> {
  const { ledger, clock } = session.deps;
  const feed = session.feed.id;
  const startedAt = clock.now();
  const bytesBefore = session.http.traffic().bytes;
  Object.assign(session.counts, { reused: 0, staged: 0 }); // of this run, should another have been tried before
  const record = (status: IngestRecord['status'], outcome: string | null): Promise<void> =>
    ledger.record({
      feed,
      referenceTime,
      status,
      startedAt,
      finishedAt: status === 'running' ? null : clock.now(),
      stepsDone: Math.min(stepsTotal, session.counts.reused + session.counts.staged),
      stepsTotal,
      bytesDownloaded: session.http.traffic().bytes - bytesBefore,
      outcome,
    });
  await record('running', null);
  const run = formatRun(referenceTime);
  session.tell(
    'run',
    `${nameOfRun(feed, referenceTime)}: ${stepsTotal} step${stepsTotal === 1 ? '' : 's'}`,
    { run, of: stepsTotal },
    true,
  );
  const begun = performance.now();
  try {
    const outcome = await ingest();
    session.seconds.total = (performance.now() - begun) / 1000;
    if (outcome.kind === 'outside-region') await record('stopped', 'the feed has nothing in the region');
    else await record('published', outcome.kind === 'published' ? inWords(outcome) : null);
    tellOutcome(session, outcome);
    return outcome;
  } catch (error) {
    await record(endingOf(session.deps, error), faultOf(error).reason);
    throw error;
  }
}

/**
 * Chooses the run of an ingest. A choice that fails is an attempt too, and is recorded under the first run that was asked
 * for: without it nobody could tell a feed whose upstream is away from one that was never tried.
 */
export async function keepChoice<T>(session: IngestSession, first: number, choose: () => Promise<T>): Promise<T> {
  const { ledger, clock } = session.deps;
  const startedAt = clock.now();
  try {
    return await choose();
  } catch (error) {
    await ledger.record({
      feed: session.feed.id,
      referenceTime: first,
      status: endingOf(session.deps, error),
      startedAt,
      finishedAt: clock.now(),
      stepsDone: 0,
      stepsTotal: stepsOfRun(session.runs, first).length,
      bytesDownloaded: 0,
      outcome: faultOf(error).reason,
    });
    throw error;
  }
}

/**
 * We hold the lock, so an attempt that still counts as running was killed. It may have been killed just after it had
 * published: then that is what it did.
 */
export async function closeAbandoned({ deps, feed }: IngestSession, published: Pointer | null): Promise<void> {
  const attempts = await deps.ledger.recent(feed.id, LOOK_BACK);
  for (const attempt of attempts) {
    if (attempt.status !== 'running') continue;
    const done = published !== null && isOf(published, attempt);
    await deps.ledger.record({
      ...attempt,
      status: done ? 'published' : 'failed',
      finishedAt: deps.clock.now(),
      outcome: done ? published.version : 'ended without a word; the steps that it staged are used by the next attempt',
    });
  }
}

function isOf({ version, publishedAt }: Pointer, { referenceTime, startedAt }: IngestRecord): boolean {
  return version.startsWith(formatRun(referenceTime)) && publishedAt >= startedAt;
}

/** "2026112006-5f3a09c1", with what it lacks. */
function inWords({ version, absent }: PublishedIngest): string {
  return [version, describeAbsent(absent)].filter((part) => part !== null).join(' ');
}

function tellOutcome(session: IngestSession, outcome: IngestOutcome): void {
  if (outcome.kind !== 'published') return;
  const { seconds, traffic, version, referenceTime } = outcome;
  const feed = session.feed.id;
  const rounded = Object.fromEntries(
    Object.entries(seconds).map(([stage, value]) => [stage, Math.round(value * 10) / 10]),
  );
  const lacks = describeAbsent(outcome.absent);
  if (lacks !== null) {
    session.deps.log.warn({ feed, version, absent: outcome.absent }, 'the upstream lacked elements; they stay missing');
    session.tell('absent', `${version} is ${lacks}`, { version, ...outcome.absent }, true);
  }
  session.deps.log.info({ feed, version, ...traffic, reused: outcome.reused, seconds: rounded }, 'run published');
  const text = `published ${version}: ${(traffic.bytes / 1e6).toFixed(1)} MB in ${traffic.requests} requests, ${seconds.total.toFixed(1)} s`;
  const facts = { run: formatRun(referenceTime), version, ...traffic, reused: outcome.reused, ...rounded };
  session.tell('published', text, facts, true);
}
