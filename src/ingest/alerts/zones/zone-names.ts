/** Which of the dated files that a page names is in force. */

import type { ZoneFile } from '../../../sources/alert-zones/zone-files-table.js';

/**
 * The newest whose date is not to come: issuers announce the next one weeks before it holds. When all are to come, the
 * first of them; null where the page names none.
 */
export function latestName(page: string, { name, dateOf }: NonNullable<ZoneFile['page']>, now: number): string | null {
  const dated = [...new Set(page.match(name) ?? [])].flatMap((found) => {
    const date = dateOf(found);
    return date === null || Number.isNaN(date) ? [] : [{ found, date }];
  });
  const ordered = dated.sort((a, b) => a.date - b.date);
  return (ordered.findLast(({ date }) => date <= now) ?? ordered[0])?.found ?? null;
}
