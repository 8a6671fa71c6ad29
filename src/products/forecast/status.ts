/** How the forecast stands: every source that was ever published, its run and its age. */

import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { CubeDescription, CubeShelf } from '../../model/cube.js';
import { DATASETS, type DatasetId, datasetTitle } from '../../model/dataset.js';
import type { ProductStatus, SourceStatus } from '../../model/product.js';
import { formatInstant } from '../../model/time.js';
import { freshnessOf, isStale } from '../../query/freshness.js';
import { WEATHER_SOURCES } from '../../query/layers.js';

const PRODUCT = 'forecast';

interface Published {
  readonly shelf: CubeShelf;
  readonly clock: Clock;
  readonly machineClock?: Clock;
}

/** The published run of a dataset; null when there is none, the error when it is there and cannot be read. */
async function publishedRun(shelf: CubeShelf, dataset: DatasetId): Promise<CubeDescription | null | Error> {
  try {
    const cube = await shelf.open(dataset);
    cube?.release();
    return cube?.description ?? null;
  } catch (error) {
    if (isTagged(error, 'object-defect') || isTagged(error, 'object-missing')) return error;
    throw error;
  }
}

function versionOf(run: CubeDescription | null | Error): string {
  return run instanceof Error ? 'defective' : (run?.version ?? 'none');
}

/** The published versions of all datasets as one text. Kept for a second of the machine's clock, where there is one. */
export function versionsOf({ shelf, machineClock }: Published): () => Promise<string> {
  const look = async () => {
    const runs = await Promise.all(DATASETS.map(({ id }) => publishedRun(shelf, id)));
    return runs.map(versionOf).join('+');
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

/** "the newest GFS run is of …, more than 14 hours ago" */
export function lateMessage({ dataset, referenceTime }: Pick<CubeDescription, 'dataset' | 'referenceTime'>): string {
  const hours = freshnessOf(dataset).staleAfter / 3600;
  return `The newest ${datasetTitle(dataset)} run is of ${formatInstant(referenceTime)}, more than ${hours} hours ago.`;
}

/** Ready while any source of the weather is in time; stale when all that can be read are late. */
export async function statusOf({ shelf, clock }: Published): Promise<ProductStatus> {
  const now = clock.now();
  const found = await Promise.all(DATASETS.map(async ({ id }) => ({ id, run: await publishedRun(shelf, id) })));
  const sources = found.flatMap(({ id, run }) => (run === null ? [] : [sourceStatus(id, run, now)]));
  const readable = found.flatMap(({ id, run }) => (run === null || run instanceof Error ? [] : [{ id, run }]));
  const weather = readable.filter(({ id }) => WEATHER_SOURCES.includes(id));
  if (weather.length === 0) return { ...nothingOf(found), sources };
  const inTime = weather.filter(({ id, run }) => !isStale(id, run.referenceTime, now));
  const [newest] = [...weather].sort((a, b) => b.run.referenceTime - a.run.referenceTime);
  const { createdAt: updatedAt, referenceTime } = newest!.run;
  return {
    product: PRODUCT,
    state: inTime.length > 0 ? 'ready' : 'stale',
    updatedAt,
    referenceTime,
    detail: inTime.length > 0 ? detailOf(readable, now) : lateMessage(newest!.run),
    sources,
  };
}

function nothingOf(found: readonly { id: DatasetId; run: CubeDescription | null | Error }[]) {
  const defect = found.find(({ id, run }) => run instanceof Error && WEATHER_SOURCES.includes(id))?.run;
  const detail = defect instanceof Error ? defect.message : 'no model run has been ingested yet';
  return { product: PRODUCT, state: 'unavailable', updatedAt: null, referenceTime: null, detail } as const;
}

function sourceStatus(source: DatasetId, run: CubeDescription | Error, now: number): SourceStatus {
  if (run instanceof Error) return { source, state: 'unavailable', referenceTime: null, updatedAt: null };
  const { referenceTime, createdAt: updatedAt } = run;
  return { source, state: isStale(source, referenceTime, now) ? 'stale' : 'ready', referenceTime, updatedAt };
}

/** "gfs run of 2026-11-20T06:00:00Z, hrrr of 09:00:00Z …" */
function detailOf(runs: readonly { id: DatasetId; run: CubeDescription }[], now: number): string {
  return runs
    .map(({ id, run: { referenceTime } }) => {
      const late = isStale(id, referenceTime, now) ? ' (late)' : '';
      return `${id} run of ${formatInstant(referenceTime)}${late}`;
    })
    .join(', ');
}
