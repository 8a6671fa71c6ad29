import { expect, test } from 'vitest';
import { MOST_LISTING_BYTES, readBucketListing } from './bucket-listing.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const KEY = 'CONUS/PrecipRate_00.00/20261120/MRMS_PrecipRate_00.00_20261120-061402.grib2.gz';

const listing = (inside: string) =>
  bytes(`<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>noaa-mrms-pds</Name>
<Prefix>CONUS/</Prefix><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys>${inside}</ListBucketResult>`);
const contents = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-20T06:16:41.000Z</LastModified><ETag>&quot;0a1b&quot;</ETag><Size>703112</Size><StorageClass>INTELLIGENT_TIERING</StorageClass></Contents>`;

test('keys come in order, with entities resolved', () => {
  const page = listing(`<IsTruncated>false</IsTruncated>${contents(KEY)}${contents('a&amp;b')}`);
  expect(readBucketListing(page)).toEqual({ keys: [KEY, 'a&b'], nextToken: null });
});

test('a page that goes on has a token, wherever in it', () => {
  const page = listing(
    `${contents(KEY)}<NextContinuationToken>1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=</NextContinuationToken><IsTruncated>true</IsTruncated>`,
  );
  expect(readBucketListing(page).nextToken).toBe('1ueGcxLPRx1Tr/XYExHnhbYLgveDs2J/wm36Hy4vbOwM=');
});

test('an empty listing has no keys', () => {
  expect(readBucketListing(listing('<IsTruncated>false</IsTruncated>'))).toEqual({ keys: [], nextToken: null });
});

test.each([
  ['an error of S3', bytes('<Error><Code>AccessDenied</Code></Error>'), 'the root element must be ListBucketResult'],
  ['a page of HTML', bytes('<html><body></body></html>'), 'the root element must be ListBucketResult'],
  ['a document type', bytes('<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult/>'), 'a document type is not accepted'],
  ['nothing', new Uint8Array(), 'malformed bucket listing'],
  ['half of a listing', listing(contents(KEY)).subarray(0, 300), 'malformed bucket listing'],
  ['no token', listing('<IsTruncated>true</IsTruncated>'), 'has a NextContinuationToken'],
  ['a long key', listing(contents('x'.repeat(1025))), 'Key has at most 1024 characters'],
  ['very many keys', listing(contents('x').repeat(10_001)), 'a listing has at most 10000 keys'],
  ['very many bytes', new Uint8Array(MOST_LISTING_BYTES + 1), `at most ${MOST_LISTING_BYTES} bytes`],
])('%s is refused', (_, page, reason) => {
  expect(() => readBucketListing(page)).toThrow(reason);
});
