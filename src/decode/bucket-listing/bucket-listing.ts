/**
 * Listings of buckets of Amazon S3: the answer to ListObjectsV2, a page of up to 1000 keys in the order of their bytes.
 *
 *   <ListBucketResult> <IsTruncated>true</IsTruncated> <Contents><Key>…</Key>…</Contents>… <NextContinuationToken>…
 */

import { MalformedError } from '../../base/errors.js';
import { type RefuseHere, walkXml, type XmlForm } from '../xml/walk.js';

export interface BucketListing {
  readonly keys: readonly string[];
  /** For the next page (`continuation-token`); null on the last one. */
  readonly nextToken: string | null;
}

/** 1000 keys of 1024 bytes, the longest there are, each with its date, tag and size. */
export const MOST_LISTING_BYTES = 4 << 20;
const MOST_KEYS = 10_000;
const LONGEST_KEY = 1024;

type Element = 'ListBucketResult' | 'IsTruncated' | 'NextContinuationToken' | 'Contents' | 'Key';

const FORM: XmlForm<Element> = {
  roots: ['ListBucketResult'],
  inside: { ListBucketResult: ['IsTruncated', 'NextContinuationToken', 'Contents'], Contents: ['Key'] },
  mostBytes: MOST_LISTING_BYTES,
  longest: () => LONGEST_KEY,
};

/** @throws MalformedError  it is no listing: also the errors that S3 writes in XML */
export function readBucketListing(bytes: Uint8Array): BucketListing {
  const refuse = (rule: string, line: number | null, value: string | number = 'other bytes'): never => {
    throw new MalformedError(line === null ? 'bucket listing' : `bucket listing, line ${line}`, rule, value);
  };
  const { keys, isTruncated, token } = walkXml(bytes, FORM, refuse, (refuseHere) => new Reading(refuseHere));
  if (isTruncated && token === '') refuse('a listing that goes on has a NextContinuationToken', null, 'none');
  return { keys, nextToken: isTruncated ? token : null };
}

class Reading {
  readonly keys: string[] = [];
  isTruncated = false;
  token = '';

  constructor(readonly refuse: RefuseHere) {}

  opened(): void {
    // everything is in texts
  }

  closed(name: Element, text: string): void {
    if (text.length > LONGEST_KEY) this.refuse(`${name} has at most ${LONGEST_KEY} characters`);
    if (name === 'IsTruncated') this.isTruncated = text.trim() === 'true';
    else if (name === 'NextContinuationToken') this.token = text.trim();
    else if (name === 'Key') {
      if (this.keys.length === MOST_KEYS) this.refuse(`a listing has at most ${MOST_KEYS} keys`);
      this.keys.push(text);
    }
  }
}
