/**
 * Ingesting a feed: the newest whole run, or files given by hand.
 *
 *   lock → choose → stage the run → stage what stands before and behind it → build → publish → tidy up
 *
 * A failure anywhere changes nothing that is published, is written to the ledger, and leaves the staged slices for the
 * next attempt.
 */

import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError, isTagged, UpstreamError } from '../base/errors.js';
import { type DatasetId, datasetTitle } from '../model/dataset.js';
import { feedOf, isInRegion } from '../sources/feeds.js';
import { formatRun, isRunOf, parseRun } from '../sources/runs.js';
import { readPointer } from '../store/versions/pointer.js';
import { absentElements } from './absent-elements.js';
import type { ModelContext } from './context.js';
import { buildCube, isSliceDefect, type StagedSlice, versionName } from './cube/cube-build.js';
import { timesOfSlices } from './cube/cube-plan.js';
import { endingOf, faultOf } from './ingest-fault.js';
import { closeAbandoned, keepChoice, keepLedger } from './ingest-ledger.js';
import type { IngestOutcome } from './ingest-outcome.js';
import { type IngestSession, nameOfRun, openSession } from './ingest-session.js';
import { candidateRuns, newestWholeRun, noWholeRun } from './newest-run.js';
import { locked } from './poll/frame.js';
import { forgetOutside, isKnownOutside, rememberOutside, saysOutside } from './region-memory.js';
import {
  partsOfPast,
  partsOfTail,
  runAfter,
  type StepOfRun,
  stepsOfPart,
  stepsOfRun,
  timeAxis,
  timesOf,
} from './run-steps.js';
import { stageFiles } from './staging/file-staging.js';
import type { SliceOrigin } from './staging/staging-area.js';
import { stageOthers, stageRun } from './staging/step-staging.js';

/** Damaged slices are staged again and the cube is begun anew, so often. */
const BUILD_ATTEMPTS = 3;
/** A version begins with the name of its run, "2026112006". */
const RUN_NAME = 10;
/**
 * A run of which this share is staged is finished before a newer one is begun. On a slow line each run would otherwise be
 * replaced before it is complete; on a fast one the rest takes a minute or two.
 */
const WORTH_FINISHING = 0.25;

/**
 * Ingests the newest run of the feed that is whole, or one that an earlier ingest has begun, or the given one.
 *
 * @param run  reference time, epoch seconds
 * @throws UpstreamError  a step cannot be had, or there is no whole run and nothing was published
 * @throws DeadlineError  the downloads did not end in time; what is staged is used by the next ingest
 * @throws DirectoryLockedError  another ingest of the feed is running
 * @throws RangeError  there is no such feed
 */
export function ingestLatest(deps: ModelContext, feed: DatasetId, run?: number): Promise<IngestOutcome> {
  return inSession(deps, feed, async (session) => {
    if (!isInRegion(session.feed, deps.region)) return outsideRegion(session, false);
    const { directory } = session.staging;
    if (run !== undefined) await forgetOutside(directory);
    if (await isKnownOutside(directory, originOf(session))) return outsideRegion(session, false);
    const published = await publishedVersion(session);
    const newest = run ?? (await newestRun(session, published));
    if (isPublished(session, published, newest)) return nothingNew(session, newest);
    const begun = run === undefined ? await begunRun(session, published, newest) : null;
    return (begun === null ? null : await finish(session, begun, newest)) ?? (await ingestRun(session, newest));
  });
}

function ingestRun(session: IngestSession, referenceTime: number): Promise<IngestOutcome> {
  const steps = stepsOfRun(session.runs, referenceTime).length;
  return keepLedger(session, referenceTime, steps, () => publishWhereItIs(session, referenceTime));
}

/** Null where the upstream does not let the run be finished: then the newest takes its place at once. */
async function finish(session: IngestSession, begun: number, newest: number): Promise<IngestOutcome | null> {
  try {
    return await ingestRun(session, begun);
  } catch (error) {
    if (!isTagged(error, 'upstream') || session.downloading?.aborted) throw error;
    const { id } = session.feed;
    const text = `${nameOfRun(id, begun)} cannot be finished, ${nameOfRun(id, newest)} takes its place`;
    session.tell('given-up', text, { run: formatRun(begun), ...faultOf(error) }, true);
    return null;
  }
}

/**
 * Ingests GRIB2 files or addresses of the feed: all steps that they hold, as one cube.
 *
 * @throws UpstreamError  a file cannot be read, or holds nothing that is wanted
 */
