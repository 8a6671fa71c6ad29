/**
 * What a feed of fires or of smoke is: a few files with known addresses, each replaced as time goes on, so that a poll
 * asks for all of them and most answers are "not modified". A feed is one folder beside this file and one row in
 * `ingest/fires/fire-feed-table.ts`.
 */

import type { FireFeedName } from '../config/config-table.js';
import type { Box } from '../model/box.js';
import type { FireDatasetId } from '../model/timed-version.js';

export interface FireFile {
  /** Unique within the feed, in letters, digits and hyphens: by it what was read last is remembered. */
  readonly name: string;
  readonly url: string;
  /** Most bytes of the file. */
  readonly ceilingBytes: number;
  /** It need not be there: a day that has not begun for those who make it. */
  readonly mayBeAbsent: boolean;
}

export interface FireFeed {
  readonly id: FireFeedName;
  readonly title: string;
  readonly dataset: FireDatasetId;
  /** What is observed, in words: "fires". */
  readonly observed: string;
  /** The setting that holds its base address. */
  readonly addressSetting: string;
  /** From one poll to the next, s. */
  readonly intervalSeconds: number;
  /** Longest that one poll may take, s. Files that it read by then are kept. */
  readonly deadlineSeconds: number;
  /** Where it observes; with "auto" a feed is polled whose boxes meet the region. */
  readonly covers: readonly Box[];
  /** Words that its licence wants, and the licence. */
  readonly attribution: string;
  readonly licence: string;
  /**
   * The files that a poll asks for, those of the newest day first.
   *
   * @param baseUrl  without a slash at its end
   * @param now  epoch seconds
   */
  files(baseUrl: string, now: number): readonly FireFile[];
}
