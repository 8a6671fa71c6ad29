/** Bytes of a GRIB file as people keep it: plain, or packed with gzip or bzip2. */

import { gunzipSync } from 'node:zlib';
import { isBzip2, unpackBzip2 } from '../../base/bzip2.js';
import { UpstreamError } from '../../base/errors.js';

/** Twice a file of GFS 0.25°; a gzip member may claim anything. */
export const LARGEST_GRIB_FILE = 2 ** 30;
/** Unpacked in memory that cannot be larger than 2 GB in all: whoever packs with bzip2 packs single fields. */
const LARGEST_BZIP2 = 2 ** 28;

/**
 * The bytes, unpacked where they are packed.
 *
 * @param origin  for the error
 * @throws UpstreamError  packed, but not whole, or larger than is allowed when it is unpacked
 */
export async function unpackGribFile(bytes: Uint8Array, origin: string): Promise<Uint8Array> {
  if (isBzip2(bytes)) {
    const tooLarge = () => tooLargeFile(origin, LARGEST_BZIP2);
    return unpackBzip2(bytes, { bytes: LARGEST_BZIP2, tooLarge, defect: (rule) => brokenFile(origin, 'bzip2', rule) });
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_GRIB_FILE });
  } catch (cause) {
    const large = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw large ? tooLargeFile(origin, LARGEST_GRIB_FILE, cause) : brokenFile(origin, 'gzip', cause);
  }
}

function tooLargeFile(origin: string, most: number, cause?: unknown): UpstreamError {
  return new UpstreamError('too-large', origin, `unpacks to more than ${most} bytes`, { cause });
}

function brokenFile(origin: string, format: string, cause: unknown): UpstreamError {
  return new UpstreamError('framing', origin, `is no whole ${format} file`, { cause });
}
