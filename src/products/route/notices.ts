/** The warnings of a route: what is missing of it, why, and what the rest stands on. No null of an answer is silent. */

import { bilinearWeights } from '../../grid/grid.js';
import { datasetTitle } from '../../model/dataset.js';
import type { RouteSample } from '../../model/route.js';
import { formatInstant } from '../../model/time.js';
import type { ForecastVariableId } from '../../model/variables.js';
import { WEATHER_SOURCES } from '../../query/layers/layer-table.js';
import type { LayeredTrack, TrackSource, UnopenedSource } from '../../query/track/track.js';
import { essentialElements } from '../../query/weather/quantities.js';
import { LARGEST_ADJUSTMENT_M } from '../../science/downscale.js';
import type { Notices } from '../notices.js';
import {
  addDegradedNotice,
  addSimulatedNotice,
  addStaleNotice,
  areStale,
  type SourceStanding,
} from '../source-notices.js';
import type { Journey } from './journey.js';
import type { RoutePlan } from './plan.js';
import { type Cause, unavailableMessage } from './reasons.js';
import type { SampleColumns } from './sample.js';
import type { AlongNotes } from './weather.js';

/** Sources whose values are in the answer. */
function usedOf({ sources }: LayeredTrack): TrackSource[] {
  return sources.filter(({ used }) => used > 0);
}

function standingOf({ dataset, description, late, used, degraded }: TrackSource): SourceStanding {
  return { dataset, description, late, isRead: used > 0, degraded: degraded > 0 };
}

/** True when every source of the weather that is in the answer is late; false when there is none. */
export function isStaleAlong(track: LayeredTrack): boolean {
  const weather = usedOf(track).filter(({ dataset }) => WEATHER_SOURCES.includes(dataset));
  return weather.length > 0 && areStale(weather.map(standingOf));
}

/** When the newest of what is in the answer was made, epoch seconds; null when nothing is. */
export function updatedAtOf(track: LayeredTrack): number | null {
  const used = usedOf(track);
  return used.length === 0 ? null : Math.max(...used.map(({ description }) => description.createdAt));
}

/** Late, defective and overdue sources, and those that are not of this world. */
export function addTrackNotices(
  notices: Notices,
  now: number,
  track: LayeredTrack,
  samples: SampleColumns,
  causes: readonly (Cause | null)[],
): void {
  addSimulatedNotice(notices, track.sources);
  if (isStaleAlong(track)) addStaleNotice(notices, usedOf(track).map(standingOf));
  const unopened = (cause: UnopenedSource['cause']) => track.unopened.filter((source) => source.cause === cause);
  const defective = [...track.sources.filter((source) => source.defective > 0), ...unopened('defective')];
  // Where all that answers is late, that is said already; a late source beside others is news.
  const standings = track.sources.map(standingOf);
  const told = isStaleAlong(track) ? standings.filter(({ late, degraded }) => degraded || !late) : standings;
  const names = defective.map(({ dataset }) => dataset);
  addDegradedNotice(notices, now, told, names, 'along parts of the route');
  for (const source of track.sources) addOverdueNotice(notices, source, samples, causes);
  if (!causes.includes(null)) return;
  for (const { dataset } of unopened('overdue')) {
    const message = `${datasetTitle(dataset)} did not answer in time; others answer where they can.`;
    notices.add('model_degraded', message, { source: dataset });
  }
}

/** A source that gave way because it did not answer in time. Samples that nothing answered have a reason of their own. */
function addOverdueNotice(
  notices: Notices,
  { dataset, description, overdue }: TrackSource,
  { latitudes, longitudes }: SampleColumns,
  causes: readonly (Cause | null)[],
): void {
  if (overdue === 0) return;
  const isCovered = (i: number) => bilinearWeights(description.grid, latitudes[i]!, longitudes[i]!).length > 0;
  const unanswered = causes.filter((cause, i) => cause === 'late' && isCovered(i)).length;
  const count = overdue - unanswered;
  if (count <= 0) return;
  const message = `${datasetTitle(dataset)} did not answer in time at ${samplesOf(count)}; others answer where they can.`;
  notices.add('model_degraded', message, { source: dataset, count });
}

