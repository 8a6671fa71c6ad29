/** Of a list of fires those that are still shown: a list that nobody renews must lose what has grown old. */

import type { FireTable } from '../../model/fire.js';

/** @param since  epoch seconds; the table itself where none was seen before it */
export function firesSince(table: FireTable, since: number): FireTable {
  const isShown = (_: unknown, n: number) => table.times[n]! >= since;
  if (table.times.every(isShown)) return table;
  return {
    latitudes: table.latitudes.filter(isShown),
    longitudes: table.longitudes.filter(isShown),
    times: table.times.filter(isShown),
    radiativePowers: table.radiativePowers.filter(isShown),
    confidences: table.confidences.filter(isShown),
  };
}
