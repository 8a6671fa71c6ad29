/** Nowcasts as hindcasts make them: rates and probabilities of whole fields at each lead. */

import type { MotionField, TiledField } from '../../model/radar.js';
import { chanceAt } from '../../science/radar/chance-at.js';
import { departureLattice, fillDepartures } from '../../science/radar/departure-lattice.js';
import { rateAt } from '../../science/radar/rate-at.js';
import { bilinearAt } from '../../science/radar/tiled-field.js';
import { NO_CATEGORY } from './event-counts.js';

/** What a nowcast is made from. */
export interface NowcastStart {
  /** The newest frame, mm/h. */
  readonly field: TiledField;
  /** Its categories: `NO_CATEGORY` not observed, 0 dry, else wet. */
  readonly categories: Uint8Array;
  readonly motion: () => MotionField;
}

/** Whole fields, float32 [row][column], NaN where there is no nowcast. */
export interface LeadForecast {
  /** mm/h. */
  readonly rates: Float32Array;
  /** Of the lowest threshold, 0..1. */
  readonly probabilities: Float32Array;
}

/** A rule that hindcasts measure. */
export type NowcastMethod = (start: NowcastStart, leadMinutes: number) => LeadForecast;

/**
 * Kilometres from pixel to pixel. The service takes those of the place; the pixels of the sequences are about one, and the
 * figures of pysteps beside ours are by pixels.
 */
const PIXEL_KM = 1;
/** The service says nothing where half of a disk was not observed; scores compare all pixels that have a rate. */
const LEAST_OBSERVED = 0;

/** Rate where the rain comes from, an observed pixel; `chance` is that of rain there. */
type RateRule = (field: TiledField, row: number, column: number, chance: number) => number;

/** The service's own: science/radar/rate-at. */
export const diskNowcast: NowcastMethod = (start, leadMinutes) =>
  nowcastBy(start, leadMinutes, (field, row, column, chance) =>
    // The disk of the chance holds that of the rate.
    chance === 0 ? 0 : rateAt(field, row, column, leadMinutes, PIXEL_KM, PIXEL_KM),
  );

/** Extrapolation and nothing else, as pysteps does it: bilinear in mm/h where the rain comes from. */
export const bilinearNowcast: NowcastMethod = (start, leadMinutes) =>
  nowcastBy(start, leadMinutes, (field, row, column) => bilinearAt(field, row, column));

export const NOWCAST_METHODS = { disk: diskNowcast, bilinear: bilinearNowcast } as const;
export type NowcastMethodName = keyof typeof NOWCAST_METHODS;

function nowcastBy({ field, categories, motion }: NowcastStart, leadMinutes: number, rateOf: RateRule): LeadForecast {
  const { rows, columns } = field;
  const lattice = departureLattice(motion(), rows, columns, leadMinutes);
  const rates = new Float32Array(rows * columns).fill(Number.NaN);
  const probabilities = new Float32Array(rows * columns).fill(Number.NaN);
  const [fromRows, fromColumns] = [new Float64Array(columns), new Float64Array(columns)];
  for (let row = 0; row < rows; row++) {
    fillDepartures(lattice, row, fromRows, fromColumns);
    for (let column = 0; column < columns; column++) {
      const [y, x] = [fromRows[column]!, fromColumns[column]!];
      const [nearestRow, nearestColumn] = [Math.round(y), Math.round(x)];
      if (!(nearestRow >= 0 && nearestColumn >= 0 && nearestRow < rows && nearestColumn < columns)) continue;
      const from = nearestRow * columns + nearestColumn;
      if (categories[from] === NO_CATEGORY) continue;
      const chance = chanceAt(field, y, x, leadMinutes, PIXEL_KM, PIXEL_KM, 0, LEAST_OBSERVED);
      const rate = rateOf(field, y, x, chance);
      if (Number.isNaN(rate)) continue;
      rates[row * columns + column] = rate;
      probabilities[row * columns + column] = chance;
    }
  }
  return { rates, probabilities };
}
