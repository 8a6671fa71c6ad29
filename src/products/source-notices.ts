/**
 * Warnings about what an answer stands on, whatever it asked of the sources: their age, their damage, whether they are
 * of this world.
 */

import type { CubeDescription } from '../model/cube.js';
import { type DatasetId, datasetTitle } from '../model/dataset.js';
import { GIVEN_UP_AFTER } from '../query/layers/freshness.js';
import type { LayeredPoint } from '../query/layers/layers.js';
import { WEATHER_SOURCES } from '../query/rules/layer-table.js';
import type { Notices } from './notices.js';
import { lateMessage } from './status.js';

/** A source that covers what is asked about. */
export interface SourceStanding {
  readonly dataset: DatasetId;
  readonly description: CubeDescription;
  /** Its newest run is older than it should be. */
  readonly late: boolean;
  /** Its values are in the answer, or were looked at for it. */
  readonly isRead: boolean;
  /** The newest version is defective and the one before answers. */
  readonly degraded: boolean;
}

/** Sources that speak of the ground as it is, and are never moved. */
export const MADE_FOR_THE_PLACE: ReadonlySet<DatasetId> = new Set(['nbm']);

/** How the sources at a place stand. */
export function standingsOf({ sources }: LayeredPoint): SourceStanding[] {
  // Field by field: to copy a source by rest and spread costs 30 µs an answer.
  return sources.map(({ dataset, description, late, degraded, series }) => ({
    dataset,
    description,
    late,
    degraded,
    isRead: series !== null,
  }));
}

function weatherOf(sources: readonly SourceStanding[]): SourceStanding[] {
  return sources.filter(({ dataset }) => WEATHER_SOURCES.includes(dataset));
}

/** True when every source of the weather is late: another run should have come from somewhere by now. */
export function areStale(sources: readonly SourceStanding[]): boolean {
  return weatherOf(sources).every(({ late }) => late);
}

export function addSimulatedNotice(
  notices: Notices,
  sources: readonly { readonly description: { readonly simulated: boolean } }[],
): void {
  if (!sources.some(({ description }) => description.simulated)) return;
  notices.add('simulated_data', 'This weather is simulated: it comes from the built-in upstream, not from the world.');
}

/** Nothing where there is no source of the weather at all. */
export function addStaleNotice(notices: Notices, sources: readonly SourceStanding[]): void {
  if (!areStale(sources)) return;
  const newest = newestOf(sources);
  if (newest !== null) notices.add('stale_data', lateMessage(newest), { source: newest.dataset });
}

/** The newest run of the weather; null where there is none. */
export function newestOf(sources: readonly SourceStanding[]): CubeDescription | null {
  const runs = weatherOf(sources).map(({ description }) => description);
  return runs.reduce<CubeDescription | null>(
    (newest, run) => (newest === null || run.referenceTime > newest.referenceTime ? run : newest),
    null,
  );
}

/**
 * Late and defective sources: one sentence for each, in one warning.
 *
 * @param defective  Sources of which no version can be read.
 * @param where  "here", "along parts of the route"
 */
export function addDegradedNotice(
  notices: Notices,
  now: number,
  sources: readonly SourceStanding[],
  defective: readonly DatasetId[],
  where: string,
): void {
  const sentences: string[] = [];
  const named: DatasetId[] = [];
  const isStale = areStale(sources);
  for (const { dataset, description, late, degraded, isRead } of sources) {
    const isGivenUp = now - description.referenceTime >= GIVEN_UP_AFTER;
    const isNews = late && !isStale && (isRead || !isGivenUp);
    if (!degraded && !isNews) continue;
    named.push(dataset);
    if (isNews) sentences.push(`${lateMessage(description).slice(0, -1)}; others answer where they can.`);
    if (!degraded) continue;
    sentences.push(`The newest run of ${datasetTitle(dataset)} cannot be read ${where}; the run before it answers.`);
  }
  for (const dataset of defective) {
    named.push(dataset);
    sentences.push(
      `The stored runs of ${datasetTitle(dataset)} cannot be read ${where}; others answer in their place.`,
    );
  }
  if (named.length > 0) notices.add('model_degraded', sentences.join(' '), { source: named.join(', ') });
}
