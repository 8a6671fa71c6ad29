/** Which decoder reads which dataset. Loaded only where frames are read: HDF5 is a module of a megabyte. */

import type { Region } from '../../base/config.js';
import { decodeDwdRv } from '../../decode/radar/dwd-rv.js';
import { decodeMrms } from '../../decode/radar/mrms.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import { decodeRrqpe } from '../../decode/radar/rrqpe.js';
import type { RadarDatasetId } from '../../model/radar.js';

/** @param region  of a globe only this box is decoded; null: all of it */
export type RadarDecoder = (
  dataset: RadarDatasetId,
  bytes: Uint8Array,
  region: Region | null,
) => RadarRaster | Promise<RadarRaster>;

/** @throws RadarMalformedError, GribMalformedError, GribUnsupportedError */
export const decodeRadar: RadarDecoder = (dataset, bytes, region) => {
  switch (dataset) {
    case 'dwd-rate':
      return decodeDwdRv(bytes);
    case 'rrqpe-rate':
      return decodeRrqpe(bytes, region);
    default:
      return decodeMrms(bytes, dataset);
  }
};
