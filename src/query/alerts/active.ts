/**
 * Which messages are active. Each info has times of its own and is judged by itself: infos of one message may differ in
 * hazard and in hours (the DWD's and MeteoAlarm's do), and the whole message is active while one of them is.
 *
 *   active  ⇔  alert or update, not superseded, sent ≤ now, (effective ?? sent) ≤ now < end
 *   end     =  expires ?? ends ?? 24 h after it begins (model/alert-times.ts)
 *
 * `onset` does not count: a warning of what is to come holds now. An `ends` later than `expires` does not extend it (the
 * NWS renews the message before). A message without infos has nothing to show and is never active.
 */

import type { AlertInfo } from '../../model/alert.js';
import { infoWindow } from '../../model/alert-times.js';
import type { StoredMessage } from '../../model/records.js';
import type { AlertState, Standing } from './alert-state.js';

export interface ActiveMessage extends StoredMessage {
  /** Positions in `message.infos`, at least one. */
  readonly infos: readonly number[];
}

/** An alert or an update: what can be shown at all. */
export function isShown({ stored }: Standing): boolean {
  return stored.message.messageType === 'alert' || stored.message.messageType === 'update';
}

export function activeInfos(standing: Standing, now: number): readonly number[] {
  if (!isShown(standing) || now >= standing.supersededAt) return [];
  const { message } = standing.stored;
  const holds = (info: AlertInfo): boolean => {
    const { from, until } = infoWindow(message, info);
    return from <= now && now < until;
  };
  return message.infos.flatMap((info, i) => (holds(info) ? [i] : []));
}

/** Messages active at `now`, epoch seconds, in no particular order. */
export function activeAt(state: AlertState, now: number): ActiveMessage[] {
  return state.standings.flatMap((standing) => {
    const infos = activeInfos(standing, now);
    return infos.length === 0 ? [] : [{ ...standing.stored, infos }];
  });
}
