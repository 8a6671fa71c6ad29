/** What every decoder of radar gives: one field at one instant, in tiles, on the grid that the file states. */

import type { Grid } from '../../model/field.js';
import type { TiledField } from '../../model/radar.js';

export interface RadarRaster {
  /** Pixel centres; row 0 and column 0 are those of `field`. */
  readonly grid: Grid;
  /** When the rain was seen, epoch seconds. */
  readonly validTime: number;
  /** In the unit and with the step of the dataset (`RADAR_DATASETS`). */
  readonly field: TiledField;
}
