/** How the forecast stands: every source that was ever published, its run and its age. */

import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { CubeDescription, CubeShelf, OpenCube } from '../../model/cube.js';
import { DATASETS, type DatasetId, datasetTitle } from '../../model/dataset.js';
import type { ProductStatus, SourceStatus } from '../../model/product.js';
import { formatInstant } from '../../model/time.js';
import { freshnessOf, isStale } from '../../query/layers/freshness.js';
import { WEATHER_SOURCES } from '../../query/layers/layer-table.js';
import type { ElevationLookup } from '../../query/place/elevation.js';

const PRODUCT = 'forecast';

interface Published {
  readonly shelf: CubeShelf;
  readonly clock: Clock;
  readonly elevationAt?: ElevationLookup;
  readonly machineClock?: Clock;
}

interface Run {
  readonly description: CubeDescription;
  /** The newest cannot be opened, this is the one before: answers stand on it. */
  readonly isPrevious: boolean;
}

/** The run that answers stand on; null when there is none, the error when there is one and none can be read. */
async function publishedRun(shelf: CubeShelf, dataset: DatasetId): Promise<Run | null | Error> {
  const newest = await runOf(() => shelf.open(dataset), false);
  if (!(newest instanceof Error)) return newest;
  const before = await runOf(() => shelf.openPrevious(dataset), true);
  return before === null || before instanceof Error ? newest : before;
}

async function runOf(open: () => Promise<OpenCube | null>, isPrevious: boolean): Promise<Run | null | Error> {
  try {
    const cube = await open();
    cube?.release();
    return cube && { description: cube.description, isPrevious: isPrevious || cube.isPrevious === true };
  } catch (error) {
    if (isTagged(error, 'object-defect') || isTagged(error, 'object-missing')) return error;
    throw error;
  }
}

function versionOf(run: Run | null | Error): string {
  return run instanceof Error ? 'defective' : (run?.description.version ?? 'none');
}

/**
 * The published versions of all datasets and of the terrain as one text. Kept for a second of the machine's clock, where
 * there is one.
 */
export function versionsOf({ shelf, elevationAt, machineClock }: Published): () => Promise<string> {
  const look = async () => {
    const runs = await Promise.all(DATASETS.map(({ id }) => publishedRun(shelf, id)));
    return [...runs.map(versionOf), (await elevationAt?.version?.()) ?? 'none'].join('+');
  };
  let known: Promise<string> | null = null;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (machineClock === undefined) return look();
    const now = machineClock.now();
    if (known !== null && now < until && now >= until - 1) return known;
    until = now + 1;
    known = look();
    known.catch(() => {
      known = null;
    });
    return known;
  };
}

/** "The newest run of GFS is of …, more than 14 hours ago." */
export function lateMessage({ dataset, referenceTime }: Pick<CubeDescription, 'dataset' | 'referenceTime'>): string {
  const hours = freshnessOf(dataset).staleAfter / 3600;
  return `The newest run of ${datasetTitle(dataset)} is of ${formatInstant(referenceTime)}, more than ${hours} hours ago.`;
}

/** Ready while any source of the weather is in time; stale when all that can be read are late. */
export async function statusOf({ shelf, clock }: Published): Promise<ProductStatus> {
  const now = clock.now();
  const found = await Promise.all(DATASETS.map(async ({ id }) => ({ id, run: await publishedRun(shelf, id) })));
  const sources = found.flatMap(({ id, run }) => (run === null ? [] : [sourceStatus(id, run, now)]));
  const readable = found.flatMap(({ id, run }) => (run === null || run instanceof Error ? [] : [{ id, run }]));
  const weather = readable.filter(({ id }) => WEATHER_SOURCES.includes(id));
  if (weather.length === 0) return { ...nothingOf(found), sources };
  const inTime = weather.filter(({ id, run }) => !isStale(id, run.description.referenceTime, now));
  const [newest] = weather.map(({ run }) => run.description).sort((a, b) => b.referenceTime - a.referenceTime);
  const { createdAt: updatedAt, referenceTime } = newest!;
  return {
    product: PRODUCT,
    state: inTime.length > 0 ? 'ready' : 'stale',
    updatedAt,
    referenceTime,
    detail: inTime.length > 0 ? detailOf(readable, now) : lateMessage(newest!),
    sources,
  };
}

function nothingOf(found: readonly { id: DatasetId; run: Run | null | Error }[]) {
  const defect = found.find(({ id, run }) => run instanceof Error && WEATHER_SOURCES.includes(id))?.run;
  const detail = defect instanceof Error ? defect.message : 'no model run has been ingested yet';
  return { product: PRODUCT, state: 'unavailable', updatedAt: null, referenceTime: null, detail } as const;
}

function sourceStatus(source: DatasetId, run: Run | Error, now: number): SourceStatus {
  if (run instanceof Error) return { source, state: 'unavailable', referenceTime: null, updatedAt: null };
  const { referenceTime, createdAt: updatedAt } = run.description;
  return { source, state: isStale(source, referenceTime, now) ? 'stale' : 'ready', referenceTime, updatedAt };
}

/** "gfs run of 2026-11-20T06:00:00Z, hrrr run of 2026-11-20T09:00:00Z (late)" */
function detailOf(runs: readonly { id: DatasetId; run: Run }[], now: number): string {
  return runs
    .map(({ id, run: { description, isPrevious } }) => {
      const late = isStale(id, description.referenceTime, now) ? ' (late)' : '';
      const previous = isPrevious ? ' (the newest cannot be read)' : '';
      return `${id} run of ${formatInstant(description.referenceTime)}${late}${previous}`;
    })
    .join(', ');
}
