/**
 * Getting the slices of a run: what is staged is used, what is not is downloaded, decoded and staged.
 *
 * A step is tried three times: by its index, then as a whole file (the index may belong to another file), then by its
 * index again (what was damaged may have been the way here). Time-outs and the like have been tried again before, in
 * the download itself.
 */

import { isTagged } from '../base/errors.js';
import { type RetryVerdict, retry } from '../base/retry.js';
import { CYCLE_SECONDS, formatRun } from '../sources/gfs/cycles.js';
import { saysAbsent } from '../sources/http-download.js';
import type { IngestSession } from './ingest-session.js';
import { nameOfRun } from './ingest-session.js';
import { forEachParallel } from './parallel.js';
import { isWantedMessage } from './step-selection.js';

const HOUR = 3600;
const ATTEMPTS = { attempts: 3, firstPauseSeconds: 1, longestPauseSeconds: 10 };
/** Steps under way per thread: one is worked on while another is downloaded and a third written. */
const STEPS_PER_LANE = 3;
/** How far back the time axis of a cube goes. */
const PAST_HOURS = 48;
/** After so many past steps that could not be had the rest is left missing: the run must not wait for them. */
const PAST_FAILURES = 3;

/** One step of one run. */
export interface StepOfRun {
  readonly referenceTime: number;
  readonly stepHours: number;
}

/**
 * Stages every step of the run.
 *
 * @throws UpstreamError  the first step that cannot be had
 */
export async function stageRun(session: IngestSession, referenceTime: number): Promise<void> {
  const steps = session.steps.map((stepHours) => ({ referenceTime, stepHours }));
  let done = 0;
  await forEachParallel(
    steps,
    session.work.lanes * STEPS_PER_LANE,
    async (step, signal) => {
      const how = await stageOne(session, step, signal);
      tellStep(session, 'step', step, ++done, steps.length, how);
    },
    session.deps.signal,
  );
}

/** Stages the steps of earlier runs that the past is made of, oldest first. Those that cannot be had stay away. */
export async function stagePast(session: IngestSession, referenceTime: number): Promise<StepOfRun[]> {
  const wanted = pastSteps(referenceTime);
  const staged: StepOfRun[] = [];
  let failures = 0;
  await forEachParallel(
    wanted,
    session.work.lanes * STEPS_PER_LANE,
    async (step, signal) => {
      if (failures >= PAST_FAILURES) return;
      try {
        const how = await stageOne(session, step, signal);
        staged.push(step);
        tellStep(session, 'past', step, staged.length, wanted.length, how);
      } catch (error) {
        if (!isTagged(error, 'upstream') || signal.aborted) throw error;
        // a run that is not kept any more is no trouble of the upstream: go on asking for the others
        if (!saysAbsent(error.status)) failures++;
        session.deps.log.warn({ ...describeStep(step), error: error.message }, 'a step of the past stays missing');
      }
    },
    session.deps.signal,
  );
  return staged;
}

/** Shortest leads of the earlier runs: f001 … f006 of each, for every hour of the past and the run's own time, in order. */
export function pastSteps(referenceTime: number): StepOfRun[] {
  const times = Array.from({ length: PAST_HOURS + 1 }, (_, hours) => referenceTime + (hours - PAST_HOURS) * HOUR);
  return times.map((time) => {
    const run = Math.ceil(time / CYCLE_SECONDS) * CYCLE_SECONDS - CYCLE_SECONDS;
    return { referenceTime: run, stepHours: (time - run) / HOUR };
  });
}

export function timesOf({ referenceTime, stepHours }: StepOfRun) {
  return { referenceTime, validTime: referenceTime + stepHours * HOUR };
}

async function stageOne(session: IngestSession, step: StepOfRun, signal: AbortSignal): Promise<'reused' | 'staged'> {
  const { staging, deps, sleep } = session;
  const path = staging.pathOf(step.referenceTime, step.stepHours);
  if ((await staging.find(path, timesOf(step))) !== null) {
    session.counts.reused++;
    return 'reused';
  }
  await retry((attempt) => fetchAndStage(session, step, path, attempt === 2, signal), {
    policy: ATTEMPTS,
    random: deps.random,
    sleep,
    signal,
    judge: judgeStep,
    onRetry: (error, attempt) =>
      deps.log.warn({ ...describeStep(step), attempt, error: String(error) }, 'a step is not what it should be, again'),
  });
  session.counts.staged++;
  return 'staged';
}

function judgeStep(error: unknown): RetryVerdict {
  return { again: isTagged(error, 'upstream') && error.fault === 'framing' };
}

async function fetchAndStage(
  session: IngestSession,
  step: StepOfRun,
  path: string,
  whole: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { deps, seconds } = session;
  const begun = performance.now();
  const options = { statics: step.stepHours === 0, whole, isWanted: isWantedMessage, signal };
  const fetched = await session.source.fetchStep(step.referenceTime, step.stepHours, options);
  seconds.download += (performance.now() - begun) / 1000;
  const staged = await session.work.stage({
    messages: fetched.messages,
    origin: fetched.url,
    times: timesOf(step),
    strict: true,
    statics: options.statics,
    region: deps.region,
    simulated: deps.source.simulated,
    path,
  });
  seconds.decode += staged.decode;
  seconds.pack += staged.pack;
  seconds.stage += staged.write;
}

function describeStep({ referenceTime, stepHours }: StepOfRun) {
  return { run: formatRun(referenceTime), step: stepHours };
}

function tellStep(
  session: IngestSession,
  event: 'step' | 'past',
  step: StepOfRun,
  done: number,
  of: number,
  how: 'reused' | 'staged',
): void {
  const { requests, bytes } = session.http.traffic();
  const what = event === 'step' ? nameOfRun(step.referenceTime) : 'the past 48 h';
  const text = `${what}: ${done} of ${of} steps, ${(bytes / 1e6).toFixed(0)} MB`;
  session.tell(event, text, { ...describeStep(step), done, of, how, requests, bytes });
}
