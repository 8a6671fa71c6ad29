/** Verifies the forecasts that this service has issued with the observations that it has stored, and pools all stations. */

import { countStation, type DayPersistence } from '../../science/verification/count-station.js';
import { ISSUE_HOUR } from '../../science/verification/lead-forecasts.js';
import { addRow, noDateRows, type SumsLayout, sumsLayout } from '../../science/verification/sums-layout.js';
import { totalOf } from './accuracy-report.js';
import {
  type ArchiveComparison,
  compareDates,
  DAILY_LEADS,
  HOURLY_LEADS,
  MOST_COMPARED_DATES,
} from './archive-comparison.js';
import { endOfObservations, noEndInWords } from './data-end.js';
import type { VerifiedForecasts } from './verify-files.js';

export interface ArchiveVerification extends ArchiveComparison {
  /** Last date that is over at every station, days since 1970-01-01. */
  readonly lastDay: number;
  /** Dates that are verified, up to the last one that is observed. */
  readonly days: number;
  readonly persistence: DayPersistence;
}

/** Sums of the hours and days of the accuracy record. */
export const FORECAST_LAYOUT: SumsLayout = sumsLayout([
  { interval: '1h', leads: HOURLY_LEADS.map((lead) => ({ first: lead, last: lead })) },
  { interval: '1d', leads: DAILY_LEADS.map((lead) => ({ first: lead, last: lead })) },
]);

/** @throws the store's errors  a part of it cannot be read */
export async function verifyArchive(request: ArchiveVerification): Promise<VerifiedForecasts> {
  const { stations, persistence } = request;
  const dataEnd = await endOfObservations(request);
  const lastDay = dataEnd ?? request.lastDay;
  const firstDay = lastDay - request.days + 1;
  const layout = FORECAST_LAYOUT;
  const rows = noDateRows(layout, firstDay, request.days);
  const totals = new Map(stations.map(({ id }) => [id, new Float64Array(layout.width)]));
  const issues = new Set<number>();
  for (let first = firstDay; first <= lastDay; first += MOST_COMPARED_DATES) {
    const last = Math.min(lastDay, first + MOST_COMPARED_DATES - 1);
    const compared = await compareDates(request, [first, last]);
    for (const time of compared.issues) issues.add(time);
    for (const { place, leads, observed, climatology } of compared.stations()) {
      const own = countStation(layout, leads, observed, { persistence, climatology });
      addRow(rows.sums.subarray((first - firstDay) * layout.width, (last - firstDay + 1) * layout.width), own.sums);
      addRow(totals.get(place.id)!, totalOf(layout, own));
    }
  }
  const known = [...totals].flatMap(([id, total]) => (total.some((sum) => sum !== 0) ? [{ id, total }] : []));
  return {
    ...{ layout, rows, stations: known, firstDay, lastDay, issues: issues.size, issueHour: ISSUE_HOUR },
    ...{ titles: ['archive of this service'], notes: dataEnd === null ? [noEndInWords(request.lastDay)] : [] },
  };
}
