import { expect, test } from 'vitest';
import { FEEDS, feedNamed, feedTitle } from '../sources/feeds.js';
import { kindOf } from './kinds.js';

const describe = (id: string) => kindOf(feedNamed(id)!).describe(feedNamed(id)!);

test.each([
  ['aqm', 'NOAA Air Quality Model: 1 to 72 h ahead, runs at 06 12 UTC, from WEATHERGLASS_AQM_URL'],
  ['mrms', 'MRMS: rain as it falls, a frame every 2 minutes, from WEATHERGLASS_MRMS_URL'],
  ['firms', 'FIRMS: fires of the last day, from WEATHERGLASS_FIRMS_URL'],
])('the help of %s names title, cadence and setting of its address', (id, words) => {
  expect(describe(id)).toBe(words);
});

test('a run with quarter-hours begins at 0.25 h', () => {
  expect(describe('hrrr-subhourly')).toContain('0.25 to 18 h ahead, a run every hour');
});

test.each(FEEDS.map((feed) => [feed.id, feed] as const))('%s has a line of help and a title', (id, feed) => {
  const line = kindOf(feed).describe(feed);
  if (feed.addresses.length === 1) expect(line).toContain(feed.addresses[0]!.setting);
  else expect(line.length).toBeGreaterThan(10);
  expect(feedTitle(id)).not.toBe(id);
});

test('the title of a part of a feed begins with the title of the feed', () => {
  expect(feedTitle('nexrad KTLX')).toBe('NEXRAD KTLX');
});
