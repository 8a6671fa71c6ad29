/** Messages that are active or will be, as far as known at one time, with the places of their areas. */

import type { AlertMessage } from '../../model/alert.js';
import { infoWindow, type Window } from '../../model/alert-times.js';
import { isShown } from './active.js';
import type { AlertState, Standing } from './alert-state.js';
import type { PlacedArea } from './placement.js';

/** The areas of each info of a message. */
export type Placement = readonly (readonly PlacedArea[])[];

export interface Entry {
  readonly standing: Standing;
  /** By info. */
  readonly windows: readonly Window[];
  readonly placement: Placement;
}

export function holds({ standing, windows }: Entry, info: number, now: number): boolean {
  const { from, until } = windows[info]!;
  return from <= now && now < until && now < standing.supersededAt;
}

export function listEntries(state: AlertState, now: number, place: (message: AlertMessage) => Placement): Entry[] {
  const entries: Entry[] = [];
  for (const standing of state.standings) {
    if (!isShown(standing) || standing.supersededAt <= now) continue;
    const { message } = standing.stored;
    const windows = message.infos.map((info) => infoWindow(message, info));
    if (windows.some(({ until }) => until > now)) entries.push({ standing, windows, placement: place(message) });
  }
  return entries;
}