export function ingestFiles(deps: ModelContext, feed: DatasetId, from: readonly string[]): Promise<IngestOutcome> {
  return inSession(deps, feed, async (session) => {
    const slices = await stageFiles(session, from);
    const headers = slices.map(({ header }) => header);
    const referenceTime = Math.max(...headers.map((header) => header.referenceTime));
    const name = `${formatRun(referenceTime)}-files`;
    return keepLedger(session, referenceTime, slices.length, async () => {
      const version = await buildCube(session, { name, referenceTime, slices, times: timesOfSlices(headers) });
      await session.staging.sweep();
      return outcome(session, version, referenceTime, slices, 0);
    });
  });
}

async function inSession(
  deps: ModelContext,
  feed: DatasetId,
  work: (session: IngestSession) => Promise<IngestOutcome>,
): Promise<IngestOutcome> {
  const session = openSession(deps, feed);
  try {
    return await locked(deps, feed, async () => {
      await session.staging.sweep();
      await closeAbandoned(session, await readPointer(deps.objects, feed));
      return work(session);
    });
  } catch (error) {
    const event = endingOf(session.deps, error);
    const fault = faultOf(error);
    const text = `ingest of ${datasetTitle(feed)} ${event}: ${fault.reason}`;
    session.tell(event, text, { ...fault, staged: session.counts.staged });
    throw error;
  } finally {
    await session.close();
  }
}

/**
 * Reference time of a run that a person names: "2026112006".
 *
 * @throws ConfigError  when the feed has no such run
 */
export function runNamed(feed: DatasetId, text: string): number {
  const referenceTime = parseRun(text);
  if (referenceTime === null || !isRunOf(feedOf('model', feed), referenceTime))
    throw new ConfigError('--run', `must be YYYYMMDDHH with an hour at which ${datasetTitle(feed)} runs`, text);
  return referenceTime;
}

async function publishedVersion({ deps, feed }: IngestSession): Promise<string | null> {
  return (await readPointer(deps.objects, feed.id))?.version ?? null;
}

function isPublished(session: IngestSession, published: string | null, referenceTime: number): boolean {
  const name = versionName(session, referenceTime);
  return published === name || (published?.startsWith(`${name}-`) ?? false);
}

/** The published run, or the newest whole one if that is newer: a clock that goes back must not take the data along. */
async function newestRun(session: IngestSession, published: string | null): Promise<number> {
  const { deps, feed, source } = session;
  const runs = candidateRuns(feed, deps.clock.now());
  const named = runOf(published);
  const known = named !== null && isPublished(session, published, named) ? named : null;
  return keepChoice(session, runs[0]!, async () => {
    const newer = known === null ? runs : runs.filter((run) => run > known);
    const run = (await newestWholeRun(source, newer, session.downloading)) ?? known;
    if (run === null) throw noWholeRun(feed, deps.source.baseUrl, runs);
    return run;
  });
}

/** Reference time of the run that a version was made of. */
function runOf(version: string | null): number | null {
  return version === null ? null : parseRun(version.slice(0, RUN_NAME));
}

/** A run between the published and the newest whole one that is worth finishing before the newest; null: there is none. */
async function begunRun(session: IngestSession, published: string | null, newest: number): Promise<number | null> {
  const after = runOf(published) ?? Number.NEGATIVE_INFINITY;
  const runs = candidateRuns(session.feed, session.deps.clock.now()).filter((run) => run > after && run < newest);
  let least = WORTH_FINISHING;
  for (const run of [newest, ...runs]) {
    const steps = stepsOfRun(session.runs, run);
    const share = (await readSlices(session, steps)).length / steps.length;
    if (run !== newest && share >= least) return run;
    if (run === newest) least = Math.max(least, share);
  }
  return null;
}

function nothingNew(session: IngestSession, referenceTime: number): IngestOutcome {
  const text = `${nameOfRun(session.feed.id, referenceTime)} is published already, nothing newer is whole`;
  session.tell('nothing-new', text, { run: formatRun(referenceTime), referenceTime }, true);
  return { kind: 'nothing-new', referenceTime };
}

function originOf({ deps }: IngestSession): SliceOrigin {
  return { simulated: deps.source.simulated, region: deps.region };
}

/** @param isNews  false where it was known before */
function outsideRegion(session: IngestSession, isNews: boolean): IngestOutcome {
  const title = datasetTitle(session.feed.id);
  if (isNews) session.deps.log.info({ feed: session.feed.id }, 'the feed has nothing in the region and is left out');
  const facts = { contacted: isNews };
  session.tell('outside-region', `${title} has nothing in the region and is left out`, facts, true);
  return { kind: 'outside-region' };
}

