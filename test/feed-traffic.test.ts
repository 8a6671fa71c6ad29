/** Downloads of feeds: their rows, real indexes, and the tables of README.md and docs/data-sources.md. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roundGigabytes } from '../src/cli/feed-traffic.js';
import { MOST_AUTOMATIC_GIGABYTES } from '../src/ingest/feed-choice.js';
import type { DatasetId } from '../src/model/dataset.js';
import { cadenceOf } from '../src/model/radar.js';
import { DAY, HOUR } from '../src/model/time.js';
import { gigabytesPerDay } from '../src/sources/feed.js';
import { FEEDS, type Feed, feedOf } from '../src/sources/feeds.js';
import { parseIndex } from '../src/sources/grib-index.js';
import { planFile, requestsOf } from '../src/sources/part-plan.js';
import { sharedData, testWithSharedData } from './shared-data.js';

/** Downloads a day by the schedule of a feed; null: by another rule. */
function perDay(feed: Feed): number | null {
  if (feed.kind === 'model') return feed.cycle.only?.length ?? DAY / feed.cycle.every;
  if (feed.kind === 'radar') return DAY / cadenceOf(feed.id);
  return 'intervalSeconds' in feed ? DAY / feed.intervalSeconds : null;
}

test.each(FEEDS.filter((feed) => perDay(feed) !== null).map((feed) => [feed.id, feed] as const))(
  '%s states as many downloads a day as its schedule has',
  (_, feed) => {
    expect(feed.traffic!.perDay).toBeCloseTo(perDay(feed)!, 9);
  },
);

test('gigabytes are rounded to the precision of the figures', () => {
  expect([20.11, 9.88, 2, 0.58, 0.0024, 0].map(roundGigabytes)).toEqual(['20', '9.9', '2', '0.6', '0.002', '0']);
});

/** Bytes that are downloaded of a file at a lead, by a real index. */
function planned(feed: DatasetId, index: string, leadHours: number): number {
  const { elements, statics, partsOf } = feedOf('model', feed);
  const referenceTime = Date.UTC(2022, 9, 14) / 1000;
  const lead = leadHours * HOUR;
  const part = partsOf('', referenceTime).find(({ leads }) => leads.includes(lead))!;
  const text = readFileSync(sharedData('grib2', 'kerchunk', index), 'utf8');
  const requests = requestsOf(leadHours === 0 ? [...elements, ...statics] : elements, part, part.files[0]!);
  const { ranges } = planFile(parseIndex(text, index), requests);
  return text.length + ranges.reduce((sum, { length }) => sum + length!, 0);
}

/** MB of a whole run, each of its files as large as the index at the lead that `like` gives for it. */
function runSize(feed: DatasetId, index: string, like: (leadHours: number) => number): number {
  const sizes = new Map<number, number>();
  const sizeAt = (lead: number) => {
    if (!sizes.has(lead)) sizes.set(lead, planned(feed, index, lead));
    return sizes.get(lead)!;
  };
  const leads = feedOf('model', feed)
    .partsOf('', 0)
    .map((part) => part.leads.at(-1)! / HOUR);
  return leads.reduce((sum, lead) => sum + sizeAt(like(lead)), 0) / 1e6;
}

/** Leads of GFS alike in what is wanted at them: the upper wind to 15 h, extremes at every sixth hour. */
const gfsLike = (hour: number) => (hour <= 15 ? (hour % 6 === 0 ? 6 : 9) : hour % 6 === 0 ? 24 : 21);

testWithSharedData('sizes of runs with an index are those of real indexes within 3%', () => {
  const sizes: readonly (readonly [DatasetId, number])[] = [
    ['gfs', runSize('gfs', '20221014.gfs.t06z.pgrb2.0p25.f021.idx', gfsLike)],
    ['hrrr', runSize('hrrr', '20221014.hrrr.t09z.wrfsfcf05.grib2.idx', () => 5)],
    ['hrrr-extended', runSize('hrrr-extended', '20221014.hrrr.t09z.wrfsfcf05.grib2.idx', () => 14)],
    ['hrrr-subhourly', runSize('hrrr-subhourly', '20221014.hrrr.t03z.wrfsubhf09.grib2.idx', () => 9)],
  ];
  for (const [feed, megabytes] of sizes) {
    const stated = feedOf('model', feed).traffic!.megabytes;
    expect(Math.abs(megabytes / stated - 1), `${feed}: ${megabytes} MB by the index, ${stated} stated`).toBeLessThan(
      0.03,
    );
  }
});

test('README.md and docs/data-sources.md state these figures', () => {
  const page = readFileSync('docs/data-sources.md', 'utf8');
  for (const feed of FEEDS) {
    const { id, traffic } = feed;
    if (traffic === null) continue;
    const { unit, megabytes, isMeasured, basis } = traffic;
    const row = page.split('\n').find((line) => line.startsWith(`| \`${id}\` | ${megabytes} MB per ${unit}`));
    expect(row, `${id}: run node scripts/readme.mjs`).toBeDefined();
    expect(row).toContain(`| ${roundGigabytes(gigabytesPerDay(feed))} GB |`);
    expect(row!.includes('(e)')).toBe(!isMeasured);
    expect(row).toContain(`| ${basis} |`);
  }
  const readme = readFileSync('README.md', 'utf8');
  for (const feed of FEEDS.filter((one) => one.id !== 'gfs' && gigabytesPerDay(one) > MOST_AUTOMATIC_GIGABYTES))
    expect(readme).toContain(`\`${feed.id}\` (${roundGigabytes(gigabytesPerDay(feed))} GB a day)`);
});
