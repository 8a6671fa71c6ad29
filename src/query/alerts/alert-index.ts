/**
 * The alerts at a point: an immutable index of everything that is active or will be, as far as known. Times are checked
 * when it is asked, so that nothing has to be rebuilt when an alert begins, expires or is superseded by a message that
 * was announced; only what has ended when the index is made is left out.
 */

import type { AlertCircle, AlertInfo, AlertMessage, AlertPolygon } from '../../model/alert.js';
import type { StoredMessage } from '../../model/records.js';
import { type ActiveMessage, activeAt } from './active.js';
import { type AlertMatch, compareMatches, matchesOf } from './alert-match.js';
import { type AlertState, alertState } from './alert-state.js';
import { type Entry, holds, listEntries, type Placement } from './entries.js';
import { type PlacedArea, placeMessage } from './placement.js';
import { type Candidates, listShapes, plantTree, type Use } from './shape-tree.js';
import { type UnplacedAlert, unplacedOf } from './unplaced.js';
import type { ZoneShapes } from './zone-shapes.js';

export interface Outline {
  readonly polygons: readonly AlertPolygon[];
  readonly circles: readonly AlertCircle[];
}

export interface AlertIndex {
  readonly state: AlertState;
  readonly zones: ZoneShapes;
  /** Of the messages that are in the index, for this one and the next. */
  readonly placements: ReadonlyMap<AlertMessage, Placement>;
  /**
   * Alerts whose area holds the point, boundaries included: most severe first, then those sent last.
   *
   * @param latitude  degrees north, −90..90
   * @param longitude  degrees east, −180..180
   * @param now  epoch seconds, not before the index was made
   */
  at(latitude: number, longitude: number, now: number): AlertMatch[];
  /** All active messages, placed or not, in no particular order. */
  active(now: number): ActiveMessage[];
  /** The active ones of which not every area is placed. */
  unplaced(now: number): UnplacedAlert[];
  /** All that the areas of an info consist of, zones included; empty for an info that is not in the index. */
  outline(message: AlertMessage, info: AlertInfo): Outline;
}

export interface AlertIndexContents {
  readonly messages: Iterable<StoredMessage>;
  readonly zones: ZoneShapes;
  /** Epoch seconds. */
  readonly now: number;
  /** What it made of the same messages (the same objects) is used again, if the zones are the same. */
  readonly previous?: AlertIndex | undefined;
}

function usesAt(candidates: Candidates, latitude: number, longitude: number, now: number): Map<Entry, Use[]> {
  const found = new Map<Entry, Use[]>();
  for (const { area, uses } of candidates(latitude, longitude)) {
    const holding = uses.filter(({ entry, info }) => holds(entry, info, now));
    if (holding.length === 0 || !area.contains(latitude, longitude)) continue;
    for (const use of holding) {
      const others = found.get(use.entry);
      if (others === undefined) found.set(use.entry, [use]);
      else others.push(use);
    }
  }
  return found;
}

function outlineOf(areas: readonly PlacedArea[]): Outline {
  const own = areas.filter(({ shapes }) => shapes.some(({ zone }) => zone === null)).map(({ area }) => area);
  const zones = new Set(areas.flatMap(({ shapes }) => shapes.flatMap(({ zone }) => zone ?? [])));
  return {
    polygons: [...own, ...zones].flatMap(({ polygons }) => polygons),
    circles: own.flatMap(({ circles }) => circles),
  };
}

/** Of its own, so that an index does not hold on to the one before it. */
function createPlacer(zones: ZoneShapes, previous: AlertIndex | undefined): (message: AlertMessage) => Placement {
  const known = previous?.zones === zones ? previous.placements : undefined;
  return (message) => known?.get(message) ?? placeMessage(message, zones);
}

export function createAlertIndex({ messages, zones, now: madeAt, previous }: AlertIndexContents): AlertIndex {
  const state = alertState(messages);
  const entries = listEntries(state, madeAt, createPlacer(zones, previous));
  const candidates = plantTree(listShapes(entries, madeAt));
  const placements = new Map(entries.map(({ standing, placement }) => [standing.stored.message, placement]));
  return {
    state,
    zones,
    placements,
    at(latitude, longitude, now) {
      const found = usesAt(candidates, latitude, longitude, now);
      return [...found].flatMap(([entry, uses]) => matchesOf(entry, uses)).sort(compareMatches);
    },
    active: (now) => activeAt(state, now),
    unplaced: (now) => entries.flatMap((entry) => unplacedOf(entry, now) ?? []),
    outline: (message, info) => outlineOf(placements.get(message)?.[message.infos.indexOf(info)] ?? []),
  };
}
