/** Bytes of a GRIB file as people keep it: plain, or in a gzip member. */

import { gunzipSync } from 'node:zlib';
import { UpstreamError } from '../base/errors.js';

/** Twice a file of GFS 0.25°; a gzip member may claim anything. */
export const LARGEST_GRIB_FILE = 2 ** 30;

/**
 * The bytes, unpacked where they are gzipped.
 *
 * @param origin  for the error
 * @throws UpstreamError  not gzip all through, or larger than `LARGEST_GRIB_FILE` when it is unpacked
 */
export function unpackGribFile(bytes: Uint8Array, origin: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_GRIB_FILE });
  } catch (cause) {
    const large = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const detail = large ? `unpacks to more than ${LARGEST_GRIB_FILE} bytes` : 'is no whole gzip file';
    throw new UpstreamError(large ? 'too-large' : 'framing', origin, detail, { cause });
  }
}
