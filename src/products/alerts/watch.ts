/**
 * Who watches over a place, and whether they are late. A watch is what polls of a feed succeed or fail with as one: the
 * feed itself, or where it has them its branches (a country of MeteoAlarm, a source of the Alert Hub), of which the
 * records have a state each.
 *
 * On land the country decides, at sea the boxes. (And where the runtime does not know which zones a country has.)
 */

import { type Box, isInside } from '../../model/box.js';
import type { PollState } from '../../model/records.js';
import { lateAfter } from '../../query/alerts/alert-freshness.js';
import { runtimeName, zonesOfCountries } from '../../query/place/country-zones.js';
import { zoneAt } from '../../query/place/time-zone.js';

/** A feed that the configuration asks for. */
export interface WatchedFeed {
  readonly id: string;
  readonly title: string;
  /** Whose alerts they are, for people. */
  readonly issuer: string;
  readonly intervalSeconds: number;
  /** Where a branch watches, or with null the feed as a whole; ISO 3166 codes. */
  places(branch: string | null): {
    readonly countries: readonly string[] | 'all';
    readonly boxes: readonly Box[];
  };
}

/** A place as watches ask for it. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** Time zone as the runtime spells it; null at sea. */
  readonly zone: string | null;
}

export function placeAt(latitude: number, longitude: number): Place {
  const { name, fallback } = zoneAt(latitude, longitude);
  return { latitude, longitude, zone: fallback ? null : runtimeName(name) };
}

/** What stands of one feed or branch. */
export interface Watch {
  /** "nws-alerts", "meteoalarm/austria". */
  readonly name: string;
  readonly feed: WatchedFeed;
  /** "MeteoAlarm (austria)" */
  readonly issuer: string;
  /** Epoch seconds; null: no poll ever succeeded. */
  readonly lastSuccess: number | null;
  /** True when the last poll failed. */
  readonly hasFailed: boolean;
  /** ISO 3166 codes, lower case. */
  readonly countries: readonly string[] | 'all';
  isLate(now: number): boolean;
  covers(place: Place): boolean;
}

/** A branch that the polls have not tried for so long is no longer one of the feed, s. */
const LEFT_OUT_AFTER = 86_400;

/** @param states  by name of the feed or branch */
export function watchesOf(feeds: readonly WatchedFeed[], states: ReadonlyMap<string, PollState>): readonly Watch[] {
  return feeds.flatMap((feed) => {
    const own = states.get(feed.id);
    const branches = [...states].filter(
      ([name, state]) => name.startsWith(`${feed.id}/`) && lastTried(state) >= lastTried(own) - LEFT_OUT_AFTER,
    );
    if (branches.length === 0) return [watchOf(feed, null, own)];
    return branches.map(([name, state]) => watchOf(feed, name.slice(feed.id.length + 1), state));
  });
}

function lastTried(state: PollState | undefined): number {
  return Math.max(state?.lastSuccess ?? 0, state?.lastFailure ?? 0);
}

function watchOf(feed: WatchedFeed, branch: string | null, state: PollState | undefined): Watch {
  const { id, issuer, intervalSeconds } = feed;
  const { lastSuccess = null, lastFailure = null } = state ?? {};
  const limit = lateAfter(id, intervalSeconds);
  const { countries, boxes } = feed.places(branch);
  return {
    name: branch === null ? id : `${id}/${branch}`,
    feed,
    issuer: branch === null ? issuer : `${issuer} (${branch})`,
    lastSuccess,
    hasFailed: (lastFailure ?? 0) > (lastSuccess ?? 0),
    countries,
    isLate: (now) => lastSuccess === null || now - lastSuccess > limit,
    covers: coverageOf(countries, boxes),
  };
}

function coverageOf(countries: readonly string[] | 'all', boxes: readonly Box[]): Watch['covers'] {
  const zones = countries === 'all' ? null : zonesOf(countries);
  return (place) =>
    place.zone === null || zones === null
      ? boxes.some((box) => isInside(box, place.latitude, place.longitude))
      : zones.has(place.zone);
}

const known = new Map<string, ReadonlySet<string> | null>();

/** Asked for at every poll of a hundred branches, which are always the same. */
function zonesOf(countries: readonly string[]): ReadonlySet<string> | null {
  const key = countries.join(' ');
  if (!known.has(key)) known.set(key, zonesOfCountries(countries));
  return known.get(key)!;
}
