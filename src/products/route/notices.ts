/** The warnings of a route: what is missing of it, why, and what the rest stands on. No null of an answer is silent. */

import type { RouteSample } from '../../model/route.js';
import { formatInstant } from '../../model/time.js';
import type { ForecastVariableId } from '../../model/variables.js';
import type { Warning } from '../../model/warning.js';
import { WEATHER_SOURCES } from '../../query/rules/layer-table.js';
import type { LayeredTrack } from '../../query/track/track.js';
import { essentialElements } from '../../query/weather/quantities.js';
import { type AppliedCorrections, addLearnedNotice } from '../learned-notices.js';
import { createNotices, type Notices } from '../notices.js';
import { addHeightNotices, type HeightFacts } from './height-notices.js';
import type { Journey } from './journey.js';
import type { ViewsAlong } from './passage.js';
import type { RoutePlan } from './plan.js';
import { type Cause, samplesOf, unavailableMessage } from './reasons.js';
import { addTrackNotices } from './track-notices.js';
import type { AlongNotes } from './weather.js';
import { addZoneNotice, type SampleZones } from './zones.js';

/** What an answer is made of. */
interface Facts extends HeightFacts {
  readonly causes: readonly (Cause | null)[];
  readonly notes: AlongNotes;
  readonly views: ViewsAlong;
  /** Learned corrections of any sample. */
  readonly learned: AppliedCorrections;
  readonly zones: SampleZones;
  readonly samples: readonly RouteSample[];
}

export function warningsOf(facts: Facts): Warning[] {
  const { plan, journey, track, causes, notes, views, learned, zones, samples } = facts;
  const notices = createNotices();
  addTrackNotices(notices, plan.now, track, journey.samples, causes, views);
  addReachNotices(notices, plan, journey, track, causes);
  addHeightNotices(notices, facts);
  addWeatherNotices(notices, plan, notes);
  addLearnedNotice(notices, learned, new Set<string>(plan.variables));
  addNullNotices(notices, plan, samples, track);
  addZoneNotice(notices, zones);
  return notices.list();
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
        'beyond it only waypoints are listed, without weather.',
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
      notices.add('variable_unavailable', 'No source gives values of these variables along the route; they are null.', {
        variables: [variable],
      });
    else partial.add(variable);
  }
  if (partial.size === 0) return;
  const affected = answered.filter((sample) => [...partial].some((variable) => sample[variable] === null)).length;
  notices.add('partial_data', 'No source gives values of these variables at some of the samples; they are null.', {
    variables: [...partial],
    count: affected,
  });
}

function isLacking(variable: ForecastVariableId, track: LayeredTrack): boolean {
  return essentialElements(variable).some((group) => group.every((id) => !track.has(id)));
}
