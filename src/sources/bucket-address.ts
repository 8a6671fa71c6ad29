/** Addresses of listings of a bucket (Amazon S3, ListObjectsV2), and times in names of files. */

import { DAY, HOUR } from '../model/time.js';

/**
 * The listing of all keys that begin with `prefix`; of those only the ones behind `startAfter`, in the order of bytes.
 *
 * @param baseUrl  of the bucket, without a slash at its end
 */
export function bucketListing(baseUrl: string, prefix: string, startAfter?: string): string {
  const address = `${baseUrl}/?list-type=2&prefix=${escaped(prefix)}`;
  return startAfter === undefined ? address : `${address}&start-after=${escaped(startAfter)}`;
}

/** The next page, after `readBucketListing` found a token. */
export function nextListing(listingUrl: string, token: string): string {
  return `${listingUrl}&continuation-token=${encodeURIComponent(token)}`;
}

/** Slashes stay as they are: a query may have them, and a person may read them. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll('%2F', '/');
}

/** Beginnings of the UTC days that [from, to] touches, epoch seconds. */
export function daysOf(from: number, to: number): number[] {
  return startsOf(from, to, DAY);
}

/** Beginnings of the hours that [from, to] touches, epoch seconds. */
export function hoursOf(from: number, to: number): number[] {
  return startsOf(from, to, HOUR);
}

function startsOf(from: number, to: number, every: number): number[] {
  const starts: number[] = [];
  for (let at = Math.floor(from / every) * every; at <= to; at += every) starts.push(at);
  return starts;
}

/** UTC as digits without signs: 20261120061402. */
export function stampOf(time: number): string {
  return new Date(time * 1000)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '');
}

/** Epoch seconds of `YYYYMMDDHHMMSS`, or of it without seconds; null for what no calendar has. */
export function timeOfStamp(digits: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/.exec(digits);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second = '00'] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
  return Number.isFinite(time) && stampOf(time).startsWith(digits) ? time : null;
}
