/**
 * Getting the slices of a run: what is staged is used, what is not is downloaded, decoded and staged.
 *
 * A part is tried three times: by its index, then as a whole file (the index may belong to another file), then by its
 * index again (what was damaged may have been the way here). Time-outs and the like have been tried again before, in
 * the download itself.
 */

import { DeadlineError, isTagged, type UpstreamError } from '../../base/errors.js';
import { inLanes } from '../../base/lanes.js';
import { type RetryVerdict, retry } from '../../base/retry.js';
import type { PartMessages } from '../../sources/feed-source.js';
import { saysAbsent } from '../../sources/http-download.js';
import type { FeedPart } from '../../sources/model-feed.js';
import { formatRun } from '../../sources/runs.js';
import { type IngestSession, nameOfRun } from '../ingest-session.js';
import { partsOfPast, partsOfRun, partsOfTail, type StepOfRun, stepsOfPart, timesOf } from '../run-steps.js';
import { messagesByTime } from './part-messages.js';
import { isWantedMessage } from './step-selection.js';

const ATTEMPTS = { attempts: 3, firstPauseSeconds: 1, longestPauseSeconds: 10 };
/** Steps under way per thread: one is worked on while another is downloaded and a third written. */
const STEPS_PER_LANE = 3;
/**
 * How long after its usual time a run waits for what it can do without, s: a file of which others of its part have what
 * is required (a member of the ensemble, a species of the air), and a few steps. What is published then without them is
 * not published again.
 */
const PATIENCE = 3600;
/** Of so many parts one may be missing for good: an occasional file of HRRR is defective, and is never replaced. */
const PARTS_FOR_ONE = 15;
/** After so many parts of earlier runs that could not be had the rest is left missing: the run must not wait for them. */
const PAST_FAILURES = 3;

/**
 * Stages every step of the run.
 *
 * A few parts may stay away from a late run if the upstream says that they are not there, or has them damaged; never the
 * first, which may carry the height of the ground.
 *
 * @throws UpstreamError  the first part that cannot be had and cannot be missed
 * @throws DeadlineError  parts are left for the next ingest
 * @throws ConfigError  the region lies outside the feed's grid
 */
export async function stageRun(session: IngestSession, referenceTime: number): Promise<void> {
  const parts = partsOfRun(session.runs, referenceTime);
  const tell = stepTeller(session, 'step', parts);
  let spare = isLate(session, referenceTime) ? Math.floor(parts.length / PARTS_FOR_ONE) : 0;
  await stageEach(session, await missingOf(session, parts, tell), async (part, signal) => {
    try {
      await stagePart(session, part, tell, signal);
    } catch (error) {
      const isFirst = part.files === parts[0]!.files;
      if (signal.aborted || isFirst || !isGoneForGood(error) || spare-- <= 0) throw error;
      session.deps.log.warn({ ...describePart(part), error: error.message }, 'a step of the run stays missing');
    }
  });
}

/** The parts, cut to the leads that are not staged yet. */
async function missingOf(session: IngestSession, parts: readonly FeedPart[], tell: StepTeller): Promise<FeedPart[]> {
  const missing: FeedPart[] = [];
  for (const part of parts) {
    const leads: number[] = [];
    for (const step of stepsOfPart(part)) {
      if ((await session.staging.find(session.staging.pathOf(step), timesOf(step))) === null) leads.push(step.lead);
      else {
        session.counts.reused++;
        tell(step, 'reused');
      }
    }
    if (leads.length > 0) missing.push({ ...part, leads });
  }
  return missing;
}

/**
 * Does the work for the first part, then for the others side by side. The first shows whether the feed has anything in
 * the region, and how long a part takes.
 *
 * With a deadline, only so many parts are under way, and only those are begun, that end in the time that is left: six
 * files of HRRR at once need half an hour at 57 KB/s, and when it is over none of them would be whole.
 *
 * @throws DeadlineError  parts are left
 */
async function stageEach(
  session: IngestSession,
  parts: readonly FeedPart[],
  work: (part: FeedPart, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { deadline } = session.deps;
  const remaining = (): number => deadline?.remaining() ?? Number.POSITIVE_INFINITY;
  let longest = 0;
  let left = 0;
  const inTime = async (part: FeedPart, signal: AbortSignal): Promise<void> => {
    if (remaining() <= longest) {
      left++;
      return;
    }
    const begun = performance.now();
    await work(part, signal);
    longest = Math.max(longest, (performance.now() - begun) / 1000);
  };
  for (const group of [parts.slice(0, 1), parts.slice(1)]) {
    const fitting = longest === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(remaining() / longest));
    await inLanes(group, Math.min(fitting, partsAtOnce(session, group)), inTime, session.downloading);
  }
  if (deadline !== undefined && left > 0) throw new DeadlineError(deadline.seconds);
}

function isLate({ deps, feed }: IngestSession, referenceTime: number): boolean {
  return deps.clock.now() > referenceTime + feed.latency + PATIENCE;
}

function isGoneForGood(error: unknown): error is UpstreamError {
  return isTagged(error, 'upstream') && (['framing', 'grid'].includes(error.fault) || saysAbsent(error.status));
}

/**
 * Parts under way together. One of several leads counts as as many steps: sub-hourly HRRR has 50 MB in each, so of these
 * one is downloaded while another is worked on.
 */
