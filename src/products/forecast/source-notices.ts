/** Warnings about what an answer as a whole stands on: its sources, their age, the height of the place. */

import type { Log } from '../../base/log.js';
import { datasetTitle } from '../../model/dataset.js';
import type { LayeredPoint } from '../../query/layers/layers.js';
import { hasAirQuality } from '../../query/weather/place/air-quality.js';
import { LARGEST_ADJUSTMENT_M } from '../../science/downscale.js';
import type { Notices } from '../notices.js';
import {
  addDegradedNotice,
  addSimulatedNotice,
  addStaleNotice,
  areStale,
  MADE_FOR_THE_PLACE,
  type SourceStanding,
} from '../source-notices.js';
import type { Plan } from './plan.js';

function standingsOf({ sources }: LayeredPoint): SourceStanding[] {
  // Field by field: to copy a source by rest and spread costs 30 µs an answer.
  return sources.map(({ dataset, description, late, degraded, series }) => ({
    dataset,
    description,
    late,
    degraded,
    isRead: series !== null,
  }));
}

/** True when every source of the weather here is late: another run should have come from somewhere by now. */
export function isStaleHere(point: LayeredPoint): boolean {
  return areStale(standingsOf(point));
}

export function addGeneralNotices(notices: Notices, plan: Plan, point: LayeredPoint): void {
  addSimulatedNotice(notices, point.sources);
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

/** Late and defective sources. */
export function addSourceNotices(notices: Notices, { now }: Plan, point: LayeredPoint, log: Log): void {
  const standings = standingsOf(point);
  addStaleNotice(notices, standings);
  addDegradedNotice(notices, now, standings, point.defective, 'here');
  // For each request; the damage itself is logged once, by the store.
  for (const { dataset, description, degraded } of standings)
    if (degraded)
      log.debug({ product: 'forecast', dataset, version: description.version }, 'answered from the previous model run');
}

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
