import { expect, test } from 'vitest';
import { feedNamed } from '../../sources/feeds.js';
import { graceOf, pauseOfArchive, pauseOfPast } from './schedules.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const event = (name: string, issue?: string) => ({ event: name, ...(issue === undefined ? {} : { issue }) });

test.each([
  ['an issue of this hour: the next one is due when the hour begins', event('archived', '2026-11-20T12:00:00Z'), 3590],
  ['a late issue of this hour: the same', event('archived', '2026-11-20T12:37:00Z'), 3590],
  ['an hour that had its issue: the same', event('present', '2026-11-20T12:00:09Z'), 3590],
  [
    'an issue of the hour that ended while it was written: this hour is due at once',
    event('archived', '2026-11-20T11:59:00Z'),
    0,
  ],
  ['no forecast yet: in a minute', event('no-forecast'), 60],
  ['data that changed: in a minute', event('unsettled'), 60],
  ['no event at all: in a minute', null, 60],
  ['no station in the region: with the next hour', event('no-stations'), 3590],
  ['an archive that is off: with the next hour', event('off'), 3590],
])('ten seconds after noon, with %s', (_, last, pause) => {
  expect(pauseOfArchive(last, NOON + 10)).toBe(pause);
});

test.each([
  ['every day is stored: never again', { event: 'past', left: 0 }, Number.POSITIVE_INFINITY],
  ['the upstream keeps no past: never again', { event: 'no-past' }, Number.POSITIVE_INFINITY],
  ['days are left: in five minutes', { event: 'past', left: 3 }, 300],
  ['no event at all: in five minutes', null, 300],
])('after a run of the past where %s', (_, last, pause) => {
  expect(pauseOfPast(last)).toBe(pause);
});

test.each([
  ['ghcn-daily', 900],
  ['metar', 30],
])('a poll of %s is ended %d s after its deadline', (feed, seconds) => {
  expect(graceOf(feedNamed(feed)!)).toBe(seconds);
});
