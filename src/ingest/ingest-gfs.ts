/**
 * Ingesting GFS: the newest whole run, or files given by hand.
 *
 *   lock → choose → stage the run → stage the past → build → publish → tidy up
 *
 * A failure anywhere changes nothing that is published, is written to the ledger, and leaves the staged slices for the
 * next attempt.
 */

import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError, UpstreamError } from '../base/errors.js';
import { CYCLE_SECONDS, formatRun, newestCycles, parseRun } from '../sources/gfs/cycles.js';
import { readPointer } from '../store/grids/publication.js';
import { lockDirectory } from '../store/tables/directory-lock.js';
import { absentElements } from './absent-elements.js';
import { buildCube, isSliceDefect, type StagedSlice, versionName } from './cube-build.js';
import { timesOfSlices } from './cube-plan.js';
import { stageFiles } from './file-staging.js';
import type { IngestDependencies, IngestOutcome } from './ingest-dependencies.js';
import { closeAbandoned, keepLedger } from './ingest-ledger.js';
import { GFS_DATASET, type IngestSession, nameOfRun, openSession } from './ingest-session.js';
import { LOOK_BACK, newestWholeRun, noWholeRun } from './newest-run.js';
import { pastSteps, type StepOfRun, stagePast, stageRun, timesOf } from './step-staging.js';

/** Damaged slices are staged again and the cube is begun anew, so often. */
const BUILD_ATTEMPTS = 3;
/** A version begins with the name of its run, "2026112006". */
const RUN_NAME = 10;

/**
 * Ingests the newest run whose last step is there, or the given one.
 *
 * @param run  reference time, epoch seconds
 * @throws UpstreamError  a step cannot be had, or there is no whole run and nothing was published
 * @throws DirectoryLockedError  another ingest of the feed is running
 */
export function ingestLatest(deps: IngestDependencies, run?: number): Promise<IngestOutcome> {
  return inSession(deps, async (session) => {
    const published = await publishedVersion(session);
    const referenceTime = run ?? (await newestRun(session, published));
    if (isPublished(session, published, referenceTime)) return nothingNew(session, referenceTime);
    return keepLedger(session, referenceTime, session.steps.length, () => publishRun(session, referenceTime));
  });
}

/**
 * Ingests GRIB2 files or addresses: all steps that they hold, as one cube.
 *
 * @throws UpstreamError  a file cannot be read, or holds nothing that is wanted
 */
