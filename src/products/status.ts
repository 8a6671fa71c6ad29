/** How a product that stands on the models' runs is: every source that was ever published, its run and its age. */

import type { CubeDescription } from '../model/cube.js';
import { DATASETS, type DatasetId, datasetTitle } from '../model/dataset.js';
import type { ProductStatus, SourceStatus } from '../model/product.js';
import { formatInstant } from '../model/time.js';
import { freshnessOf, isStale } from '../query/layers/freshness.js';
import { WEATHER_SOURCES } from '../query/rules/layer-table.js';
import { type Published, type PublishedRun, publishedRun } from './published.js';

/** "The newest run of GFS is of …, more than 14 hours ago." */
export function lateMessage({ dataset, referenceTime }: Pick<CubeDescription, 'dataset' | 'referenceTime'>): string {
  const hours = freshnessOf(dataset).staleAfter / 3600;
  return `The newest run of ${datasetTitle(dataset)} is of ${formatInstant(referenceTime)}, more than ${hours} hours ago.`;
}

/** Ready while any source of the weather is in time; stale when all that can be read are late. */
export async function statusOf(product: string, { shelf, clock }: Published): Promise<ProductStatus> {
  const now = clock.now();
  const found = await Promise.all(DATASETS.map(async ({ id }) => ({ id, run: await publishedRun(shelf, id) })));
  const sources = found.flatMap(({ id, run }) => (run === null ? [] : [sourceStatus(id, run, now)]));
  const readable = found.flatMap(({ id, run }) => (run === null || run instanceof Error ? [] : [{ id, run }]));
  const weather = readable.filter(({ id }) => WEATHER_SOURCES.includes(id));
  if (weather.length === 0) return { ...nothingOf(product, found), sources };
  const inTime = weather.filter(({ id, run }) => !isStale(id, run.description.referenceTime, now));
  const [newest] = weather.map(({ run }) => run.description).sort((a, b) => b.referenceTime - a.referenceTime);
  const { createdAt: updatedAt, referenceTime } = newest!;
  return {
    product,
    state: inTime.length > 0 ? 'ready' : 'stale',
    updatedAt,
    referenceTime,
    detail: inTime.length > 0 ? detailOf(readable, now) : lateMessage(newest!),
    sources,
  };
}

function nothingOf(product: string, found: readonly { id: DatasetId; run: PublishedRun | null | Error }[]) {
  const defect = found.find(({ id, run }) => run instanceof Error && WEATHER_SOURCES.includes(id))?.run;
  const detail = defect instanceof Error ? defect.message : 'no model run has been ingested yet';
  return { product, state: 'unavailable', updatedAt: null, referenceTime: null, detail } as const;
}

function sourceStatus(source: DatasetId, run: PublishedRun | Error, now: number): SourceStatus {
  if (run instanceof Error) return { source, state: 'unavailable', referenceTime: null, updatedAt: null };
  const { referenceTime, createdAt: updatedAt } = run.description;
  return { source, state: isStale(source, referenceTime, now) ? 'stale' : 'ready', referenceTime, updatedAt };
}

/** "gfs run of 2026-11-20T06:00:00Z, hrrr run of 2026-11-20T09:00:00Z (late)" */
function detailOf(runs: readonly { id: DatasetId; run: PublishedRun }[], now: number): string {
  return runs
    .map(({ id, run: { description, isPrevious } }) => {
      const late = isStale(id, description.referenceTime, now) ? ' (late)' : '';
      const previous = isPrevious ? ' (the newest cannot be read)' : '';
      return `${id} run of ${formatInstant(description.referenceTime)}${late}${previous}`;
    })
    .join(', ');
}