function partsAtOnce({ work }: IngestSession, parts: readonly FeedPart[]): number {
  const leads = Math.max(1, ...parts.map((part) => part.leads.length));
  return Math.max(2, Math.floor((work.lanes * STEPS_PER_LANE) / leads));
}

/**
 * Stages the steps of earlier runs that stand before and behind the run, oldest first. Those that cannot be had stay away.
 *
 * @throws DeadlineError  parts are left for the next ingest
 */
export async function stageOthers(session: IngestSession, referenceTime: number): Promise<StepOfRun[]> {
  const parts = [...partsOfPast(session.runs, referenceTime), ...partsOfTail(session.runs, referenceTime)];
  const tell = stepTeller(session, 'past', parts);
  const failed = new Set<FeedPart['files']>();
  let failures = 0;
  await stageEach(session, await missingOf(session, parts, tell), async (part, signal) => {
    try {
      if (failures < PAST_FAILURES) await stagePart(session, part, tell, signal);
      else failed.add(part.files);
    } catch (error) {
      if (!isTagged(error, 'upstream') || signal.aborted) throw error;
      failed.add(part.files);
      // a run that is not kept any more is no trouble of the upstream: go on asking for the others
      if (!saysAbsent(error.status)) failures++;
      session.deps.log.warn({ ...describePart(part), error: error.message }, 'a step of an earlier run stays missing');
    }
  });
  return parts.filter(({ files }) => !failed.has(files)).flatMap(stepsOfPart);
}

type StepTeller = (step: StepOfRun, how: 'reused' | 'staged') => void;

async function stagePart(session: IngestSession, part: FeedPart, tell: StepTeller, signal: AbortSignal): Promise<void> {
  const { deps, sleep } = session;
  const staged = new Set<number>();
  await retry((attempt) => fetchAndStage(session, part, staged, { whole: attempt === 2, tell, signal }), {
    policy: ATTEMPTS,
    random: deps.random,
    sleep,
    signal,
    judge: judgePart,
    onRetry: (error, attempt) =>
      deps.log.debug(
        { ...describePart(part), attempt, error: String(error) },
        'a step is not what it should be, again',
      ),
  });
}

function judgePart(error: unknown): RetryVerdict {
  return { again: isTagged(error, 'upstream') && error.fault === 'framing' };
}

interface Attempt {
  readonly whole: boolean;
  readonly tell: StepTeller;
  readonly signal: AbortSignal;
}

/** @param done  leads that an attempt before has staged; those of this one are added */
async function fetchAndStage(
  session: IngestSession,
  part: FeedPart,
  done: Set<number>,
  { whole, tell, signal }: Attempt,
): Promise<void> {
  const { feed, seconds, counts } = session;
  const withStatics = session.leadOfStatics(part.referenceTime);
  const wanted = { ...part, leads: part.leads.filter((lead) => !done.has(lead)) };
  const begun = performance.now();
  const fetched = await session.source.fetchPart(wanted, {
    statics: wanted.leads.includes(withStatics),
    whole,
    mayLackFiles: isLate(session, part.referenceTime),
    isWanted: (message) => isWantedMessage(feed, message),
    signal,
  });
  seconds.download += (performance.now() - begun) / 1000;
  const messagesOf = wanted.leads.length === 1 ? () => fetched.messages : messagesByTime(fetched);
  const stageOne = async (step: StepOfRun): Promise<void> => {
    const messages = messagesOf(timesOf(step).validTime);
    await stageStepOf(session, step, { url: fetched.url, messages }, step.lead === withStatics);
    counts.staged++;
    done.add(step.lead);
    tell(step, 'staged');
  };
  await inLanes(stepsOfPart(wanted), session.work.lanes, stageOne, signal);
}

async function stageStepOf(
  session: IngestSession,
  step: StepOfRun,
  { url, messages }: Pick<PartMessages, 'url' | 'messages'>,
  statics: boolean,
): Promise<void> {
  const { deps, feed, seconds, staging } = session;
  const staged = await session.work.stage({
    feed: feed.id,
    messages,
    origin: url,
    times: timesOf(step),
    strict: true,
    statics,
    region: deps.region,
    simulated: deps.source.simulated,
    accepted: session.grids.current(),
    path: staging.pathOf(step),
  });
  if (staged.damaged.length > 0)
    deps.log.warn({ origin: url, damaged: staged.damaged }, 'damaged fields are passed over');
  if (staged.acceptedGrid !== null) session.grids.note(staged.acceptedGrid);
  seconds.decode += staged.decode;
  seconds.pack += staged.pack;
  seconds.stage += staged.write;
}

function describePart({ referenceTime, leads }: FeedPart) {
  const [lead] = leads;
  return { run: formatRun(referenceTime), lead: lead ?? 0, ...(leads.length > 1 ? { leads: leads.length } : {}) };
}

function stepTeller(session: IngestSession, event: 'step' | 'past', parts: readonly FeedPart[]): StepTeller {
  const of = parts.reduce((sum, { leads }) => sum + leads.length, 0);
  let done = 0;
  return ({ referenceTime, lead }, how) => {
    const { requests, bytes } = session.http.traffic();
    const what = `${event === 'step' ? '' : 'before it, '}${nameOfRun(session.feed.id, referenceTime)}`;
    const text = `${what}: ${++done} of ${of} steps, ${(bytes / 1e6).toFixed(0)} MB`;
    session.tell(event, text, { run: formatRun(referenceTime), lead, done, of, how, requests, bytes });
  };
}
