/** GPX files of the machine. */

import { readFileSync, statSync } from 'node:fs';
import { MalformedError } from '../base/errors.js';
import { type GpxFile, MOST_GPX_BYTES, readGpx } from '../decode/gpx/gpx.js';

export type { GpxFile, GpxLine, GpxPoint } from '../decode/gpx/gpx.js';

/**
 * A GPX file of the machine: for `query route`, which may not decode itself.
 *
 * @throws MalformedError, and what the file system says
 */
export function readGpxFile(path: string): GpxFile {
  const { size } = statSync(path);
  if (size > MOST_GPX_BYTES) throw new MalformedError('GPX', `a file must have at most ${MOST_GPX_BYTES} bytes`, size);
  return readGpx(readFileSync(path));
}
