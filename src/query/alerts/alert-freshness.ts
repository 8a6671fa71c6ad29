/** When a feed of alerts counts as late: one table for all. */

import { MINUTE } from '../../model/time.js';

/**
 * Seconds since the last poll that succeeded. A poll or two may fail without a word, and a first poll of many documents
 * takes its time; then whatever was issued since may be missing, and answers say so.
 *
 * nws-alerts is polled every minute, meteoalarm and dwd-alerts every two, wmo-alert-hub every five (a hundred sources, four
 * at a time), eccc-alerts every ten, which only finds what is an hour old.
 */
const LATE_AFTER: Readonly<Record<string, number>> = {
  'nws-alerts': 10 * MINUTE,
  meteoalarm: 15 * MINUTE,
  'dwd-alerts': 15 * MINUTE,
  'wmo-alert-hub': 30 * MINUTE,
  'eccc-alerts': 45 * MINUTE,
};

/** Of a feed that is not in the table: six of its intervals, at least ten minutes. */
export function lateAfter(feed: string, intervalSeconds: number): number {
  return LATE_AFTER[feed] ?? Math.max(6 * intervalSeconds, 10 * MINUTE);
}
