/** Places and values of messages as ecCodes reads them. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ReadValue {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** NaN where missing. */
  readonly value: number;
}

/** Every value of the messages, in the order in which ecCodes walks the grid; null where it is not installed. */
export function readWithEcCodes(messages: Uint8Array): ReadValue[] | null {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-eccodes-'));
  const file = join(directory, 'message.grib2');
  writeFileSync(file, messages);
  try {
    const text = execFileSync('grib_get_data', ['-m', 'NaN:%.6f', '-F', '%.12g', '-L', '%.6f %.6f', file], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const lines = text.split('\n').filter((line) => /^\s*-?\d/.test(line));
    return lines.map((line) => {
      const [latitude, longitude, value] = line.trim().split(/\s+/).map(Number) as [number, number, number];
      return { latitude, longitude, value };
    });
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (absent && process.env.WEATHERGLASS_REQUIRE_ALL !== '1') return null;
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
