/** The warnings of a nowcast: what it does not stand on, how old the rest is, and what is null in it. */

import type { RecordTable } from '../../model/answer.js';
import type { NowcastVariableId } from '../../model/nowcast.js';
import { RADAR_NETWORKS, type RadarNetworkId } from '../../model/radar.js';
import type { LayeredPoint } from '../../query/layers/layers.js';
import type { RadarMinutes, RadarRead } from '../../query/radar/radar-minutes.js';
import type { Notices } from '../notices.js';
import {
  addDegradedNotice,
  addSimulatedNotice,
  addStaleNotice,
  areStale,
  newestOf,
  standingsOf,
} from '../source-notices.js';
import { lateMessage } from '../status.js';
import type { BlendedMinutes } from './blend.js';
import { nullsOf } from './columns.js';
import type { NowcastPlan } from './plan.js';

/** "MRMS" */
export function networkTitle(network: RadarNetworkId): string {
  return RADAR_NETWORKS.find(({ id }) => id === network)?.title ?? network;
}

/** "less than a minute", "17 minutes", "3 hours", "5 days": of a frame, rounded down. */
export function ageInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

/**
 * @param read  what the radar says of the place
 * @param radar  its minutes where they count in any minute
 * @param areModels  whether models say anything
 */
export function addRadarNotices(
  notices: Notices,
  read: RadarRead,
  radar: RadarMinutes | null,
  areModels: boolean,
): void {
  if (read.kind === 'pending') notices.add('radar_pending', pendingMessage(read, areModels), { source: read.network });
  else if (radar === null) addUnseenNotice(notices, read);
  else addFrameNotices(notices, radar);
}

function addFrameNotices(notices: Notices, radar: RadarMinutes): void {
  const { network, dataset, age, isLate } = radar;
  addSimulatedNotice(notices, [{ description: radar }]);
  if (isHeldStill(radar)) {
    const message = `How the rain moves is not known: that of ${networkTitle(network)} is taken to stay where it is.`;
    notices.add('partial_data', message, { source: dataset });
  }
  if (!isLate) return;
  const message = `The newest frame of ${networkTitle(network)} is ${ageInWords(age)} old.`;
  notices.add('stale_data', message, { source: dataset });
}

/** Rain that is near, and no motion: it may come sooner than is said, or pass. */
function isHeldStill({ motionSource, probabilities }: RadarMinutes): boolean {
  return motionSource === 'none' && probabilities.some((chance) => chance > 0);
}

function pendingMessage({ network, age }: RadarRead & { readonly kind: 'pending' }, areModels: boolean): string {
  const title = networkTitle(network);
  const fate = `until one comes ${areModels ? 'the models alone answer' : 'nothing is known'}.`;
  if (age === null) return `${title} watches over this place, but no usable frame of it has come in yet; ${fate}`;
  return `The newest frame of ${title}, which watches over this place, is ${ageInWords(age)} old, too old to be used; ${fate}`;
}

function addUnseenNotice(notices: Notices, read: RadarRead): void {
  if (read.kind === 'minutes') {
    const { network } = read.minutes;
    const message = `${networkTitle(network)} sees nothing of this place; the models alone answer.`;
    notices.add('radar_unavailable', message, { source: network });
  } else notices.add('radar_unavailable', 'No radar watches over this place; the models alone answer.');
}

/** About the models. Where the radar answers, that they are late makes nothing stale: they stand behind it. */
export function addModelNotices(notices: Notices, start: number, point: LayeredPoint, isRadarAnswering: boolean): void {
  const standings = standingsOf(point);
  addSimulatedNotice(notices, point.sources);
  addDegradedNotice(notices, start, standings, point.defective, 'here');
  if (!isRadarAnswering) addStaleNotice(notices, standings);
  const newest = isRadarAnswering && areStale(standings) ? newestOf(standings) : null;
  if (newest !== null) notices.add('model_degraded', lateMessage(newest), { source: newest.dataset });
}

export function addRequestNotices(notices: Notices, { zone, zoneIsFallback }: NowcastPlan): void {
  if (zoneIsFallback)
    notices.add('timezone_fallback', `No time zone is drawn here; ${zone.name} follows from the longitude.`);
}

/** Explains what is null in the records. */
export function addNullNotices(notices: Notices, { columns, labels }: RecordTable): void {
  for (const column of columns) {
    const nulls = nullsOf(column);
    if (nulls === 0) continue;
    const variables = [column.name as NowcastVariableId];
    if (nulls < labels.length) notices.add('partial_data', GAP, { variables });
    else if (HAIL.has(column.name)) notices.add('variable_unavailable', NO_HAIL, { variables });
    else notices.add('variable_unavailable', 'No source gives values of these variables here.', { variables });
  }
}

/** A dry window shows no minutes, so that some of them are unknown is seen nowhere else. */
export function addUnknownNotice(notices: Notices, { sources }: Pick<BlendedMinutes, 'sources'>): void {
  const unknown = sources.filter((source) => source === null).length;
  if (unknown > 0) {
    const message = `Nothing is known of ${unknown} of the ${sources.length} minutes; the others are dry.`;
    notices.add('partial_data', message);
  }
}

const HAIL: ReadonlySet<string> = new Set<NowcastVariableId>(['hail_probability', 'hail_size']);
const NO_HAIL = 'No radar looks through the height of the clouds here, so nothing is known of hail.';
const GAP = 'Of these variables no source gives values for some of the minutes; they are null.';

/** Only where a chance that is shown stands on an amount. */
export function addChanceNotice(notices: Notices, { variables }: NowcastPlan, isUncalibrated: boolean): void {
  if (isUncalibrated && variables.includes('precipitation_probability'))
    notices.add(
      'uncalibrated_probability',
      'Where no ensemble reaches, precipitation probabilities follow from the amounts, uncalibrated.',
    );
}
