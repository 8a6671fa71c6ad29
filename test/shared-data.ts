/**
 * Where the real upstream files are that some tests compare with. They are not part of the project; a checkout without
 * them skips those tests with one line, and `.ci/run` (which sets WEATHERGLASS_REQUIRE_ALL) fails instead.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'vitest';

const ROOT = resolve(process.env.WEATHERGLASS_SHARED_DATA ?? '../shared/data');
const REQUIRED = process.env.WEATHERGLASS_REQUIRE_ALL === '1';

/** Absolute path of a real upstream file: `sharedData('grib2', 'pygrib', 'gfs.t12z.pgrbf120.2p5deg.grib2')`. */
export function sharedData(...parts: string[]): string {
  return join(ROOT, ...parts);
}

/** `test`, or a skip that names what is missing; where everything is required, a failure. */
export function testWithSharedData(name: string, run: () => void | Promise<void>, timeout?: number): void {
  if (existsSync(ROOT)) test(name, run, timeout);
  else if (REQUIRED)
    test(name, () => Promise.reject(new Error(`real upstream data is required but ${ROOT} is absent`)));
  else test.skip(`${name} (real upstream data is absent: set WEATHERGLASS_SHARED_DATA)`);
}
