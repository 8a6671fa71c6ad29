import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.js';
import { MOST_AUTOMATIC_GIGABYTES } from '../ingest/feed-choice.js';
import { leftOutInWords, namedOutside, trafficInWords } from './feed-traffic.js';

const EUROPE = '35,-12,72,45';
const UNITED_STATES = '24,-126,50,-66';
const settingOf = (region: string, feeds = 'auto') =>
  loadConfig({ WEATHERGLASS_PROFILE: 'live', WEATHERGLASS_REGION: region, WEATHERGLASS_FEEDS: feeds });

test('traffic is the sum over the feeds that are on, the largest first', () => {
  expect(trafficInWords(settingOf('', 'aqm,gfs,hms-smoke'))).toBe('about 10 GB a day (gfs 9.9, aqm 0.2)');
  expect(trafficInWords(settingOf('', 'terrain'))).toBe('about 0 GB a day');
});

test('the README states the traffic of auto without a region, in Europe and in the contiguous United States', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const region of ['', EUROPE, UNITED_STATES])
    expect(readme).toContain(`| ${trafficInWords(settingOf(region))} |`);
  expect(readme).toContain(`downloads at most ${MOST_AUTOMATIC_GIGABYTES} GB a day`);
});

test('what auto leaves out is told with its gigabytes and the setting that adds it', () => {
  expect(leftOutInWords(settingOf(UNITED_STATES))).toBe(
    'hrrr 7.8, hrrr-subhourly 20 GB a day: above 5 GB a day a feed is on by name only, e.g. WEATHERGLASS_FEEDS=auto,hrrr',
  );
  expect(leftOutInWords(settingOf(UNITED_STATES, 'auto,hrrr'))).toMatch(
    /^hrrr-subhourly 20 GB a day: .*WEATHERGLASS_FEEDS=auto,hrrr,hrrr-subhourly$/,
  );
  expect(leftOutInWords(settingOf(''))).toMatch(
    /^ecmwf-ifs 2, (?!.*hrrr 7.*: without).*: without WEATHERGLASS_REGION they are on by name only; hrrr 7\.8, hrrr-subhourly 20 GB a day: above 5 GB .*WEATHERGLASS_FEEDS=auto,ecmwf-ifs$/,
  );
  expect(leftOutInWords(settingOf(EUROPE))).toBeNull();
  expect(leftOutInWords(settingOf('', 'gfs'))).toBeNull();
});

test('models that are named and miss the region are told', () => {
  expect(namedOutside(settingOf(EUROPE, 'gfs,hrrr,aqm'))).toEqual(['hrrr', 'aqm']);
  expect(namedOutside(settingOf(EUROPE, 'mrms'))).toEqual([]); // frames are kept whole
  expect(namedOutside(settingOf(EUROPE))).toEqual([]);
});