export function ingestFiles(deps: IngestDependencies, from: readonly string[]): Promise<IngestOutcome> {
  return inSession(deps, async (session) => {
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
  deps: IngestDependencies,
  work: (session: IngestSession) => Promise<IngestOutcome>,
): Promise<IngestOutcome> {
  const session = openSession(deps);
  try {
    const lock = lockDirectory(session.staging.directory);
    try {
      await session.staging.sweep();
      await closeAbandoned(session, await readPointer(deps.objects, GFS_DATASET));
      return await work(session);
    } finally {
      lock.release();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const event = session.deps.signal?.aborted ? 'stopped' : 'failed';
    session.tell(event, `ingest ${event}: ${reason}`, { reason });
    throw error;
  } finally {
    await session.close();
  }
}

/**
 * Reference time of a run that a person names: "2026112006".
 *
 * @throws ConfigError  when there is no such run
 */
export function runNamed(text: string): number {
  const referenceTime = parseRun(text);
  if (referenceTime === null)
    throw new ConfigError('--run', 'must be YYYYMMDDHH with an hour of 00, 06, 12 or 18', text);
  return referenceTime;
}

async function publishedVersion({ deps }: IngestSession): Promise<string | null> {
  return (await readPointer(deps.objects, GFS_DATASET))?.version ?? null;
}

function isPublished(session: IngestSession, published: string | null, referenceTime: number): boolean {
  const name = versionName(session, referenceTime);
  return published === name || (published?.startsWith(`${name}-`) ?? false);
}

/** The published run, or the newest whole one if that is newer: a clock that goes back must not take the data along. */
async function newestRun(session: IngestSession, published: string | null): Promise<number> {
  const { deps, source, steps } = session;
  const lastStep = steps.at(-1)!;
  const cycles = newestCycles(deps.clock.now(), LOOK_BACK);
  const named = published === null ? null : parseRun(published.slice(0, RUN_NAME));
  const known = named !== null && isPublished(session, published, named) ? named : null;
  const newer = known === null ? cycles : cycles.filter((cycle) => cycle > known);
  const run = (await newestWholeRun(source, newer, lastStep, deps.signal)) ?? known;
  if (run === null) throw noWholeRun(deps.source.baseUrl, cycles, lastStep);
  return run;
}

function nothingNew(session: IngestSession, referenceTime: number): IngestOutcome {
  const text = `${nameOfRun(referenceTime)} is published already, nothing newer is whole`;
  session.tell('nothing-new', text, { run: formatRun(referenceTime) }, true);
  return { kind: 'nothing-new', referenceTime };
}

async function publishRun(session: IngestSession, referenceTime: number): Promise<IngestOutcome> {
  for (let attempt = 1; ; attempt++) {
    await stageRun(session, referenceTime);
    const past = await stagePast(session, referenceTime);
    const run = session.steps.map((stepHours) => ({ referenceTime, stepHours }));
    const slices = await onOneGrid(session, await readSlices(session, [...run, ...past]), attempt === 1);
    if (slices === null) continue;
    try {
      const times = timeAxis(referenceTime, session.steps);
      const name = versionName(session, referenceTime);
      const version = await buildCube(session, { name, referenceTime, slices, times });
      await tidyUp(session, referenceTime);
      return outcome(session, version, referenceTime, slices, slices.length - run.length);
    } catch (error) {
      if (!isSliceDefect(error, slices) || attempt === BUILD_ATTEMPTS) throw error;
      session.deps.log.warn({ path: error.key, rule: error.rule }, 'a staged slice is damaged and is fetched again');
      await rm(error.key, { force: true });
    }
  }
}

/**
 * Slices that stand on the grid of the newest step. Others were staged when the upstream had another grid: at first
 * they are removed to be fetched again (null), and what then still differs is left out, which only the past may.
 *
 * @throws UpstreamError "framing"  steps of the run itself differ for good
 */
async function onOneGrid(
  session: IngestSession,
  slices: readonly StagedSlice[],
  again: boolean,
): Promise<readonly StagedSlice[] | null> {
  const newest = slices.reduce((last, slice) => (slice.header.validTime > last.header.validTime ? slice : last));
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

/** 48 hours of the past, hour by hour, then the steps of the run. */
function timeAxis(referenceTime: number, steps: readonly number[]): number[] {
  const past = pastSteps(referenceTime).map((step) => timesOf(step).validTime);
  const ahead = steps.map((stepHours) => timesOf({ referenceTime, stepHours }).validTime);
  return [...new Set([...past, ...ahead])].sort((a, b) => a - b);
}

async function readSlices({ staging }: IngestSession, steps: readonly StepOfRun[]): Promise<StagedSlice[]> {
  const found = await Promise.all(
    steps.map(async (step) => {
      const path = staging.pathOf(step.referenceTime, step.stepHours);
      return { path, header: await staging.find(path, timesOf(step)) };
    }),
  );
  return found.flatMap(({ path, header }) => (header === null ? [] : [{ path, header }]));
}

/** Leaves the slices that the next run needs for its past, and removes the others. */
async function tidyUp({ staging }: IngestSession, referenceTime: number): Promise<void> {
  const next = pastSteps(referenceTime + CYCLE_SECONDS);
  await staging.keepOnly(new Set(next.map((step) => staging.pathOf(step.referenceTime, step.stepHours))));
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
