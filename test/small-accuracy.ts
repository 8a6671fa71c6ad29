/** A record of accuracy with few numbers, for tests that store it and read it back. */

import { fixedClock } from '../src/base/clock.js';
import type { ObjectDefectError } from '../src/base/errors.js';
import { silentLog } from '../src/base/log.js';
import type { AccuracyInterval } from '../src/model/accuracy.js';
import type { AccuracyRecord, DateSpan } from '../src/model/accuracy-record.js';
import type { RegionId } from '../src/model/region.js';
import { readMonthsBefore } from '../src/store/accuracy/accuracy-drafts.js';
import type { AccuracyForm } from '../src/store/accuracy/accuracy-layout.js';
import { createAccuracyShelf } from '../src/store/accuracy/accuracy-shelf.js';
import { beginAccuracy, replacedDates } from '../src/store/accuracy/accuracy-writer.js';
import type { ObjectStore } from '../src/store/objects/object-store.js';

/** Five numbers of days and four of hours, of which stations have three, and two of minutes. */
export const SMALL_FORM: AccuracyForm = {
  rows: {
    '1d': { names: ['a', 'b', 'c', 'd', 'e'], ofStations: 3 },
    '1h': { names: ['a', 'b', 'c', 'd'], ofStations: 3 },
    '1m': { names: ['a', 'b'], ofStations: 2 },
  },
  headlines: [
    { interval: '1d', column: 1 },
    { interval: '1h', column: 2 },
  ],
};

export const SMALL_STATIONS: readonly { readonly id: string; readonly region: RegionId | null }[] = [
  { id: 'EDDF', region: 'arctic' },
  { id: 'KDEN', region: 'mountain' },
  { id: 'KJFK', region: null },
];

/** A number that tells station, interval, day and column apart; a second edition differs from the first. */
export function sumOf(station: number, interval: AccuracyInterval, day: number, column: number, edition = 0): number {
  return edition * 4096 + ((station * 7 + ['1d', '1h', '1m'].indexOf(interval)) * 31 + (day % 512)) * 5 + column + 1;
}

export interface SmallWriting {
  readonly edition?: number;
  readonly stations?: readonly number[];
  readonly minutes?: readonly number[];
  readonly createdAt?: number;
  readonly form?: AccuracyForm;
  readonly defects?: ObjectDefectError[];
}

/** Writes dates of all stations, as the nightly verification does. */
export async function writeSmall(objects: ObjectStore, days: DateSpan, options: SmallWriting = {}): Promise<void> {
  const { edition = 0, stations = [0, 1, 2], minutes = [], createdAt = days[1] * 86_400, form = SMALL_FORM } = options;
  const troubles = {
    onDefect: (defect: ObjectDefectError) => void options.defects?.push(defect),
    onOtherLayout: () => undefined,
  };
  const before = await readMonthsBefore(objects, form, days, troubles);
  const replaced = replacedDates(days, minutes);
  const writer = await beginAccuracy({ objects, form, replaced, before });
  for (const station of stations) {
    const rowsOf = (interval: AccuracyInterval) =>
      Float64Array.from(
        replaced[interval].flatMap((day) =>
          form.rows[interval].names.map((_, column) => sumOf(station, interval, day, column, edition)),
        ),
      );
    const rows = { '1d': rowsOf('1d'), '1h': rowsOf('1h'), '1m': rowsOf('1m') };
    await writer.add({ ...SMALL_STATIONS[station]!, rows });
  }
  await writer.commit({ createdAt, simulated: false });
}

export function openSmall(objects: ObjectStore, form = SMALL_FORM): Promise<AccuracyRecord | null> {
  return createAccuracyShelf({ objects, form, clock: fixedClock(0), log: silentLog })();
}
