/** Warnings about what an answer as a whole stands on: its sources, their age, the height of the place. */

import type { Log } from '../../base/log.js';
import { type DatasetId, datasetTitle } from '../../model/dataset.js';
import { GIVEN_UP_AFTER } from '../../query/layers/freshness.js';
import { WEATHER_SOURCES } from '../../query/layers/layer-table.js';
import type { LayeredPoint } from '../../query/layers/layers.js';
import type { Source } from '../../query/layers/sources.js';
import { LARGEST_ADJUSTMENT_M } from '../../science/downscale.js';
import { hasAirQuality } from './air-quality.js';
import type { Notices } from './notices.js';
import type { Plan } from './plan.js';
import { lateMessage } from './status.js';

function weatherOf({ sources }: LayeredPoint): Source[] {
  return sources.filter(({ dataset }) => WEATHER_SOURCES.includes(dataset));
}

/** True when every source of the weather here is late: another run should have come from somewhere by now. */
export function isStaleHere(point: LayeredPoint): boolean {
  return weatherOf(point).every(({ late }) => late);
}

export function addGeneralNotices(notices: Notices, plan: Plan, point: LayeredPoint): void {
  if (point.sources.some(({ description }) => description.simulated))
    notices.add(
      'simulated_data',
      'This weather is simulated: it comes from the built-in upstream, not from the world.',
    );
  if (plan.zoneIsFallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${plan.zone.name} follows from the longitude.`);
  if (plan.variables.has('air_quality_index') && !hasAirQuality(point))
    notices.add(
      'air_quality_unavailable',
      'No air-quality feed covers this place and time; air_quality_index is null.',
      {
        variables: ['air_quality_index'],
      },
    );
}

/** Late and defective sources: one sentence for each, in one warning. */
export function addSourceNotices(notices: Notices, { now }: Plan, point: LayeredPoint, log: Log): void {
  if (isStaleHere(point)) {
    const newest = weatherOf(point).reduce((a, b) =>
      b.description.referenceTime > a.description.referenceTime ? b : a,
    );
    notices.add('stale_data', lateMessage(newest.description), { source: newest.dataset });
  }
  const sentences: string[] = [];
  const named: DatasetId[] = [];
  for (const { dataset, description, late, degraded, series } of point.sources) {
    const isGivenUp = now - description.referenceTime >= GIVEN_UP_AFTER;
    const isNews = late && !isStaleHere(point) && (series !== null || !isGivenUp);
    if (!degraded && !isNews) continue;
    named.push(dataset);
    if (isNews) sentences.push(`${lateMessage(description).slice(0, -1)}; others answer where they can.`);
    if (!degraded) continue;
    sentences.push(`The newest run of ${datasetTitle(dataset)} cannot be read here; the run before it answers.`);
    // For each request; the damage itself is logged once, by the store.
    log.debug({ product: 'forecast', dataset, version: description.version }, 'answered from the previous model run');
  }
  for (const dataset of point.defective) {
    named.push(dataset);
    sentences.push(`The stored runs of ${datasetTitle(dataset)} cannot be read here; others answer in their place.`);
  }
  if (named.length > 0) notices.add('model_degraded', sentences.join(' '), { source: named.join(', ') });
}

/** Sources that speak of the ground as it is, and are never moved. */
const MADE_FOR_THE_PLACE: ReadonlySet<DatasetId> = new Set(['nbm']);

/** Only where something that is asked for changes with height. */
export function addElevationNotices(
  notices: Notices,
  { quantities }: Plan,
  point: LayeredPoint,
  height: number | null,
): void {
  if (!quantities.has('temperature') && !quantities.has('uv')) return;
  if (height === null) {
    const message = "The height of the place is not known; values are for the models' own ground.";
    notices.add('elevation_unavailable', message);
    return;
  }
  if (!quantities.has('temperature')) return;
  for (const { dataset } of point.layers('temperature'))
    if (Number.isNaN(point.rise(dataset)) && !MADE_FOR_THE_PLACE.has(dataset))
      notices.add(
        'elevation_unavailable',
        `How high ${datasetTitle(dataset)} has the ground here is not known; its values are not moved to the place.`,
      );
  const rises = point.layers('temperature').map(({ dataset }) => Math.abs(point.rise(dataset)));
  const rise = Math.max(0, ...rises.filter((each) => !Number.isNaN(each)));
  if (rise <= LARGEST_ADJUSTMENT_M) return;
  const message =
    `The place is ${Math.round(rise)} m off the ground of a model; ` +
    `its values are moved by ${LARGEST_ADJUSTMENT_M} m only.`;
  notices.add('elevation_clamped', message);
}
