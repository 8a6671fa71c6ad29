import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import type { DatasetId } from '../model/dataset.js';
import { DAY, HOUR } from '../model/time.js';
import { parseIndex } from '../sources/grib-index.js';
import { planFile, requestsOf } from '../sources/part-plan.js';
import { ALERT_FEEDS } from './alerts/alert-feed-table.js';
import { FEEDS, feedOf } from './feed-table.js';
import { FEED_TRAFFIC, type FetchingFeed, gigabytesPerDay, roundGigabytes } from './feed-traffic-table.js';
import { FIRE_FEEDS } from './fires/fire-feed-table.js';
import { cadenceOf, RADAR_FEEDS } from './radar/radar-feed-table.js';

test('every feed downloads as often a day as its row says', () => {
  const often = new Map<string, number>([
    ...FEEDS.map(({ id, cycle }) => [id, cycle.only?.length ?? DAY / cycle.every] as const),
    ...RADAR_FEEDS.map((feed) => [feed.id, DAY / cadenceOf(feed)] as const),
    ...FIRE_FEEDS.map(({ id, intervalSeconds }) => [id, DAY / intervalSeconds] as const),
    ...ALERT_FEEDS.map(({ id, intervalSeconds }) => [id, DAY / intervalSeconds] as const),
    ['alert-zones', 1 / 30],
  ]);
  expect(Object.fromEntries(Object.entries(FEED_TRAFFIC).map(([id, { perDay }]) => [id, perDay]))).toEqual(
    Object.fromEntries(often),
  );
});

test('gigabytes are rounded to what the figures are worth', () => {
  expect([20.11, 9.88, 2, 0.58, 0.0024, 0].map(roundGigabytes)).toEqual(['20', '9.9', '2', '0.6', '0.002', '0']);
});

/** Bytes that are downloaded of a file at a lead, by a real index. */
function planned(feed: DatasetId, index: string, leadHours: number): number {
  const { elements, statics, partsOf } = feedOf(feed);
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
  const leads = feedOf(feed)
    .partsOf('', 0)
    .map((part) => part.leads.at(-1)! / HOUR);
  return leads.reduce((sum, lead) => sum + sizeAt(like(lead)), 0) / 1e6;
}

/** Leads of GFS alike in what is wanted at them: the upper wind to 15 h, extremes at every sixth hour. */
const gfsLike = (hour: number) => (hour <= 15 ? (hour % 6 === 0 ? 6 : 9) : hour % 6 === 0 ? 24 : 21);

testWithSharedData('sizes of runs with an index are those of real indexes within 3%', () => {
  const sizes: readonly (readonly [FetchingFeed, number])[] = [
    ['gfs', runSize('gfs', '20221014.gfs.t06z.pgrb2.0p25.f021.idx', gfsLike)],
    ['hrrr', runSize('hrrr', '20221014.hrrr.t09z.wrfsfcf05.grib2.idx', () => 5)],
    ['hrrr-extended', runSize('hrrr-extended', '20221014.hrrr.t09z.wrfsfcf05.grib2.idx', () => 14)],
    ['hrrr-subhourly', runSize('hrrr-subhourly', '20221014.hrrr.t03z.wrfsubhf09.grib2.idx', () => 9)],
  ];
  for (const [feed, megabytes] of sizes) {
    const stated = FEED_TRAFFIC[feed].megabytes;
    expect(Math.abs(megabytes / stated - 1), `${feed}: ${megabytes} MB by the index, ${stated} stated`).toBeLessThan(
      0.03,
    );
  }
});

test('README.md and docs/data-sources.md state these figures', () => {
  const page = readFileSync('docs/data-sources.md', 'utf8');
  for (const [id, { unit, megabytes, isMeasured, basis }] of Object.entries(FEED_TRAFFIC)) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${id}\` | ${megabytes} MB per ${unit}`));
    expect(row, `${id}: run node scripts/readme.mjs`).toBeDefined();
    expect(row).toContain(`| ${roundGigabytes(gigabytesPerDay(id as FetchingFeed))} GB |`);
    expect(row!.includes('(e)')).toBe(!isMeasured);
    expect(row).toContain(`| ${basis} |`);
  }
  const large = (Object.keys(FEED_TRAFFIC) as FetchingFeed[]).filter((id) => id !== 'gfs' && gigabytesPerDay(id) > 5);
  const readme = readFileSync('README.md', 'utf8');
  for (const id of large) expect(readme).toContain(`\`${id}\` (${roundGigabytes(gigabytesPerDay(id))} GB a day)`);
});
