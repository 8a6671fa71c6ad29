/** Warnings about what an answer as a whole stands on: its sources and their age. */

import type { Log } from '../../base/log.js';
import type { LayeredPoint } from '../../query/layers/layers.js';
import { hasAirQuality } from '../../query/weather/place/air-quality.js';
import type { Notices } from '../notices.js';
import { addDegradedNotice, addSimulatedNotice, addStaleNotice, areStale, standingsOf } from '../source-notices.js';
import type { Plan } from './plan.js';

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
