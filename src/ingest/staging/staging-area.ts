/**
 * The directory of staged slices of one feed, and which of them can be used again.
 *
 *   <staging>/gfs.lock                             one ingest at a time
 *   <staging>/gfs/2026112006/lead-0010800.slice    one step of one run, its lead in seconds
 *   <staging>/gfs/files/…                          steps of files given by hand, until their cube is published
 *   <staging>/gfs/outside-region.json              the feed has nothing in the configured region
 *   <staging>/gfs/accepted-grid.json               the grid that the operator has accepted besides the feed's own
 */

import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Box } from '../../model/box.js';
import type { Grid } from '../../model/field.js';
import { formatRun, parseRun } from '../../sources/runs.js';
import type { StepOfRun } from '../run-steps.js';
import { openSlice, UNFINISHED } from './slice-file.js';
import type { SliceHeader } from './slice-format.js';
import type { StepTimes } from './step-selection.js';

export interface StagingArea {
  /** Also the name that is locked. */
  readonly directory: string;
  pathOf(step: StepOfRun): string;
  filePathOf(name: string): string;
  /** The slice's header when it is whole and of this origin; null when it must be fetched. */
  find(path: string, times: StepTimes): Promise<SliceHeader | null>;
  /** Removes what a kill left half written, and slices of files. */
  sweep(): Promise<void>;
  /** Keeps these paths and the slices of runs after `referenceTime`, and removes every other slice. */
  keepOnly(paths: ReadonlySet<string>, referenceTime: number): Promise<void>;
}

export interface SliceOrigin {
  readonly simulated: boolean;
  readonly region: Box | null;
}

const FILES = 'files';
/** 35 days in seconds. */
const LEAD_DIGITS = 7;

/** @param isKnown  whether the feed may stand on a grid, cut as the region has it; slices on others are fetched again */
export function openStagingArea(
  directory: string,
  origin: SliceOrigin,
  log: Log,
  isKnown: (grid: Grid) => boolean = () => true,
): StagingArea {
  return {
    directory,
    pathOf: ({ referenceTime, lead }) =>
      join(directory, formatRun(referenceTime), `lead-${String(lead).padStart(LEAD_DIGITS, '0')}.slice`),
    filePathOf: (name) => join(directory, FILES, name),
    async find(path, times) {
      const header = await readHeader(path, log);
      return header !== null && isOf(header, origin, times) && isKnown(header.grid) ? header : null;
    },
    async sweep() {
      await rm(join(directory, FILES), { recursive: true, force: true });
      for (const path of await filesUnder(directory)) if (path.endsWith(UNFINISHED)) await rm(path, { force: true });
    },
    async keepOnly(paths, referenceTime) {
      const isNewer = (path: string): boolean => (parseRun(basename(dirname(path))) ?? referenceTime) > referenceTime;
      for (const path of await filesUnder(directory))
        if (!paths.has(path) && !isNewer(path)) await rm(path, { force: true });
      for (const run of await namesIn(directory))
        if (run === FILES || (parseRun(run) !== null && (await namesIn(join(directory, run))).length === 0))
          await rm(join(directory, run), { recursive: true, force: true });
    },
  };
}

/** Null when there is none or it is damaged: both mean that it is fetched. */
async function readHeader(path: string, log: Log): Promise<SliceHeader | null> {
  try {
    const slice = await openSlice(path);
    await slice?.close();
    return slice?.header ?? null;
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    log.warn({ path, rule: error.rule, offset: error.offset }, 'a staged slice is damaged and is fetched again');
    return null;
  }
}

function isOf(header: SliceHeader, { simulated, region }: SliceOrigin, times: StepTimes): boolean {
  return (
    header.simulated === simulated &&
    JSON.stringify(header.region) === JSON.stringify(region) &&
    header.referenceTime === times.referenceTime &&
    header.validTime === times.validTime
  );
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    // a file that someone put among the folders is none of ours
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

async function filesUnder(directory: string): Promise<string[]> {
  const folders = await namesIn(directory);
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await namesIn(join(directory, folder))).map((name) => join(directory, folder, name)),
    ),
  );
  return files.flat();
}