function samplesOf(count: number): string {
  return count === 1 ? '1 sample' : `${count} samples`;
}

/** How far the route, and the data along it, reach. */
export function addReachNotices(
  notices: Notices,
  { horizon }: RoutePlan,
  { isTruncated }: Journey,
  track: LayeredTrack,
  causes: readonly (Cause | null)[],
): void {
  if (isTruncated)
    notices.add(
      'route_truncated',
      `The forecast ends at ${formatInstant(horizon)}, 384 hours ahead, before the route does; ` +
        'of what lies behind, only waypoints are listed.',
    );
  const cut = causes.filter((cause) => cause === 'after').length;
  if (cut > 0) {
    const ends = track.sources
      .filter(({ dataset }) => WEATHER_SOURCES.includes(dataset))
      .map(({ description: { times } }) => times[times.length - 1]!);
    const until = formatInstant(Math.max(...ends));
    notices.add('horizon_reduced', `The newest data along the route ends at ${until}, before ${samplesOf(cut)}.`, {
      count: cut,
    });
  }
  const message = unavailableMessage(causes);
  if (message !== null)
    notices.add('sample_unavailable', message, { count: causes.filter((cause) => cause !== null).length });
}

/** @param heights  of the samples, m; NaN unknown */
export function addHeightNotices(
  notices: Notices,
  { mode, quantities }: RoutePlan,
  { profile }: Journey,
  heights: Float64Array,
  { rises }: LayeredTrack,
): void {
  const unknown = heights.filter(Number.isNaN).length;
  if (unknown > 0)
    notices.add(
      'elevation_unavailable',
      `The height of ${samplesOf(unknown)} is not known; values there are for the models' own ground.`,
      { count: unknown },
    );
  if (profile.unknown > 0)
    notices.add(
      'elevation_unavailable',
      `Of ${profile.unknown} of the ${profile.count} points of the terrain under the route the height is not known; ` +
        `the pace of ${mode} takes the way there for flat.`,
    );
  if (!quantities.has('temperature')) return;
  const far = rises.map(Math.abs).filter((rise) => rise > LARGEST_ADJUSTMENT_M);
  if (far.length === 0) return;
  const message =
    `The route lies up to ${Math.round(Math.max(...far))} m off the ground of a model; ` +
    `its values are moved by ${LARGEST_ADJUSTMENT_M} m only.`;
  notices.add('elevation_clamped', message, { count: far.length });
}

export function addWeatherNotices(
  notices: Notices,
  { variables }: RoutePlan,
  { estimatedGusts, uncalibrated }: AlongNotes,
): void {
  if (estimatedGusts) notices.add('estimated_gust', 'Gusts are estimated from the sustained wind.');
  if (uncalibrated && variables.includes('precipitation_probability'))
    notices.add(
      'uncalibrated_probability',
      'Where no ensemble reaches, precipitation probabilities follow from the amounts, uncalibrated.',
    );
}

/** Explains what is null in samples that have weather. */
export function addNullNotices(
  notices: Notices,
  { variables }: RoutePlan,
  samples: readonly RouteSample[],
  track: LayeredTrack,
): void {
  const answered = samples.filter(({ status }) => status === 'ok');
  const partial = new Set<ForecastVariableId>();
  for (const variable of variables) {
    const nulls = answered.filter((sample) => sample[variable] === null).length;
    if (nulls === 0) continue;
    if (nulls < answered.length) partial.add(variable);
    else if (variable === 'air_quality_index')
      notices.add(
        'air_quality_unavailable',
        'No air-quality feed covers the route at this time; air_quality_index is null.',
        { variables: [variable] },
      );
    else if (isLacking(variable, track))
      notices.add('variable_unavailable', 'No source gives values of these variables here.', {
        variables: [variable],
      });
    else partial.add(variable);
  }
  if (partial.size === 0) return;
  const affected = answered.filter((sample) => [...partial].some((variable) => sample[variable] === null)).length;
  notices.add('partial_data', 'Of these variables no source gives values for some of the samples; they are null.', {
    variables: [...partial],
    count: affected,
  });
}

function isLacking(variable: ForecastVariableId, track: LayeredTrack): boolean {
  return essentialElements(variable).some((group) => group.every((id) => !track.has(id)));
}
