/**
 * Texts of instants on the quarter hour. Answers of the same day repeat the same few thousand of them, and formatting
 * costs more than everything else that a record of one variable needs: each is made once and kept in a ring.
 */

import { formatInstant } from '../../../model/time.js';
import { type Axis, QUARTER } from '../../../query/time/series.js';

/** A power of two above the quarter hours of the longest answer, 432 h. */
const KEPT = 4096;

const labels = new Array<string>(KEPT).fill('');
const quarters = new Float64Array(KEPT).fill(Number.NaN);

/** ISO 8601 instants at which the records of `axis` begin; the axis stands on quarter hours. */
export function labelsOf({ start, step, count }: Axis): string[] {
  const texts: string[] = [];
  for (let i = 0; i < count; i++) {
    const quarter = (start + i * step) / QUARTER;
    const slot = ((quarter % KEPT) + KEPT) % KEPT;
    if (quarters[slot] !== quarter) {
      quarters[slot] = quarter;
      labels[slot] = formatInstant(start + i * step);
    }
    texts.push(labels[slot]!);
  }
  return texts;
}
