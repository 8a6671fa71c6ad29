/**
 * When a message of an alert holds, by its own times alone. One rule for what is shown and for what is kept.
 *
 *   begin  =  the later of sent and effective
 *   end    =  expires ?? ends ?? begin + 24 h, at most sent + 366 d
 *
 * CAP leaves a message without an end to its receiver (3.2.2, expires); a day from its beginning is the compromise, so
 * that one for the day after tomorrow is shown at all. Some issuers write the year 9999 for "until further notice", and
 * a wrong year would be as long; warnings of drought run for months, none for more than a year.
 */

import type { AlertInfo, AlertMessage } from './alert.js';
import { DAY } from './time.js';

const LONGEST = 366 * DAY;
/** Clocks and offsets of issuers go wrong by hours. */
const FURTHEST_AHEAD = DAY;

/** [from, until), epoch seconds; empty when `until` is not later. */
export interface Window {
  readonly from: number;
  readonly until: number;
}

/** When an info holds, as far as its own message goes. */
export function infoWindow(
  { sent }: Pick<AlertMessage, 'sent'>,
  { effective, expires, ends }: Pick<AlertInfo, 'effective' | 'expires' | 'ends'>,
): Window {
  const from = Math.max(sent, effective ?? sent);
  return { from, until: Math.min(expires ?? ends ?? from + DAY, sent + LONGEST) };
}

/** When the last of its infos ends; without any, as many a Cancel is, when it was sent. */
export function messageEnd(message: AlertMessage): number {
  return Math.max(message.sent, ...message.infos.map((info) => infoWindow(message, info).until));
}

/**
 * Why a message cannot be one of now, in words; null where it can. What is dated far ahead would be kept until then, and
 * then end whatever it names.
 */
export function sentFault({ sent }: Pick<AlertMessage, 'sent'>, receivedAt: number): string | null {
  const hours = Math.floor((sent - receivedAt) / 3600);
  return sent - receivedAt <= FURTHEST_AHEAD ? null : `sent must be at most 24 hours ahead; it is ${hours} hours ahead`;
}
