/** From a plan to samples: the terrain under a path, the time it takes, and the places and instants to look at. */

import { SAMPLE_INTERVALS } from '../../model/route.js';
import { timetableOf } from './pacing.js';
import type { RoutePlan } from './plan.js';
import { profileNodes, profileOf } from './profile.js';
import { type CutSamples, cutSamples } from './samples.js';

/** Heights of places, m above mean sea level; NaN unknown. */
export type HeightsAlong = (latitudes: Float64Array, longitudes: Float64Array) => Promise<Float64Array>;

export interface Journey extends CutSamples {
  /** Points of the terrain profile that the pace stands on, and how many of them have no known height. */
  readonly profile: { readonly count: number; readonly unknown: number };
}

const NO_PROFILE = { count: 0, unknown: 0 };

export async function journeyOf(plan: RoutePlan, heightsAlong: HeightsAlong): Promise<Journey> {
  const { departure, arrivals, path, horizon } = plan;
  const interval = SAMPLE_INTERVALS[plan.interval];
  if (arrivals !== null)
    return { ...cutSamples({ departure, interval, path, horizon, arrivals }), profile: NO_PROFILE };
  const profile = await profileOfPlan(plan, heightsAlong);
  const timetable = timetableOf(plan.mode, profile, plan.speed);
  return { ...cutSamples({ departure, interval, path, horizon, timetable }), profile: standingOf(plan, profile) };
}

/** A drive asks for no heights: its pace is the same uphill. */
async function profileOfPlan({ mode, path }: RoutePlan, heightsAlong: HeightsAlong) {
  if (mode === 'driving')
    return profileOf(
      path.distances,
      path.distances.map(() => Number.NaN),
    );
  const { distances, latitudes, longitudes } = profileNodes(path);
  return profileOf(distances, await heightsAlong(latitudes, longitudes));
}

function standingOf({ mode }: RoutePlan, { distances, unknown }: { distances: Float64Array; unknown: number }) {
  return mode === 'driving' ? NO_PROFILE : { count: distances.length, unknown };
}
