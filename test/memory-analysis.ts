/** A DailyAnalysis in memory on the globe at 0.25°, the same everywhere, for tests. */

import { placeOf } from '../src/grid/grid.js';
import {
  type AnalysisElement,
  type AnalysisSpan,
  type DailyAnalysis,
  elementsOf,
} from '../src/model/daily-analysis.js';
import type { RegularGrid } from '../src/model/field.js';

const GLOBE: RegularGrid = {
  ...{ kind: 'regular', rows: 721, columns: 1440, firstLatitude: 90, firstLongitude: 0 },
  ...{ latitudeStep: -0.25, longitudeStep: 0.25 },
};

/** A value, or the value of each day. */
type Values = Readonly<Partial<Record<AnalysisElement, number | ((day: number) => number)>>>;

export interface MemoryAnalysis extends DailyAnalysis {
  /** Places of the cells that were last asked for. */
  readonly corners: { readonly latitude: number; readonly longitude: number }[];
}

/** @param span  days since 1970-01-01 of which there are values; default: all */
export function memoryAnalysis(values: Values, span: Partial<AnalysisSpan> = {}): MemoryAnalysis {
  const whole: AnalysisSpan = { source: 'gfs', simulated: false, firstDay: 0, lastDay: 100_000, ...span };
  const corners: { latitude: number; longitude: number }[] = [];
  return {
    corners,
    version: async () => 'memory',
    spans: async () => [whole],
    async read(dataset, [first, last], cornersOf) {
      const found = cornersOf(GLOBE).map(({ cell }) => placeOf(GLOBE, cell.y, cell.x));
      corners.splice(0, corners.length, ...found);
      const days = Array.from({ length: last - first + 1 }, (_, n) => first + n);
      const columns = elementsOf(dataset).map(({ id }) => {
        const value = values[id] ?? Number.NaN;
        const of = (day: number) => (typeof value === 'number' ? value : value(day));
        const isKnown = (day: number) => found.length > 0 && day >= whole.firstDay && day <= whole.lastDay;
        return [id, Float64Array.from(days, (day) => (isKnown(day) ? of(day) : Number.NaN))] as const;
      });
      const isTouched = first <= whole.lastDay && last >= whole.firstDay;
      return { values: new Map(columns), spans: isTouched ? [whole] : [] };
    },
  };
}
