/**
 * Days of the past at a place from the service's own daily analysis, for where no station observed them
 * (docs/methods/history.md).
 *
 * A day of a cell is that of the cell's zone. Where the clock changes by hours, as at the date line, the same date is another
 * time on the other side: cells there are left out.
 */

import { bilinearWeights, placeOf } from '../../grid/grid.js';
import type {
  AnalysisElement,
  AnalysisSeries,
  AnalysisSpan,
  CornersOf,
  DailyAnalysis,
} from '../../model/daily-analysis.js';
import { DAY, HOUR } from '../../model/time.js';
import { overallIndex, pm2_5Index, pm10Index } from '../../science/air-quality.js';
import { elevationStep } from '../../science/downscale.js';
import { zoneOfPlace } from '../place/time-zone.js';
import { shiftOf } from '../rules/heights.js';
import type { Place } from './station-choice.js';

/** Quantities of the analysis at a place. */
export const ANALYSED_QUANTITIES = [
  'temperature_max',
  'temperature_min',
  'precipitation',
  'rain_total',
  'snow_total',
  'cloud_cover',
] as const satisfies readonly AnalysisElement[];
export type AnalysedQuantity = (typeof ANALYSED_QUANTITIES)[number];

export interface AnalysedPlace {
  /**
   * One value a day from the first on; NaN: not known. K at the height of the place, mm of liquid equivalent, mm of new snow,
   * mean cloud cover of the daylight 0..1 (of 24 hours where the sun does not rise).
   */
  readonly values: ReadonlyMap<AnalysedQuantity, Float64Array>;
  /** Models behind the days. */
  readonly spans: readonly AnalysisSpan[];
  /** The largest difference in height was cut to ±1,500 m. */
  readonly clamped: boolean;
}

/** Days since 1970-01-01, both inclusive. */
export type DaySpan = readonly [first: number, last: number];

/**
 * The days of the record at a place, temperatures moved from the model's ground to the height of the place.
 *
 * @throws StoreUnavailableError
 */
export async function readAnalysis(analysis: DailyAnalysis, place: Place, days: DaySpan): Promise<AnalysedPlace> {
  const series = await analysis.read('daily-weather', days, cornersAround(place, days));
  const { rises, clamped } = risesOf(series, place);
  const values = new Map<AnalysedQuantity, Float64Array>(ANALYSED_QUANTITIES.map((id) => [id, series.values.get(id)!]));
  for (const id of ['temperature_max', 'temperature_min'] as const)
    values.set(
      id,
      values.get(id)!.map((value, n) => value + shiftOf(id, rises[n]!)),
    );
  return { values, spans: series.spans, clamped };
}

/** Height of the place over the model's ground on each day, m, within ±1,500; 0 where one is unknown. */
function risesOf({ values }: AnalysisSeries, { elevation }: Place): { rises: Float64Array; clamped: boolean } {
  let isClamped = false;
  const rises = values.get('elevation')!.map((ground) => {
    const { dz, clamped } = elevationStep(elevation ?? Number.NaN, ground);
    isClamped ||= clamped;
    return dz;
  });
  return { rises, clamped: isClamped };
}

export interface AnalysedAir {
  /** US air-quality index of the daily means of particles, one a day; NaN: not known. */
  readonly index: Float64Array;
  readonly spans: readonly AnalysisSpan[];
}

/** The air quality of days at a place. @throws StoreUnavailableError */
export async function readAnalysedAir(analysis: DailyAnalysis, place: Place, days: DaySpan): Promise<AnalysedAir> {
  const { values, spans } = await analysis.read('daily-air-quality', days, cornersAround(place, days));
  const coarse = values.get('pm10')!;
  const index = values.get('pm2_5')!.map((fine, n) => overallIndex(pm2_5Index(fine), pm10Index(coarse[n]!)));
  return { index, spans };
}

/** Zones that differ by less have much the same day, s. */
const SAME_DAY = 3 * HOUR;

function cornersAround({ latitude, longitude }: Place, [first]: DaySpan): CornersOf {
  const offsetAt = (at: { latitude: number; longitude: number }) =>
    zoneOfPlace(at.latitude, at.longitude).zone.offsetAt(first * DAY);
  const own = offsetAt({ latitude, longitude });
  return (grid) => {
    const corners = bilinearWeights(grid, latitude, longitude);
    const near = corners.filter(({ cell }) => Math.abs(offsetAt(placeOf(grid, cell.y, cell.x)) - own) <= SAME_DAY);
    return near.length > 0 ? near : corners;
  };
}
