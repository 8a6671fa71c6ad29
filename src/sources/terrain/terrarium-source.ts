/**
 * Terrarium tiles over HTTP: {base}/terrarium/{zoom}/{x}/{y}.png, as the AWS Open Data set "Terrain Tiles" lays them out.
 *
 * The set is whole for the square of Web Mercator down to zoom 15; S3 says 403 for a key that it does not have, other
 * servers 404. Beyond 85.05° there is no address to ask.
 */

import { isTagged } from '../../base/errors.js';
import { type HttpDownload, saysAbsent } from '../http-download.js';

export const DEEPEST_TERRARIUM = 15;
/** 256 × 256 pixels of RGBA are 256 KiB before deflate, which on noise may even add to them. */
const LARGEST_TILE = 2 ** 19;

export interface TerrariumSource {
  urlOf(zoom: number, x: number, y: number): string;
  /**
   * The PNG file, null where there is none.
   *
   * @throws UpstreamError
   */
  fetchTile(zoom: number, x: number, y: number, signal?: AbortSignal): Promise<Uint8Array | null>;
}

/** @param baseUrl  without a slash at its end */
export function createTerrariumSource(http: HttpDownload, baseUrl: string): TerrariumSource {
  const urlOf = (zoom: number, x: number, y: number): string => `${baseUrl}/terrarium/${zoom}/${x}/${y}.png`;
  return {
    urlOf,
    async fetchTile(zoom, x, y, signal) {
      try {
        const answer = await http.get(urlOf(zoom, x, y), { ceilingBytes: LARGEST_TILE, signal });
        return answer.notModified ? null : answer.bytes;
      } catch (error) {
        if (isTagged(error, 'upstream') && saysAbsent(error.status)) return null;
        throw error;
      }
    },
  };
}
