/**
 * The quality of the radar, kept as means of 4 × 4 pixels: it follows distance and height of the beam, so that it changes
 * over tens of kilometres, but hardly any two pixels of it are equal. Of a CONUS frame all of it is 30 MB in memory, as
 * much as all the others together, and this is 2.
 */

import type { RadarRaster } from '../../decode/radar/raster.js';
import type { RadarDatasetId } from '../../model/radar.js';
import { coarseOf, packRates, tiledField } from '../../science/radar/tiled-field.js';

const FACTOR = 4;
/** Smaller grids stay as they are: those of a region, or of a coarse upstream. */
const LARGE_PIXELS = 4e6;

/** The raster as it is stored: anything but a large field of quality is itself. */
export function asStored(dataset: RadarDatasetId, raster: RadarRaster): RadarRaster {
  const { grid, field } = raster;
  if (dataset !== 'mrms-quality' || grid.kind !== 'regular' || grid.rows * grid.columns <= LARGE_PIXELS) return raster;
  const { rows, columns, values } = coarseOf(field, FACTOR);
  // The centre of the first block is that of its pixels.
  const firstOf = (first: number, step: number) => millionths(first + ((FACTOR - 1) / 2) * step);
  return {
    ...raster,
    grid: {
      ...grid,
      ...{ rows, columns },
      firstLatitude: firstOf(grid.firstLatitude, grid.latitudeStep),
      firstLongitude: firstOf(grid.firstLongitude, grid.longitudeStep),
      latitudeStep: millionths(FACTOR * grid.latitudeStep),
      longitudeStep: millionths(FACTOR * grid.longitudeStep),
    },
    field: tiledField(rows, columns, field.step, packRates(values, field.step)),
  };
}

/** Degrees as GRIB has them, so that two frames stand on the same grid to the last bit. */
function millionths(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
