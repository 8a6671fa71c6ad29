/** Which decoder reads which dataset. Loaded only where frames are read: HDF5 is a module of a megabyte. */

import { decodeDwdRv } from '../../decode/radar/dwd-rv.js';
import { decodeMrms } from '../../decode/radar/mrms.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import { decodeRrqpe } from '../../decode/radar/rrqpe.js';
import type { Box } from '../../model/box.js';
import type { RadarDatasetId } from '../../model/radar.js';
import { wrapLongitude } from '../../science/great-circle.js';

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

const REACH = 290; // km
const DEGREE = 111.2; // km of latitude

/**
 * The region with 290 km around it; all longitudes where it then goes round the globe. Rain that falls at the edge of the
 * region in two hours is outside of it now, by as much at 40 m/s, which is as fast as showers travel.
 */
export function withSurroundings({ south, west, north, east }: Box): Box {
  const margin = REACH / DEGREE;
  const box = { south: Math.max(-90, south - margin), north: Math.min(90, north + margin) };
  const narrowest = Math.cos((Math.max(Math.abs(box.south), Math.abs(box.north)) * Math.PI) / 180);
  const width = east > west ? east - west : east - west + 360;
  const aside = margin / narrowest;
  // At a pole the margin is endless, and no number any more behind it.
  if (!(width + 2 * aside < 360)) return { ...box, west: -180, east: 180 };
  return { ...box, west: wrapLongitude(west - aside), east: wrapLongitude(east + aside) };
}
