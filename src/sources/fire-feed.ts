/**
 * Feeds of fires or of smoke: a few files with known addresses, each replaced as time goes on, so that a poll asks for
 * all of them and most answers are "not modified".
 */

import type { FireDatasetId } from '../model/timed-version.js';
import type { PolledFeed } from './feed.js';

export interface FireFile {
  /** Unique within the feed, in letters, digits and hyphens: by it what was read last is remembered. */
  readonly name: string;
  readonly url: string;
  /** Most bytes of the file. */
  readonly ceilingBytes: number;
  /** It need not be there: a day that has not begun for those who make it. */
  readonly mayBeAbsent: boolean;
}

export interface FireFeed extends PolledFeed {
  readonly kind: 'fires';
  readonly dataset: FireDatasetId;
  /** The observed objects, in words: "fires". */
  readonly observed: string;
  /** Files that can be given by hand, and an example of their names. */
  readonly fileWords: string;
  readonly fileNames: string;
  /**
   * The files that a poll asks for, those of the newest day first.
   *
   * @param baseUrl  without a slash at its end
   * @param now  epoch seconds
   */
  files(baseUrl: string, now: number): readonly FireFile[];
}
