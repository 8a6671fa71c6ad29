/** What the answer of a route stands on: the sources that are in it, their age, and warnings about those. */

import { bilinearWeights } from '../../grid/grid.js';
import { datasetTitle } from '../../model/dataset.js';
import type { RadarView } from '../../query/radar/radar-view.js';
import { WEATHER_SOURCES } from '../../query/rules/layer-table.js';
import type { LayeredTrack, TrackSource, UnopenedSource } from '../../query/track/track.js';
import type { Notices } from '../notices.js';
import {
  addDegradedNotice,
  addSimulatedNotice,
  addStaleNotice,
  areStale,
  type SourceStanding,
} from '../source-notices.js';
import type { ViewsAlong } from './passage.js';
import { type Cause, samplesOf } from './reasons.js';
import type { SampleColumns } from './sample.js';

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
export function updatedAtOf(track: LayeredTrack, views: ViewsAlong = []): number | null {
  const used = [...usedOf(track).map(({ description }) => description), ...shownOf(views)];
  return used.length === 0 ? null : Math.max(...used.map(({ createdAt }) => createdAt));
}

function shownOf(views: ViewsAlong): RadarView[] {
  return views.filter((view) => view !== null);
}

/** Late, defective and overdue sources, and those that are not of this world. */
export function addTrackNotices(
  notices: Notices,
  now: number,
  track: LayeredTrack,
  samples: SampleColumns,
  causes: readonly (Cause | null)[],
  views: ViewsAlong = [],
): void {
  addSimulatedNotice(notices, [...track.sources, ...shownOf(views).map((description) => ({ description }))]);
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
