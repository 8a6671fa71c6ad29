/** One log line for each damaged object, however many requests meet it. */

import { LRUCache } from 'lru-cache';
import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';

/** Beyond this many damaged objects the disk is the story, and repeating some of them does no harm. */
const MOST_REMEMBERED = 1000;

export interface DefectLog {
  report(defect: ObjectDefectError, facts: object): void;
  /** Reports `error` when it is a defect, and throws it on in any case. */
  rethrow(error: unknown, facts: object): never;
}

export function createDefectLog(log: Log): DefectLog {
  const reported = new LRUCache<string, true>({ max: MOST_REMEMBERED });

  function report({ key, offset, rule }: ObjectDefectError, facts: object): void {
    if (reported.has(key)) return;
    reported.set(key, true);
    log.error({ ...facts, object: key, offset, rule }, 'a stored object is damaged');
  }

  return {
    report,
    rethrow(error, facts) {
      if (isTagged(error, 'object-defect')) report(error, facts);
      throw error;
    },
  };
}
