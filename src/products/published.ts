/** What is published: the run of each dataset that answers stand on, and all of them as one text. */

import type { Clock } from '../base/clock.js';
import { isUnreadable } from '../base/errors.js';
import { type Period, shareInPeriod } from '../base/shared-value.js';
import type { CubeDescription, CubeShelf, OpenCube } from '../model/cube.js';
import { DATASETS, type DatasetId } from '../model/dataset.js';
import type { Learning } from '../query/learned/learned.js';
import type { ElevationLookup } from '../query/place/elevation.js';
import type { SurfaceAnalysis } from '../query/surface/surface-analysis.js';

export interface Published {
  readonly shelf: CubeShelf;
  readonly clock: Clock;
  readonly elevationAt?: ElevationLookup;
  /** Corrections by station reports; without it there are none. */
  readonly surface?: Pick<SurfaceAnalysis, 'version'>;
  /** Corrections learned from verified forecasts; without it there are none. */
  readonly learning?: Pick<Learning, 'version'>;
  /** While it is the same, so are the published versions; without it they are looked up each time. */
  readonly period?: Period;
}

export interface PublishedRun {
  readonly description: CubeDescription;
  /** The newest cannot be opened, this is the one before: answers stand on it. */
  readonly isPrevious: boolean;
}

/** The run that answers stand on; null when there is none, the error when there is one and none can be read. */
export async function publishedRun(shelf: CubeShelf, dataset: DatasetId): Promise<PublishedRun | null | Error> {
  const newest = await runOf(() => shelf.open(dataset), false);
  if (!(newest instanceof Error)) return newest;
  const before = await runOf(() => shelf.openPrevious(dataset), true);
  return before === null || before instanceof Error ? newest : before;
}

async function runOf(open: () => Promise<OpenCube | null>, isPrevious: boolean): Promise<PublishedRun | null | Error> {
  try {
    const cube = await open();
    cube?.release();
    return cube && { description: cube.description, isPrevious: isPrevious || cube.isPrevious === true };
  } catch (error) {
    if (isUnreadable(error)) return error;
    throw error;
  }
}

function versionOf(run: PublishedRun | null | Error): string {
  return run instanceof Error ? 'defective' : (run?.description.version ?? 'none');
}

/** The published versions of all datasets, of the terrain, of the station reports and of learned corrections as one text, looked up once in each period. */
export function versionsOf({ shelf, elevationAt, surface, learning, period }: Published): () => Promise<string> {
  const look = async () => {
    const runs = await Promise.all(DATASETS.map(({ id }) => publishedRun(shelf, id)));
    const others = [await elevationAt?.version?.(), await surface?.version(), await learning?.version()];
    return [...runs.map(versionOf), ...others.map((version) => version ?? 'none')].join('+');
  };
  return period === undefined ? look : shareInPeriod(period, look);
}

/** Answers name minutes, and hold for the whole of one. */
export function minuteOf(clock: Clock): number {
  return Math.floor(clock.now() / 60) * 60;
}
