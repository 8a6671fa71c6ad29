/** One log line for each object that is damaged or cannot be read, however many requests meet it. */

import { LRUCache } from 'lru-cache';
import { isTagged, type ObjectDefectError, type StoreUnavailableError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';

/** Beyond this many damaged objects the disk is the story, and repeating some of them does no harm. */
const MOST_REMEMBERED = 1000;

export interface DefectLog {
  report(defect: ObjectDefectError, facts: object): void;
  /** Reports `error` if it comes from reading, and throws it on in any case. */
  rethrow(error: unknown, facts: object): never;
}

export function createDefectLog(log: Log): DefectLog {
  const reported = new LRUCache<string, true>({ max: MOST_REMEMBERED });

  function report({ key, offset, rule }: ObjectDefectError, facts: object): void {
    if (reported.has(key)) return;
    reported.set(key, true);
    log.error({ ...facts, object: key, offset, rule }, 'a stored object is damaged');
  }

  /** An object is named again when it fails for another reason. */
  function reportUnavailable({ key, reason }: StoreUnavailableError, facts: object): void {
    if (reported.has(`${key} ${reason}`)) return;
    reported.set(`${key} ${reason}`, true);
    log.error({ ...facts, object: key, reason }, 'a stored object cannot be read');
  }

  return {
    report,
    rethrow(error, facts) {
      if (isTagged(error, 'object-defect')) report(error, facts);
      else if (isTagged(error, 'store-unavailable')) reportUnavailable(error, facts);
      throw error;
    },
  };
}