async function publishWhereItIs(session: IngestSession, referenceTime: number): Promise<IngestOutcome> {
  try {
    return await publishRun(session, referenceTime);
  } catch (error) {
    if (!saysOutside(error)) throw error;
    await rememberOutside(session.staging.directory, originOf(session));
    return outsideRegion(session, true);
  }
}

async function publishRun(session: IngestSession, referenceTime: number): Promise<IngestOutcome> {
  for (let attempt = 1; ; attempt++) {
    await stageRun(session, referenceTime);
    const others = await stageOthers(session, referenceTime);
    const run = stepsOfRun(session.runs, referenceTime);
    const slices = await onOneGrid(session, await readSlices(session, [...run, ...others]), attempt === 1);
    if (slices === null) continue;
    try {
      const times = wholeAxis(session, referenceTime, slices);
      const name = versionName(session, referenceTime);
      const version = await buildCube(session, { name, referenceTime, slices, times });
      await tidyUp(session, referenceTime);
      const pastSteps = slices.filter(({ header }) => header.referenceTime < referenceTime).length;
      return outcome(session, version, referenceTime, slices, pastSteps);
    } catch (error) {
      if (!isSliceDefect(error, slices) || attempt === BUILD_ATTEMPTS) throw error;
      session.deps.log.warn({ path: error.key, rule: error.rule }, 'a staged slice is damaged and is fetched again');
      await rm(error.key, { force: true });
    }
  }
}

/**
 * Slices that stand on the grid of the newest run. Others were staged when the upstream had another grid: at first they
 * are removed to be fetched again (null), and what then still differs is left out, which only earlier runs may.
 *
 * @throws UpstreamError "framing"  steps of the run itself differ for good
 */
async function onOneGrid(
  session: IngestSession,
  slices: readonly StagedSlice[],
  again: boolean,
): Promise<readonly StagedSlice[] | null> {
  const newest = slices.reduce((last, slice) =>
    slice.header.referenceTime > last.header.referenceTime ? slice : last,
  );
  const isStranger = ({ header }: StagedSlice): boolean => !isDeepStrictEqual(header.grid, newest.header.grid);
  const strangers = slices.filter(isStranger);
  if (strangers.length === 0) return slices;
  session.deps.log.warn({ slices: strangers.length, again }, 'staged slices stand on another grid');
  for (const { path } of strangers) await rm(path, { force: true });
  if (again) return null;
  const own = strangers.find(({ header }) => header.referenceTime === newest.header.referenceTime);
  if (own) throw new UpstreamError('framing', own.path, 'steps of one run stand on different grids');
  return slices.filter((slice) => !isStranger(slice));
}

/**
 * The axis of the cube. Without a past it begins where the first totals do: HRRR's with its analysis, that of GEFS three
 * hours before its first step, with nothing known there.
 */
function wholeAxis({ runs }: IngestSession, referenceTime: number, slices: readonly StagedSlice[]): number[] {
  const axis = timeAxis(runs, referenceTime);
  if (runs.feed.pastSeconds > 0) return axis;
  const first = slices.filter(({ header }) => header.validTime === axis[0]);
  const [begin] = timesOfSlices(first.map(({ header }) => header));
  return begin === undefined || begin >= axis[0]! ? axis : [begin, ...axis];
}

async function readSlices({ staging }: IngestSession, steps: readonly StepOfRun[]): Promise<StagedSlice[]> {
  const found = await Promise.all(
    steps.map(async (step) => {
      const path = staging.pathOf(step);
      return { path, header: await staging.find(path, timesOf(step)) };
    }),
  );
  return found.flatMap(({ path, header }) => (header === null ? [] : [{ path, header }]));
}

/** Leaves the slices that the next run needs before and behind it, and those of newer runs; removes the others. */
async function tidyUp({ staging, runs }: IngestSession, referenceTime: number): Promise<void> {
  const next = runAfter(runs.feed, referenceTime);
  const needed = [...partsOfPast(runs, next), ...partsOfTail(runs, next)].flatMap(stepsOfPart);
  await staging.keepOnly(new Set(needed.map((step) => staging.pathOf(step))), referenceTime);
}

function outcome(
  session: IngestSession,
  version: string,
  referenceTime: number,
  slices: readonly StagedSlice[],
  pastSteps: number,
): IngestOutcome {
  const { counts, seconds } = session;
  return {
    kind: 'published',
    version,
    referenceTime,
    steps: slices.length - pastSteps,
    pastSteps,
    reused: counts.reused,
    absent: absentElements(slices.map(({ header }) => header)),
    traffic: session.http.traffic(),
    seconds,
  };
}
