/** Which decoder reads which dataset. Loaded only where frames are read: HDF5 is a module of a megabyte. */

import { decodeDwdRv } from '../../decode/radar/dwd-rv.js';
import { decodeMrms } from '../../decode/radar/mrms.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import { decodeRrqpe } from '../../decode/radar/rrqpe.js';
import type { Box } from '../../model/box.js';
import type { RadarDatasetId } from '../../model/radar.js';
import { withSurroundings } from './surroundings.js';

/**
 * @param region  of a globe only this box is decoded, and what is near it; null: all of it
 * @param namedTime  as the name of the file has it, epoch seconds; null: it has none
 */
export type RadarDecoder = (
  dataset: RadarDatasetId,
  bytes: Uint8Array,
  region: Box | null,
  namedTime: number | null,
) => RadarRaster | Promise<RadarRaster>;

/** @throws MalformedError, GribUnsupportedError */
export const decodeRadar: RadarDecoder = (dataset, bytes, region, namedTime) => {
  switch (dataset) {
    case 'dwd-rate':
      return decodeDwdRv(bytes);
    case 'rrqpe-rate':
      return decodeRrqpe(bytes, region && withSurroundings(region), namedTime);
    default:
      return decodeMrms(bytes, dataset);
  }
};
