/**
 * The simulated upstream through the feeds' own tables: each part is fetched by its index alone, and at each of its leads
 * there is every element that the feed asks for there.
 */

import { expect, test } from 'vitest';
import { createFeeds } from '../../simulator/feeds/feed-list.js';
import type { FoundFile } from '../../simulator/feeds/simulated-feed.js';
import { fixedClock } from '../../src/base/clock.js';
import { UpstreamError } from '../../src/base/errors.js';
import { readFields } from '../../src/decode/grib2/field.js';
import { isWantedMessage, selectFields } from '../../src/ingest/staging/step-selection.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { HOUR } from '../../src/model/time.js';
import { createFeedSource } from '../../src/sources/feed-source.js';
import { feedsOf } from '../../src/sources/feeds.js';
import type { HttpDownload } from '../../src/sources/http-download.js';

const RUN = Date.UTC(2026, 10, 20, 6) / 1000;
const BASE = 'http://simulated';

const simulated = createFeeds(7, [], 5, fixedClock(0));

function find(url: string): FoundFile {
  const path = url.slice(BASE.length);
  for (const feed of simulated) {
    const found = feed.find(path);
    if (found !== null) return found;
  }
  throw new UpstreamError('status', url, 'answers 404', { status: 404 });
}

function bytesOf(url: string): Uint8Array {
  const found = find(url);
  const { grib, index } = found.make();
  return found.isIndex ? Buffer.from(index!) : grib;
}

const http: HttpDownload = {
  head: async (url) => ({ bytes: bytesOf(url).length, validators: {} }),
  async get(url, { range }) {
    const bytes = bytesOf(url);
    const end = range === undefined || range.length === null ? bytes.length : range.offset + range.length;
    return { notModified: false, bytes: bytes.subarray(range?.offset ?? 0, end), validators: {} };
  },
  traffic: () => ({ requests: 0, bytes: 0 }),
  close: () => undefined,
};

/** Leads in hours, and what is rightly missing at them. */
test.each<[DatasetId, number, string[]]>([
  ['hrrr', 0, []],
  ['hrrr', 1, []],
  ['hrrr-subhourly', 1, []],
  ['ecmwf-ifs', 0, []],
  ['ecmwf-ifs', 6, []],
  ['ecmwf-ifs', 144, []],
  ['nbm', 5, []],
  ['nbm', 42, []],
  ['icon-eu', 0, []],
  ['icon-eu', 1, []],
  ['icon-eu', 81, []],
  ['gefs', 6, []],
  ['gefs-extended', 246, []],
  ['aqm', 3, []],
  ['gefs-aerosol', 6, []],
])('%s at %i h', async (id, hours, absent) => {
  const feed = feedsOf('model').find((one) => one.id === id)!;
  const part = feed.partsOf(BASE, RUN).find(({ leads }) => leads.includes(hours * HOUR))!;
  const wanted = (message: Uint8Array): boolean => isWantedMessage(feed, message);
  const options = { statics: hours === 0, whole: false, isWanted: wanted };
  const { messages, whole } = await createFeedSource(http, feed, BASE).fetchPart(part, options);
  expect(whole).toBe(part.files.some(({ index }) => index === null));
  const fields = messages.flatMap((message) => readFields(message));
  for (const lead of part.leads) {
    const times = { referenceTime: RUN, validTime: RUN + lead };
    const selection = selectFields(feed, fields, { times, origin: id, strict: true, statics: options.statics });
    expect(selection.absent).toEqual(absent);
  }
});
