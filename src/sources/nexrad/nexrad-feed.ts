/** Sweeps of single radars of the United States, fetched when a map shows one; `nexrad-source.ts` lists the files. */

import type { FeedFacts } from '../feed.js';

export interface SweepFeed extends FeedFacts {
  readonly kind: 'sweeps';
}

export const NEXRAD_FEED: SweepFeed = {
  id: 'nexrad',
  kind: 'sweeps',
  title: 'NEXRAD',
  addresses: [
    {
      setting: 'WEATHERGLASS_NEXRAD_URL',
      fallback: 'https://unidata-nexrad-level3.s3.amazonaws.com',
      help: 'base address of NEXRAD Level 3: sweeps of single radars, fetched when a map shows one',
    },
  ],
  automatic: 'on-demand',
  traffic: null,
  deadlineSeconds: 45, // a client waits for a sweep, at most 10 s
};
