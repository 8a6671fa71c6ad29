/**
 * Where a network looks, for as long as no frame of it has told: boxes in degrees, inside which a place waits for the first.
 *
 * They follow the reach of the radars rather than the grid: of MRMS's grid a third is sea that no radar sees, and of DWD's
 * composite the corners. Once there is a frame its grid and its pixels decide.
 */

import { type Box, isInside } from '../../model/box.js';
import type { RadarNetworkId } from '../../model/radar.js';

export const NETWORK_COVERAGE: { readonly [Network in RadarNetworkId]: readonly Box[] } = {
  // The contiguous United States with the waters before their coasts.
  mrms: [
    { south: 30, north: 50, west: -126, east: -66 },
    { south: 24, north: 30, west: -107, east: -77 },
  ],
  // 150 km around the seventeen radars from Memmingen to Boostedt.
  'dwd-rv': [{ south: 46.5, north: 55.7, west: 4, east: 16.5 }],
  // The satellites' band, right round.
  rrqpe: [{ south: -60, north: 70, west: -180, east: 180 }],
};

/** @param longitude  −180..180 */
export function isCovered(network: RadarNetworkId, latitude: number, longitude: number): boolean {
  return NETWORK_COVERAGE[network].some((box) => isInside(box, latitude, longitude));
}
