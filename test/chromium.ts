/** A Chromium of the machine for tests that look at pages; `.ci/run` installs one. */

import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of its program; null where there is none, and the tests are skipped. */
export const CHROMIUM = PLACES.find((place) => place !== undefined && existsSync(place)) ?? null;

if (CHROMIUM === null) {
  if (process.env.WEATHERGLASS_REQUIRE_ALL) throw new Error('no Chromium, and every test is required');
  console.warn('no Chromium here: pages are not looked at (CHROMIUM names one)');
}
