/**
 * Warnings about alerts. An empty list reads as "nothing threatens here", so whatever may be missing from it is said: who
 * is late, what cannot be placed, and above all that nobody watches.
 */

import type { GeocodeScheme } from '../../model/alert.js';
import { formatInstant } from '../../model/time.js';
import type { AlertMatch } from '../../query/alerts/alert-match.js';
import type { UnplacedAlert } from '../../query/alerts/unplaced.js';
import type { Notices } from '../notices.js';
import type { Watch, WatchedFeed } from './watch.js';

export function addLateNotices(notices: Notices, late: readonly Watch[]): void {
  for (const { name, issuer, lastSuccess } of late) {
    const since =
      lastSuccess === null
        ? `No poll of the alerts of ${issuer} has succeeded yet; its alerts may be missing.`
        : `The alerts of ${issuer} could not be read since ${formatInstant(lastSuccess)}; what it issued since may be missing.`;
    notices.add('alerts_source_delayed', since, { source: name });
  }
}

/** @param unread  feeds that no poll has read yet, and that may turn out to cover the place */
export function addUnwatchedNotice(notices: Notices, watches: readonly Watch[], unread: readonly WatchedFeed[]): void {
  if (watches.length > 0) return;
  const later = unread.length === 0 ? '' : ` ${unread.map(({ title }) => title).join(' and ')} was not read yet.`;
  notices.add(
    'partial_data',
    `No feed of alerts that this service reads covers this place: warnings may be in force here that it cannot know of.${later}`,
  );
}

/** Schemes whose published shapes are generalised for maps: some hundred metres, in places a kilometre. */
const COARSE: ReadonlySet<GeocodeScheme> = new Set<GeocodeScheme>(['emma_id', 'nuts']);

function isCoarse({ areas }: AlertMatch): boolean {
  return areas.every(({ by, zones }) => by === 'zone' && zones.every(({ scheme }) => COARSE.has(scheme)));
}

export function addApproximateNotices(notices: Notices, matches: readonly AlertMatch[]): void {
  const larger = matches.filter(({ isApproximate }) => isApproximate).length;
  if (larger > 0)
    notices.add(
      'alerts_area_approximate',
      `${alerts(larger)} placed by an area that is larger, or less complete, than what the issuer named.`,
      { count: larger },
    );
  const coarse = matches.filter((match) => !match.isApproximate && isCoarse(match)).length;
  if (coarse > 0)
    notices.add(
      'alerts_area_approximate',
      `${alerts(coarse)} placed by zones whose outlines are coarse: within a kilometre of an edge it may be the neighbour's.`,
      { count: coarse },
    );
}

const alerts = (count: number): string => (count === 1 ? '1 of these alerts is' : `${count} of these alerts are`);

const MOST_NAMED = 3;

/** @param unplaced  active alerts of those who watch here, of which not every area has a place */
export function addUnplacedNotice(notices: Notices, unplaced: readonly UnplacedAlert[]): void {
  if (unplaced.length === 0) return;
  const areas = [...new Set(unplaced.flatMap((one) => one.areas))].filter((area) => area !== '');
  const more = areas.length > MOST_NAMED ? ` and ${areas.length - MOST_NAMED} more` : '';
  const named = areas.length === 0 ? '' : ` (${areas.slice(0, MOST_NAMED).join('; ')}${more})`;
  const subject = unplaced.length === 1 ? '1 active alert' : `${unplaced.length} active alerts`;
  notices.add(
    'alerts_area_approximate',
    `${subject} in this part of the world cannot be placed in full, because shapes of named areas are not known${named}; any of them may hold here.`,
    { count: unplaced.length },
  );
}
