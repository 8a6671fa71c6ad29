/** Warnings of a history beyond those of its stations: the zone of the request, and air quality. */

import { formatDate } from '../../model/time.js';
import type { AnalysedAir } from '../../query/history/analysed-days.js';
import { missingIn } from '../history-notices.js';
import type { Notices } from '../notices.js';

const AIR = ['air_quality_index'] as const;

/**
 * @param air  null: no day of it is known
 * @param start  first day of the record, days since 1970-01-01; null: none yet
 * @param isCounted  the warning has the number of days of other variables already
 */
export function addAirNotices(
  notices: Notices,
  air: AnalysedAir | null,
  start: number | null,
  isCounted: boolean,
): void {
  const index = air?.index ?? new Float64Array(0);
  const missing = missingIn(index, 0, index.length);
  const known = index.length - missing;
  if (known > 0)
    notices.add(
      'analysis_fallback',
      `air_quality_index is analysed from the particles of a model on ${known} of ${index.length} days.`,
      {
        variables: AIR,
        ...(!isCounted && { count: known }),
      },
    );
  if (known > 0 && missing === 0) return;
  const since =
    start === null ? 'has no daily air quality yet' : `keeps daily air quality from ${formatDate(start)} on`;
  const where = known > 0 ? ` on ${missing} of ${index.length} days` : '';
  notices.add('air_quality_unavailable', `This service ${since}; air_quality_index is null${where}.`, {
    variables: AIR,
    ...(known > 0 && { count: missing }),
  });
}
