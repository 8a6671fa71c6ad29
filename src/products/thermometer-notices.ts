/** Warnings about the heights of a place and of the stations whose temperatures are moved to it. */

import type { ChosenStation, Place } from '../query/history/station-choice.js';
import { LARGEST_ADJUSTMENT_M } from '../science/downscale.js';
import type { Notices } from './notices.js';

/** @param thermometers  those behind the temperatures that are asked for */
export function addThermometerNotices(
  notices: Notices,
  { elevation }: Place,
  thermometers: readonly ChosenStation[],
): void {
  if (thermometers.length === 0) return;
  if (elevation === null)
    notices.add(
      'elevation_unavailable',
      'The height of the place is not known; temperatures are those at the height of the stations.',
    );
  else if (thermometers.some((station) => station.elevation === null))
    notices.add('elevation_unavailable', 'The height of a station is not known; its temperatures are not adjusted.');
  if (thermometers.every(({ clamped }) => clamped))
    notices.add(
      'elevation_clamped',
      `All stations are more than ${LARGEST_ADJUSTMENT_M} m above or below the place; temperatures are adjusted by ${LARGEST_ADJUSTMENT_M} m only.`,
    );
}
