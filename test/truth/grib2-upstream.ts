/** Reading of the real GRIB files, compressed ones included, and the figures that ecCodes prints of a field. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Why .xz files cannot be read here; null when they can. Where everything is required, reading them fails instead. */
export const WITHOUT_XZ: string | null =
  spawnSync('xz', ['--version']).status === 0 || process.env.WEATHERGLASS_REQUIRE_ALL === '1'
    ? null
    : 'the xz program is absent';

/** Bytes of a file, unpacked when its name ends with .gz or .xz (which needs the `xz` program: Node has no decoder). */
export function readUpstreamFile(path: string): Uint8Array {
  if (path.endsWith('.gz')) return gunzipSync(readFileSync(path));
  if (!path.endsWith('.xz')) return readFileSync(path);
  const { status, stdout, error } = spawnSync('xz', ['-dc', path], { maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`xz is needed to read ${path}`, { cause: error });
  return stdout;
}

export interface Statistics {
  readonly min: number;
  readonly max: number;
  readonly average: number;
  readonly missing: number;
  readonly present: number;
}

/** Of the values that are present; NaN counts as missing. */
export function statisticsOf(values: Float32Array): Statistics {
  let [min, max, sum, present] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    present++;
  }
  return { min, max, average: sum / present, missing: values.length - present, present };
}
