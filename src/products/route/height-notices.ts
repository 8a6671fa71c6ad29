/** The warnings about heights: of the samples, of the terrain that the pace follows, and of the ground of the models. */

import { WEATHER_SOURCES } from '../../query/rules/layer-table.js';
import type { LayeredTrack } from '../../query/track/track.js';
import { LARGEST_ADJUSTMENT_M } from '../../science/downscale.js';
import type { Notices } from '../notices.js';
import { MADE_FOR_THE_PLACE } from '../source-notices.js';
import type { Journey } from './journey.js';
import type { RoutePlan } from './plan.js';
import { samplesOf } from './reasons.js';

export interface HeightFacts {
  readonly plan: RoutePlan;
  readonly journey: Journey;
  readonly track: LayeredTrack;
  /** Of the samples, m; NaN unknown. */
  readonly heights: Float64Array;
  /** Of the samples up to the horizon, K; NaN unknown, empty when not asked for. */
  readonly temperatures: Float64Array;
}

export function addHeightNotices(notices: Notices, facts: HeightFacts): void {
  const { plan, journey, heights, track } = facts;
  const unknown = heights.filter(Number.isNaN).length;
  if (unknown > 0)
    notices.add(
      'elevation_unavailable',
      `The height of ${samplesOf(unknown)} is not known; values there are for the models' own ground.`,
      { count: unknown },
    );
  const { profile } = journey;
  if (profile.unknown > 0)
    notices.add(
      'elevation_unavailable',
      `The height of ${profile.unknown} of the ${profile.count} points that the pace of ${plan.mode} follows is not ` +
        'known; the way there counts as flat.',
    );
  if (!plan.quantities.has('temperature')) return;
  const unmoved = unmovedCount(facts);
  if (unmoved > 0)
    notices.add(
      'elevation_unavailable',
      `How high the models have the ground at ${samplesOf(unmoved)} is not known; values there are not moved to the height of the place.`,
      { count: unmoved },
    );
  const far = track.rises.map(Math.abs).filter((rise) => rise > LARGEST_ADJUSTMENT_M);
  if (far.length === 0) return;
  const message =
    `The route lies up to ${Math.round(Math.max(...far))} m off the ground of a model; ` +
    `its values are moved by ${LARGEST_ADJUSTMENT_M} m only.`;
  notices.add('elevation_clamped', message, { count: far.length });
}

/** Samples whose temperature is of a model without a ground; what is made for the place needs none. */
function unmovedCount({ journey, heights, track, temperatures }: HeightFacts): number {
  const movable = track.sources.filter(
    ({ dataset, used }) => used > 0 && WEATHER_SOURCES.includes(dataset) && !MADE_FOR_THE_PLACE.has(dataset),
  );
  const isMovable = (time: number) =>
    movable.some(({ description: { times } }) => time >= times[0]! && time <= times[times.length - 1]!);
  let count = 0;
  for (const [i, rise] of track.rises.entries()) {
    const isKnown = !Number.isNaN(heights[i]!) && !Number.isNaN(temperatures[i]!);
    if (Number.isNaN(rise) && isKnown && isMovable(journey.samples.times[i]!)) count++;
  }
  return count;
}
